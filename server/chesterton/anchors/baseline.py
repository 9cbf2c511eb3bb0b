"""What an anchored place looked like when somebody last said "this holds".

The record's anchor line shows two short hashes and a commit. The rest is one line of JSON an anchor in
`.chesterton/baselines/<record>.jsonl`: sorted, so that branches merge by taking the lines of both sides
(`merge=union` in `.chesterton/.gitattributes`).
"""

import re
from collections.abc import Iterable, Mapping

import msgspec
from wcmatch import glob

from chesterton.anchors.fingerprint import SHORT, Fingerprint
from chesterton.anchors.now import FileView, Now
from chesterton.anchors.regions import context, find_exact
from chesterton.anchors.target import Target, parse_target
from chesterton.base.disk import FileChange
from chesterton.base.paths import RepoPath, escape_path
from chesterton.base.spans import Span
from chesterton.code.model import Symbol
from chesterton.records.model import AnchorRef

FOLDER = RepoPath(".chesterton/baselines")

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_GLOB_FLAGS = glob.GLOBSTAR | glob.BRACE | glob.DOTGLOB | glob.FORCEUNIX


class Baseline(msgspec.Struct, frozen=True, omit_defaults=True):
    """One anchored place at one moment.

    `kind` is the symbol's kind, "" for other places. `before` and `after` are the keys of its siblings,
    `children` the keys and short code hashes of what is directly inside it (the files of a directory or glob
    whose contents count), `rest` the hash of its code without them, `entries` the members of a directory or
    glob, `prefix` and `suffix` the text around a quote. A `broken` symbol or file did not parse then either (a
    macro that its grammar does not know). Without `fingerprint` nothing is known but the name.
    """

    target: str
    fingerprint: Fingerprint | None = None
    kind: str = ""
    language: str = ""
    commit: str = ""
    confirmed_by: str = ""
    confirmed_at: str = ""
    before: str = ""
    after: str = ""
    children: tuple[tuple[str, str], ...] = ()
    rest: str = ""
    entries: tuple[str, ...] = ()
    prefix: str = ""
    suffix: str = ""
    broken: bool = False

    @property
    def place(self) -> Target:
        """The parsed target.

        Raises:
            TargetError: it names no place.
        """
        return parse_target(self.target)


def path_of(record_id: str) -> RepoPath:
    """The file of a record's baselines; a record without an id of its own is named by its path."""
    return RepoPath(f"{FOLDER}/{_UNSAFE.sub('-', record_id)}.jsonl")


def capture(
    target: Target, now: Now, *, commit: str = "", by: str = "", at: str = "", contents: bool = False
) -> Baseline | None:
    """What `target` looks like now, or None when there is no such place.

    `commit` is where the workspace stands, `by` and `at` say who confirms and when (an ISO date). `contents` keeps what
    the files of a directory or glob hold, not only which there are.
    """
    base = Baseline(str(target), commit=commit, confirmed_by=by, confirmed_at=at)
    if target.kind in ("directory", "glob"):
        paths = list(now.source.paths())
        entries = members(target, paths)
        inside = tuple(file_codes(target, now, files_of(target, paths)).items()) if contents else ()
        return msgspec.structs.replace(base, entries=entries, children=inside) if entries else None
    view = now.view(target.path)
    return capture_in(view, target, base) if view else None


def capture_in(view: FileView, target: Target, base: Baseline) -> Baseline | None:
    """`base` with what the file, symbol or region of `target` looks like in `view`; None when it is not there."""
    if not target.key and not target.quote:
        return msgspec.structs.replace(
            base, fingerprint=view.whole(), language=_language(view), broken=view.has_errors
        )
    symbol = view.by_key.get(target.key) if target.key else None
    if target.key and symbol is None:
        return None
    if target.quote:
        return _capture_region(base, target, view, symbol)
    assert symbol is not None
    return _capture_symbol(base, view, symbol)


def inner_codes(view: FileView, symbol: Symbol) -> dict[str, str]:
    """The short code hashes of the symbols directly inside `symbol`, by key."""
    return {
        child.key: known.code[:SHORT]
        for child in view.children(symbol)
        if (known := view.fingerprint(child)) is not None
    }


def members(target: Target, paths: Iterable[RepoPath]) -> tuple[str, ...]:
    """The entries of a directory (files, and folders with a slash) or the files a glob matches, sorted."""
    if target.kind == "glob":
        matches = glob.compile(target.path, flags=_GLOB_FLAGS).match
        return tuple(sorted(path for path in paths if matches(path)))
    prefix = f"{target.path}/" if target.path else ""
    found: set[str] = set()
    for path in paths:
        if path.startswith(prefix):
            head, slash, _ = path[len(prefix) :].partition("/")
            found.add(head + slash)
    return tuple(sorted(found))


def files_of(target: Target, paths: Iterable[RepoPath]) -> list[RepoPath]:
    """The files anywhere in a directory, or those that a glob matches."""
    if target.kind == "glob":
        return [RepoPath(path) for path in members(target, paths)]
    return [path for path in paths if not target.path or path.startswith(f"{target.path}/")]


def file_codes(target: Target, now: Now, files: Iterable[RepoPath]) -> dict[str, str]:
    """The short code hashes of files, by their path in the directory (in the workspace for a glob)."""
    start = len(target.path) + 1 if target.kind == "directory" and target.path else 0
    return {file[start:]: view.whole().code[:SHORT] for file in files if (view := now.view(file)) is not None}


def of_line(ref: AnchorRef) -> Baseline:
    """All that an anchor's line itself says, for an anchor whose baseline file is missing."""
    known = Fingerprint(0, "", ref.code or "", "", ref.signature or "", "", "", 0, "")
    return Baseline(ref.target, known if ref.code else None, commit=ref.commit or "")


def choose(ref: AnchorRef, rows: Mapping[str, Baseline]) -> Baseline:
    """The baseline of an anchor: its row, unless the row belongs to another moment than the line."""
    row = rows.get(ref.target)
    if row is None:
        return of_line(ref)
    if ref.code and not (row.fingerprint and row.fingerprint.code.startswith(ref.code)):
        return of_line(ref)
    return row


def line_of(baseline: Baseline) -> AnchorRef:
    """The anchor line that belongs to a baseline."""
    known = baseline.fingerprint
    return AnchorRef(
        baseline.target,
        known.code[:SHORT] if known else None,
        known.signature[:SHORT] if known and baseline.kind else None,
        baseline.commit[:SHORT] or None,
    )


def read_rows(data: bytes, refs: Iterable[AnchorRef] = (), base: str = "") -> dict[str, Baseline]:
    """The baselines of a file by target. Lines that can't be read (a merge left its marks) are passed over.

    After a merge there may be two lines for one target: the one that the record's own line (`refs`) speaks of
    counts, else the one confirmed last. `base` is the folder, with a slash, below which the store and all its paths
    are.
    """
    rows: dict[str, Baseline] = {}
    codes = {ref.target: ref.code for ref in refs if ref.code}
    for line in data.splitlines():
        try:
            row = _DECODER.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
        row = _moved_below(row, base) if base else row
        known = rows.get(row.target)
        if known is None or _rank(row, codes) >= _rank(known, codes):
            rows[row.target] = row
    return rows


def _moved_below(row: Baseline, base: str) -> Baseline:
    members = tuple(base + entry for entry in row.entries)
    children = tuple((base + path, code) for path, code in row.children) if members else row.children
    return msgspec.structs.replace(
        row, target=escape_path(base) + row.target, entries=members, children=children
    )


def _rank(row: Baseline, codes: Mapping[str, str]) -> tuple[bool, str]:
    code = codes.get(row.target)
    meant = bool(code and row.fingerprint and row.fingerprint.code.startswith(code))
    return (meant, row.confirmed_at)


def update(
    record_id: str,
    before: bytes | None,
    rows: Iterable[Baseline],
    drop: Iterable[str] = (),
    refs: Iterable[AnchorRef] = (),
) -> FileChange | None:
    """The change that puts `rows` into a record's baselines and takes the targets `drop` out; None for no
    change.

    `before` is what the file holds, None when there is none; `refs` are the record's anchors as they are written.
    """
    known = read_rows(before or b"", refs)
    for target in drop:
        known.pop(target, None)
    known.update({row.target: row for row in rows})
    after = b"".join(msgspec.json.encode(known[target]) + b"\n" for target in sorted(known)) or None
    return None if after == before else FileChange(path_of(record_id), before, after)


_DECODER = msgspec.json.Decoder(Baseline)


def _language(view: FileView) -> str:
    return view.facts.language if view.facts else ""


def _capture_symbol(base: Baseline, view: FileView, symbol: Symbol) -> Baseline:
    before, after = view.neighbours(symbol)
    return msgspec.structs.replace(
        base,
        fingerprint=view.fingerprint(symbol),
        kind=symbol.kind,
        language=_language(view),
        before=before,
        after=after,
        children=tuple(inner_codes(view, symbol).items()),
        rest=view.rest(symbol) if view.children(symbol) else "",
        broken=view.is_broken(symbol),
    )


def _capture_region(base: Baseline, target: Target, view: FileView, symbol: Symbol | None) -> Baseline | None:
    within = symbol.span if symbol else Span(0, len(view.data))
    found = find_exact(view.data, target.quote, within)
    if not found:
        return None
    prefix, suffix = context(view.data, found[0], within)
    return msgspec.structs.replace(
        base,
        fingerprint=view.fingerprint(symbol) if symbol else view.whole(),
        kind=symbol.kind if symbol else "",
        language=_language(view),
        prefix=prefix,
        suffix=suffix,
    )
