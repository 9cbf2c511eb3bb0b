"""A value that is computed when first asked for."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Lazy(Generic[T]):
    """Computes its value once, whichever thread asks first.

    `functools.cached_property` has one lock for all objects of a class before Python 3.12: there one slow file
    holds up all others.
    """

    def __init__(self, compute: Callable[[], T]) -> None:
        self._compute = compute
        self._lock = threading.Lock()
        self._value: tuple[T] | None = None

    def __call__(self) -> T:
        if self._value is None:
            with self._lock:
                if self._value is None:
                    self._value = (self._compute(),)
        return self._value[0]

    @property
    def known(self) -> T | None:
        """The value, if it has been computed."""
        return self._value[0] if self._value else None
