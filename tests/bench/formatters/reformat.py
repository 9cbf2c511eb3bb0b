"""Reformat whole source trees with real formatters and look for drift: there must be none.

    python tests/bench/formatters/reformat.py NAME SOURCES GLOB COMMAND... [--limit N]

copies the files of SOURCES that match GLOB into a temporary folder, runs COMMAND on them (the files are appended
in batches), and judges every symbol of every file that the command changed. A file that the formatter refuses
stays as it is and doesn't count.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from chesterton.anchors.drift import differences
from chesterton.anchors.explain import token_diff
from chesterton.anchors.now import FileView
from chesterton.anchors.views import view_of
from chesterton.base.paths import RepoPath

BATCH = 100
CHANGED = frozenset(("body", "signature"))


def copy(sources: Path, pattern: str, target: Path, limit: int) -> list[Path]:
    found = [path for path in sorted(sources.rglob(pattern)) if path.is_file() and not path.is_symlink()]
    step = max(1, len(found) // limit)
    copied: list[Path] = []
    for path in found[::step][:limit]:
        place = target / path.relative_to(sources)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
        copied.append(place)
    return copied


def run(command: list[str], files: list[Path], folder: Path) -> None:
    for start in range(0, len(files), BATCH):
        names = [str(path) for path in files[start : start + BATCH]]
        subprocess.run([*command, *names], cwd=folder, capture_output=True, timeout=900, check=False)


def compare(old: FileView, new: FileView, counts: Counter[str], show: int) -> None:
    for symbol in old.symbols:
        then, after = old.fingerprint(symbol), new.by_key.get(symbol.key)
        counts["symbols"] += 1
        if after is None:
            counts["lost"] += 1
            if counts["lost"] <= show:
                print(f"  lost {old.path}#{symbol.key}")
            continue
        now = new.fingerprint(after)
        assert then is not None
        assert now is not None
        parts = differences(then, now)
        counts["text changed"] += "text" in parts
        if not parts & CHANGED:
            continue
        counts["drift"] += 1
        inner = [child for child in old.symbols if child.parent >= 0 and old.symbols[child.parent] == symbol]
        if counts["drift"] <= show and not inner:
            left, right = old.form(symbol), new.form(after)
            assert left is not None
            assert right is not None
            at = next(
                (i for i, (a, b) in enumerate(zip(left.stream, right.stream, strict=False)) if a != b), -1
            )
            print(f"  drift {old.path}#{symbol.key} {list(token_diff(left, right)[:3])}")
            print(
                f"     {left.stream[max(0, at - 4) : at + 6]}\n     {right.stream[max(0, at - 4) : at + 6]}"
            )


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("name")
    options.add_argument("sources", type=Path)
    options.add_argument("glob")
    options.add_argument("--limit", type=int, default=2000)
    options.add_argument("--show", type=int, default=8)
    options.add_argument(
        "--except", dest="without", default="$^", help="skip paths that match this expression"
    )
    given, command = options.parse_known_args()
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        files = copy(given.sources, given.glob, root, given.limit)
        files = [path for path in files if not re.search(given.without, str(path.relative_to(root)))]
        before = {path: path.read_bytes() for path in files}
        run(command, files, root)
        for path, raw in before.items():
            after = path.read_bytes()
            if after == raw:
                continue
            counts["files"] += 1
            name = RepoPath(path.relative_to(root).as_posix())
            old, new = view_of(name, raw), view_of(name, after)
            if old.has_errors:
                counts["files with syntax errors"] += 1
                continue
            compare(old, new, counts, given.show)
    print(given.name, dict(counts), file=sys.stderr)


if __name__ == "__main__":
    main()
