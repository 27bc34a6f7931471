"""What it costs to be followed: the players' pages of 64 pairs after five rounds, beside a bare hello.

    python -m benchmarks.wall --rounds 10

Counted is the processor time of the server's own process, as in `benchmarks.processor`: of each page for players where
nothing is known yet, and of the 304 where it is. At the end what 200 phones come to that ask every five and a half
seconds, as a share of one processor: while nothing happens, and while a table's result comes in every ten seconds.
Target: at most a tenth of a processor while nothing happens.
"""

import argparse
import secrets
import tempfile
from contextlib import ExitStack
from datetime import date
from http.client import HTTPConnection
from pathlib import Path
from random import Random

from benchmarks.driver import Client, get
from benchmarks.load import HELLO, Connect, etag, forever, greeter, ready
from benchmarks.pairing import played_through, tournament
from benchmarks.processor import Asked, each_in_turns
from benchmarks.servers import BARE, OURS, served
from scorekeeper.app import create_app
from scorekeeper.clubs import accounts
from scorekeeper.clubs.tournaments import keeping
from scorekeeper.store.models import db
from scorekeeper.web.public_address import public_address

PAIRS, ROUNDS, PHONES = 64, 5, 200
EVERY = 5.5  # seconds between two questions of a phone
RESULT = 10  # seconds from one table's result to the next
TARGET = 0.1
ENTRANT = 17  # whose phone it is
PAGES = {"where do I sit?": "?q=north", "all tables": "/tables", "ranking": "/ranking"}
USUAL = {"Accept_Encoding": "gzip", "Accept_Language": "it-IT,it;q=0.9"}
MINE = "my table"
KNOWN = "ranking, known (304)"


def follow() -> str:
    """A tournament that has been played, with an address for everybody: the path of its first page."""
    document = {**tournament(PAIRS, {"kind": "danese", "rounds": ROUNDS}, _club), "name": "Autumn cup"}
    played_through(document, ROUNDS)
    del document["rounds"][-1]["tables"][-1]["points"]  # one table is still playing
    club = accounts.create_club("Bocce e Carte")
    made = keeping.make(club, document, day=date(2026, 11, 27).isoformat(), place="Bar", desk={}, actor="Sam")
    made.public = secrets.token_urlsafe(12)
    db.session.commit()
    return "/t/" + public_address(made).rpartition("/")[2]


def _club(number: int) -> str:
    return Random(number).choice(("Lecce", "Bari", "Brindisi"))


def measure(rounds: int) -> dict[str, float]:
    """Microseconds of processor time for one answer, the median of all rounds, by what is asked."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        environ = ready(Path(folder))
        app = create_app({"INSTANCE_PATH": folder})
        with app.test_request_context():
            path = follow()
            db.engine.dispose()
        ours, our_pid = running.enter_context(served("granian", OURS, environ, "/healthz"))
        bare, bare_pid = running.enter_context(served("granian", BARE, environ, "/hello"))
        asking = {HELLO: Asked(greeter(bare), bare_pid, 200)}
        for name, page in PAGES.items():
            asking[name] = Asked(asker(ours, path + page), our_pid, 200)
        asking[MINE] = Asked(asker(ours, path, Cookie=who_i_am(ours, path)), our_pid, 200)
        tag = etag(ours, f"{path}/ranking", **USUAL)
        asking[KNOWN] = Asked(asker(ours, f"{path}/ranking", If_None_Match=tag), our_pid, 304)
        return each_in_turns(asking, rounds)


def asker(port: int, path: str, **headers: str) -> Connect:
    """Clients that ask for a page as phones do."""
    return lambda: Client(port, forever(get(path, **USUAL, **headers)))


def who_i_am(port: int, path: str) -> str:
    """The cookie of a phone that has said whose it is."""
    asked = HTTPConnection("127.0.0.1", port)
    asked.request("GET", f"{path}/me/{ENTRANT}")
    cookie = asked.getresponse().headers["Set-Cookie"]
    asked.close()
    return str(cookie).partition(";")[0]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10)
    found = measure(parser.parse_args().rounds)
    print(f"{'processor time of the server':34}      µs   × bare")
    for what, taken in found.items():
        print(f"{what:34} {taken:7.0f} {taken / found[HELLO]:8.2f}")
    pages = [found[each] for each in (*PAGES, MINE)]
    quiet = PHONES / EVERY * found[KNOWN] / 1e6
    busy = quiet + PHONES / RESULT * (sum(pages) / len(pages) - found[KNOWN]) / 1e6
    print(f"{PHONES} phones while nothing happens: {quiet:.1%} of a processor (target {TARGET:.0%})")
    print(f"{PHONES} phones, a result every {RESULT} seconds: {busy:.1%}")


if __name__ == "__main__":
    main()
