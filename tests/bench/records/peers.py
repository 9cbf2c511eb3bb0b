"""Whether other tools still read what we wrote: `python peers.py --adr-viewer BIN --adr-log BIN --log4brains BIN`.

Makes one folder as adr-tools would and one as log4brains would, lets us adopt, ratify, supersede and re-anchor in
them, and prints the titles and states that each tool reads before and after.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import date
from pathlib import Path

from chesterton.base.disk import apply_changes
from chesterton.records import lifecycle
from chesterton.records.adoption import adopt
from chesterton.records.folder import FolderReader
from chesterton.records.lifecycle import Draft
from chesterton.records.model import AnchorRef
from chesterton.records.store import load

DAY = date(2026, 12, 1)
NYGARD = """# {n}. {t}

Date: 2020-01-0{n}

## Status

{s}

## Context

A.

## Decision

B.

## Consequences

C.
"""
BULLETS = """# {t}

- Status: {s}
- Date: 2020-01-0{n}

## Context and Problem Statement

A.

## Decision Outcome

B.
"""
Read = Callable[[Path], dict[str, str]]


def main(arguments: list[str]) -> None:
    tools = dict(zip(arguments[::2], arguments[1::2], strict=True))
    readers: dict[str, tuple[str, Read]] = {"adr-tools (its rules)": ("doc/adr", adr_tools)}
    if "--adr-viewer" in tools:
        readers["adr-viewer"] = ("doc/adr", lambda folder: adr_viewer(tools["--adr-viewer"], folder))
    if "--adr-log" in tools:
        readers["adr-log"] = ("doc/adr", lambda folder: adr_log(tools["--adr-log"], folder))
    if "--log4brains" in tools:
        readers["log4brains"] = ("docs/adr", lambda folder: log4brains(tools["--log4brains"], folder))
    for name, (place, read) in readers.items():
        with tempfile.TemporaryDirectory() as temporary:
            root = Path(temporary)
            make(root, place)
            before = read(root / place)
            work(root)
            after = read(root / place)
            print(name)
            for key in sorted({*before, *after}):
                print(f"    {key:42} {before.get(key, '-'):28} {after.get(key, '-')}")


def make(root: Path, place: str) -> None:
    folder = root / place
    folder.mkdir(parents=True)
    for n, (title, status) in enumerate(
        (("One", "Accepted"), ("Two", "Proposed"), ("Three", "Accepted")), start=1
    ):
        if place == "doc/adr":
            (folder / f"000{n}-{title.lower()}.md").write_text(NYGARD.format(n=n, t=title, s=status))
        else:
            (folder / f"2020010{n}-{title.lower()}.md").write_text(
                BULLETS.format(n=n, t=title, s=status.lower())
            )
    if place == "docs/adr":
        (root / ".log4brains.yml").write_text(
            "project:\n  name: x\n  tz: Europe/Berlin\n  adrFolder: ./docs/adr\n"
        )
        (folder / "template.md").write_text(BULLETS.format(n=1, t="{title}", s="proposed"))
        (folder / "index.md").write_text("# Decisions\n")


def work(root: Path) -> None:
    """Everything that writes into other people's files."""
    apply_changes(root, adopt(load(FolderReader(root))))
    records = load(FolderReader(root))
    apply_changes(root, lifecycle.ratify(records, records.find("two"), "Ann", DAY))
    draft = Draft(title="Four", date=DAY, status="accepted", body="## Context\n\nA.\n\n## Decision\n\nB.")
    records = load(FolderReader(root))
    apply_changes(root, lifecycle.supersede(records, [records.find("one")], draft))
    records = load(FolderReader(root))
    apply_changes(
        root, lifecycle.set_anchors(records, records.find("three"), [AnchorRef("src/a.py", "11111111")])
    )


def adr_tools(folder: Path) -> dict[str, str]:
    """The rules of its scripts: the first line without two characters, the lines of the section Status."""
    found: dict[str, str] = {}
    for path in sorted(folder.glob("[0-9]*.md")):
        lines = path.read_text().splitlines()
        start = lines.index("## Status") + 1
        status = [
            line
            for line in lines[start : next(i for i in range(start, 99) if lines[i].startswith("## "))]
            if line
        ]
        found[lines[0][2:]] = " / ".join(status)
    return found


def adr_viewer(binary: str, folder: Path) -> dict[str, str]:
    page = folder / "index.html"
    subprocess.run(
        [binary, "--adr-path", str(folder), "--output", str(page)], capture_output=True, check=True
    )
    html = page.read_text()
    page.unlink()
    found = re.findall(r'class="panel-heading adr-(\w+)".*?<a[^>]*>\s*(.*?)\s*</a>', html, re.DOTALL)
    return {re.sub(r"<[^>]+>", "", title).strip(): status for status, title in found}


def adr_log(binary: str, folder: Path) -> dict[str, str]:
    done = subprocess.run(
        [binary, "-d", str(folder), "-e", "template.md", "-o"], capture_output=True, text=True, check=False
    )
    titles = re.findall(r"\[ADR-\d+\]\([^)]*\) - (.*)", done.stdout)
    return dict.fromkeys(titles, "listed")


def log4brains(binary: str, folder: Path) -> dict[str, str]:
    done = subprocess.run(
        [binary, "adr", "list", "--raw"],
        cwd=folder.parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    rows = (line.split(",") for line in done.stdout.splitlines() if "," in line)
    return {row[0]: ",".join(row[1:]) for row in rows} or {"output": (done.stdout + done.stderr)[-200:]}


if __name__ == "__main__":
    main(sys.argv[1:])
