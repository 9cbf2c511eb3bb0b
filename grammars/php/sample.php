<?php

declare(strict_types=1);

namespace App\Models;

use App\Contracts\Shape;
use App\Support\{Helper, Other as Renamed};
use function App\helper;

require_once 'bootstrap.php';

const VERSION = '1.0', BUILD = 7;
define('LEGACY', true);

/** A contract. */
interface HasArea extends Countable
{
    const UNIT = 'cm';

    public function area(): float;
}

trait Scales
{
    protected int $factor = 1;

    public function scale(int $by): static
    {
        $this->factor *= $by;
        return $this;
    }

    abstract public function size(): int;
}

enum Suit: string implements HasLabel
{
    case Hearts = 'H';
    case Spades = 'S';

    const Wild = self::Spades;

    public function label(): string
    {
        return ucfirst($this->value);
    }
}

#[Entity]
abstract class Circle extends Model implements HasArea, Shape
{
    use Scales, Renamed;

    public const PI = 3.14, TAU = 6.28;
    private static ?self $instance = null;
    public string $first, $second = 'x';
    public string $hooked { get => strtoupper($this->first); }

    public function __construct(
        private readonly float $radius,
        protected ?string $name = null,
        int $plain = 0,
    ) {
    }

    public function __destruct() {}

    #[Pure]
    public function area(): float
    {
        $square = function (float $x) {
            return $x * $x;
        };
        return self::PI * $square($this->radius) + Helper::round(1);
    }

    public static function make(): self
    {
        return new static(1.0);
    }

    final protected function &reference() { return $this->name; }
}

function top_level(int $x): int
{
    function nested() {}
    return helper($x);
}

$double = fn (int $x) => $x * 2;
$handler = function () { return 1; };
$config = ['a' => 1];

if (! function_exists('guarded')) {
    function guarded() {}
}

return new class extends Migration {
    public function up(): void {}
};
