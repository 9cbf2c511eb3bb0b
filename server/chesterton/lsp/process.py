"""The end of the process: when the client is gone, on a signal, on request; always at once."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

_POLL_SECONDS = 10.0


def on_termination(loop: asyncio.AbstractEventLoop, act: Callable[[], None]) -> None:
    """Call `act` on the loop when somebody terminates or interrupts this process."""

    def handle(_number: int, _frame: object) -> None:
        loop.call_soon_threadsafe(act)

    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, act)
        except NotImplementedError:  # Windows
            signal.signal(number, handle)


def on_exit_of(pid: int, loop: asyncio.AbstractEventLoop, act: Callable[[], None]) -> None:
    """Call `act` on the loop once process `pid` is gone.

    A process that can't be seen now lives in another namespace (a container, WSL, a remote machine): it is
    not watched, since its number means nothing here.
    """
    if pid <= 0 or pid == os.getpid():
        return
    if sys.platform == "linux":
        try:
            descriptor = os.pidfd_open(pid)
        except OSError:
            return
        loop.add_reader(descriptor, act)
    elif sys.platform == "win32":
        _watch_windows(pid, loop, act)
    elif _alive(pid):
        _poll(pid, loop, act)


def _poll(pid: int, loop: asyncio.AbstractEventLoop, act: Callable[[], None]) -> None:
    if _alive(pid):
        loop.call_later(_POLL_SECONDS, _poll, pid, loop, act)
    else:
        act()


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it exists and belongs to somebody else
        return True
    return True


def _watch_windows(pid: int, loop: asyncio.AbstractEventLoop, act: Callable[[], None]) -> None:
    if sys.platform != "win32":
        return
    import ctypes

    synchronize, forever = 0x00100000, 0xFFFFFFFF
    kernel = ctypes.windll.kernel32
    handle = kernel.OpenProcess(synchronize, False, pid)
    if not handle:
        return

    def wait() -> None:
        kernel.WaitForSingleObject(handle, forever)
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(act)

    threading.Thread(target=wait, name="chesterton-parent", daemon=True).start()
