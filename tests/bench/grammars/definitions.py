"""Definitions against Universal Ctags on real sources, as a table and, with --show, the differences.

python tests/bench/grammars/definitions.py [--limit FILES] [--show N] LANGUAGE=FOLDER ...

A ctags tag counts as found when a symbol of its last name segment is named on its line.
"""

import argparse
import json
import random
import re
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from chesterton.base.text import Text
from chesterton.code.languages import Language, by_name, for_path
from chesterton.code.symbols import read

_SEGMENT = re.compile(r"[^.:\[\]\"'\\]+")
_NAMELESS = re.compile(r"__anon|AnonymousClass|anonymousFunction|AnonymousFunction")


class Tag(NamedTuple):
    path: str
    line: int
    name: str
    kind: str


class Ours(NamedTuple):
    names: dict[tuple[str, int], set[str]]
    symbols: int
    broken: int
    size: int


def sources(language: Language, folder: Path, limit: int) -> list[Path]:
    known = {*language.extensions}
    files = [
        path
        for path in sorted(folder.rglob("*"))
        if path.suffix[1:] in known and path.is_file() and not path.is_symlink()
    ]
    random.Random(0).shuffle(files)
    return [path for path in files[: limit * 2] if for_path(path.name, path.read_bytes()) is language][:limit]


def extracted(language: Language, files: Iterable[Path]) -> Ours:
    names: dict[tuple[str, int], set[str]] = {}
    symbols = broken = size = 0
    for path in files:
        data = Text.decode(path.read_bytes()).data
        facts = read(language, data)
        symbols += len(facts.symbols)
        broken += facts.has_errors
        size += len(data)
        for symbol in facts.symbols:
            line = data.count(b"\n", 0, symbol.name_span.start) + 1
            names.setdefault((str(path), line), set()).add(symbol.name)
    return Ours(names, symbols, broken, size)


def tagged(language: Language, files: Iterable[Path]) -> list[Tag]:
    (sample,) = (one for one in language.folder.glob("sample.*") if one.suffix not in (".expected", ".ctags"))
    known = tomllib.loads((language.folder / "sample.ctags").read_text("utf-8"))
    spoken = (
        subprocess.check_output(["ctags", "--print-language", sample], text=True).rpartition(": ")[2].strip()
    )
    command = [
        "ctags",
        "--options=NONE",
        "--output-format=json",
        "--fields=+nK",
        f"--language-force={spoken}",
    ]
    run = subprocess.run(
        [*command, *known["options"], "-f", "-", "-L", "-"],
        input="\n".join(map(str, files)),
        capture_output=True,
        check=True,
        text=True,
    )
    tags = (json.loads(line) for line in run.stdout.splitlines())
    return [
        Tag(tag["path"], tag["line"], tag["name"], tag["kind"])
        for tag in tags
        if not _NAMELESS.match(tag["name"])
    ]


def compare(language: Language, folder: Path, limit: int, show: int) -> None:
    files = sources(language, folder, limit)
    ours, theirs = extracted(language, files), tagged(language, files)
    missing = [tag for tag in theirs if not found(tag, ours.names)]
    kinds = ", ".join(
        f"{kind} {count}" for kind, count in Counter(tag.kind for tag in missing).most_common(5)
    )
    share = 1 - len(missing) / max(1, len(theirs))
    print(
        f"| {language.name} | {folder.name} | {len(files)} | {ours.size / 1e6:.1f} | {ours.broken} "
        f"| {ours.symbols} | {len(theirs)} | {share:.1%} | {kinds or '-'} |",
        flush=True,
    )
    for tag in random.Random(0).sample(missing, min(show, len(missing))):
        line = Path(tag.path).read_text("utf-8", "replace").split("\n")[tag.line - 1].strip()
        print(f"    {tag.kind} {tag.name}  {Path(tag.path).relative_to(folder)}:{tag.line}  {line[:100]}")


def found(tag: Tag, names: dict[tuple[str, int], set[str]]) -> bool:
    here = names.get((tag.path, tag.line), set())
    return tag.name in here or last_segment(tag.name) in here


def last_segment(name: str) -> str:
    if name.startswith("operator"):
        return re.sub(r"\s+(?=\W)", "", name)
    return (_SEGMENT.findall(name) or [name])[-1]


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("places", nargs="+", metavar="LANGUAGE=FOLDER")
    options.add_argument("--limit", type=int, default=300)
    options.add_argument("--show", type=int, default=0)
    given = options.parse_args()
    print("| language | sources | files | MB | with errors | symbols | ctags | found | not found |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    for place in given.places:
        name, _, folder = place.partition("=")
        language = by_name(name)
        if language is None:
            options.error(f"{name} is no known language")
        compare(language, Path(folder), given.limit, given.show)


if __name__ == "__main__":
    main()
