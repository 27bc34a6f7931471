"""The cost of followers: the players' pages of 64 pairs after five rounds, beside a bare hello.

    python -m benchmarks.wall --rounds 10

Measured is the processor time of the server's process, as in `benchmarks.processor`: of each page for players without
an ETag, and of its 304. At the end the load of 200 phones that poll every 5.5 seconds, as a share of one processor:
while nothing happens, and while a result arrives every ten seconds.
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
EVERY = 5.5  # seconds between two polls of a phone
RESULT = 10  # seconds from one table's result to the next
TARGET = 0.1
ENTRANT = 17  # the entrant that the phone has chosen
PAGES = {"where do I sit?": "?q=north", "all tables": "/tables", "ranking": "/ranking"}
USUAL = {"Accept_Encoding": "gzip", "Accept_Language": "it-IT,it;q=0.9"}
MINE = "my table"
KNOWN = "ranking, known (304)"


def follow() -> str:
    """Creates a played tournament with a public page; returns the path of its first page."""
    document = {**tournament(PAIRS, {"kind": "danese", "rounds": ROUNDS}, _club), "name": "Autumn cup"}
    played_through(document, ROUNDS)
    del document["rounds"][-1]["tables"][-1]["points"]  # one table is still playing
    club = accounts.create_club("Bocce e Carte")
    followed = keeping.make(club, document, day=date(2026, 11, 27).isoformat(), place="Bar", desk={}, actor="Sam")
    followed.public = secrets.token_urlsafe(12)
    db.session.commit()
    return "/t/" + public_address(followed).rpartition("/")[2]


def _club(number: int) -> str:
    return Random(number).choice(("Lecce", "Bari", "Brindisi"))


def measure(rounds: int) -> dict[str, float]:
    """Returns microseconds of processor time per response by request, the median of all rounds."""
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
        asking[MINE] = Asked(asker(ours, path, Cookie=cookie_of_phone(ours, path)), our_pid, 200)
        tag = etag(ours, f"{path}/ranking", **USUAL)
        asking[KNOWN] = Asked(asker(ours, f"{path}/ranking", If_None_Match=tag), our_pid, 304)
        return each_in_turns(asking, rounds)


def asker(port: int, path: str, **headers: str) -> Connect:
    """Returns clients that request a page as phones do."""
    return lambda: Client(port, forever(get(path, **USUAL, **headers)))


def cookie_of_phone(port: int, path: str) -> str:
    """Returns the cookie of a phone that has chosen its entrant."""
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", f"{path}/me/{ENTRANT}")
    cookie = connection.getresponse().headers["Set-Cookie"]
    connection.close()
    return str(cookie).partition(";")[0]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10)
    medians = measure(parser.parse_args().rounds)
    print(f"{'processor time of the server':34}      µs   × bare")
    for what, taken in medians.items():
        print(f"{what:34} {taken:7.0f} {taken / medians[HELLO]:8.2f}")
    pages = [medians[page] for page in (*PAGES, MINE)]
    quiet = PHONES / EVERY * medians[KNOWN] / 1e6
    busy = quiet + PHONES / RESULT * (sum(pages) / len(pages) - medians[KNOWN]) / 1e6
    print(f"{PHONES} phones while nothing happens: {quiet:.1%} of a processor (target {TARGET:.0%})")
    print(f"{PHONES} phones, a result every {RESULT} seconds: {busy:.1%}")


if __name__ == "__main__":
    main()
