"""The identity of what turns bytes into facts: this layer's code, the grammars' data and the parsers."""

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from chesterton.code.languages import grammars_folder, languages


@cache
def engine() -> str:
    """Changes whenever the same file may give other facts: then nothing that was cached holds."""
    digest = hashlib.blake2b(digest_size=16)
    for folder, pattern in ((Path(__file__).parent, "*.py"), (grammars_folder(), "*/*.*")):
        for file in sorted(folder.glob(pattern)):
            digest.update(f"\0{file.name}\0".encode() + file.read_bytes())
    for module in sorted({"tree_sitter", *(language.module for language in languages())}):
        spec = find_spec(module)
        if spec and spec.origin:
            found = Path(spec.origin).stat()
            digest.update(f"{module} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()
