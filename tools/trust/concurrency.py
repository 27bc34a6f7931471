"""Many phones write to one match at once, with duplicate, late, reordered and stale requests.

    python -m tools.trust concurrency --clients 50 --engine sqlite

Afterwards the responses are compared with the log. The history must be linearizable: the accepted writes have one
order, in which none had its response before an earlier one was sent; each key occurs once; each write follows the
version that its sender had seen, or only notes on other hands are between them; and every other response is a success,
a conflict (stale) or a refusal by the rules.
"""

import argparse
import random
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import create_engine, text

from tools.trust.durability import CRASH, ENGINES, database
from tools.trust.lines import Line
from tools.trust.phone import Phone
from tools.trust.server import environ_for, serving, verify

DONE, STALE, REFUSED = 200, 409, 422
LOCKED = "database is locked"
NOTE = "annotate"  # the only kind of change that a later write need not have seen


class Request(NamedTuple):
    """A write; it may be sent several times."""

    what: str
    fields: dict[str, object]

    @property
    def key(self) -> str:
        """The idempotency key."""
        return str(self.fields["key"])


class Reply(NamedTuple):
    """The response to a request sent once; `version` is the match's version in it."""

    request: Request
    sent: float
    answered: float
    status: int
    version: int


class Kept(NamedTuple):
    """A row of the log: the key of its write, the kind of change, and its hand."""

    key: str
    kind: str = "record"
    hand: int | None = None


class Scorer(threading.Thread):
    """A phone that writes on the newest state it has seen, and sometimes out of order."""

    def __init__(self, port: int, match: str, number: int, writes: int) -> None:
        super().__init__(daemon=True)
        self.phone, self.number, self.writes = Phone(port, timeout=60), number, writes
        self.phone.match = match
        self.random = random.Random(number)  # noqa: S311 (so that a run can be repeated)
        self.told: list[Reply] = []
        self.seen, self.hands, self.count = 1, 0, 0

    def run(self) -> None:
        """Sends `writes` requests."""
        self.phone.get_token()
        ways = [self._plainly, self._doubled, self._late, self._reordered, self._out_of_date]
        while self.count < self.writes:
            self.random.choices(ways, weights=[5, 2, 1, 1, 1])[0]()

    def _plainly(self) -> None:
        self._send(self._request())

    def _doubled(self) -> None:
        request = self._request()
        twin = threading.Thread(target=self._send, args=(request,))
        twin.start()
        self._send(request)
        twin.join()

    def _late(self) -> None:
        """Sends an earlier request again."""
        if self.told:
            self._send(self.random.choice(self.told).request)

    def _reordered(self) -> None:
        first = self._request()
        second = self._request(self.seen + 1)
        self._send(second)
        self._send(first)

    def _out_of_date(self) -> None:
        self._send(self._request(max(1, self.seen - self.random.randint(1, 3))))

    def _request(self, seen: int | None = None) -> Request:
        self.count += 1
        us, hand = self.random.randint(0, 120), self.random.randint(1, max(1, self.hands))
        scored: dict[str, object] = {"way": "points", "points.0": us, "points.1": 120 - us}
        acts: list[tuple[str, dict[str, object]]] = [
            ("hands", scored), ("undo", {}), ("redo", {}), (f"hands/{hand}", scored), (f"hands/{hand}/strike", {}),
            (f"hands/{hand}/note", {"note": f"by {self.number}"}),
        ]  # fmt: skip
        what, fields = self.random.choices(acts, weights=[10, 2, 2, 2, 1, 1])[0]
        mark = {"key": f"{self.number}-{self.count}", "seen": self.seen if seen is None else seen}
        return Request(what, {**fields, **mark})

    def _send(self, request: Request) -> None:
        sent = time.monotonic()
        answer = self.phone.ask(f"{self.phone.match}/{request.what}", request.fields)
        state = answer.body.get("state", {}) if isinstance(answer.body, dict) else {}
        self.told.append(Reply(request, sent, time.monotonic(), answer.status, state.get("version", 0)))
        self.seen = max(self.seen, state.get("version", 0))
        self.hands = state.get("hand", self.hands + 1) - 1


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command line options."""
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--writes", type=int, default=60, help="of each client, retries not counted")
    parser.add_argument("--workers", type=int, default=2, help="processes of the server")
    parser.add_argument("--engine", choices=ENGINES, action="append", help="both, unless one is named")


def run(options: argparse.Namespace) -> Iterator[Line]:
    """Run on each kind of database."""
    for engine in options.engine or ENGINES:
        yield from try_on(engine, options.clients, options.writes, options.workers)


def try_on(engine: str, clients: int, writes: int, workers: int) -> Iterator[Line]:
    """Sends the writes concurrently, then compares responses and log."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-trust-") as folder, database(engine) as running:
        environ, log = environ_for(Path(folder), running.url if running else ""), Path(folder) / "log"
        with serving(environ, log, "--workers", str(workers)) as server:
            match = Phone(server.port).begin("the one match")
            scorers = [Scorer(server.port, match, number, writes) for number in range(clients)]
            for scorer in scorers:
                scorer.start()
            for scorer in scorers:
                scorer.join()
        kept = log_kept(running.url if running else f"sqlite:///{folder}/scorekeeper.sqlite3")
        sound, said = verify(environ)
        logged = log.read_text(errors="replace")
    replies = [reply for scorer in scorers for reply in scorer.told]
    yield from verdicts(f"{engine}, {clients} clients, {workers} processes", replies, kept)
    crashes = len(CRASH.findall(logged)) + logged.count(LOCKED)
    yield Line(f"{engine}: errors and “{LOCKED}” in the server's log", str(crashes), "0", crashes == 0)
    yield Line(f"{engine}: `scorekeeper verify` replays the log", said, "no difference", sound)


def log_kept(url: str) -> list[Kept]:
    """Returns the match's log in the order of versions; the first row is the start of the match."""
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        rows = connection.execute(text('SELECT "key", kind, hand FROM "change" ORDER BY match_id, number'))
        log = [Kept(*row) for row in rows]
    engine.dispose()
    return log


def verdicts(what: str, replies: list[Reply], kept: list[Kept]) -> Iterator[Line]:
    """Returns the report's lines about one run."""
    statuses = Counter(reply.status for reply in replies)
    counted = f"{statuses[DONE]:,} done, {statuses[STALE]:,} stale, {statuses[REFUSED]:,} refused by the rules"
    other = {status: count for status, count in statuses.items() if status not in (DONE, STALE, REFUSED)}
    yield Line(f"{what}: responses to {len(replies):,} writes", counted)
    yield Line("… other responses (500, 503, none)", str(other or "none"), "none", not other)
    for claim, wrong in problems(replies, kept).items():
        yield Line(f"… {claim}", str(wrong), "0", wrong == 0)


def problems(replies: list[Reply], kept: list[Kept]) -> dict[str, int]:
    """Returns the number of violations of each claim about the history."""
    first: dict[str, Reply] = {}  # by key: the first sending, and the first success
    for reply in sorted(replies, key=lambda reply: reply.sent):
        earlier = first.setdefault(reply.request.key, reply)
        if reply.status == DONE and (earlier.status != DONE or reply.answered < earlier.answered):
            first[reply.request.key] = reply._replace(sent=earlier.sent)
    done = {key: reply for key, reply in first.items() if reply.status == DONE}
    keys = [row.key for row in kept]
    ours = [(number, done[key]) for number, key in enumerate(keys, start=1) if key in done]
    return {
        "duplicate keys in the log": len(keys) - len(set(keys)),
        "confirmed writes missing in the log": len(done.keys() - set(keys)),
        "refused writes found in the log": len((first.keys() - done.keys()) & set(keys)),
        "writes over changes that their sender had not seen": sum(
            _overtook(reply.request, kept, number) for number, reply in ours
        ),
        "responses without the write itself": sum(reply.version < number for number, reply in ours),
        "writes logged after one that was sent later than their response": _against_time(
            [reply for _number, reply in ours]
        ),
    }


def _overtook(request: Request, kept: list[Kept], number: int) -> bool:
    """True if the write in row `number` of the log changed something that its sender had not seen.

    Notes on other hands need not be seen before a hand is written. Undo and redo mean the last change that was seen.
    """
    seen = int(str(request.fields["seen"]))
    missed = kept[seen : number - 1]
    if seen > number - 1 or (missed and request.what in ("undo", "redo")):
        return True
    return any(row.kind != NOTE or request.what == f"hands/{row.hand}/note" for row in missed)


def _against_time(history: list[Reply]) -> int:
    wrong, latest = 0, 0.0
    for reply in history:
        wrong += reply.answered < latest
        latest = max(latest, reply.sent)
    return wrong
