"""Which names of a canonical stream the symbol binds itself: its parameters, variables and loop variables.

Only those may be renamed without a change of meaning. A callee, an attribute, a type, a keyword or a constant from
outside is what it is called: `compare_digest` and `compare_fast` are two things. Where the syntax leaves a doubt
(`String name` in a parameter list, where type and name look alike) a name counts as coming from outside.
"""

from collections.abc import Sequence

from chesterton.anchors.normalise import CLOSE, NAME, OPEN, TOKEN

_ASSIGNS = frozenset(TOKEN + sign for sign in (b"=", b":=", b"<-"))
_ITERATES = frozenset(TOKEN + sign for sign in (b"in", b"of", b":"))
_GROUPS = (b"list", b"pattern", b"tuple", b"declarator", b"variable", b"variable_declaration", b"T")


def bound_names(stream: Sequence[bytes]) -> frozenset[bytes]:
    """The `NAME` elements of `stream` that the symbol itself binds."""
    found: set[bytes] = set()
    opened: list[tuple[bytes, list[bytes]]] = [(b"", [])]
    last: list[bytes] = []
    for element in stream:
        sort = element[:1]
        if sort == OPEN:
            opened.append((element[1:], []))
            last = []
        elif sort == CLOSE:
            kind, names = opened.pop() if len(opened) > 1 else opened[0]
            if b"parameter" in kind and (b"parameters" in kind or b"list" in kind or len(names) == 1):
                found.update(names)
            last = names if kind.endswith(_GROUPS) else []
        elif sort == NAME:
            opened[-1][1].append(element)
            last = [element]
        else:
            kind = opened[-1][0]
            assigns = element in _ASSIGNS and b"argument" not in kind
            if assigns or (element in _ITERATES and b"for" in kind):
                found.update(last)
            last = []
    return frozenset(found)
