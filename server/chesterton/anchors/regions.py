"""Quoted regions: finding a text quote again, in the manner of the W3C annotation model.

A quote matches however white space flows. Where it occurs more than once, the text around it decides;
where it doesn't occur any more, the most similar run of words is a candidate, never an answer.
"""

import re
from difflib import SequenceMatcher
from typing import NamedTuple

from chesterton.base.spans import Span

_CONTEXT = 32
_WORD = re.compile(rb"\w+|[^\w\s]")
_LONGEST = 400
_ALIKE = 0.6


class Match(NamedTuple):
    """Where a quote is, and how sure that is, 0 to 1."""

    span: Span
    score: float


def find_exact(data: bytes, quote: str, within: Span) -> list[Span]:
    """Every occurrence of `quote` inside `within`, white space aside."""
    words = quote.encode(errors="replace").split()
    if not words:
        return []
    pattern = re.compile(rb"\s+".join(re.escape(word) for word in words))
    return [Span(*match.span()) for match in pattern.finditer(data, within.start, within.end)]


def context(data: bytes, span: Span, within: Span) -> tuple[str, str]:
    """The words before and after a region, up to 32 bytes of each, white space collapsed."""
    before = data[within.start : span.start].split()
    after = data[span.end : within.end].split()
    prefix = b" ".join(before)[-_CONTEXT:].decode(errors="ignore")
    suffix = b" ".join(after)[:_CONTEXT].decode(errors="ignore")
    return prefix, suffix


def find(data: bytes, quote: str, prefix: str, suffix: str, within: Span) -> list[Match]:
    """Where the quoted region may be now, best first. A score of 1 is the quote itself, told apart by its
    context where there are several.
    """
    exact = find_exact(data, quote, within)
    if len(exact) == 1:
        return [Match(exact[0], 1.0)]
    if exact:
        ranked = sorted(
            (Match(span, _context_score(data, span, within, prefix, suffix)) for span in exact),
            key=lambda match: -match.score,
        )
        best, second = ranked[0], ranked[1]
        return [Match(best.span, 1.0), *ranked[1:]] if best.score > second.score else ranked
    return _similar(data, quote, within)


def _context_score(data: bytes, span: Span, within: Span, prefix: str, suffix: str) -> float:
    before, after = context(data, span, within)
    return (_ratio(before, prefix) + _ratio(after, suffix)) / 2 * 0.99


def _ratio(left: str, right: str) -> float:
    return SequenceMatcher(None, left, right, autojunk=False).ratio()


def _similar(data: bytes, quote: str, within: Span) -> list[Match]:
    """The run of words most like the quote, if any is like it at all."""
    wanted = _WORD.findall(quote.encode(errors="replace"))
    words = list(_WORD.finditer(data, within.start, within.end))
    if not wanted or len(wanted) > _LONGEST or len(words) < 2:
        return []
    matcher = SequenceMatcher(None, [word[0] for word in words], wanted, autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if not blocks:
        return []
    first, last = blocks[0], blocks[-1]
    start, end = first.a, last.a + last.size
    matched = sum(block.size for block in blocks)
    score = 2 * matched / (end - start + len(wanted))
    if score < _ALIKE:
        return []
    return [Match(Span(words[start].start(), words[end - 1].end()), round(score * 0.95, 3))]
