"""Between granian and the application: who sends or reads slowly holds no thread, and nothing comes in without end."""

import asyncio
import io
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from scorekeeper.serving import answers, requests, worker
from scorekeeper.serving.answers import answer_of
from scorekeeper.serving.requests import environ_of
from scorekeeper.serving.worker import Buffered
from scorekeeper.web.request_limits import LANE, TakesLong

NEVER = "never"  # instead of a piece of a body: the client sends nothing more


def a_scope(path: str = "/", method: str = "POST", client: str = "10.0.0.7:5001", **headers: str) -> Any:
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return SimpleNamespace(
        proto="http", method=method, path=path, query_string="a=%20", client=client, server="127.0.0.1:8000",
        scheme="http", http_version="1.1", authority=None, headers=named,
    )  # fmt: skip


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Returns the coroutine's result, run in another thread: a browser of other tests may have its loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


class Connection:
    """granian's end of one request: the pieces of its body, and the response."""

    def __init__(self, *pieces: bytes | str, reads: int = 1_000) -> None:
        self.pieces, self.reads = pieces, reads
        self.waits = asyncio.Event()  # set when the rest of the body is waited for
        self.status, self.headers, self.body = 0, dict[str, str](), b""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self.pieces:
            if isinstance(piece, str):
                self.waits.set()
                await asyncio.Event().wait()
            else:
                yield piece

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.status, self.headers, self.body = status, dict(headers), body

    def response_stream(self, status: int, headers: list[tuple[str, str]]) -> "Connection":
        self.status, self.headers = status, dict(headers)
        return self

    async def send_bytes(self, piece: bytes) -> None:
        self.reads -= 1
        if self.reads < 0:
            await asyncio.Event().wait()
        self.body += piece


def echo(environ: Any, start_response: Any) -> list[bytes]:
    start_response("200 OK", [("Content-Type", "text/plain"), ("X-Path", environ["PATH_INFO"])])
    return [environ["REQUEST_METHOD"].encode() + b" " + environ["wsgi.input"].read()]


def asked(app: Any, scope: Any, connection: Connection) -> Connection:
    run(Buffered(app).__rsgi__(scope, connection))
    return connection


def test_a_body_is_whole_before_the_application_sees_it() -> None:
    told = asked(echo, a_scope("/s/1/hands", content_length="9"), Connection(b"way", b"=", b"quick"))
    assert (told.status, told.body, told.headers["x-path"]) == (200, b"POST way=quick", "/s/1/hands")
    in_pieces = asked(echo, a_scope(transfer_encoding="chunked"), Connection(b"a", b"b"))
    assert in_pieces.body == b"POST ab"
    assert asked(echo, a_scope(method="GET"), Connection(NEVER)).body == b"GET "


def test_a_request_is_given_as_wsgi_wants_it() -> None:
    scope = a_scope(
        "/c/é", client="[2001:db8::7]:5001", cookie="a=1", x_forwarded_for="1.2.3.4", content_type="text/plain"
    )
    scope.headers["x_forwarded_for"] = "9.9.9.9"  # with a low line: it would pass for the proxy's own
    environ = environ_of(scope, b"abc")
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/c/é"
    assert (environ["REMOTE_ADDR"], environ["SERVER_NAME"], environ["SERVER_PORT"]) == (
        "2001:db8::7",
        "127.0.0.1",
        "8000",
    )
    assert (environ["HTTP_X_FORWARDED_FOR"], environ["HTTP_COOKIE"]) == ("1.2.3.4", "a=1")
    assert (environ["CONTENT_TYPE"], environ["CONTENT_LENGTH"]) == ("text/plain", "3")
    assert isinstance(environ["wsgi.input"], io.BytesIO)


@pytest.mark.parametrize(
    "length, pieces, status",
    [
        ("21000001", (NEVER,), 413),
        ("9" * 40, (NEVER,), 413),
        ("-1", (NEVER,), 413),
        (None, (b"x" * 11_000_000, b"x" * 11_000_000), 413),
        ("500", (b"x", NEVER), 408),
        ("900000", (b"x" * 100_000, NEVER), 408),
        (None, (NEVER,), 408),
    ],
)
def test_a_body_without_end_never_comes_to_the_application(
    length: str | None, pieces: tuple[bytes | str, ...], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "PATIENCE", 0.01)
    monkeypatch.setattr(requests, "SLOWEST", 10**12)
    headers = {"transfer_encoding": "chunked"} if length is None else {"content_length": length}
    told = asked(pytest.fail, a_scope(**headers), Connection(*pieces))
    assert (told.status, told.headers["connection"]) == (status, "close")


def test_larger_bodies_share_a_room_and_leave_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "ROOM", 100_000)
    server, large = Buffered(echo), b"x" * 150_000

    async def three_at_once() -> list[int]:
        waiting = asyncio.create_task(
            server.__rsgi__(a_scope(content_length="150001"), held := Connection(large, NEVER))
        )
        await held.waits.wait()
        refused, small, after = Connection(large), Connection(b"y"), Connection(large)
        await server.__rsgi__(a_scope(content_length="150000"), refused)
        await server.__rsgi__(a_scope(content_length="1"), small)
        waiting.cancel()
        with suppress(asyncio.CancelledError):
            await waiting
        await server.__rsgi__(a_scope(content_length="150000"), after)
        return [held.status, refused.status, small.status, after.status]

    assert run(three_at_once()) == [0, 503, 200, 200]
    assert server.bodies.room == 100_000


def test_a_large_body_has_its_room_until_it_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "ROOM", 100_000)
    left: list[int] = []

    def app(environ: Any, start_response: Any) -> list[bytes]:
        left.append(server.bodies.room)
        return echo(environ, start_response)

    server, told = Buffered(app), Connection(b"x" * 150_000)
    run(server.__rsgi__(a_scope(content_length="150000"), told))
    assert (told.status, left, server.bodies.room) == (200, [100_000 - 150_000 + requests.SMALL], 100_000)


@pytest.mark.parametrize(
    "proxies, senders, given_up",
    [
        (0, ["10.0.0.7", "10.0.0.7", "10.0.0.8", "10.0.0.7"], [0]),
        (0, ["10.0.0.7", "10.0.0.8", "10.0.0.8", "10.0.0.9", "10.0.0.9", "10.0.0.6"], [0]),  # five wait in all
        (0, ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::3", "2001:db8::4"], [0]),  # a network is one
        (0, ["10.0.0.7, 10.0.0.1", "10.0.0.7, 10.0.0.2", "10.0.0.7, 10.0.0.3"], [0]),  # the header is ignored
        (1, ["10.0.0.7", "10.0.0.7", "10.0.0.8", "10.0.0.7"], [0]),
        (1, ["10.0.0.6, 10.0.0.7", "10.0.0.5, 10.0.0.7", "10.0.0.4, 10.0.0.7"], [0]),  # only the last address counts
        (1, ["10.0.0.6", "10.0.0.7", "10.0.0.8"], []),
    ],
)
def test_of_one_sender_and_of_all_so_many_bodies_are_waited_for_and_the_oldest_gives_way(
    proxies: int, senders: list[str], given_up: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "OF_ONE", 2)
    monkeypatch.setattr(requests, "IN_ALL", 5)
    monkeypatch.setattr(requests, "USUAL", 0)

    def scope_of(sender: str) -> Any:
        if proxies or "," in sender:
            return a_scope(client="192.0.2.1:999", content_length="500", x_forwarded_for=sender)
        return a_scope(client=f"[{sender}]:999" if ":" in sender else f"{sender}:999", content_length="500")

    async def crowded() -> list[int]:
        server = Buffered(echo, proxies)
        connections = [Connection(b"x", NEVER) for _ in senders]
        tasks = [
            asyncio.create_task(server.__rsgi__(scope_of(sender), connection))
            for sender, connection in zip(senders, connections, strict=True)
        ]
        await asyncio.gather(*(connection.waits.wait() for connection in connections))
        await asyncio.gather(*(tasks[place] for place in given_up))
        assert len(server.bodies.waited_for) == len(senders) - len(given_up)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert server.bodies.waited_for == {}
        return [connection.status for connection in connections]

    assert run(crowded()) == [503 if place in given_up else 0 for place in range(len(senders))]


@pytest.mark.parametrize("usual", [0, 60], ids=["after a while", "all at once"])
def test_who_sends_at_a_usual_pace_is_heard_among_any_number_that_do_not(
    usual: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "OF_ONE", 3)
    monkeypatch.setattr(requests, "USUAL", usual)

    async def crowded() -> list[int]:
        server = Buffered(echo)
        unfinished = [Connection(b"x", NEVER) for _ in range(10)]
        slow = [
            asyncio.create_task(server.__rsgi__(a_scope(content_length="500"), connection)) for connection in unfinished
        ]
        await asyncio.gather(*(connection.waits.wait() for connection in unfinished))
        hands = [Connection(b"a hand") for _ in range(5)]
        for hand in hands:
            await server.__rsgi__(a_scope(content_length="6"), hand)
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        return [hand.status for hand in hands]

    assert run(crowded()) == [200] * 5


def test_what_turns_out_to_take_long_is_asked_again_in_the_other_lane() -> None:
    lanes: list[tuple[str, bool]] = []

    def app(environ: Any, start_response: Any) -> list[bytes]:
        lanes.append((threading.current_thread().name.split("_")[0], environ[LANE]))
        if not environ[LANE]:
            environ["wsgi.input"].read()
            raise TakesLong
        return echo(environ, start_response)

    told = asked(app, a_scope(content_length="3"), Connection(b"abc"))
    assert (told.status, told.body) == (200, b"POST abc")
    assert lanes == [("quick", False), ("slow", True)]


def test_slow_senders_and_long_work_leave_threads_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "MOST_WAITING", {"quick": 5, "slow": 20})
    goes_on = threading.Event()

    def app(environ: Any, start_response: Any) -> list[bytes]:
        if environ["PATH_INFO"].endswith(".pdf"):
            goes_on.wait()
        return echo(environ, start_response)

    async def besieged() -> list[int]:
        server = Buffered(app)
        senders = [server.__rsgi__(a_scope(content_length="500"), Connection(b"x", NEVER)) for _ in range(200)]
        sheets = [Connection() for _ in range(21)]
        printing = [server.__rsgi__(a_scope("/s/1/m/1/sheet.pdf", "GET"), each) for each in sheets]
        crowd = [asyncio.create_task(each) for each in (*senders, *printing)]
        health = Connection()
        await server.__rsgi__(a_scope("/healthz", "GET"), health)
        goes_on.set()
        await asyncio.gather(*crowd[200:])
        for each in crowd:
            each.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        return [health.status, *(each.status for each in sheets)]

    assert run(besieged()) == [200, *[200] * 20, 503]


class Pieces:
    """A streamed response body; `closed` is True once it was closed."""

    def __init__(self, *pieces: bytes, fails: bool = False) -> None:
        self.pieces, self.fails, self.closed = pieces, fails, False

    def __iter__(self) -> Iterator[bytes]:
        yield from self.pieces
        if self.fails:
            raise RuntimeError("in the middle")

    def close(self) -> None:
        self.closed = True


def streaming(pieces: Pieces) -> Any:
    def app(_environ: Any, start_response: Any) -> Pieces:
        start_response("200 OK", [("Content-Type", "application/jsonl")])
        return pieces

    return app


@pytest.mark.parametrize("count", [0, 1, 3, 40])
def test_an_answer_in_pieces_comes_whole(count: int) -> None:
    pieces = Pieces(*[b"x" * 20_000] * count)
    told = asked(streaming(pieces), a_scope(method="GET"), Connection())
    assert (told.status, told.body, pieces.closed) == (200, b"x" * 20_000 * count, True)


def test_an_answer_that_fails_in_the_middle_is_no_answer_of_half() -> None:
    pieces = Pieces(b"x" * 500_000, fails=True)
    assert (answer_of(streaming(pieces), {}).status, pieces.closed) == (500, True)


def test_whoever_stops_reading_is_left_and_the_application_is_done_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "PATIENCE", 0.01)
    pieces = Pieces(*[b"x" * 20_000] * 40)
    connection = Connection(reads=3)
    asked(streaming(pieces), a_scope(method="GET"), connection)
    assert connection.headers["content-length"] == "800000"  # so it is seen that some is missing
    assert (len(connection.body), pieces.closed) == (3 * answers.PIECE, True)
