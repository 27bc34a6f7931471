"""The entry point of a worker process, and the RSGI application that runs Flask under granian.

Threads only run complete requests; the process exits when its server ends.
"""

import asyncio
import ctypes
import gc
import os
import signal
import sys
import threading
import time
from asyncio import AbstractEventLoop
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from wsgiref.types import WSGIApplication

from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.serving.answers import BUSY, Answer, Refused, answer_of, send
from scorekeeper.serving.connections import OF_ONE, Connections
from scorekeeper.serving.https import AT_HOME, Https
from scorekeeper.serving.requests import SMALL, Bodies, end_of, environ_of
from scorekeeper.web.request_limits import LANE, TakesLong
from scorekeeper.web.views.clubs import demonstration

QUICK, SLOW = "quick", "slow"
THREADS = {QUICK: 4, SLOW: 2}  # writes wait for one lock anyway; more threads only contend for the GIL
MOST_WAITING = {QUICK: 1_000, SLOW: 40}  # requests in a lane; the next one gets status 503
SLOW_ENDINGS = (".pdf", ".csv", ".jsonl", "/import", "/logo", "/result.png")


class Buffered:
    """An RSGI application that runs a WSGI one in two thread pools, quick and slow. `proxies`: see `Bodies`."""

    https: Https | None = None  # serves this application, too

    def __init__(self, app: WSGIApplication, proxies: int = 0, connections: Connections | None = None) -> None:
        self.app, self.bodies, self.connections = app, Bodies(proxies), connections or Connections(None)
        self.pools = {lane: ThreadPoolExecutor(count, thread_name_prefix=lane) for lane, count in THREADS.items()}
        self.waiting = dict.fromkeys(THREADS, 0)

    def __rsgi_init__(self, loop: AbstractEventLoop) -> None:
        if self.https:
            self.https.start(loop)

    def __rsgi_del__(self, loop: AbstractEventLoop) -> None:
        if self.https:
            loop.run_until_complete(self.https.stop())
        for pool in self.pools.values():
            pool.shutdown(wait=False, cancel_futures=True)

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        """Reads one request, runs it in a thread and sends the response."""
        with self.connections.processing(end_of(scope)):
            try:
                if scope.proto != "http":
                    raise Refused(400, "This server only supports HTTP.")
                async with self.bodies.arrived(scope, protocol) as body:
                    answer = await self._answer(scope, body)
            except Refused as refused:
                answer = refused.answer()
            await send(protocol, answer)

    async def _answer(self, scope: Any, body: bytes) -> Answer:
        """Returns the application's response from a thread of the quick or the slow lane.

        A request that raises TakesLong in the quick lane is run again in the slow one.
        """
        lane = SLOW if scope.path.endswith(SLOW_ENDINGS) or len(body) > SMALL else QUICK
        try:
            return await self._in_lane(lane, scope, body)
        except TakesLong:
            return await self._in_lane(SLOW, scope, body)

    async def _in_lane(self, lane: str, scope: Any, body: bytes) -> Answer:
        if self.waiting[lane] >= MOST_WAITING[lane]:
            raise Refused(503, BUSY, 5)
        self.waiting[lane] += 1
        try:
            environ = environ_of(scope, body) | {LANE: lane == SLOW}
            return await asyncio.get_running_loop().run_in_executor(self.pools[lane], answer_of, self.app, environ)
        finally:
            self.waiting[lane] -= 1


SET_PARENT_DEATH_SIGNAL, SET_NAME = 1, 15  # PR_SET_PDEATHSIG and PR_SET_NAME of linux/prctl.h
SWITCH = 0.001  # seconds that a computing thread keeps the GIL while others wait; Python's default is 0.005
POLL = 1.0  # seconds between checks of the parent on systems other than Linux


def server() -> Buffered:
    """Creates the RSGI application that granian runs."""
    sys.setswitchinterval(SWITCH)
    app = application()
    proxies = app.config["TRUSTED_PROXIES"]
    # Behind a proxy all connections have its address, and it limits each visitor's connections.
    connections = Connections(None if proxies else OF_ONE)
    connections.watch()
    buffered = Buffered(app, proxies, connections)
    if settings := os.environ.get(AT_HOME):
        buffered.https = Https(settings, app, buffered.__rsgi__)
    return buffered


def application() -> Flask:
    """Creates the Flask application for any WSGI server; the process then ends when its parent ends."""
    end_with_parent()
    app = create_app()
    demonstration.keep_moving(app)
    freeze_loaded_objects()
    return app


def freeze_loaded_objects() -> None:
    """Exempts everything loaded so far from garbage collection.

    Otherwise a full collection scans it every few pages of a large club, which takes a tenth of a second.
    """
    gc.freeze()  # without a collection before, which would slow the start


def end_with_parent(started_by: int | None = None) -> None:
    """Makes this process end when its parent ends; confirmed hands are in the database by then.

    `started_by` is the parent's process id, needed if the parent may end while this process is starting.
    """
    parent = started_by or os.getppid()
    if sys.platform == "linux":
        # SIGKILL, because a worker that is starting still has its parent's handler of SIGTERM.
        ctypes.CDLL(None).prctl(SET_PARENT_DEATH_SIGNAL, int(signal.SIGKILL), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)  # the parent ended just before
    else:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def name_process(name: str) -> None:
    """Sets the name of this process that `ps -o comm` and `top` show, of at most 15 characters; on Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SET_NAME, name.encode(), 0, 0, 0)


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(POLL)
    os._exit(1)
