"""How long lint takes: `python linting.py [COUNT]`, over everything and after a change to one record. CPU seconds."""

import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

from loading import write

from chesterton.base.paths import RepoPath
from chesterton.records.folder import FolderReader
from chesterton.records.lint.rules import Context, LintConfig
from chesterton.records.lint.run import lint
from chesterton.records.store import load

CONTEXT = Context(date(2026, 12, 1), LintConfig())


def main(arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write(root, int(arguments[0]) if arguments else 10_000)
        records = load(FolderReader(root))

        def exists(path: RepoPath) -> bool:
            return (root / path).exists()

        timed("everything", lambda: lint(records, CONTEXT, exists))
        path = records.records[len(records.records) // 2].path
        for turn in range(3):
            records = records.update({path: records.contents[path] + b"More.\n" * turn})
            timed("one record", lambda now=records: lint(now, CONTEXT, exists, only=(path,)))


def timed(name: str, work: Callable[[], object]) -> None:
    began = time.process_time()
    work()
    print(f"{name:12} {time.process_time() - began:6.3f} s CPU")


if __name__ == "__main__":
    main(sys.argv[1:])
