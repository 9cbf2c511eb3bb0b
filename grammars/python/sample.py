"""A module."""
import os.path
from typing import TypeAlias, overload

LIMIT = 3
_level: int = 0
a, b = 1, 2
Pair: TypeAlias = tuple[int, int]
double = lambda x: x * 2
type Name = str

try:
    import fast
    HAVE_FAST = True
except ImportError:
    HAVE_FAST = False
    def fast(): ...

if LIMIT:
    class Conditional:
        pass


# Loads things.
# In two lines.
def load(path: str, *, strict=False) -> str:
    local = path

    def inner(x):
        class Local:
            def method(self): ...
        return Local

    handler = lambda y: y
    return inner(handler)


@register("a")
# between
@functools.cache
async def fetch(url):
    "One line."
    with open(url) as stream:
        def nested(): ...


class Outer(Base, metaclass=Meta):
    """A class."""

    COUNT = 0
    name: str
    __slots__ = ("x",)

    def __init__(self, x, y=None):
        self.x = x
        if y:
            self.y = y
        else:
            self.y = 0
        self.x.z = 1
        self.name = "n"

    @property
    def size(self) -> int:
        """Size."""
        return 1

    @size.setter
    def size(self, value): self.late = value

    @overload
    def get(self, key: int) -> int: ...
    @overload
    def get(self, key: str) -> str: ...
    def get(self, key):
        return key

    @staticmethod
    def _make(): ...

    class Inner:
        depth = 1

        def __private(self): ...

    alias = get


def load(path):
    """Redefined."""
