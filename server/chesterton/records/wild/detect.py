"""Finding the folders in which a project keeps its decisions, without asking anybody."""

import json
import posixpath
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from chesterton.base.paths import OutsideRootError, RepoPath, repo_path
from chesterton.base.spans import Span
from chesterton.records.header import Items, Scalar, Table, parse
from chesterton.records.wild.kinds import NUMBERED, is_fixture, syntax_of

Read = Callable[[RepoPath], bytes | None]

MARKERS = frozenset({".adr-dir", ".log4brains.yml", ".adr.json"})
"""Files by which a tool says where the decisions are."""

_FOLDERS = re.compile(
    r"^\.?(?:\d+[-_ ])?(?:adrs?|decisions?|decision[-_ ]?(?:records?|logs?)|adr[-_ ]records?|madr|rfcs?|keps?|peps?|"
    r"(?:architecture|architectural|design|technical)[-_ ](?:decisions?|decision[-_ ]records?))$",
    re.IGNORECASE,
)
_LOOKS = re.compile(
    rb"^(?:#+|=+)?[ \t*_]*(?:decision|entscheidung|d\xc3\xa9cision|decisi\xc3\xb3n|decis\xc3\xa3o|"
    + "решение|决策|决定|決定".encode()
    + rb")",
    re.IGNORECASE | re.MULTILINE,
)
_STATUS = re.compile(
    rb"^(?:#+|=+|[-*>|:]+)?[ \t*_]*(?:adr_)?(?:status|statut|estado|"
    + "статус|状态|状態|ステータス".encode()
    + rb")\b",
    re.IGNORECASE | re.MULTILINE,
)
_RFC = re.compile(rb"^[-*]?[ \t]*(?:RFC PR|PEP|Feature Name|Start Date)[ \t]*:", re.MULTILINE)
ENOUGH = 3
"""How many documents that look like decisions make an unnamed folder a folder of decisions."""


def find_folders(paths: Iterable[RepoPath], read: Read) -> tuple[RepoPath, ...]:
    """The folders of decisions among `paths`, outermost first; a folder inside another one is part of it."""
    documents: dict[str, list[RepoPath]] = defaultdict(list)
    named: set[str] = set()
    for path in paths:
        name = posixpath.basename(path)
        if name in MARKERS and not is_fixture(path):
            named.update(_named_by(path, read(path) or b""))
        elif syntax_of(path) and not is_fixture(path) and not path.startswith(".chesterton/"):
            documents[posixpath.dirname(path)].append(path)
    found = {folder for folder in named if _holds(folder, documents)}
    for folder, files in documents.items():
        home = _home(folder)
        if home not in found and _is_home(home, folder, files, read):
            found.add(home)
    return tuple(RepoPath(folder) for folder in _outermost(found))


def _home(folder: str) -> str:
    """The folder itself, or the one above for a folder that holds a single decision."""
    name = posixpath.basename(folder)
    return posixpath.dirname(folder) if NUMBERED.match(name) and not _FOLDERS.match(name) else folder


def _is_home(home: str, folder: str, files: Sequence[RepoPath], read: Read) -> bool:
    numbered = (
        [path for path in files if NUMBERED.match(posixpath.basename(path))] if home == folder else files
    )
    if any(_FOLDERS.match(part) for part in home.split("/")[-2:]):
        return bool(numbered)
    if len(numbered) < ENOUGH:
        return False
    sample = sorted(numbered)[: ENOUGH + 2]
    return sum(_looks_like_a_decision(read(path) or b"") for path in sample) >= ENOUGH


def _looks_like_a_decision(data: bytes) -> bool:
    head = data[:20_000]
    return bool((_LOOKS.search(head) and _STATUS.search(head)) or _RFC.search(head[:2000]))


def _holds(folder: str, documents: dict[str, list[RepoPath]]) -> bool:
    return any(other == folder or other.startswith(f"{folder}/") for other in documents)


def _outermost(folders: set[str]) -> list[str]:
    return [
        folder
        for folder in sorted(folders)
        if not any(folder.startswith(f"{other}/") for other in folders if other != folder)
    ]


def _named_by(path: RepoPath, data: bytes) -> list[str]:
    """The folders that a marker file names."""
    base = posixpath.dirname(path)
    name = posixpath.basename(path)
    if name == ".adr-dir":
        words = [line.strip() for line in data.decode(errors="replace").splitlines()]
    elif name == ".adr.json":
        words = _json_path(data)
    else:
        words = _log4brains(data)
    folders: list[str] = []
    for word in filter(None, words):
        try:
            folders.append(repo_path(posixpath.join(base, word)))
        except OutsideRootError:
            continue
    return folders


def _json_path(data: bytes) -> list[str]:
    try:
        value: object = json.loads(data)
    except ValueError:
        return []
    path: object = value.get("path") if isinstance(value, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return [path] if isinstance(path, str) else []


def _log4brains(data: bytes) -> list[str]:
    whole = Span(0, len(data))
    found: list[str] = []
    pending = [entry.value for entry in parse(data, whole, whole, "sidecar").entries]
    while pending:
        value = pending.pop()
        if isinstance(value, Items):
            pending += value.items
        elif isinstance(value, Table):
            for key, inner in value.entries:
                if key == "adrFolder" and isinstance(inner, Scalar):
                    found.append(inner.text)
                else:
                    pending.append(inner)
    return found
