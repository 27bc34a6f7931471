"""The longest match that can be entered: the size of its page, the time of correcting its first hand, and its sheet.

    python -m tools.trust long_match --hands 2000

The game is Buraco for an agreed time, which has the longest rows. The sheet is made by the server's own worker, whose
memory is sampled meanwhile. Targets use processor time, so that other programs on the machine matter little; the
waiting time is reported beside it.
"""

import argparse
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.servers import peak_memory, processor_time
from benchmarks.sheet import document
from scorekeeper import ledger
from scorekeeper.app import create_app
from scorekeeper.store import upgrade
from scorekeeper.store.models import db, now
from scorekeeper.web import links
from scorekeeper.web.request_limits import MOST_HANDS
from tools.trust.lines import Line
from tools.trust.machines import kind_of
from tools.trust.member import Member
from tools.trust.phone import Phone
from tools.trust.server import Server, environ_for, processes_of, serving, verify

PAGE = 300  # kilobytes at most
CORRECTION = 1.0  # seconds at most
SHEET = 20.0  # seconds at most
MEMORY = 300  # megabytes of a worker at most
LOOK = 0.1  # seconds
PATIENCE = 500.0  # most seconds to wait for the sheet


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command line options."""
    parser.add_argument("--hands", type=int, default=MOST_HANDS)


def run(options: argparse.Namespace) -> Iterator[Line]:
    """Requests the page, the correction and the sheet of a long match from a server."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-trust-") as name:
        folder = Path(name)
        address = begin(folder, options.hands)
        with serving(environ_for(folder), folder / "log") as server:
            reader, what = Member(server.port), f"a match of {options.hands:,} hands"
            page = reader.get(address)
            size = len(page.content) / 1000
            yield Line(f"{what}: its page", f"{size:.0f} kB", f"{PAGE} kB at most", page.status == 200 and size < PAGE)
            yield correct_the_first(server, address, options.hands)
            began = time.monotonic()
            taken = len(reader.get(f"{address}/kept.json").content) / 1_000_000
            yield Line("… stored on a phone for offline use", f"{taken:.1f} MB in {time.monotonic() - began:.1f} s")
            yield from sheet(reader, address, pid_of(server))
        sound, said = verify(environ_for(folder))
        yield Line("… `scorekeeper verify` afterwards", said, "no difference", sound)


def begin(folder: Path, hands: int) -> str:
    """Creates a match with this number of hands in a new database; returns its address."""
    head = document(hands)
    entries = head.pop("hands")
    with create_app({"INSTANCE_PATH": str(folder), "DATABASE_URL": ""}).app_context():
        upgrade.upgrade(db.engine, folder)
        sitting = ledger.open_sitting()
        rows = ledger.rows_from_hands(head, entries, [now()] * (hands + 1), actor="trust", key="trust")
        rows.match.sitting_id = sitting.id
        ledger.insert_matches(db.session, [rows])
        token = links.token(links.make_link(sitting, "score"))
        db.session.commit()
        db.engine.dispose()
    return f"/s/{token}/m/1"


def pid_of(server: Server) -> int:
    """Returns the id of the server's first process."""
    return server.process.pid if server.process else 0


def correct_the_first(server: Server, address: str, hands: int) -> Line:
    """Corrects the first hand, which changes all later totals. Raises Refused."""
    phone = Phone(server.port, timeout=60)
    phone.get_token()
    began, worked = time.monotonic(), sum(map(processor_time, processes_of(pid_of(server))))
    phone.until_answered(f"{address}/hands/1", correction(hands))
    seconds, waited = sum(map(processor_time, processes_of(pid_of(server)))) - worked, time.monotonic() - began
    figure = f"{seconds:.2f} s of processor time, {waited:.1f} s"
    return Line("… a correction of its first hand", figure, "1 s of processor time at most", seconds < CORRECTION)


def correction(hands: int) -> dict[str, Any]:
    """Returns the form that gives the first hand other points."""
    fields: dict[str, Any] = {"way": "melds", "went_out": "1", "seen": str(hands + 1), "key": "correction"}
    for side, melds, hand in (("0", "300", "30"), ("1", "200", "0")):
        fields |= {f"sides.{side}.melds": melds, f"sides.{side}.clean": "1"}
        fields |= {f"sides.{side}.hand": hand, f"sides.{side}.pot": "played"}
    return fields


def sheet(reader: Member, address: str, pid: int) -> Iterator[Line]:
    """Returns how long the sheet takes from the request on, and its worker's memory."""
    began = time.monotonic()
    with workers_of(pid) as workers:
        result = reader.follow(reader.get(f"{address}/sheet.pdf"), PATIENCE)
    waited, good = time.monotonic() - began, kind_of(result) == "a PDF"
    seconds = max((each.seconds for each in workers.values()), default=0.0)
    came = f"{kind_of(result)}, {len(result.content) / 1_000_000:.1f} MB"
    figure = f"{came} in {seconds:.1f} s of processor time, {waited:.0f} s"
    yield Line("… its sheet", figure, f"{SHEET:.0f} s of processor time at most", good and 0 < seconds < SHEET)
    most = max((each.megabytes for each in workers.values()), default=0.0)
    yield Line("… memory of the worker that made it", f"{most:.0f} MB", f"{MEMORY} MB at most", 0 < most < MEMORY)


class Used(NamedTuple):
    """The processor time of a process so far, and its peak memory."""

    seconds: float
    megabytes: float


@contextmanager
def workers_of(pid: int) -> Iterator[dict[int, Used]]:
    """Context manager: the usage of a server's workers by process id, kept up to date by a thread."""
    usage: dict[int, Used] = {}
    over = threading.Event()

    def look() -> None:
        while not over.wait(LOOK):
            with suppress(OSError, ValueError):  # the process has just exited
                for process in processes_of(pid):
                    if _name(process) == "sk-worker\n":
                        usage[process] = Used(processor_time(process), peak_memory(process))

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    try:
        yield usage
    finally:
        over.set()
        looking.join()


def _name(pid: int) -> str:
    return Path(f"/proc/{pid}/comm").read_text()
