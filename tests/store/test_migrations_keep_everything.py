"""A filled database of every earlier revision is migrated to the newest one without loss."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import Engine, create_engine

from scorekeeper.cli import main
from scorekeeper.i18n import catalogue
from scorekeeper.i18n.texts import table_in_words
from scorekeeper.store import database, upgrade
from scorekeeper.store.default_words import WORDS, Words, renamed
from scorekeeper.store.migrations import HEAD
from tests.store.test_migrations import scripts
from tests.support.every_table import Content, content, full, live_through
from tests.support.fuzzing import FUZZING

# Counts of rate limits, which are no longer stored in the database, and sums that are added up again.
DROPPED = {"rate_count", "month_tally"}
GONE = {
    ("account", "stamp"),  # random letters that stood for an account's sessions, which have rows of their own now
    ("club", "recount_from"),  # set back where results count in another way
}
WROTE_NAMES = ("en", "it", "pt_BR", "es", "sw", "ja")  # the languages in which names of tables were stored
STEPS = [each.revision for each in scripts().walk_revisions()][::-1]
# All later steps are taken from each of these; PostgreSQL needs five times as long for a step.
STEPS_ON_SQLITE = STEPS if FUZZING else [*STEPS[:-2:12], *STEPS[-2:]]
STEPS_ON_POSTGRESQL = STEPS if FUZZING else [*STEPS[1:-1:24], STEPS[-1]]


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Content:
    """The rows of some evenings."""
    return full(tmp_path_factory.mktemp("full"))


@pytest.fixture
def engine(new_database: str) -> Iterator[Engine]:
    made = create_engine(**database.engine_options(new_database, 10))
    database.prepare(made, "NORMAL")
    yield made
    made.dispose()


@pytest.mark.sqlite
@pytest.mark.parametrize("step", STEPS_ON_SQLITE)
def test_a_lived_in_database_of_every_step_is_brought_to_the_newest(
    engine: Engine, known: Content, step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _brought_to_the_newest(engine, known, step, tmp_path, monkeypatch)


@pytest.mark.postgresql
@pytest.mark.parametrize("step", STEPS_ON_POSTGRESQL)
def test_a_lived_in_postgresql_is_brought_to_the_newest_step(
    engine: Engine, known: Content, step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _brought_to_the_newest(engine, known, step, tmp_path, monkeypatch)


def _brought_to_the_newest(
    engine: Engine, known: Content, step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgrade.upgrade(engine, tmp_path, to=step)
    before = live_through(engine, known)
    assert all(before.values())
    backup = upgrade.upgrade(engine, tmp_path / "backups")
    assert (backup is None) == (step == HEAD or engine.dialect.name == "postgresql")
    with engine.connect() as connection:
        after = content(connection)
    assert upgrade.revision(engine) == HEAD
    assert before.keys() - after.keys() <= DROPPED
    for table, rows in ((table, before[table]) for table in before.keys() - DROPPED):
        kept = [{name: value for name, value in row.items() if (table, name) not in GONE} for row in rows]
        assert _of_columns(after[table], kept) == kept, table
    url = engine.url.render_as_string(hide_password=False)
    _verified(tmp_path, url, monkeypatch)


def _of_columns(rows: list[dict[str, object]], like: list[dict[str, object]]) -> list[dict[str, object]]:
    """The rows with those columns only that the others have; none that were there may be gone."""
    return [{name: row[name] for name in like[0]} for row in rows]


def _verified(instance: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(instance))
    monkeypatch.setenv("DATABASE_URL", url.replace("postgresql+psycopg://", "postgresql://"))
    told = CliRunner().invoke(main, ["verify"])
    assert told.exit_code == 0, told.output
    assert "Matches: 0." not in told.output


def test_sums_that_a_step_adds_up_are_those_that_were_kept(engine: Engine, known: Content, tmp_path: Path) -> None:
    upgrade.upgrade(engine, tmp_path, to="0008")
    live_through(engine, known)
    upgrade.upgrade(engine, tmp_path / "backups")
    with engine.connect() as connection:
        after = content(connection)
    for table in ("tally", "span_tally", "pair_tally", "guest_tally", "game_tally"):
        assert known[table]
        assert after[table] == known[table], table


def test_namesakes_get_a_numeral_instead_of_their_number(engine: Engine, known: Content, tmp_path: Path) -> None:
    upgrade.upgrade(engine, tmp_path, to="0044")
    players = [{**row, "name": f"Maria Rossi ({number})", "name_key": f"maria rossi ({number})", "number": number,
                "merged_into": None}
               for row, number in zip(known["player"][:2], ("00987", "12"), strict=True)]  # fmt: skip
    assert players[0]["club_id"] == players[1]["club_id"]
    entrant = {"id": 1, "name": "Maria Rossi (00987) – Ugo", "players": ["Maria Rossi (00987)", "Ugo"]}
    played = known["tournament"][0]
    played = {**played, "club_id": players[0]["club_id"], "document": {**played["document"], "entrants": [entrant]}}  # type: ignore[dict-item]
    live_through(engine, {**known, "player": [*players, *known["player"][2:]], "tournament": [played]})
    upgrade.upgrade(engine, tmp_path / "backups")
    with engine.connect() as connection:
        after = content(connection)
    rows = {row["name"]: (row["number"], row["merged_into"]) for row in after["player"] if "Rossi" in str(row["name"])}
    first, second = (row["id"] for row in players)
    assert rows == {"Maria Rossi (I)": ("00987", None), "Maria Rossi (II)": ("12", None),
                    "Maria Rossi (00987)": ("", first), "Maria Rossi (12)": ("", second)}  # fmt: skip
    renamed_entrant = {"id": 1, "name": "Maria Rossi (I) – Ugo", "players": ["Maria Rossi (I)", "Ugo"]}
    assert after["tournament"][0]["document"]["entrants"] == [renamed_entrant]  # type: ignore[index]


@pytest.mark.sqlite
@pytest.mark.parametrize("turn", range(len(WROTE_NAMES) if FUZZING else 1))
def test_names_of_tables_that_nobody_typed_become_signs(
    engine: Engine, known: Content, turn: int, tmp_path: Path
) -> None:
    """The tables are named in each of the languages in turn; at night each of them in every language."""
    numbers = [row["sitting_id"] for kind in ("night_table", "tournament_table") for row in known[kind]]
    spoken = dict(zip(sorted(numbers), cycle(WROTE_NAMES[turn:] + WROTE_NAMES[:turn]), strict=False))
    assert set(spoken.values()) == set(WROTE_NAMES)

    def in_words(row: dict[str, object]) -> dict[str, object]:
        language, name = spoken.get(row["id"]), str(row["name"])
        return row if language is None else {**row, "name": table_in_words(name, catalogue(language).gettext)}

    typed = [in_words(row) for row in known["sitting"]]
    assert [row["name"] for row in typed if row in known["sitting"] and row["id"] in spoken] == []
    upgrade.upgrade(engine, tmp_path, to="0025")
    live_through(engine, {**known, "sitting": typed})
    upgrade.upgrade(engine, tmp_path / "backups")
    with engine.connect() as connection:
        after = content(connection)["sitting"]
    assert [row["name"] for row in after] == [row["name"] for row in known["sitting"]]


@pytest.mark.sqlite
@pytest.mark.parametrize("turn, words", list(enumerate(WORDS)))
def test_words_that_nobody_typed_are_no_longer_names(
    engine: Engine, known: Content, turn: int, words: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sides with named players now have the players' names, in the hands' lines and in the log too."""
    pair = dict(zip(("Gatti", "Cani"), words[0], strict=True))
    upgrade.upgrade(engine, tmp_path, to="0014")
    before = live_through(engine, {table: renamed(rows, pair) for table, rows in known.items()})
    upgrade.upgrade(engine, tmp_path / "backups")
    with engine.connect() as connection:
        after = content(connection)
    people = dict(zip(pair.values(), ("Anna & Bruno", "Carla & Dino"), strict=True))
    for table in ("match", "hand", "change"):
        assert _of_columns(after[table], before[table]) == renamed(before[table], people)
    if FUZZING or turn % 3 == 0:
        _verified(tmp_path, engine.url.render_as_string(hide_password=False), monkeypatch)
