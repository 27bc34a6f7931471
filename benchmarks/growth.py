"""Does saving a hand cost more with many hands? In matches of 10 to 899, in databases of 10 to 1,000,000 hands.

    python -m benchmarks.growth --match 10 899 --database 10 1000000

Matches are played by the rules; the database is then filled at once with copies of a match of 100 hands and its log
under new ids. Small and large take turns in one run. A match records 1,000 hands, and those that are measured are among
them: 899 before are the most. Target: the large one at most 25 % slower than the small one.
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from flask import Flask
from sqlalchemy import Engine, text

from benchmarks.save_hand import Table, clock
from scorekeeper.app import create_app
from scorekeeper.games.engine.history import MOST_HANDS
from scorekeeper.store import upgrade
from scorekeeper.store.models import Base, db

ROUNDS = 100
LONGEST = (
    MOST_HANDS - ROUNDS - 1
)  # hands of a match in which each round, and the one that is not counted, saves another
TARGET = 1.25
COPIED = 100  # hands of the match whose copies fill the database
JSON = "application/json"


class Growth(NamedTuple):
    """Medians in microseconds, by the number of hands."""

    what: str
    small: int
    large: int
    of_small: float
    of_large: float

    @property
    def ratio(self) -> float:
        """The large one's time divided by the small one's."""
        return self.of_large / self.of_small


@contextmanager
def new_app() -> Iterator[Flask]:
    """Returns an application on an empty database."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-growth-") as folder:
        app = create_app({"INSTANCE_PATH": folder, "DATABASE_URL": "", "RATELIMIT_ENABLED": False})
        with app.app_context():
            upgrade.upgrade(db.engine, Path(folder))
        yield app
        with app.app_context():
            db.engine.dispose()


def in_a_match(small: int, large: int, rounds: int) -> Growth:
    """Measures saving a hand in a short and in a long match."""
    with new_app() as app:
        table = Table(app)
        short, long = table.new_match(small), table.new_match(large)
        of_short, of_long = in_turns([lambda: one(table, short), lambda: one(table, long)], rounds)
    return Growth("hands in the match", small, large, of_short, of_long)


def in_a_database(small: int, large: int, rounds: int) -> Growth:
    """Measures saving a hand in a short match, in a small and in a large database."""
    with new_app() as few, new_app() as many:
        tables = [Table(few), Table(many)]
        matches = [tables[0].new_match(small), tables[1].new_match(small)]
        with many.app_context():
            fill(db.engine, tables[1], large)
        measures = [lambda: one(tables[0], matches[0]), lambda: one(tables[1], matches[1])]
        of_few, of_many = in_turns(measures, rounds)
    return Growth("hands in the database", small, large, of_few, of_many)


def one(table: Table, match: int) -> float:
    """Saves a hand; returns microseconds."""
    return clock(table.save(match, JSON))


def in_turns(measures: list[Callable[[], float]], rounds: int) -> list[float]:
    """Returns the median of each, measured in turns; the first turn is not counted."""
    for measure in measures:
        measure()
    taken = [[measure() for measure in measures] for _ in range(rounds)]
    return [median(column) for column in zip(*taken, strict=True)]


def fill(engine: Engine, table: Table, hands: int) -> None:
    """Fills the database to at least so many hands, each with a row of the log, in the fastest way for SQLite."""
    number = table.new_match(COPIED)
    with engine.begin() as connection:
        query = text("SELECT id FROM match WHERE number = :number")
        match = connection.scalar(query, {"number": number})
        last = connection.scalar(text("SELECT max(id) FROM match"))
        copies = f"WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < {hands // COPIED})"
        for name, instead in (
            ("match", {"id": f"{last} + n", "number": f"{number} + n", '"key"': '"key" || n'}),
            ("hand", {"match_id": f"{last} + n"}),
            ("change", {"match_id": f"{last} + n"}),
        ):
            names = [f'"{column.name}"' for column in Base.metadata.tables[name].columns]
            values = [instead.get(column, instead.get(column.strip('"'), column)) for column in names]
            owner = "id" if name == "match" else "match_id"
            connection.execute(
                text(
                    f'{copies} INSERT INTO "{name}" ({", ".join(names)}) '
                    f'SELECT {", ".join(values)} FROM copy, "{name}" WHERE {owner} = {match}'
                )
            )
        connection.execute(text("ANALYZE"))


def measure(match: list[int], database: list[int], rounds: int = ROUNDS) -> Iterator[Growth]:
    """Measures both."""
    yield in_a_match(match[0], match[1], rounds)
    yield in_a_database(database[0], database[1], rounds)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--match", type=int, nargs=2, default=[10, LONGEST])
    parser.add_argument("--database", type=int, nargs=2, default=[10, 1_000_000])
    options = parser.parse_args()
    if max(options.match) > LONGEST:
        parser.error(f"--match: at most {LONGEST} hands")
    for growth in measure(options.match, options.database):
        medians = f"{growth.small:,} → {growth.of_small:.0f} µs, {growth.large:,} → {growth.of_large:.0f} µs"
        print(f"{growth.what}: {medians}: {growth.ratio:.2f} (target {TARGET})", flush=True)


if __name__ == "__main__":
    main()
