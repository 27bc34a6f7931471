"""Two application machines without a shared disk, one PostgreSQL, and HAProxy balancing requests between them.

    python -m tools.trust machines --kills 20 --phones 20 --limits redis

While phones record hands, a member reads pages and a watcher polls, one of the two machines is killed at random, again
and again. Afterwards papers, exports and imports are requested through the proxy. All of it runs once with the rate
limits in the memory of each process, and once in Redis.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tools.trust.beside import Missing, proxy, redis
from tools.trust.cluster import cluster
from tools.trust.durability import CRASH, LONGEST, Client, keys_kept, verdicts
from tools.trust.lines import Line
from tools.trust.member import Member, Page
from tools.trust.phone import Refused
from tools.trust.server import Server, environ_for, verify

STORAGES = ("memory", "redis")  # of the rate limits
UP = 2.0  # most seconds between two kills
PASSWORD = "four aces of coins"  # noqa: S105 (of a throw-away club)
MATCHES = 230  # of the exported club: enough for the export to become a job
TRIES = 10  # allowed logins per minute


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command line options."""
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--phones", type=int, default=20)
    parser.add_argument("--limits", choices=STORAGES, action="append", help="where limits are counted; both by default")


def run(options: argparse.Namespace) -> Iterator[Line]:
    """Runs with each storage of the rate limits."""
    for storage in options.limits or STORAGES:
        try:
            yield from try_with(storage, options.kills, options.phones)
        except Missing as missing:
            yield Line(f"two machines, limits in {storage}", f"not tried: {missing}")


def try_with(storage: str, kills: int, phones: int) -> Iterator[Line]:
    """Kills one of the two repeatedly, then requests everything that has state."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="scorekeeper-trust-")))
        running = stack.enter_context(cluster())
        shared = stack.enter_context(redis(folder)) if storage == "redis" else ""
        environs = [environ_of(folder / name, running.url, shared) for name in ("one", "two")]
        servers = [Server(environ, folder / "log") for environ in environs]
        fill(environs[0])
        for server in servers:
            server.start()
            stack.callback(server.stop)
        for server in servers:
            server.wait_until_it_answers()
        port = stack.enter_context(proxy(folder, servers))
        what = f"two machines, limits in {storage}"
        yield from under_load(f"{what}, {phones} phones, {kills} kills", port, servers, kills, phones, running.url)
        yield from files(what, port, servers)
        if shared:
            yield log_ins_let_in(port)
        sound, said = verify(environs[1])
        yield Line("… `scorekeeper verify` afterwards", said, "no difference", sound)
        crashes = len(CRASH.findall((folder / "log").read_text(errors="replace")))
        yield Line("… errors in the servers' logs", str(crashes), "0", crashes == 0)


def environ_of(folder: Path, url: str, shared: str) -> dict[str, str]:
    """Returns the settings of one machine: its own folder, everything else shared."""
    return environ_for(folder, url) | {
        "SECRET_KEY": "the same on both of the machines, or links would end",
        "SCOREKEEPER_RATELIMITS": "1",
        "SCOREKEEPER_RATELIMIT_STORAGE": shared,
        "SCOREKEEPER_TRUSTED_PROXIES": "1",
    }


def fill(environ: dict[str, str]) -> None:
    """Creates a club with many matches and an empty one, both owned by olga."""
    with_password = environ | {"SCOREKEEPER_PASSWORD": PASSWORD}
    for words in (
        ["demo", "--matches", str(MATCHES), "--name", "Full", "--login", "olga"],
        ["club", "create", "Empty", "--login", "olga"],
    ):
        subprocess.run(
            [sys.executable, "-m", "scorekeeper", *words], env=with_password, check=True, capture_output=True
        )


class Reader(threading.Thread):
    """A logged-in member who reads one page after the other and polls a match in between."""

    def __init__(self, port: int, done: threading.Event) -> None:
        super().__init__(daemon=True)
        self.member, self.done, self.watched = Member(port), done, ""
        self.read = self.signed_out = self.backwards = self.other = 0

    def run(self) -> None:
        """Reads until stopped."""
        self.member.sign_in("olga", PASSWORD)
        latest, latest_of = 0, ""
        while not self.done.is_set():
            page = self.member.get("/c/full/standings")
            self.read += 1
            self.signed_out += page.path == "/login"
            self.other += page.status != 200
            if watched := self.watched:
                found = re.search(r'"version": ?(\d+)', self.member.get(f"{watched}/state.json").text)
                version = int(found[1]) if found else 0
                self.backwards += watched == latest_of and version < latest
                latest, latest_of = version, watched
            time.sleep(0.1)


def under_load(what: str, port: int, servers: list[Server], kills: int, phones: int, url: str) -> Iterator[Line]:
    """Kills either machine at random while phones record, a member reads and a watcher polls."""
    done = threading.Event()
    tables = [Client(port, number, done) for number in range(phones)]
    reader = Reader(port, done)
    for thread in (*tables, reader):
        thread.start()
    for _kill in range(kills):
        time.sleep(random.uniform(0.2, UP))  # noqa: S311 (not a secret)
        reader.watched = tables[0].phone.match
        server = random.choice(servers)  # noqa: S311
        server.kill()
        server.start()
        server.wait_until_it_answers()
    done.set()
    for thread in (*tables, reader):
        thread.join(timeout=120)
    could = sum(_records(table) for table in tables)
    yield from verdicts(what, tables, keys_kept(url), could)
    counts = f"{reader.signed_out} of {reader.read:,}"
    yield Line("… pages on which a member was logged out", counts, "0", reader.read > 0 and not reader.signed_out)
    yield Line("… responses other than the requested page", str(reader.other), "0", not reader.other)
    yield Line("… responses to a watcher with an older version", str(reader.backwards), "0", not reader.backwards)
    paper = reader.member.follow(reader.member.get(f"{tables[0].phone.match}/sheet.pdf"))
    hands = len(tables[0].confirmed) % LONGEST
    yield Line(f"… a sheet of {hands} hands", kind_of(paper), "a PDF", kind_of(paper) == "a PDF")


def _records(table: Client) -> bool:
    try:
        if not table.failure and not table.is_alive():
            table.record()
            return True
    except Refused as refused:
        table.failure = str(refused)
    return False


def kind_of(page: Page) -> str:
    """Returns "a PDF", or the status and path of any other page."""
    return "a PDF" if page.content.startswith(b"%PDF") else f"{page.status} {page.path}"


def files(what: str, port: int, servers: list[Server]) -> Iterator[Line]:
    """Requests an export and its import from either machine; one is killed while it may be making a file."""
    member = Member(port)
    member.sign_in("olga", PASSWORD)
    making = member.get("/c/full/matches.jsonl")
    servers[0].kill()
    file = member.follow(making)
    servers[0].start()
    servers[0].wait_until_it_answers()
    lines = len(file.content.splitlines())
    yield Line(f"{what}: matches in an export, a machine killed meanwhile", str(lines), str(MATCHES), lines == MATCHES)
    seen = member.follow(member.send_file("/c/empty/import", file.content))
    seen = member.get(seen.path)
    take = re.search(r'action="(/c/empty/import/\w+)"', seen.text)
    taken = member.follow(member.post(take[1], {})) if take else seen
    good = f"{MATCHES} matches imported." in taken.text
    yield Line("… matches imported from it", "all" if good else f"{taken.status} {taken.path}", "all", good)
    imported = len(member.follow(member.get("/c/empty/matches.jsonl")).content.splitlines())
    yield Line("… matches in an export of the imported club", str(imported), str(MATCHES), imported == MATCHES)


def log_ins_let_in(port: int) -> Line:
    """Returns the line about wrong logins up to the limit, which both machines count together in Redis."""
    time.sleep(61)  # until the counts of earlier logins have expired
    stranger = Member(port)
    answers = [stranger.sign_in("nobody", "a wrong one").status for _try in range(TRIES + 2)]
    let_in = sum(status != 429 for status in answers)
    return Line("… wrong logins accepted for checking in a minute", str(let_in), str(TRIES), let_in == TRIES)
