"""One seed, one clock: tasks that run in turn, a network that loses and doubles messages, and a server that restarts.

A task is a greenlet. It runs until it waits for a time or a message; then the next event runs. A request of the server
is a task too, and waits before every database statement and before every commit. So a seed decides about every order
in which requests, their statements and restarts can happen, and the same seed repeats it.
"""

import heapq
import io
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Flask
from greenlet import getcurrent, greenlet
from sqlalchemy import Connection, Engine, event

from scorekeeper.store import models
from scorekeeper.store.database import LOCK
from scorekeeper.store.models import db
from scorekeeper.web.visitors import Sessions

BEGIN = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
WRITES = ("INSERT", "UPDATE", "DELETE", "BEGIN")
TIMEOUT = 6.0  # seconds that a phone waits for a response (static/js/phone/request.js)


class Killed(BaseException):
    """Raised in a task of a killed process or of a closed page."""


class World:
    """The events to come, in order of their time. `rng` is the only source of chance."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = Random(seed)
        self.time = 0.0
        self.trace: list[str] = []
        self._events: list[tuple[float, int, Callable[[], object]]] = []
        self._count = 0
        self._hub = getcurrent()
        self.browsers: Any = None

    def at(self, delay: float, call: Callable[[], object]) -> None:
        """Calls `call` after so many seconds."""
        self._count += 1
        heapq.heappush(self._events, (self.time + delay, self._count, call))

    def run(self, until: Callable[[], bool]) -> None:
        """Runs events, also those in pages, until the condition is met or there is nothing left."""
        while self._events and not until():
            if self.browsers.next <= self._events[0][0]:
                self.browsers.advance(self._events[0][0])
                continue
            self.time, _count, call = heapq.heappop(self._events)
            call()

    def start(self, act: Callable[[], object]) -> greenlet:
        """Starts a task at the next event."""

        def guarded(_value: object) -> None:
            try:
                act()
            except Killed:
                return

        task = greenlet(guarded, parent=self._hub)
        self.at(0, lambda: self.resume(task))
        return task

    def resume(self, task: greenlet, value: object = None) -> None:
        """Continues a task that waits; does nothing if it was killed."""
        if not task.dead:
            task.switch(value)

    def wait(self) -> Any:
        """Lets other tasks run until this one is resumed; returns the value it is resumed with."""
        return self._hub.switch()

    def sleep(self, seconds: float) -> None:
        """Waits so many seconds."""
        task = getcurrent()
        self.at(seconds, lambda: self.resume(task))
        self.wait()

    def kill(self, task: greenlet) -> None:
        """Ends a task where it waits; called from an event, not from a task."""
        if not task.dead:
            try:
                task.throw(Killed)
            except Killed:
                return  # it had not begun

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self.rng.random() < probability

    def note(self, *words: object) -> None:
        """Adds a line to the trace, which is printed for a failing seed."""
        self.trace.append(f"{self.time:9.3f} {' '.join(map(str, words))}")


class Lock:
    """A lock that tasks wait for in order, in place of the server's lock between its threads."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.holder: greenlet | None = None

    def acquire(self, timeout: float = 0) -> bool:
        """Waits until the lock is free; outside of tasks it is always free."""
        while self.holder is not None and not self.holder.dead:
            self.world.sleep(0.002)
        self.holder = getcurrent()
        return True

    def release(self) -> None:
        """Frees the lock."""
        self.holder = None

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *_error: object) -> None:
        self.release()


class Weather(NamedTuple):
    """The rates of faults: probabilities for each message or statement, times in seconds."""

    lost: float
    doubled: float
    late: float  # arrives after seconds or minutes instead of milliseconds
    statement: float  # average time of a statement
    killed: float  # at a statement
    busy: float  # 503


CALM = Weather(0, 0, 0, 0.001, 0, 0)


class Process:
    """A server process: an application, its lock, and the requests that it is handling. Its clock may be wrong."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        with app.app_context():
            self.engine: Engine = db.engine
        self.tasks: list[greenlet] = []
        self.up = True
        self.ahead = 0.0  # seconds


class Server:
    """Processes on one database. Each schedule sets `world`; requests outside of tasks run without pauses."""

    def __init__(self, apps: list[Flask]) -> None:
        self.world = World(0)
        self.weather = CALM
        self.processes = [Process(app) for app in apps]
        self.open: set[Any] = set()  # driver connections
        self.restarts = 0
        for process in self.processes:
            self._listen(process)

    def _listen(self, process: Process) -> None:
        def connect(connection: Any, record: Any) -> None:
            self.open.add(connection)
            record.info[LOCK] = self.locks[id(process)]

        def statement(connection: Connection, _cursor: object, text: str, *_more: object) -> None:
            if process.tasks and self._process_here() is process:
                self.pause(text.split(None, 1)[0])
                self._wait_for_writer(connection, text)

        def commit(connection: Connection) -> None:
            if process.tasks and self._process_here() is process:
                self.pause("COMMIT")

        event.listen(process.engine, "connect", connect)
        event.listen(process.engine, "close", lambda connection, _record: self.open.discard(connection))
        event.listen(process.engine, "before_cursor_execute", statement)
        event.listen(process.engine, "commit", commit)

    def begin(self, world: World, weather: Weather, ahead: list[float]) -> None:
        """Prepares all processes for a schedule, as newly started ones."""
        self.world, self.weather, self.restarts = world, weather, 0
        self.locks = {id(process): Lock(world) for process in self.processes}
        for process, seconds in zip(self.processes, ahead, strict=True):
            self._forget(process)
            process.up, process.ahead = True, seconds
        for connection in self.open:  # of requests that were broken off with a failed schedule
            connection.close()
        self.open.clear()

    def _forget(self, process: Process) -> None:
        process.engine.dispose()
        process.app.session_interface = Sessions()
        process.tasks.clear()
        self.locks[id(process)].release()

    def _process_here(self) -> Process | None:
        task = getcurrent()
        return next((process for process in self.processes if task in process.tasks), None)

    def pause(self, what: str) -> None:
        """Waits before a statement or commit. Raises Killed if the process is killed there, or was before."""
        world, task = self.world, getcurrent()
        if getattr(task, "killed", False):
            raise Killed
        if world.chance(self.weather.killed):
            process = self._process_here()
            world.note("server killed before", what)
            world.at(0, lambda: self.restart(process) if process else None)
        world.sleep(world.rng.expovariate(1 / self.weather.statement))

    def _wait_for_writer(self, connection: Connection, text: str) -> None:
        """Waits, as SQLite does, while another connection writes; the driver alone would block all tasks."""
        own: Any = connection.connection.driver_connection
        if not text.startswith(WRITES) or own.in_transaction:
            return
        while any(other.in_transaction for other in self.open if other is not own):
            self.world.sleep(0.003)

    def restart(self, process: Process) -> None:
        """Kills a process: its requests end where they are, and nothing that they had not committed remains."""
        self.restarts += 1
        for task in list(process.tasks):
            task.killed = True  # type: ignore[attr-defined]
            self.world.kill(task)
        self._forget(process)
        process.up = False
        self.world.at(self.world.rng.choice((0.05, 1.0, 8.0)), lambda: self._rise(process))

    def _rise(self, process: Process) -> None:
        process.up = True
        self.world.note("server up")

    def run(self, process: Process, act: Callable[[], None], failed: Callable[[], None]) -> None:
        """Runs `act` as a task of a process; `failed` is called if the process dies."""
        task: greenlet

        def handle() -> None:
            task.killed = False  # type: ignore[attr-defined]
            try:
                act()
            except Killed:
                failed()
                raise
            finally:
                if task in process.tasks:
                    process.tasks.remove(task)

        task = self.world.start(handle)
        process.tasks.append(task)

    def now(self) -> datetime:
        """Returns the time of the current task's process."""
        process = self._process_here()
        return BEGIN + timedelta(seconds=self.world.time + (process.ahead if process else 0))

    @contextmanager
    def own_time(self) -> Iterator[None]:
        """Sets the clock of all rows to the world's."""
        server = self

        class Clock(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Any:
                return server.now()

        real = models.datetime
        models.datetime = Clock  # type: ignore[misc]
        try:
            yield
        finally:
            models.datetime = real  # type: ignore[misc]


class Request(NamedTuple):
    """A request as it leaves a phone."""

    method: str
    path: str
    fields: tuple[tuple[str, str], ...] = ()
    tag: str = ""
    cookie: str = ""


class Reply(NamedTuple):
    """A response; `answer` is its JSON, None for 304."""

    status: int
    answer: Any
    tag: str = ""
    cookie: str = ""


def respond(app: Flask, request: Request) -> Reply:
    """Calls the WSGI application."""
    path, _mark, query = request.path.partition("?")
    body = urlencode(request.fields).encode()
    environ: dict[str, Any] = {
        "REQUEST_METHOD": request.method,
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SCRIPT_NAME": "",
        "SERVER_NAME": "cards.example",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "192.0.2.1",
        "HTTP_HOST": "cards.example",
        "HTTP_ACCEPT": "application/json",
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if request.tag:
        environ["HTTP_IF_NONE_MATCH"] = request.tag
    if request.cookie:
        environ["HTTP_COOKIE"] = request.cookie
    got: list[Any] = []
    parts = app.wsgi_app(environ, lambda status, headers, _error=None: got.extend((status, headers)))  # type: ignore[arg-type, return-value]
    try:
        text = b"".join(parts)
    finally:
        getattr(parts, "close", lambda: None)()
    status = int(got[0].split()[0])
    headers: Mapping[str, str] = {name.lower(): value for name, value in got[1]}
    cookie = headers.get("set-cookie", "").partition(";")[0]
    return Reply(status, json.loads(text) if text else None, headers.get("etag", ""), cookie)


class Network:
    """Carries requests to the server: each may be lost, doubled or late, and so may its response."""

    def __init__(self, world: World, server: Server) -> None:
        self.world, self.server = world, server
        self.weather = server.weather
        self.carrying = 0

    def ask(self, request: Request) -> Reply | None:
        """Sends a request from the current task; returns the first response, None without one in time."""
        world, task = self.world, getcurrent()
        waiting = [True]

        def arrive(reply: Reply | None) -> None:
            if waiting:
                waiting.clear()
                world.resume(task, reply)

        for _copy in range(2 if world.chance(self.weather.doubled) else 1):
            if not world.chance(self.weather.lost):
                self._carry(lambda: self._deliver(request, arrive))
        world.at(TIMEOUT, lambda: arrive(None))
        reply: Reply | None = world.wait()
        if reply is None:
            world.note("no response:", request.method, short(request.path))
        return reply

    def _carry(self, act: Callable[[], None]) -> None:
        world = self.world
        self.carrying += 1
        late = world.chance(self.weather.late)
        delay = world.rng.choice((2.0, 5.0, 7.0, 20.0, 60.0)) if late else world.rng.uniform(0.01, 0.2)

        def arrived() -> None:
            self.carrying -= 1
            act()

        world.at(delay, arrived)

    def _deliver(self, request: Request, arrive: Callable[[Reply | None], None]) -> None:
        world = self.world
        process = world.rng.choice(self.server.processes)
        if not process.up or world.chance(self.weather.busy):
            self._carry(lambda: arrive(None))  # a proxy's 502 or 503
            return

        def failed() -> None:
            if world.chance(0.5):  # else the phone sees nothing
                self._carry(lambda: arrive(None))

        def done() -> None:
            reply = respond(process.app, request)
            self.server.pause("the response")
            if not world.chance(self.weather.lost):
                self._carry(lambda: arrive(None if reply.status >= 500 or reply.status == 429 else reply))

        self.server.run(process, done, failed)


def short(path: str) -> str:
    """Returns a path without its token, which differs in each run."""
    return "/".join(path.split("/")[3:]) or path
