"""Runs in an environment that holds sidegraph: `python sidegraph_store.py FOLDER COUNT`.

One decision with one anchor is written through sidegraph's own store; its files are then copied for COUNT decisions
with other ids, since its writer takes hundreds of milliseconds a record. Prints opening times as one JSON line.
"""

import json
import resource
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from sidegraph.schema import AnchorBinding, Decision, Descriptor, Provenance
from sidegraph.store import Store

WORDS = {
    "context": "We have many of these, and each costs time. It was hard to find them.",
    "choice": "We keep thing {n} in one place, because it is simpler. Others were tried.",
    "consequences": "Good, because quick. Bad, because one.",
}


def identity(kind: str, n: int) -> str:
    return f"01KB8ZQ4T6{kind}{n:015d}"


def main(folder: str, count: int) -> None:
    root = Path(folder) / ".sidegraph"
    store = Store(root)
    entity = store.get_or_create_entity(Descriptor(name="f0", file_path="src/f0.py"))
    decision = Decision(
        id=identity("D", 0),
        title="Keep thing 0 in one place",
        kind="adr",
        status="accepted",
        valid_from=datetime.now(UTC),
        provenance=Provenance(source="human"),
        **{key: text.format(n=0) for key, text in WORDS.items()},
    )
    store.add_decision(decision)
    store.add_binding(AnchorBinding(record_id=decision.id, entity_id=entity.entity_id, tier=2))
    store.close()
    names = {"decisions": decision.id, "bindings": decision.id, "entities": entity.entity_id}
    templates = {kind: (root / kind / f"{name}.json").read_text() for kind, name in names.items()}
    for n in range(1, count):
        for kind, text in templates.items():
            other = text.replace(decision.id, identity("D", n)).replace(entity.entity_id, identity("E", n))
            other = other.replace("thing 0", f"thing {n}").replace("f0", f"f{n}")
            (root / kind / f"{identity('E' if kind == 'entities' else 'D', n)}.json").write_text(other)
    found: dict[str, str] = {}
    for name in ("cold", "warm"):
        wall, cpu = time.perf_counter(), time.process_time()
        store = Store(root)
        held = sum(1 for _ in store.iter_decisions())
        found[name] = (
            f"{time.perf_counter() - wall:6.2f} s wall {time.process_time() - cpu:6.2f} s CPU, {held} decisions"
        )
        store.close()
    found["memory"] = f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
