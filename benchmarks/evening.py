"""A tournament's evening over HTTP: pairs are entered, rounds published, hands sent by phones, results confirmed.

    python -m benchmarks.evening
    python -m benchmarks.evening --pairs 128 --rounds 2 --phones 64

The server is `scorekeeper serve` with its defaults. Each table has two phones: one records the hands, both confirm the
result, which is then entered into the round automatically; `--phones` tables play at the same time. Meanwhile the
arbiter keeps opening the usual pages, and players poll the players' page. Reported are failures, lost hands, and the
95th percentile of each page.
"""

import argparse
import html
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles

from sqlalchemy import select

from scorekeeper.app import create_app
from scorekeeper.clubs.tournaments.rounds import tables_of
from scorekeeper.ledger.rescoring import differences
from scorekeeper.store.models import Link, Match, db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web import links
from tools.trust.member import Member, Page
from tools.trust.phone import Phone
from tools.trust.server import environ_for, serving

LOGIN, PASSWORD = "arbiter", "four aces of coins"
CLUB = "/c/evening/tournaments"
HANDS = 4
HAND = {
    "sides.0.melds": "300", "sides.0.clean": "1", "sides.0.hand": "0", "sides.0.pot": "played",
    "sides.1.melds": "60", "sides.1.hand": "20", "sides.1.pot": "none", "went_out": "0",
}  # fmt: skip
AGREED = {
    "name": "Evening", "day": "2026-11-27", "preset": "buraco/burraco", "scoring": "vp-4", "system": "danese",
    "first": "lots", "confirm": "result",
}  # fmt: skip
A_SECOND = 1.0  # between two polls of a player


class Evening:
    """The club's tournament and the arbiter's actions."""

    def __init__(self, port: int, folder: Path) -> None:
        self.port, self.times, self.failures = port, defaultdict[str, list[float]](list), list[str]()
        self.arbiter = self.signed_in()
        self.address = self.public = ""
        self.app = create_app({"INSTANCE_PATH": str(folder), "DATABASE_URL": ""})

    def signed_in(self) -> Member:
        """Returns another browser of the arbiter."""
        member = Member(self.port)
        member.sign_in(LOGIN, PASSWORD)
        return member

    def open(self, name: str, page: str, by: Member | None = None) -> Page:
        """Opens one of the arbiter's pages, timed under `name`."""
        return self._timed(name, lambda: (by or self.arbiter).get(page))

    def send(self, name: str, page: str, fields: dict[str, str]) -> Page:
        """Sends one of the arbiter's forms, timed under `name`."""
        return self._timed(name, lambda: self.arbiter.post(page, fields))

    def _timed(self, name: str, act: Callable[[], Page]) -> Page:
        began = time.perf_counter()
        page = act()
        self.times[name].append(time.perf_counter() - began)
        if page.status != 200:
            self.failures.append(f"{name}: {page.status}")
        return page

    def begin(self, pairs: int, rounds: int) -> None:
        """Creates the tournament, enters the pairs, and turns the players' page on."""
        self.address = self.send("make", f"{CLUB}/new", AGREED | {"rounds": str(rounds)}).path
        lines = "\n".join(f"Anna {pair}, Bruno {pair}; Club {pair % 9}; {pair}, {pair + 500}" for pair in range(pairs))
        self.send("enter", f"{self.address}/entries/lines", {"lines": lines})
        page = self.send("let follow", f"{self.address}/public", {"public": "1"})
        match = re.search(r"/t/[\w.-]+", page.text)
        self.public = match[0] if match else ""

    def publish(self) -> None:
        """Opens the proposal of the next round and publishes it."""
        page = self.open("pair", f"{self.address}/pair")
        form = page.text.partition("/publish")[2].partition("</form>")[0]
        fields = {name: html.unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)}
        self.send("publish", f"{self.address}/publish", fields)

    def tables(self, number: int) -> list[str]:
        """Returns the addresses in the QR codes of a round's slips."""
        with self.app.app_context():
            tournament = db.session.scalars(select(Tournament)).one()
            ids = [sitting.id for _table, sitting in tables_of(tournament, number).values()]
            rows = db.session.scalars(select(Link).where(Link.sitting_id.in_(ids), Link.may == "score"))
            return [f"/s/{links.token(link)}/m/1" for link in rows]

    def walk(self, done: threading.Event) -> None:
        """Opens the arbiter's pages one after the other until all tables have played."""
        member = self.signed_in()
        pages = {
            "arbiter's page": "",
            "entries": "/entries",
            "door": "/door",
            "standings": "/standings",
            "round": "/rounds/1",
            "a table's result": "/rounds/1/tables/1",
            "typed results": "/rounds/1/typed",
            "rulings": "/rulings",
            "log": "/log",
            "papers": "/papers",
            "hall": "/hall",
            "an entrant": "/entries/1",
            "what was agreed": "/edit",
            "wall": "/wall",
        }
        while not done.is_set():
            for name, path in pages.items():
                self.open(name, f"{self.address}{path}", member)

    def follow(self, done: threading.Event) -> None:
        """Polls the players' page as successive players."""
        member = Member(self.port)
        while not done.wait(A_SECOND / 10):
            self.open("players' page", self.public, member)


def play(port: int, table: str) -> int:
    """Plays a table's match and confirms it for both sides; returns how many requests were retried."""
    phones = [Phone(port), Phone(port)]
    seen = 0
    for side, phone in enumerate(phones):
        phone.get_token()
        seen = phone.until_answered(f"{table}/state.json", None)["version"]
        seen = _sent(phone, f"{table}/side", seen, f"sit {side}", {"side": str(side)})
    for hand in range(HANDS):
        seen = _sent(phones[0], f"{table}/hands", seen, f"hand {hand}", HAND)
    for side, phone in enumerate(phones):
        seen = _sent(phone, f"{table}/confirm", seen, f"yes {side}", {"side": str(side)})
    return sum(phone.retries for phone in phones)


def _sent(phone: Phone, path: str, seen: int, key: str, fields: dict[str, str]) -> int:
    """Sends a form until it is accepted; returns the new version."""
    answer = phone.until_answered(path, {**fields, "seen": seen, "key": key})
    return int(answer["state"]["version"])


@contextmanager
def beside(*works: Callable[[threading.Event], None]) -> Iterator[None]:
    """Runs these functions in threads, again and again, until the block is left."""
    done = threading.Event()
    threads = [threading.Thread(target=work, args=(done,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        done.set()
        for thread in threads:
            thread.join()


def evening(folder: Path, pairs: int, rounds: int, phones: int) -> bool:
    """Plays the evening and prints the times; returns true if nothing failed or was lost."""
    with serving(environ_for(folder), folder / "log") as server:
        cup = Evening(server.port, folder)
        cup.begin(pairs, rounds)
        retries = 0
        began = time.perf_counter()
        for number in range(1, rounds + 1):
            cup.publish()
            with beside(cup.walk, cup.follow), ThreadPoolExecutor(phones // 2) as tables:
                retries += sum(tables.map(lambda table: play(server.port, table), cup.tables(number)))
        seconds = time.perf_counter() - began
        standings = cup.open("standings", f"{cup.address}/standings")
    hands = pairs // 2 * rounds * HANDS
    lost = lost_hands(cup, hands)
    setting = f"{pairs} pairs, {rounds} rounds, {phones} phones at once"
    print(f"{setting}: {hands} hands in {seconds:.0f} s, {retries} sent again")
    print(f"failures: {len(cup.failures)} {sorted(set(cup.failures)) or ''}; hands lost: {lost}")
    for name, times in sorted(cup.times.items()):
        most = quantiles(times, n=20)[18] if len(times) > 1 else times[0]
        print(f"{name:16} {len(times):5} times, 95 % within {most * 1000:6.0f} ms")
    return not cup.failures and not lost and f"Anna {pairs - 1}" in standings.text


def lost_hands(cup: Evening, hands: int) -> int:
    """Returns how many hands are missing in the database; wrong scores and missing results count as lost too."""
    with cup.app.app_context():
        matches = list(db.session.scalars(select(Match)))
        wrong = sum(len(differences(db.session, match)) for match in matches)
        tournament = db.session.scalars(select(Tournament)).one()
        missing = sum("points" not in table for played in tournament.document["rounds"] for table in played["tables"])
        return hands - sum(match.hand_count for match in matches) + wrong + missing


def club(folder: Path) -> None:
    """Returns a club with its arbiter."""
    environ = environ_for(folder) | {"SCOREKEEPER_PASSWORD": PASSWORD}
    words = [sys.executable, "-m", "scorekeeper", "club", "create", "Evening", "--login", LOGIN]
    subprocess.run(words, env=environ, check=True, capture_output=True)


def main() -> None:
    """Plays an evening and reports."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--phones", type=int, default=32)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        club(Path(folder))
        if not evening(Path(folder), options.pairs, options.rounds, options.phones):
            sys.exit("Something failed or was lost")


if __name__ == "__main__":
    main()
