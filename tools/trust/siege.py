"""A server under a denial-of-service attack: does it still serve everybody else within a second?

    python -m tools.trust siege --seconds 20

At the same time 200 connections send a body one byte at a time and reconnect when they are closed, 20 read a long
response as slowly, and 20 keep requesting a new sheet: half of them one that is made within the request, half one
that workers make. Meanwhile one client requests the health check, starts a match and records hands, each over a new
connection. The server has done each of these once before, so that everything is loaded.
"""

import argparse
import json
import socket
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from pathlib import Path

from tools.trust.lines import Line
from tools.trust.phone import HEAD, Phone
from tools.trust.server import environ_for, serving

A_SECOND = 1.0
LONG = "/engine.json"  # half a megabyte, already built


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command line options."""
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--hands", type=int, nargs="+", default=[60, 600], help="of the matches that are printed")
    for who, count in (("senders", 200), ("readers", 20), ("printers", 20)):
        parser.add_argument(f"--{who}", type=int, default=count)


def run(options: argparse.Namespace) -> Iterator[Line]:
    """Attacks a server and measures other clients' requests."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
        environ = environ_for(Path(folder))
        server = opened.enter_context(serving(environ, Path(folder) / "log"))
        played = Scorer(server.port, "played", 10)
        hands = cycle(options.hands)
        printers = [Scorer(server.port, f"printed-{number}", next(hands)) for number in range(options.printers)]
        for address in (f"{played.phone.match}/sheet.pdf", LONG):
            _get(server.port, address)
        others = {
            "health check": lambda: _get(server.port, "/healthz"),
            "match page": lambda: _get(server.port, played.phone.match),
            "hand recorded": played.record,
        }
        for ask in others.values():
            ask()
        crowd = Crowd(server.port, played.phone.match, printers)
        opened.callback(crowd.leave)
        crowd.come(options.senders, options.readers)
        around = f"{options.senders} send slowly, {options.readers} read slowly, {options.printers} print"
        for line in _asked(others, options.seconds):
            yield line._replace(what=f"{around}: {line.what}")
        yield Line("… sheets made within the request", f"{crowd.answers[200]:,}", "some", crowd.answers[200] > 0)
        yield Line("… sheets left to workers", f"{crowd.answers[303]:,}")
        yield Line("… reconnections of slow senders", f"{crowd.came_again:,}")


class Scorer:
    """A phone with a match of `hands` hands, uploaded in one request."""

    def __init__(self, port: int, key: str, hands: int) -> None:
        self.phone, self.key = Phone(port, timeout=60), key
        self.phone.get_token()
        told: dict[str, object] = {
            "key": key,
            "head": json.dumps(HEAD),
            "hands": json.dumps([{"points": [70, 50]}] * hands),
        }
        begun = self.phone.until_answered("/sync/matches", told)
        self.phone.match = f"/s/{begun['token']}/m/{begun['number']}"
        self.seen = begun["kept"]["version"]

    def record(self) -> int:
        """Records the next hand; returns the status of the response."""
        return self._write("hands", {"way": "points", "points.0": "70", "points.1": "50"})

    def note(self) -> int:
        """Changes the note of the first hand, so that no sheet of the match is cached."""
        return self._write("hands/1/note", {"note": f"seen {self.seen}"})

    def _write(self, path: str, fields: dict[str, object]) -> int:
        more = {"key": f"{self.key}-{self.seen}", "seen": str(self.seen)}
        answer = self.phone.ask(f"{self.phone.match}/{path}", {**fields, **more})
        if answer.status == 200:
            self.seen = answer.body["state"]["version"]
        return answer.status


def _get(port: int, address: str) -> int:
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request("GET", address)
        answer = connection.getresponse()
        answer.read()
        return answer.status


def _asked(others: dict[str, Callable[[], int]], seconds: float) -> Iterator[Line]:
    """Sends the others' requests in turn for `seconds`; returns a line for each."""
    times: dict[str, list[float]] = {what: [] for what in others}
    wrong: dict[str, list[int]] = {what: [] for what in others}
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        for what, ask in others.items():
            began = time.monotonic()
            status = ask()
            times[what].append(time.monotonic() - began)
            if status != 200:
                wrong[what].append(status)
        time.sleep(0.05)
    for what, taken in times.items():
        worst, middle = max(taken), statistics.median(taken)
        figure = f"{len(taken):,} times, {worst * 1000:.0f} ms at most, median {middle * 1000:.0f} ms"
        if wrong[what]:
            figure += f", status {sorted(set(wrong[what]))} {len(wrong[what])} times"
        yield Line(what, figure, "200 within 1 s", worst < A_SECOND and not wrong[what])


class Crowd:
    """The attackers, running until `leave` is called."""

    def __init__(self, port: int, match: str, printers: list[Scorer]) -> None:
        self.port, self.match, self.came_again = port, match, 0
        self.answers: Counter[int] = Counter()  # statuses of the responses to the clients that print
        self.senders: list[socket.socket] = []
        self.readers: list[socket.socket] = []
        self.over = threading.Event()
        self.threads = [threading.Thread(target=self._dawdle)]
        self.threads += [threading.Thread(target=self._print, args=(each,)) for each in printers]

    def come(self, senders: int, readers: int) -> None:
        """Starts them."""
        for number in range(senders):
            self.senders.append(self._sender(number))
        for _reader in range(readers):
            self.readers.append(self._connected(f"GET {LONG} HTTP/1.1", "Accept-Encoding: identity"))
        for thread in self.threads:
            thread.start()

    def leave(self) -> None:
        """Stops them and waits until all have ended."""
        self.over.set()
        for thread in self.threads:
            thread.join()
        for each in self.senders + self.readers:
            each.close()

    def _sender(self, number: int) -> socket.socket:
        length = 900_000 if number % 2 else 500
        return self._connected(f"POST {self.match}/hands HTTP/1.1", f"Content-Length: {length}")

    def _connected(self, request: str, header: str) -> socket.socket:
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        made.connect(("127.0.0.1", self.port))
        kind = "Content-Type: application/x-www-form-urlencoded"
        made.sendall(f"{request}\r\nHost: localhost\r\n{kind}\r\n{header}\r\n\r\n".encode())
        made.setblocking(False)
        return made

    def _dawdle(self) -> None:
        """Sends a byte from every sender and reads a byte for every reader, once a second."""
        while not self.over.wait(1):
            for number, sender in enumerate(self.senders):
                if _is_unanswered(sender):
                    with suppress(OSError):
                        sender.send(b"x")
                    continue
                sender.close()
                self.senders[number] = self._sender(number)
                self.came_again += 1
            for each in self.readers:
                with suppress(OSError):
                    each.recv(1)

    def _print(self, scorer: Scorer) -> None:
        while not self.over.is_set():
            with suppress(OSError, HTTPException):
                scorer.note()
                self.answers[_get(self.port, f"{scorer.phone.match}/sheet.pdf")] += 1


def _is_unanswered(connection: socket.socket) -> bool:
    try:
        connection.recv(1)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
