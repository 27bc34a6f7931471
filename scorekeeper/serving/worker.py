"""The entry point of a server's worker process, and what stands between granian and the application.

No thread is taken before a request is complete; the process ends with its server.
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
from scorekeeper.serving.requests import SMALL, Bodies, environ_of
from scorekeeper.web.request_limits import LANE, TakesLong

QUICK, SLOW = "quick", "slow"
THREADS = {QUICK: 4, SLOW: 2}  # writes wait for one lock anyway; more threads only contend for the GIL
MOST_WAITING = {QUICK: 1_000, SLOW: 40}  # requests in a lane; the next is told to come again
SLOW_ENDINGS = (".pdf", ".csv", ".jsonl", "/import", "/logo", "/result.png")


class Buffered:
    """A WSGI application as granian serves it by RSGI, behind so many proxies."""

    def __init__(self, app: WSGIApplication, proxies: int = 0) -> None:
        self.app, self.bodies = app, Bodies(proxies)
        self.pools = {lane: ThreadPoolExecutor(count, thread_name_prefix=lane) for lane, count in THREADS.items()}
        self.waiting = dict.fromkeys(THREADS, 0)

    def __rsgi_del__(self, _loop: AbstractEventLoop) -> None:
        for pool in self.pools.values():
            pool.shutdown(wait=False, cancel_futures=True)

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        """Answer one request."""
        try:
            if scope.proto != "http":
                raise Refused(400, "Only HTTP is spoken here.")
            async with self.bodies.arrived(scope, protocol) as body:
                answer = await self._answer(scope, body)
        except Refused as refused:
            answer = refused.answer()
        await send(protocol, answer)

    async def _answer(self, scope: Any, body: bytes) -> Answer:
        """The application's answer, from a thread of the request's lane, or of the other where it says so."""
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
            asked = environ_of(scope, body) | {LANE: lane == SLOW}
            return await asyncio.get_running_loop().run_in_executor(self.pools[lane], answer_of, self.app, asked)
        finally:
            self.waiting[lane] -= 1


SET_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of linux/prctl.h
SWITCH = 0.001  # seconds that a thread computes (a sheet) while others wait; by itself Python gives it five
POLL = 1.0  # seconds between checks on systems where the kernel cannot be asked


def server() -> Buffered:
    """The application behind what keeps slow senders and readers from its threads, for granian to serve by RSGI."""
    sys.setswitchinterval(SWITCH)
    app = application()
    return Buffered(app, app.config["TRUSTED_PROXIES"])


def application() -> Flask:
    """The application, for any WSGI server in a process that ends with its parent."""
    end_with_parent()
    app = create_app()
    freeze_loaded_objects()
    return app


def freeze_loaded_objects() -> None:
    """Exempt everything loaded by now from garbage collection.

    A full collection would otherwise scan it every few pages of a large club, for a tenth of a second each time.
    """
    gc.freeze()  # without collecting first, which would slow the start


def end_with_parent(started_by: int | None = None) -> None:
    """Have this process killed when its parent ends. Confirmed hands are in the database by then.

    Who took long to start says who has `started_by` it: that may have ended meanwhile.
    """
    parent = started_by or os.getppid()
    if sys.platform == "linux":
        # SIGKILL: a worker that is still starting has its parent's signal handlers, which would catch SIGTERM.
        ctypes.CDLL(None).prctl(SET_PARENT_DEATH_SIGNAL, int(signal.SIGKILL), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)  # the parent ended just before
    else:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(POLL)
    os._exit(1)
