"""One number, one record: what writers at the same time agree on by files that only one of them can create."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from chesterton.base.disk import LostRaceError
from chesterton.base.ids import content_hash
from chesterton.base.paths import RepoPath, inside
from chesterton.base.staging import prepared
from chesterton.records.titles import file_number
from chesterton.workspace.acts import Done
from chesterton.workspace.root import STAGING, STORE, staging


class NumberTakenError(LostRaceError):
    """Somebody else gave a record that number meanwhile; nothing was written."""

    def __init__(self, path: RepoPath, number: int) -> None:
        super().__init__(
            f"another record has taken the number of {path} meanwhile; nothing was written, try again"
        )
        self.number = number


@contextmanager
def reserved(root: Path, path: RepoPath) -> Generator[None]:
    """Keep the number of a new record to its writer, who writes it inside.

    Raises:
        NumberTakenError: another writer has it, or a file of the folder does.
    """
    number = file_number(path)
    folder = inside(root, RepoPath(path.rpartition("/")[0]))
    if number is None:
        yield
        return
    mark = _mark(root, path, number)
    try:
        if folder.is_dir() and any(file_number(other.name) == number for other in folder.iterdir()):
            raise NumberTakenError(path, number)
        yield
    finally:
        if mark is not None:
            mark.unlink(missing_ok=True)


def numbered(root: Path, make: Callable[[int], Done], write: Callable[[Done], None]) -> Done:
    """Make a record and write it under a number that nobody else takes; `make` is told the least that it may have."""
    least = 0
    while True:
        done = make(least)
        try:
            with reserved(root, done.path):
                write(done)
        except NumberTakenError as taken:
            least = taken.number + 1
        else:
            return done


def _mark(root: Path, path: RepoPath, number: int) -> Path | None:
    """A file that stands for a number of a folder; None where there is no store to keep it in."""
    ours = path.startswith(f"{STORE}/")  # the first record makes the store
    folder = prepared(root / STAGING if ours else staging(root))
    if folder is None:
        return None
    mark = folder / f"{content_hash(path.rpartition('/')[0].encode())}-{number}.tmp"
    try:
        mark.open("x").close()
    except FileExistsError as error:
        raise NumberTakenError(path, number) from error
    return mark
