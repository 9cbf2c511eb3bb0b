"""Every action on records: what it writes, what it refuses."""

from datetime import date

import pytest

from chesterton.base.disk import FileChange
from chesterton.base.paths import RepoPath
from chesterton.records import lifecycle
from chesterton.records.lifecycle import Draft
from chesterton.records.model import AmbiguousRecordError, AnchorRef, Record, RecordError, UnknownRecordError
from chesterton.records.store import RecordSet
from chesterton.records.transitions import TRANSITIONS, IllegalTransitionError

TODAY = date(2026, 12, 1)


class Store:
    """Applies changes to a record set as a face would to a disk."""

    def __init__(self) -> None:
        self.set = RecordSet()
        self.files: dict[str, bytes] = {}

    def apply(self, changes: list[FileChange]) -> Record:
        for change in changes:
            assert self.files.get(change.path) == change.before
            self.files[change.path] = change.after or b""
        self.set = self.set.update({change.path: change.after for change in changes})
        record = self.set.at(changes[0].path)
        assert record is not None
        return record

    def add(self, title: str, **fields: object) -> Record:
        return self.apply(lifecycle.create(self.set, Draft(title=title, date=TODAY, **fields)))  # type: ignore[arg-type]

    def again(self, record: Record) -> Record:
        return self.set.find(record.id)


def test_a_new_record_reads_back_as_it_was_drafted():
    store = Store()
    record = store.add(
        "Größe: ‘one’ pool — per process!",
        kind="gotcha",
        body="Because two deadlock.",
        anchors=(AnchorRef("src/b.py#B", "1a2b3c4d"), AnchorRef("src/a.py")),
        tags=("db",),
        provenance="agent claude",
    )
    assert record.path == ".chesterton/records/0001-größe-one-pool-per-process.md"
    assert (record.kind, record.status, record.date) == ("gotcha", "proposed", TODAY)
    assert record.title == "Größe: ‘one’ pool — per process!"
    assert record.statement == "Because two deadlock."
    assert [anchor.line for anchor in record.anchors] == ["src/a.py", "src/b.py#B code:1a2b3c4d"]
    assert store.set.problems == ()
    assert store.add("!?").path.startswith(".chesterton/records/0002-01")


def test_ratify_changes_the_status_and_says_who():
    store = Store()
    record = store.add("Use it")
    before = store.files[record.path].decode().splitlines()
    ratified = store.apply(lifecycle.ratify(store.set, record, "Ann", TODAY))
    after = store.files[record.path].decode().splitlines()
    assert [line for line in before if line not in after] == ["status: proposed"]
    assert [line for line in after if line not in before] == ["status: accepted", "ratified: 2026-12-01 Ann"]
    assert ratified.ratified is not None
    assert (ratified.ratified.by, ratified.ratified.on) == ("Ann", TODAY)
    assert store.set.in_force(ratified, TODAY)


def test_supersede_names_the_old_one_and_takes_its_anchors():
    store = Store()
    old = store.add("Old", status="accepted", anchors=(AnchorRef("src/a.py#A"),))
    new = store.apply(lifecycle.supersede(store.set, [old], Draft(title="New", date=TODAY)))
    assert [relation.target for relation in new.supersedes] == [old.id]
    assert [anchor.target for anchor in new.anchors] == ["src/a.py#A"]
    assert store.set.status(old) == "accepted"
    assert store.set.successors(old) == (new,)
    store.apply(lifecycle.ratify(store.set, new, "Ann", TODAY))
    assert store.set.status(store.again(old)) == "superseded"
    assert not store.set.in_force(store.again(old), TODAY)


def test_confirm_moves_the_baseline():
    store = Store()
    record = store.add("Use it", status="accepted", anchors=(AnchorRef("src/a.py#A", "11111111"),))
    moved = [anchor._replace(code="22222222") for anchor in record.anchors]
    record = store.apply(lifecycle.confirm(store.set, record, moved, "Bo", TODAY))
    assert record.anchors[0].code == "22222222"
    assert record.confirmed is not None
    assert record.confirmed.line == "2026-12-01 Bo"


def test_an_anchor_moves_alone():
    store = Store()
    record = store.add("Use it", anchors=(AnchorRef("a.py"), AnchorRef("b.py")))
    record = store.apply(lifecycle.replace_anchor(store.set, record, "a.py", AnchorRef("z.py")))
    assert [anchor.target for anchor in record.anchors] == ["b.py", "z.py"]
    with pytest.raises(RecordError, match="no anchor"):
        lifecycle.replace_anchor(store.set, record, "a.py", AnchorRef("z.py"))


def test_what_is_not_legal_says_what_is():
    store = Store()
    record = store.add("Use it")
    with pytest.raises(IllegalTransitionError, match=r"proposed: it can't deprecate.*ratify, reject"):
        lifecycle.deprecate(store.set, record)
    record = store.apply(lifecycle.reject(store.set, record, "Ann", TODAY))
    with pytest.raises(IllegalTransitionError) as refused:
        lifecycle.ratify(store.set, record, "Ann", TODAY)
    assert set(refused.value.legal) == set(TRANSITIONS["rejected"])


def test_a_reference_is_an_id_its_end_an_alias_a_number_a_slug_or_a_file():
    store = Store()
    record = store.add("Use the pool")
    for reference in [
        record.id,
        record.id.lower(),
        record.id[-6:],
        "1",
        "0001",
        "ADR-1",
        "use-the-pool",
        "0001-use-the-pool.md",
        "0001-use-the-pool",
        record.path,
    ]:
        assert store.set.find(reference) == record, reference
    with pytest.raises(UnknownRecordError):
        store.set.find(record.id[-5:])


def test_an_ambiguous_reference_lists_all_candidates():
    store = Store()
    first = store.add("Use the pool")
    second = store.apply(
        [
            FileChange(
                RepoPath(".chesterton/records/0001-other.md"), None, b"---\naliases: [x]\n---\n# Other\n"
            )
        ]
    )
    with pytest.raises(AmbiguousRecordError) as refused:
        store.set.find("1")
    assert set(refused.value.candidates) == {first, second}
    assert store.set.find("X") == second


def test_proposals_fade():
    store = Store()
    record = store.add("Use it")
    later = date(2027, 1, 15)
    assert store.set.visible(record, TODAY)
    assert not store.set.visible(record, later)
    assert store.set.visible(record, later, 0)
    assert not store.set.visible(record, TODAY, None)
