"""Between granian and the application: no thread is taken before a request is here, none kept while its answer goes.

granian's own WSGI interface reads the body and sends the answer while a thread waits: four slow senders stop a server
of four threads for as long as they like. So requests come by its asynchronous interface (RSGI), where a connection that
waits costs no thread. A body is read first (`bodies`). Then the application answers, in one of two lanes of threads:
what may take long (paper, exports, uploads, all hands of a long match) has its own, so that hands and `/healthz` never
stand behind it. The whole answer is there before the first byte goes out (`answers`).
"""

import asyncio
from asyncio import AbstractEventLoop
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from wsgiref.types import WSGIApplication

from scorekeeper.cli.answers import BUSY, Answer, Refused, answer_of, send
from scorekeeper.cli.bodies import SMALL, Bodies
from scorekeeper.cli.wsgi_environ import environ_of
from scorekeeper.web.lanes import LANE, TakesLong

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
