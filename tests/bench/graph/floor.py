"""The floor: read every file that the index reads and parse it with tree-sitter; nothing else. One process."""

import json
import sys
from pathlib import Path

import tree_sitter

from chesterton.code.index import is_source
from chesterton.code.languages import Language, for_path
from chesterton.code.scan import ScanRules, generated, listing


def main() -> None:
    root = Path(sys.argv[1])
    parsers: dict[Language, tree_sitter.Parser] = {}
    files = size = 0
    for path in listing(root, ScanRules(), is_source).sources:
        data = (root / path).read_bytes()
        language = for_path(path, data)
        if language is None or generated(path, data) or len(data) > language.limits.size:
            continue
        parser = parsers.get(language) or parsers.setdefault(language, tree_sitter.Parser(language.grammar))
        parser.parse(data)
        files += 1
        size += len(data)
    print(json.dumps({"files": files, "bytes": size}))


if __name__ == "__main__":
    main()
