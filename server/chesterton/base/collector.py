"""The garbage collector out of the way of work that makes millions of small values and no cycles."""

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Generator[None]:
    """Let no collection run meanwhile; what was there before is not looked at again either."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
