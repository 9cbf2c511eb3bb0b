"""The distinct words of a text as 32-bit hashes: which files may mention a name, at four bytes a word."""

import re
from array import array
from zlib import crc32

_ASCII_WORD = bytes(code if chr(code).isalnum() or chr(code) == "_" else 0x20 for code in range(128))
_TO_WORDS = _ASCII_WORD + bytes(range(128, 256))  # letters outside ASCII are part of words


def word_hashes(data: bytes) -> bytes:
    """The hashes of the words in a UTF-8 text, packed; `word_hash` makes the needle to find one."""
    return array("I", map(crc32, set(data.translate(_TO_WORDS).split()))).tobytes()


def word_hash(word: str) -> bytes:
    return array("I", [crc32(word.encode())]).tobytes()


def occurrences(word: str, data: bytes) -> list[int]:
    """The byte offsets where `word` stands as a whole word."""
    pattern = rb"(?<![\w\x80-\xff])" + re.escape(word.encode()) + rb"(?![\w\x80-\xff])"
    return [match.start() for match in re.finditer(pattern, data)]
