"""A large club's pages: how long the database takes for them, and which way it goes.

    python -m benchmarks.club --matches 2500 --copies 40      100,000 matches of 2,000 players
    DATABASE_URL=postgresql://… python -m benchmarks.club     on an empty PostgreSQL database, or one made so before

Playing that many matches through the ledger would take half an hour or more, so those of the seeded generator are
copied with their sittings, hands, players and results, each copy under numbers of its own.
"""

import argparse
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

from sqlalchemy import event, select, text

from benchmarks.copies import copy_rows
from scorekeeper import schema
from scorekeeper.app import create_app
from scorekeeper.club_models import Club, Player
from scorekeeper.clubs import accounts, archive, careers, exporting
from scorekeeper.clubs.demo import fill_club
from scorekeeper.clubs.period import Period
from scorekeeper.clubs.standings import standings
from scorekeeper.models import db

RUNS = 20
SLUG = "demo-club"
SEASON = Period("truco", date(2025, 1, 1), date(2025, 12, 31))
YEAR = Period(None, date(2025, 1, 1), date(2025, 12, 31))


def main() -> None:
    """Make the club where there is none, then ask for what its pages show."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200, help="played by the generator")
    parser.add_argument("--copies", type=int, default=5, help="how many times they are there in the end")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        instance = os.environ.get("SCOREKEEPER_INSTANCE", folder)
        app = create_app({"INSTANCE_PATH": instance, "SQLITE_SYNCHRONOUS": "NORMAL"})
        with app.app_context():
            report(ready_club(Path(instance), asked.matches, asked.copies))
            db.engine.dispose()


def ready_club(folder: Path, matches: int, copies: int) -> Club:
    """The demo club with that many matches, played and copied as far as it does not have them yet."""
    schema.upgrade(db.engine, folder)
    club = accounts.find_club(SLUG)
    if club is None:
        for _done in fill_club(accounts.found_club("Demo club"), matches, seed=1):
            pass
    if count("match") == matches:
        copy_rows(copies)
        db.session.execute(text("ANALYZE"))
        db.session.commit()
    return db.session.scalars(select(Club).where(Club.slug == SLUG)).one()


def count(table: str) -> int:
    """The rows of a table."""
    return int(db.session.scalar(text(f'SELECT count(*) FROM "{table}"')) or 0)


def report(club: Club) -> None:
    """Print what each question costs."""
    counts = ", ".join(f"{count(table):,} {table}s" for table in ("match", "hand", "result", "player"))
    print(f"{db.engine.dialect.name}: {counts}\n")
    someone = db.session.scalars(select(Player).where(Player.club_id == club.id).limit(1)).one()
    measure("standings of a season, one game", lambda: standings(club, SEASON))
    measure("standings of a year, all games", lambda: standings(club, YEAR))
    measure("standings of all time, all games", lambda: standings(club, Period()))
    measure("player: results", lambda: careers.results_of(someone, YEAR))
    measure("player: with whom", lambda: careers.partners(someone, YEAR))
    measure("player: against whom", lambda: careers.opponents(someone, YEAR))
    measure("archive: newest", lambda: archive.shelf(club, Period()))
    measure("archive: searched by name", lambda: archive.shelf(club, YEAR, "anna"))
    measure_export(club)


def measure(name: str, ask: Callable[[], object]) -> None:
    """Print the median and the 95th percentile, and how the database goes about its statements on results."""
    statements: dict[str, object] = {}

    def note(_connection: object, _cursor: object, statement: str, values: object, *_rest: object) -> None:
        statements[statement] = values

    event.listen(db.engine, "before_cursor_execute", note)
    times = []
    for _run in range(RUNS):
        start = time.perf_counter()
        ask()
        times.append((time.perf_counter() - start) * 1000)
    event.remove(db.engine, "before_cursor_execute", note)
    print(f"{name:34} median {statistics.median(times):7.1f} ms   p95 {statistics.quantiles(times, n=20)[-1]:7.1f} ms")
    for statement, values in statements.items():
        if "FROM result" in statement:
            print(plan(statement, values))


def plan(statement: str, values: object) -> str:
    """How the database goes about a statement, indented."""
    word = "EXPLAIN QUERY PLAN" if db.engine.dialect.name == "sqlite" else "EXPLAIN"
    rows = db.session.connection().exec_driver_sql(f"{word} {statement}", values).all()  # type: ignore[arg-type]
    return "\n".join(f"    {row[-1]}" for row in rows[:6])


def measure_export(club: Club) -> None:
    """Print how fast matches go out, and by how much memory grows meanwhile."""
    before, start, lines = _memory(), time.perf_counter(), 0
    for _line in exporting.match_lines(club, Period()):
        lines += 1
    took = time.perf_counter() - start
    print(
        f"export of {lines:,} matches             {lines / took:,.0f} a second; memory grew by {_memory() - before} MB"
    )


def _memory() -> int:
    """The most memory that this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
