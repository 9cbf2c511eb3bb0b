"""The distinct words of a text as 32-bit hashes: which files may mention a name, at four bytes a word."""

from array import array
from zlib import crc32

HASH_BYTES = array("I").itemsize

# Letters outside ASCII are part of words.
_LETTERS = frozenset(code for code in range(256) if code >= 128 or chr(code).isalnum() or chr(code) == "_")
_TO_WORDS = bytes(code if code in _LETTERS else 0x20 for code in range(256))


def word_hashes(data: bytes) -> bytes:
    """The hashes of the words in a UTF-8 text, packed; `word_hash` makes the needle to find one."""
    return array("I", map(crc32, set(data.translate(_TO_WORDS).split()))).tobytes()


def word_hash(word: str) -> bytes:
    return array("I", [crc32(word.encode())]).tobytes()


def occurrences(word: str, data: bytes) -> list[int]:
    """The byte offsets where `word` stands as a whole word."""
    needle = word.encode()
    size = len(needle)
    found: list[int] = []
    start = data.find(needle)
    while start >= 0:
        end = start + size
        if not (start and data[start - 1] in _LETTERS) and not (end < len(data) and data[end] in _LETTERS):
            found.append(start)
        start = data.find(needle, end)
    return found
