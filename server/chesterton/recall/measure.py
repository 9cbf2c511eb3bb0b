"""How much room a text takes: in characters, or in tokens."""

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

Unit = Literal["characters", "tokens"]

_DENSE = re.compile(
    r"[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U0001f000-\U0002ffff]"
)
_LETTERS_A_TOKEN = 4
_TOKENS_A_DENSE_LETTER = 1.5


class Measure(NamedTuple):
    """A way to measure text. `exact` is false for an estimate."""

    unit: Unit
    size: Callable[[str], int]
    exact: bool = True


def estimate_tokens(text: str) -> int:
    """About how many tokens a text is: four letters each, dense scripts one and a half a letter."""
    dense = 0 if text.isascii() else len(_DENSE.findall(text))
    return -(-(len(text) - dense) // _LETTERS_A_TOKEN) + round(dense * _TOKENS_A_DENSE_LETTER)


CHARACTERS = Measure("characters", len)
ESTIMATED_TOKENS = Measure("tokens", estimate_tokens, exact=False)
