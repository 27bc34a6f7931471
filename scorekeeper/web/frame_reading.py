"""Reads slips in the frames of a camera by a process of its own, one frame at a time.

The process starts with the first frame, and ends when none has come for a while. The thread that waits for it is one of
the slow lane; no other waits meanwhile, because a second frame is refused.
"""

import atexit
import json
import os
import socket
import subprocess
import sys
from multiprocessing.connection import Connection
from threading import Lock
from typing import NamedTuple

from scorekeeper.slips import stream
from scorekeeper.slips.reading import Reading
from scorekeeper.slips.stream import Frame

SECONDS = 20.0  # for reading a frame, the start of the process included


class Busy(Exception):
    """Raised while another frame is being read, or if this one took too long."""


class Child(NamedTuple):
    """A process that reads frames, and the connection to it."""

    process: subprocess.Popen[bytes]
    connection: Connection


class Reader:
    """Reads frames by its child, which it starts when needed."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.child: Child | None = None

    def read(self, data: bytes, document: object, keys: list[bytes]) -> list[Reading]:
        """Returns the readings of the slips in a frame. Raises Busy."""
        if not self.lock.acquire(blocking=False):
            raise Busy
        try:
            return self._answer(Frame(data, json.dumps(document).encode("ascii"), tuple(keys)))
        except (EOFError, OSError) as failure:
            self.end()
            raise Busy from failure
        finally:
            self.lock.release()

    def prepare(self) -> None:
        """Starts the child, so that the first frame need not wait for it."""
        if self.lock.acquire(blocking=False):
            try:
                self._running()
            finally:
                self.lock.release()

    def _answer(self, frame: Frame) -> list[Reading]:
        connection = self._running().connection
        connection.send(frame)
        if not connection.poll(SECONDS):
            raise TimeoutError
        readings: list[Reading] = connection.recv()
        return readings

    def _running(self) -> Child:
        if self.child is None or self.child.process.poll() is not None:
            self.end()
            self.child = _started()
        return self.child

    def end(self) -> None:
        """Ends the child, if there is one."""
        if self.child is not None:
            self.child.connection.close()
            self.child.process.kill()
            self.child.process.wait()
        self.child = None


def _started() -> Child:
    here, there = socket.socketpair()
    command = [sys.executable, "-m", stream.__name__, str(there.fileno())]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with there:
        process = subprocess.Popen(command, env=environment, pass_fds=[there.fileno()])  # noqa: S603 (our own command)
    return Child(process, Connection(here.detach()))


reader = Reader()
atexit.register(reader.end)
