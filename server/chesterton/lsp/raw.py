"""Reading JSON of unknown shape: what isn't there or has another type is simply absent.

A client's capabilities are read this way. Enums grow with every version of the protocol, and a value
that we don't know is a feature that we don't use, never a reason to fail.
"""

from collections.abc import Sequence
from typing import cast

JsonObject = dict[str, object]


def as_object(value: object) -> JsonObject:
    """`value` when it is an object, else an empty one."""
    return cast("JsonObject", value) if isinstance(value, dict) else {}


def as_list(value: object) -> Sequence[object]:
    """`value` when it is an array, which the converter makes a tuple, else an empty one."""
    return cast("Sequence[object]", value) if isinstance(value, list | tuple) else ()


def at(value: object, path: str) -> object:
    """The value at a dotted `path`, or None."""
    for key in path.split("."):
        value = as_object(value).get(key)
    return value


def flag(value: object, path: str) -> bool:
    """Whether there is a true value, or an object (how many capabilities are announced), at `path`."""
    found = at(value, path)
    return found is True or isinstance(found, dict)


def text(value: object, path: str) -> str | None:
    found = at(value, path)
    return found if isinstance(found, str) else None


def integer(value: object, path: str) -> int | None:
    found = at(value, path)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def texts(value: object, path: str) -> tuple[str, ...]:
    """The strings in the array at `path`."""
    return tuple(item for item in as_list(at(value, path)) if isinstance(item, str))
