"""Random refactorings of real files with known outcome: how many symbols does one commit lose or mislead?

    python tests/bench/tracking/refactorings.py FOLDER ... [--commits 200] [--changes 6] [--seed 1]

Each commit takes a few files of one language below one FOLDER and changes them many times over: symbols are renamed
wherever their name stands, moved inside a file, to another one or to a new one, deleted, copied, given a parameter,
edited, divided in two, exchanged with another one's name; files are renamed and laid out anew. Where every symbol must
be afterwards follows from what was done, never from the matcher. The table counts outcomes by what was done to the
symbol: `right` without asking, `asked` with the truth as place or candidate, `lost` (gone, or asked without the truth),
`wrong` (another place without asking, or one for a symbol that was deleted).
"""

import argparse
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

from chesterton.anchors.match import Outcome, match
from chesterton.anchors.now import FileView
from chesterton.anchors.views import read_view, view_of
from chesterton.base.paths import RepoPath
from chesterton.code import languages
from chesterton.code.model import FUNCTION_KINDS, TYPE_KINDS, Symbol

PARAMETER = {
    **dict.fromkeys(("python", "javascript", "ruby"), b"extra"),
    **dict.fromkeys(("typescript", "tsx"), b"extra: number"),
    **dict.fromkeys(("kotlin", "scala", "swift"), b"extra: Int"),
    "rust": b"extra: u32",
    "php": b"$extra",
    "go": b"extra int",
}
"""A parameter more; `int extra` elsewhere."""
FUNCTION = {
    "python": b"def %s():\n%s\n", "javascript": b"function %s() {\n%s\n}\n", "typescript": b"function %s() {\n%s\n}\n",
    "go": b"func %s() {\n%s\n}\n", "rust": b"fn %s() {\n%s\n}\n", "ruby": b"def %s\n%s\nend\n",
    "php": b"function %s() {\n%s\n}\n", "c": b"static void %s(void) {\n%s\n}\n", "cpp": b"static void %s() {\n%s\n}\n",
}  # fmt: skip
"""A function at the top of a file, in the languages that have such."""
MARK = {"python": b"#", "ruby": b"#"}
"""What begins a comment; `//` elsewhere."""
LEAST, SMALL = 20, 3
"""Tokens of a symbol that is followed, and lines of the least part that is taken out of a function."""

Place = tuple[RepoPath, str]


class World:
    """The files of one commit while they are changed, and where each symbol of the start is by now."""

    def __init__(self, files: dict[RepoPath, bytes], rng: random.Random) -> None:
        self.rng = rng
        self.files = dict(files)
        self.renames: dict[RepoPath, RepoPath] = {}
        self.truth: dict[Place, Place | None] = {}
        self.done: dict[Place, set[str]] = defaultdict(set)
        self._fresh = 0
        for path, data in files.items():
            view = view_of(path, data)
            names = Counter(symbol.qualified for symbol in view.symbols)
            for symbol in view.symbols:
                form = view.form(symbol)
                large = form is not None and len(form.tokens) >= LEAST
                if large and names[symbol.qualified] == 1 and symbol.kind in FUNCTION_KINDS | TYPE_KINDS:
                    self.truth[path, symbol.key] = path, symbol.key

    def view(self, path: RepoPath) -> FileView:
        return read_view(path, self.files[path])

    def pick(self, fits: Callable[[Symbol], bool]) -> tuple[Place, FileView, Symbol] | None:
        """A symbol that fits, of those that nothing was done to yet if there is one."""
        places = [(origin, now) for origin, now in self.truth.items() if now]
        self.rng.shuffle(places)
        places.sort(key=lambda pair: len(self.done[pair[0]]) if self.rng.random() < 0.8 else 0)
        for origin, (path, key) in places:
            view = self.view(path)
            symbol = view.by_key.get(key)
            if symbol is not None and fits(symbol):
                return origin, view, symbol
        return None

    def name(self, like: str) -> str:
        self._fresh += 1
        return f"{like}{self.rng.choice(('_v', 'New', '_impl', 'Ex', 'Alt'))}{self._fresh}"

    def replace(self, path: RepoPath, start: int, end: int, new: bytes) -> None:
        data = self.files[path]
        self.files[path] = data[:start] + new + data[end:]

    def put(self, path: RepoPath, text: bytes) -> None:
        self.files[path] = self.files.get(path, b"").rstrip(b"\n") + b"\n\n\n" + text.strip(b"\n") + b"\n"

    def inside(self, view: FileView, outer: Symbol) -> list[Place]:
        """The symbols of the start that are in a place or inside it."""
        keys = {one.key for one in view.symbols if outer.span.encloses(one.span)}
        return [
            origin for origin, now in self.truth.items() if now and now[0] == view.path and now[1] in keys
        ]

    def rename(self, old: str, new: str) -> None:
        """A word becomes another one everywhere."""
        word = re.compile(rf"(?<![\w$]){re.escape(old)}(?![\w$])")
        for path, data in self.files.items():
            self.files[path] = word.sub(new, data.decode()).encode()
        for origin, now in self.truth.items():
            if now and word.search(now[1]):
                self.truth[origin] = now[0], word.sub(new, now[1])
                self.done[origin].add("rename")


def is_top(symbol: Symbol) -> bool:
    return symbol.parent < 0 and symbol.key == symbol.name


def whole_lines(view: FileView, symbol: Symbol) -> tuple[int, int]:
    """The lines that a symbol and its comment take."""
    first = min(symbol.span.start, symbol.doc.start) if symbol.doc else symbol.span.start
    start = view.data.rfind(b"\n", 0, first) + 1
    end = view.data.find(b"\n", symbol.span.end)
    return start, end + 1 if end >= 0 else len(view.data)


def body_lines(view: FileView, symbol: Symbol) -> list[tuple[int, int]]:
    """The whole lines inside a body of several lines."""
    if symbol.body is None:
        return []
    found: list[tuple[int, int]] = []
    at = view.data.find(b"\n", symbol.body.start) + 1
    if view.data[symbol.body.start : symbol.body.start + 1] != b"{":
        at = view.data.rfind(b"\n", 0, symbol.body.start) + 1
    while 0 < at < symbol.body.end:
        end = view.data.find(b"\n", at) + 1 or len(view.data)
        if end <= symbol.body.end + 1 and view.data[at:end].strip(b" \t\r\n}"):
            found.append((at, end))
        at = end
    return found


def rename(world: World) -> None:
    if found := world.pick(lambda symbol: re.fullmatch(r"\w{4,}", symbol.name) is not None):
        world.rename(found[2].name, world.name(found[2].name))


def move(world: World) -> None:
    if found := world.pick(is_top):
        _, view, symbol = found
        start, end = whole_lines(view, symbol)
        text = view.data[start:end]
        others = [
            path for path in world.files if path != view.path and symbol.key not in world.view(path).by_key
        ]
        fresh = RepoPath(f"new{len(world.files)}{Path(view.path).suffix}")
        to = world.rng.choice([*others, fresh])
        for origin in world.inside(view, symbol):
            world.truth[origin] = to, (world.truth[origin] or ("", ""))[1]
            world.done[origin].add("move")
        world.replace(view.path, start, end, b"")
        world.put(to, text)


def reorder(world: World) -> None:
    if found := world.pick(is_top):
        origin, view, symbol = found
        start, end = whole_lines(view, symbol)
        text = view.data[start:end]
        world.replace(view.path, start, end, b"")
        world.put(view.path, text)
        world.done[origin].add("reorder")


def delete(world: World) -> None:
    if found := world.pick(is_top):
        origin, view, symbol = found
        if "copied" in world.done[origin]:
            return  # that would be a move
        start, end = whole_lines(view, symbol)
        world.replace(view.path, start, end, b"")
        for inner in world.inside(view, symbol):
            world.truth[inner] = None
            world.done[inner] = {"delete"}


def copy(world: World) -> None:
    if found := world.pick(is_top):
        origin, view, symbol = found
        start, end = whole_lines(view, symbol)
        text = view.data[start:end]
        if world.rng.random() < 0.5:
            text = re.sub(
                rb"\b%s\b" % re.escape(symbol.name.encode()), world.name(symbol.name).encode(), text
            )
            world.put(view.path, text)
        else:
            world.put(RepoPath(f"copy{len(world.files)}{Path(view.path).suffix}"), text)
        world.done[origin].add("copied")


def resign(world: World) -> None:
    if found := world.pick(lambda symbol: symbol.parameters is not None):
        origin, view, symbol = found
        assert symbol.parameters is not None
        text = view.data[symbol.parameters.start : symbol.parameters.end]
        language = view.facts.language if view.facts else ""
        if text.startswith(b"(") and text.endswith(b")"):
            inner = text[1:-1].strip()
            new = inner.rstrip(b",") + (b", " if inner else b"") + PARAMETER.get(language, b"int extra")
            world.replace(view.path, symbol.parameters.start, symbol.parameters.end, b"(" + new + b")")
            world.done[origin].add("re-sign")


def edit(world: World) -> None:
    if found := world.pick(lambda symbol: symbol.kind in FUNCTION_KINDS and symbol.body is not None):
        origin, view, symbol = found
        lines = body_lines(view, symbol)
        for _ in range(max(1, len(lines) // 8)):
            assert symbol.body is not None
            text = world.files[view.path][symbol.body.start : symbol.body.end]
            words = list(re.finditer(rb"(?<![\w\"'])(?:\d+|[a-z]\w{3,})(?![\w\"'])", text))
            if words:
                word = world.rng.choice(words)
                new = b"17" if word[0].isdigit() else word[0] + b"2"
                at = symbol.body.start
                world.replace(view.path, at + word.start(), at + word.end(), new)
                world.done[origin].add("edit")


def extract(world: World) -> None:
    if found := world.pick(lambda symbol: symbol.kind in FUNCTION_KINDS and symbol.body is not None):
        origin, view, symbol = found
        template = FUNCTION.get(view.facts.language if view.facts else "")
        lines = body_lines(view, symbol)
        size = world.rng.randint(SMALL, max(SMALL, len(lines) // 2))
        if template is None or len(lines) < 2 * SMALL or not is_top(symbol):
            return
        first = world.rng.randrange(len(lines) - size)
        start, end = lines[first][0], lines[first + size - 1][1]
        text = view.data[start:end]
        indent = text[: len(text) - len(text.lstrip())]
        ours = view.data[symbol.span.start : symbol.span.end]
        name = world.name("part").encode()
        call = indent + name + b"()" + (b"" if template.startswith(b"def") else b";") + b"\n"
        least = min(len(line) - len(line.lstrip()) for line in text.splitlines() if line.strip())
        if len(indent) != least or read_view(view.path, ours.replace(text, call)).has_errors:
            return
        world.replace(view.path, start, end, call)
        world.put(view.path, template % (name, text.rstrip(b"\n")))
        world.done[origin].add("extract")


def exchange(world: World) -> None:
    """Two functions take each other's name."""
    one = world.pick(lambda symbol: is_top(symbol) and symbol.kind in FUNCTION_KINDS)
    if one is None:
        return
    other = world.pick(
        lambda symbol: is_top(symbol) and symbol.kind in FUNCTION_KINDS and symbol.name != one[2].name
    )
    if other is not None:
        left, right = one[2].name, other[2].name
        for old, new in ((left, "exchanged_name"), (right, left), ("exchanged_name", right)):
            world.rename(old, new)


def move_file(world: World) -> None:
    path = world.rng.choice(sorted(world.files))
    to = RepoPath(f"elsewhere/{len(world.files)}/{Path(path).name}")
    world.files[to] = world.files.pop(path)
    for origin, now in world.truth.items():
        if now and now[0] == path:
            world.truth[origin] = to, now[1]
            world.done[origin].add("file moved")


def lay_out(world: World) -> None:
    """Blank lines and comments everywhere, and other indentation where that means nothing."""
    path = world.rng.choice(sorted(world.files))
    view = world.view(path)
    language = languages.by_name(view.facts.language) if view.facts else None
    mark = MARK.get(language.name if language else "", b"//")
    starts = sorted((whole_lines(view, one)[0] for one in view.symbols if is_top(one)), reverse=True)
    for start in starts:
        world.replace(path, start, start, b"\n" + mark + b" laid out anew\n\n")


CHANGES = (
    rename,
    rename,
    move,
    move,
    reorder,
    delete,
    copy,
    resign,
    edit,
    edit,
    extract,
    exchange,
    move_file,
    lay_out,
)


def verdict(outcome: Outcome | None, truth: Place | None) -> str:
    place = (outcome.place.path, outcome.place.key) if outcome and outcome.place else None
    if outcome is None:
        return "lost"
    if truth is None:
        return "right" if place is None else "wrong" if outcome.sure else "asked"
    if place == truth:
        return "right" if outcome.sure else "asked"
    if place is not None and outcome.sure:
        return "wrong"
    return "asked" if truth in [(one.place.path, one.place.key) for one in outcome.candidates] else "lost"


def git_renames(before: dict[RepoPath, bytes], after: dict[RepoPath, bytes]) -> dict[RepoPath, RepoPath]:
    """What git would say: a vanished file and a new one that share at least half of their lines."""
    found: dict[RepoPath, RepoPath] = {}
    for old in before.keys() - after.keys():
        lines = Counter(before[old].splitlines())
        shares = {
            new: (lines & Counter(after[new].splitlines())).total() / max(1, lines.total())
            for new in after.keys() - before.keys() - set(found.values())
        }
        best = max(shares, key=lambda new: (shares[new], new), default=None)
        if best is not None and shares[best] >= 0.5:
            found[old] = best
    return found


def commits(
    sources: list[Path], count: int, changes: int, rng: random.Random
) -> Iterator[tuple[World, dict[RepoPath, bytes]]]:
    """Changed worlds, each with the files it began as."""
    while count:
        first = rng.randrange(len(sources))
        files: dict[RepoPath, bytes] = {}
        for number, source in enumerate(sources[first : first + rng.randint(1, 4)]):
            data = source.read_bytes().replace(b"\r\n", b"\n")
            path = RepoPath(f"src/{number}/{source.name}")
            if b"\0" not in data and not read_view(path, data).has_errors and data.isascii():
                files[path] = data
        if not files:
            continue
        world = World(files, rng)
        for _ in range(rng.randint(1, changes)):
            rng.choice(CHANGES)(world)
        if world.truth:
            count -= 1
            yield world, files


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("folders", type=Path, nargs="+")
    options.add_argument("--suffix", default="")
    options.add_argument("--commits", type=int, default=200)
    options.add_argument("--changes", type=int, default=6)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    table: dict[str, Counter[str]] = defaultdict(Counter)
    for folder in given.folders:
        rng = random.Random(f"{given.seed} {folder.name}")
        sources = [
            path
            for path in sorted(folder.rglob(f"*{given.suffix}"))
            if path.is_file()
            and 1_000 < path.stat().st_size < 60_000
            and languages.for_path(RepoPath(path.name))
        ]
        for world, before in commits(sources, given.commits, given.changes, rng):
            renames = git_renames(before, world.files)
            views = {path: world.view(path) for path in world.files}
            matching = match([view_of(*file) for file in before.items()], views.values(), renames)
            for origin, truth in world.truth.items():
                if truth and (truth[0] not in views or truth[1] not in views[truth[0]].by_key):
                    continue
                what = " + ".join(sorted(world.done[origin])) or "nothing"
                found = matching.whole(*origin)
                said = verdict(found, truth)
                table[what][said] += 1
                if said in ("wrong", "lost"):
                    print(
                        said,
                        what,
                        *origin,
                        "->",
                        *(truth or ("gone",)),
                        "|",
                        found and found.place,
                        found and found.evidence,
                    )
    print("| what was done | symbols | right | asked | lost | wrong |\n|---|---|---|---|---|---|")
    rows = sorted(table.items(), key=lambda row: -row[1].total())
    for what, counts in [*rows, ("all", sum(table.values(), Counter[str]()))]:
        cells = " | ".join(str(counts[said]) for said in ("right", "asked", "lost", "wrong"))
        print(f"| {what} | {counts.total()} | {cells} |")


if __name__ == "__main__":
    main()
