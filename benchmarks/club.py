"""The pages of a large club: response times through the application, and the query plans.

    python -m benchmarks.club --matches 100000                1,000,000 hands of 2,000 players
    DATABASE_URL=postgresql://… python -m benchmarks.club     on a PostgreSQL database, empty or from a former run

One player sits in three of ten matches. With SCOREKEEPER_INSTANCE the club is kept for the next run. 2,000 matches
are created in seconds; the targets are for 100,000: 95 % of requests in under 100 ms with PostgreSQL, in under 200 ms
with SQLite. Own CPU should grow by no more than a half from 10,000 to 100,000.
"""

import argparse
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select, text

from benchmarks.club_pages import pages_of
from benchmarks.plans import Questions, plan
from scorekeeper import jobs
from scorekeeper.app import create_app
from scorekeeper.clubs import accounts, results, roster
from scorekeeper.clubs.demo import fill_club
from scorekeeper.serving.worker import freeze_loaded_objects
from scorekeeper.store import upgrade
from scorekeeper.store.club_models import Club, Player, Result
from scorekeeper.store.models import db
from tests.support.job_worker import work_off

SLUG = "demo-club"
LOGIN, PASSWORD = "bench", "four aces of coins"
TARGET = {"postgresql": 100, "sqlite": 200}  # ms


def main() -> None:
    """Creates the club if needed, then requests its pages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=2000, help="of a club that is not there yet")
    parser.add_argument("--export", metavar="QUERY", help="only export, and print how many matches and the peak memory")
    parser.add_argument("--requests", type=int, default=120, help="to each page")
    parser.add_argument("--pages-only", action="store_true", help="neither merge players nor export")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        instance = os.environ.get("SCOREKEEPER_INSTANCE", folder)
        os.environ["SCOREKEEPER_INSTANCE"] = instance
        app = create_app({"SQLITE_SYNCHRONOUS": "NORMAL", "WTF_CSRF_ENABLED": False, "RATELIMIT_ENABLED": False})
        with app.app_context():
            ready_club(Path(instance), options.matches)
            db.session.rollback()
        if options.export is not None:
            export(app, options.export)
        else:
            report(app, options.requests, pages_only=options.pages_only)
        with app.app_context():
            db.engine.dispose()


def ready_club(folder: Path, matches: int) -> None:
    """Returns the demo club, created if missing, with an owner account."""
    upgrade.upgrade(db.engine, folder)
    if accounts.find_club(SLUG) is None:
        start = time.perf_counter()
        for _done in fill_club(accounts.create_club("Demo club"), matches, seed=1):
            pass
        add_regular()
        print(f"Made in {time.perf_counter() - start:,.0f} s.", file=sys.stderr)
    existing = accounts.find_club(SLUG)
    while existing is not None and results.rate_backlog(db.session, existing.id):
        db.session.commit()
    db.session.commit()
    if accounts.find_account(LOGIN) is None:
        club = db.session.scalars(select(Club).where(Club.slug == SLUG)).one()
        accounts.join(club, accounts.create_account(LOGIN, "Bench", PASSWORD), "owner")
        db.session.commit()
        with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("VACUUM ANALYZE" if db.engine.dialect.name == "postgresql" else "ANALYZE"))


def add_regular() -> None:
    """Reassigns the first seat of three in ten matches to one player."""
    regular = db.session.scalars(select(Player).order_by(Player.id).limit(1)).one()
    own = select(Result.match_id).where(Result.player_id == regular.id)
    results.lock_results(db.session, regular.club_id)
    seats = (Result.seat == 0, Result.match_id % 10 < 3, Result.match_id.not_in(own))
    results.reassign(db.session, regular.club_id, regular.id, *seats)
    db.session.commit()


def signed_in(app: Flask) -> FlaskClient:
    """Returns the owner's browser."""
    client = app.test_client()
    assert client.post("/login", data={"login": LOGIN, "password": PASSWORD}).status_code == 303
    return client


def report(app: Flask, requests: int, *, pages_only: bool = False) -> None:
    """Prints the cost of each page, then the plans of its queries."""
    with app.app_context():
        engine, target = db.engine.dialect.name, TARGET[db.engine.dialect.name]
        sizes = ", ".join(f"{count(table):,} {name}" for table, name in TABLES.items())
        club = db.session.scalars(select(Club).where(Club.slug == SLUG)).one()
        pages = dict(pages_of(club, random.Random(1), requests))
    print(f"### {engine}: {sizes}\n")
    print(
        f"| page | median ms | p95 ms (target {target}) | own CPU, median ms | database, median ms | statements | KB |"
    )
    print("|---|---|---|---|---|---|---|")
    client, plans = signed_in(app), []
    freeze_loaded_objects()  # as servers do
    for name, paths in pages.items():
        plans.append((name, measure(app, client, name, paths)))
    if not pages_only:
        measure_merge(app)
        measure_export()
    for name, questions in plans:
        print_plans(app, name, questions)


TABLES = {"match": "matches", "hand": "hands", "result": "results", "player": "players"}


def count(table: str) -> int:
    """Returns the number of rows of a table."""
    return int(db.session.scalar(text(f'SELECT count(*) FROM "{table}"')) or 0)


def measure(app: Flask, client: FlaskClient, name: str, paths: list[str]) -> Questions:
    """Requests the pages after one uncounted warm-up request; the queries of the last request are stored."""
    client.get(paths[-1])
    times, own, spent, size = [], [], [], 0
    with app.app_context():
        questions = Questions(db.engine)
    for path in paths:
        questions.clear()
        start, cpu = time.perf_counter(), time.process_time()
        answer = client.get(path)
        times.append((time.perf_counter() - start) * 1000)
        own.append((time.process_time() - cpu) * 1000)
        spent.append(questions.seconds * 1000)
        assert answer.status_code == 200, (path, answer.status_code)
        size = len(answer.data)
    questions.close()
    median, late = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    database = statistics.median(spent)
    statements = len(questions.asked)
    cells = (
        f"{median:.0f}",
        f"{late:.0f}",
        f"{statistics.median(own):.1f}",
        f"{database:.1f}",
        statements,
        size // 1000,
    )
    print(f"| {name} |", *(f"{cell} |" for cell in cells), flush=True)
    return questions


def measure_merge(app: Flask) -> None:
    """Prints how long merging two players takes, until the response and until all ratings are updated."""
    with app.app_context():
        club = db.session.scalars(select(Club).where(Club.slug == SLUG)).one()
        strangers = strangers_of(club)
        if strangers is None:
            print("\nEverybody has met everybody, so nobody can be merged.")
            return
        player, other = strangers
        start = time.perf_counter()
        roster.merge(db.session.get_one(Player, player), db.session.get_one(Player, other))
        db.session.commit()
        took = time.perf_counter() - start
        while results.rate_backlog(db.session, club.id):
            db.session.commit()
        db.session.commit()
        settled = time.perf_counter() - start
    print(f"\nTwo players made one: {1000 * took:.0f} ms, with all ratings {settled:.1f} s.")


def strangers_of(club: Club) -> tuple[int | None, int | None] | None:
    """Returns two players who never met, so that they can be merged, and who played most; None if all have met."""
    of_players = select(Result.player_id).where(Result.club_id == club.id, Result.player_id.is_not(None))
    most = of_players.group_by(Result.player_id).order_by(func.count().desc(), Result.player_id)
    people = db.session.scalars(most).all()
    for player in people:
        own = select(Result.match_id).where(Result.player_id == player)
        met = set(db.session.scalars(select(Result.player_id).where(Result.match_id.in_(own))))
        stranger = next((other for other in people if other not in met), None)
        if stranger is not None:
            return player, stranger
    return None


def measure_export() -> None:
    """Prints the peak memory of exports of different sizes, each in its own process."""
    print()
    for query in ("from=2025-06-01&to=2025-06-10", "", "csv"):
        subprocess.run([sys.executable, "-m", "benchmarks.club", "--export", query], check=True)


def export(app: Flask, query: str) -> None:
    """Makes an export as a worker does, and reads it to its end."""
    client = signed_in(app)
    path = f"/c/{SLUG}/results.csv" if query == "csv" else f"/c/{SLUG}/matches.jsonl?{query}"
    start, lines, size = time.perf_counter(), 0, 0
    job = str(client.get(path).location).rpartition("/")[2]
    work_off(app)
    with app.app_context():
        for piece in jobs.pieces(job):
            lines += piece.count(b"\n")
            size += len(piece)
    took = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        f"- {path.split('?')[0]}: {lines:,} lines, {size / 1e6:.1f} MB in {took:.1f} s; peak memory {peak} MB",
        flush=True,
    )


def print_plans(app: Flask, name: str, questions: Questions) -> None:
    """Prints the query plans of the slowest queries."""
    print(f"\n#### {name}\n")
    with app.app_context():
        for statement, values in questions.slowest(2):
            print(f"```sql\n{statement}\n```\n```\n{plan(db.engine, statement, values)}\n```")


if __name__ == "__main__":
    main()
