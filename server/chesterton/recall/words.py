"""Words of a text and of a query: folding, identifiers, scripts without spaces, stop words."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+")
_IDENTIFIER = re.compile(r"[^\W\d]\w*(?:[.\-/:]+\w+)*")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])")
_DENSE = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\U00020000-\U0002ffff]+"
)
_ENDING = re.compile(r"(?<=.{3})(?:ations?|ions?|ings?|ments?|ies|ied|ers?|ed|es|ly|s|e|y)$")
_MOST_ENDINGS = 2
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


class _Folds(dict[int, str]):
    """Code point to its folded form, filled as characters are met."""

    def __missing__(self, code: int) -> str:
        base = "".join(c for c in unicodedata.normalize("NFKD", chr(code)) if not unicodedata.combining(c))
        folded = self[code] = unicodedata.normalize("NFC", base).casefold()
        return folded


_FOLDS = _Folds()

STOP_WORDS = frozenset(
    _WORD.findall("""
        a about above after again all also an and any are as at be because been before being below
        between both but by can cannot could did do does doing don down during each else ever few
        for from further had has have having he her here hers him his how i if in into is it its
        itself just let like may me might more most my no nor not now of off on once only or other
        our out over own per she should so some such than that the their them then there these they
        this those through to too under until up upon us very via was we were what when where
        whether which while who whom why will with within would yes you your
    """)
)


def clean(text: str) -> str:
    """`text` without control characters and lone surrogates (a space stands for each)."""
    return _CONTROL.sub(" ", text)


def fold(text: str) -> str:
    """Letters as they are compared: compatibility forms resolved, no marks, no case."""
    return text.lower() if text.isascii() else text.translate(_FOLDS)


def words(text: str) -> list[str]:
    """The folded words of a text, in order, repetition kept. An underscore ends a word."""
    return _WORD.findall(fold(text))


def dense_runs(text: str) -> list[str]:
    """The runs of scripts that are written without spaces (Han, kana, hangul)."""
    return [] if text.isascii() else _DENSE.findall(unicodedata.normalize("NFKC", text))


def grams(run: str) -> list[str]:
    """The characters and the neighbouring pairs of a run: what such a script is searched by."""
    return [*run, *(run[i : i + 2] for i in range(len(run) - 1))]


def humps(word: str) -> list[str]:
    """The parts of an identifier: `parseHTTPUrl2` is parse, HTTP, Url, 2."""
    return [part for piece in re.split(r"[\W_]+", word) for part in _HUMP.split(piece) if part]


def identifiers(text: str) -> Iterator[str]:
    """Names as code writes them: those with a hump, an underscore, a dot, a slash or a hyphen inside."""
    for match in _IDENTIFIER.finditer(text):
        name = match[0]
        plain = name.isalpha() and name[1:] == name[1:].lower()
        if not plain and len(humps(name)) > 1:
            yield name


def spellings(names: Iterable[str]) -> list[str]:
    """Other spellings under which a name is looked for: parts of words with humps, and parts run together."""
    found: dict[str, None] = {}
    for name in names:
        parts = humps(name)
        for piece in re.split(r"[\W_]+", name):
            inner = _HUMP.split(piece)
            if len(inner) > 1:
                found.update(dict.fromkeys(inner))
        last = humps(re.split(r"[./:]", name)[-1])
        if len(last) > 1:
            found["".join(last)] = None
        if len(parts) > 1:
            found["".join(parts)] = None
    return list(found)


@lru_cache(1 << 16)
def root(word: str) -> str:
    """What the forms of a folded word begin with: English endings off, three letters kept."""
    for _ in range(_MOST_ENDINGS):
        word = _ENDING.sub("", word)
    return word


def telling(terms: Iterable[str]) -> list[str]:
    """`terms` without stop words, each once; all of them when nothing but stop words is left."""
    once = list(dict.fromkeys(terms))
    return [term for term in once if term not in STOP_WORDS] or once


@lru_cache(1 << 14)
def roots(text: str) -> frozenset[str]:
    """The roots of the telling words of a text."""
    return frozenset(root(word) for word in telling(words(text)))
