"""Messages become typed values as the specification has them, or an error that says what is wrong with them."""

from cattrs import Converter
from cattrs.errors import BaseValidationError


def make_strict(converter: Converter) -> None:
    """Let scalars be what they are: cattrs turns 0.5 and "0" into 0, and any value into a string."""

    def integer_of(value: object, kind: type[int]) -> int:
        if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
            raise TypeError(f"{value!r} is no integer")
        return kind(int(value))

    def string_of(value: object, kind: type[str]) -> str:
        if not isinstance(value, str):
            raise TypeError(f"{value!r} is no string")
        return kind(value)

    def switch_of(value: object, _kind: type[bool]) -> bool:
        if not isinstance(value, bool):
            raise TypeError(f"{value!r} is not true or false")
        return value

    # These are asked for subclasses too: for the enums, whose values the protocol sends.
    converter.register_structure_hook(int, integer_of)
    converter.register_structure_hook(str, string_of)
    converter.register_structure_hook(bool, switch_of)


def cause(error: BaseException) -> str:
    """The innermost reasons of a conversion error, on one line."""
    if isinstance(error, BaseValidationError):
        return "; ".join(cause(inner) for inner in error.exceptions[:3])
    notes = [note for note in getattr(error, "__notes__", ()) if isinstance(note, str)]
    return " ".join([*notes, f"{type(error).__name__}: {error}"])
