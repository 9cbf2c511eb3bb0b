"""No word of code is invisible: another one in its place changes the hash of the file and of the symbol around it."""

import re
from pathlib import Path

import pytest

from chesterton.anchors.now import FileView
from chesterton.anchors.views import view_of
from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.code import symbols

from .workspaces import judged

SAMPLES = sorted((Path(__file__).parent.parent / "fixtures" / "words").iterdir())
WORD = re.compile(rb"\w+")


def other(word: bytes) -> bytes:
    if word.isdigit():
        return (b"8" if word[:1] == b"7" else b"7") + word[1:]
    return (b"z" if word[:1] == b"q" else b"q") + word[1:]


def is_documentation(view: FileView, start: int) -> bool:
    line = view.data[view.data.rfind(b"\n", 0, start) + 1 :].lstrip()
    return line.startswith((b'"""doc', b"'''doc", b"#!", b"1. "))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_every_word_counts(sample: Path):
    data, path = sample.read_bytes(), RepoPath(sample.name)
    view = view_of(path, data)
    assert view.facts
    unseen: list[str] = []
    for word in WORD.finditer(data):
        if is_documentation(view, word.start()):
            continue
        changed = view_of(path, data[: word.start()] + other(word[0]) + data[word.end() :])
        around = symbols.symbol_at(view.facts, word.start())
        same = changed.by_key.get(around.key) if around else None
        if changed.whole().code == view.whole().code:
            unseen.append(f"{word[0].decode()} at {word.start()}")
        elif around and same and not around.name_span.overlaps(Span(*word.span())):
            before, after = view.fingerprint(around), changed.fingerprint(same)
            if before and after and before.code == after.code:
                unseen.append(f"{word[0].decode()} at {word.start()} in {around.key}")
    assert unseen == []


GUIDE = """\
# Guide

Intro.

## Why

Because of it. Nobody has found a better way since, though three have tried for years.

* one
* two

## How

So.
"""


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("Because of it.", "Because of\nit.", "cosmetic"),
        ("* ", "- ", "cosmetic"),
        ("# Guide\n\n", "Guide\n=====\n\n", "none"),
        ("## Why\n\n", "Why\n---\n\n", "cosmetic"),
        ("Because", "Inspite", "body"),
        ("two", "three", "body"),
        ("So.", "Thus.", "none"),
        ("## Why", "## The reason", "renamed"),
    ],
)
def test_what_an_edit_does_to_a_section(old: str, new: str, verdict: str):
    assert judged({"a.md": GUIDE}, {"a.md": GUIDE.replace(old, new)}, "a.md#Guide.Why").verdict == verdict


@pytest.mark.parametrize(
    "around", ["if TYPE_CHECKING:\n{}", "try:\n{}except ImportError:\n    b = None\n", "{}"]
)
@pytest.mark.parametrize(
    "imports",
    [
        "    from a import b, d\n    from c import e\n    import f\n",
        "    import f\n    from c import e\n    from a import b\n    from a import d\n",
        "    import f\n\n    # ours\n    from a import (\n        d,\n        b,\n    )\n    from c import e\n",
    ],
)
def test_the_order_and_the_grouping_of_imports_are_no_change(around: str, imports: str):
    def source(lines: str) -> str:
        return around.format(
            lines if around != "{}" else lines.replace("    from", "from").replace("    import", "import")
        )

    before = source("    from a import d\n    import f\n    from a import b\n    from c import e\n")
    assert judged({"a.py": before}, {"a.py": source(imports)}, "a.py").verdict == "cosmetic"
    assert judged({"a.py": before}, {"a.py": source(imports.replace("e\n", "g\n"))}, "a.py").verdict == "body"
