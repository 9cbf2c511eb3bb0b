"""The names that Universal Ctags finds in a file."""

import json
import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from chesterton.base.paths import RepoPath


class Tag(NamedTuple):
    name: str
    scope: str
    line: int


@lru_cache(maxsize=4096)
def tags_of(path: RepoPath, data: bytes) -> tuple[Tag, ...]:
    with tempfile.NamedTemporaryFile(suffix=Path(path).suffix) as file:
        file.write(data)
        file.flush()
        out = subprocess.run(
            ["ctags", "--options=NONE", "--output-format=json", "--fields=+n", "-f-", file.name],
            capture_output=True,
            check=True,
        ).stdout
    rows = (json.loads(line) for line in out.splitlines())
    return tuple(
        Tag(row["name"], row.get("scope", ""), row["line"]) for row in rows if row.get("_type") == "tag"
    )
