"""Text that came from a record, made harmless for a Markdown renderer."""

import re

_CODE_SPAN = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+!|<>~&$^]|(?<!\w)[-=](?=\s)|^\d+(?=[.)]))", re.MULTILINE)
_BARE_LINK = re.compile(
    r"\b(https?|ftp|file|command|vscode|mailto|javascript|data)(?=:)|\bwww(?=\.)", re.IGNORECASE
)


def literal(text: str) -> str:
    """`text` as one line that renders as itself: no markup, no HTML, no link, whatever it holds."""
    line = " ".join(text.split())
    escaped = _SPECIAL.sub(r"\\\1", line)
    return _BARE_LINK.sub(lambda found: f"{found[0]}\u200b", escaped)


def sentence(text: str) -> str:
    """Like `literal`, but code spans stay code: what stands in one is shown letter for letter anyway."""
    line = " ".join(text.split())
    pieces: list[str] = []
    done = 0
    for span in _CODE_SPAN.finditer(line):
        pieces += (_literal_part(line[done : span.start()]), span[0])
        done = span.end()
    return "".join((*pieces, _literal_part(line[done:]))).strip()


def _literal_part(text: str) -> str:
    """`literal` for a piece of a line: spaces at its ends stay."""
    lead = " " if text[:1] == " " else ""
    tail = " " if len(text) > 1 and text[-1:] == " " else ""
    return f"{lead}{literal(text)}{tail}" if text.strip() else text


def code_span(text: str) -> str:
    """A code span that no content can close."""
    line = " ".join(text.split())
    ticks = "`" * (_longest_run(line) + 1)
    return f"{ticks} {line} {ticks}" if len(ticks) > 1 else f"`{line}`"


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall(r"`+", text)), default=0)
