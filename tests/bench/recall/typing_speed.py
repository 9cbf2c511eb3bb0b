"""What `here` costs while somebody types: python typing_speed.py FOLDER [--files 1000] [--anchors 5000].

A repository of the Python files of FOLDER with 20 anchors a record, as `tests/bench/tracking/speed.py` makes it. One
file is typed into; after each keystroke recall is asked about the same function. Times are CPU of this process.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from chesterton.base.spans import Span
from chesterton.base.text import Edit
from chesterton.features.memory import Memory
from chesterton.recall.place import Place
from chesterton.workspace.changes import Edited, Opened
from chesterton.workspace.host import Host

sys.path.insert(0, str(Path(__file__).parents[1] / "tracking"))
from speed import anchor, fill

KEYSTROKES = 20


def main(folder: Path, files: int, anchors: int) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        keys = anchor(root, fill(root, folder, files), anchors)
        host = Host(root)
        host.refresh()
        memory = Memory(host)
        path = next(path for path, mine in keys.items() if mine)
        place = Place(path, keys[path][0])
        text = host.snapshot.read(path)
        assert text is not None
        began = time.process_time()
        memory.here([place])
        print(f"first answer {(time.process_time() - began) * 1e3:.1f} ms")
        host.apply(Opened(path, text, 1))
        spent: list[float] = []
        for count in range(KEYSTROKES):
            end = len(text.data) + count
            snapshot = host.apply(Edited(path, (Edit(Span(end, end), "#"),), count + 2))
            snapshot.facts(path)
            began = time.process_time()
            found = memory.here([place])
            spent.append((time.process_time() - began) * 1e3)
        spent.sort()
        print(
            f"after a keystroke, {sum(map(len, keys.values()))} anchors: p50 {spent[KEYSTROKES // 2]:.1f} ms, "
            f"worst {spent[-1]:.1f} ms; {len(found.governing)} records"
        )
        host.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--anchors", type=int, default=5000)
    options = parser.parse_args()
    main(options.folder, options.files, options.anchors)
