"""The club's log: its lines, permissions, filters, paging, and export."""

import csv
import io
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from scorekeeper import ledger
from scorekeeper.clubs import log, roster
from scorekeeper.clubs.log import Cursor, Line, LogFilter, read_cursor
from scorekeeper.clubs.tournaments import keeping as tournament_log
from scorekeeper.pages.change_texts import KINDS
from scorekeeper.store.club_models import Club, ClubLogLine
from scorekeeper.store.models import Change, Match, db
from scorekeeper.store.tournament_models import TournamentChange
from scorekeeper.web.views.clubs.log_search import ACT_KINDS, MATCH_KINDS
from tests.clubs.evenings import a_club, begin, play
from tests.support.matches import won, write

FOUR = ("Anna", "Bruno", "Carla", "Dino")
EVERYTHING = LogFilter(with_accounts=True)


def found(club: Club, wanted: LogFilter = EVERYTHING) -> list[str]:
    return [line.kind for line in log.lines(club, wanted)]


def lines_of(page: str) -> list[str]:
    return re.findall(r'<li class="person">(.*?)</li>', page.partition('class="lines log"')[2], re.DOTALL)


def at(line: Change | ClubLogLine, moment: datetime) -> None:
    """Sets the time of the newest line."""
    keys = {name: getattr(line, name) for name in (("match_id", "number") if isinstance(line, Change) else ("id",))}
    table = type(line)
    db.session.execute(update(table).filter_by(**keys).values(at=moment))


@pytest.fixture
def busy(app: Flask, club: str) -> str:
    """The club, with two matches, a club line and a correction in its log."""
    with app.app_context():
        here = db.session.scalars(select(Club).where(Club.slug == club)).one()
        play(here, *FOUR)
        other = begin(here, "Elsa", "Fabio", "Gina", "Hugo")
        write(ledger.record, other, won(0, 3))
        write(ledger.correct, other, 1, won(1, 3))
        log.note(here, "Olga", "merge", who="Anna", other="Annina")
        play(a_club(), *FOUR)
        db.session.commit()
    return f"/c/{club}/log"


def test_every_kind_of_line_has_its_words_and_its_place_in_the_filter() -> None:
    assert set(MATCH_KINDS) == set(KINDS)
    assert set(ACT_KINDS) == set(log.KINDS) - log.OF_ACCESS


def test_every_kind_of_line_fits_its_column() -> None:
    """Only PostgreSQL enforces the lengths."""
    for table, kinds in ((Change, KINDS), (ClubLogLine, log.KINDS), (TournamentChange, tournament_log.KINDS)):
        width = table.__table__.c.kind.type.length
        assert [kind for kind in kinds if len(kind) > width] == [], table


def test_an_act_that_has_no_words_is_not_written(app: Flask) -> None:
    with app.app_context(), pytest.raises(ValueError, match="no kind of line"):
        log.note(a_club(), "Olga", "dance")


def test_the_newest_stands_first_and_other_clubs_stand_elsewhere(owner: FlaskClient, busy: str) -> None:
    lines = lines_of(owner.get(busy).text)
    assert len(lines) == 4 + 3 + 1
    assert "Annina merged into Anna" in lines[0]
    assert "Hand 1 corrected" in lines[1]
    assert "it was" in lines[1]
    assert "Match" not in lines[0]


def test_scorers_read_it_without_what_was_done_with_accounts(
    app: Flask, club: str, owner: FlaskClient, scorer: FlaskClient, busy: str
) -> None:
    owner.post(f"/c/{club}/people/invite", data={"role": "member", "label": "Zeno"})
    owner.post(f"/c/{club}/players", data={"name": "Zoe"})
    assert "Invitation created for Zeno as Member" in owner.get(busy).text
    seen = scorer.get(busy).text
    assert "Player added: Zoe" in seen
    assert "Zeno" not in seen
    assert "Zeno" not in scorer.get(f"{busy}?kind=invite").text
    assert "Zeno" not in scorer.get(f"{busy}.csv").text
    assert "Zeno" in owner.get(f"{busy}.csv?kind=invite").text


LINES_SHOWN = {
    "": 8,
    "kind=record": 4,
    "kind=merge": 1,
    "kind=nonsense": 8,
    "match=2": 3,
    "match=2&kind=correct": 1,
    "match=999": 0,
    "match=3": 0,  # another club's
    "match=99999999999999999999": 8,
    "match=-1": 8,
    "who=annina": 1,
    "who=carla": 4,  # played in it
    "who=olga": 1,
    "who=%25": 0,
    "from=2000-01-01&to=2000-12-31": 0,
    "from=2000-01-01": 8,
    "to=2000-01-01": 0,
    "from=yesterday&to=0000-00-00": 8,
    "before=nonsense": 8,
    "before=1-2-3": 8,
    "before=99999999999999999-1-1-1": 8,
    "before=1-1-1-1": 0,
}


@pytest.mark.each_engine
def test_the_address_says_what_is_shown(owner: FlaskClient, busy: str) -> None:
    answers = {query: owner.get(f"{busy}?{query}") for query in LINES_SHOWN}
    assert {answer.status_code for answer in answers.values()} == {200}
    assert {query: len(lines_of(answer.text)) for query, answer in answers.items()} == LINES_SHOWN


@pytest.mark.each_engine
def test_pages_have_a_fixed_size_and_miss_and_double_nothing(app: Flask) -> None:
    with app.app_context():
        club = a_club()
        for _round in range(4):
            play(club, *FOUR)
            log.note(club, "Olga", "import", count=1)
        moment = datetime(2026, 3, 1, 20, tzinfo=UTC)
        db.session.flush()
        for number, line in enumerate([*db.session.scalars(select(Change)), *db.session.scalars(select(ClubLogLine))]):
            at(line, moment + timedelta(seconds=number // 5))  # several at the same time
        whole, _end = log.page(club, EVERYTHING, None, 100)
        assert len(whole) == 4 * 5
        for size in (1, 3, 7):
            pages, before = list[Line](), None
            while True:
                page, before = log.page(club, EVERYTHING, read_cursor(before.text) if before else None, size)
                assert len(page) <= size
                pages += page
                if before is None:
                    break
            assert [line.cursor for line in pages] == [line.cursor for line in whole]


def test_a_place_in_an_address_is_the_place_again() -> None:
    place = Cursor(datetime(2026, 11, 21, 20, 15, 1, 234567, tzinfo=UTC), 1, 12, 3)
    assert read_cursor(place.text) == place


def test_a_day_is_a_day_where_the_club_is(app: Flask) -> None:
    with app.app_context():
        club = a_club()
        log.note(club, "Olga", "import", count=1)
        db.session.flush()
        midnight = datetime(2026, 3, 1).astimezone()
        act = db.session.scalars(select(ClubLogLine).where(ClubLogLine.club_id == club.id)).one()
        for moment, expected in ((midnight, 1), (midnight - timedelta(microseconds=1), 0)):
            at(act, moment)
            day = midnight.date()
            assert len(found(club, LogFilter(since=day, until=day))) == expected


@pytest.mark.each_engine
def test_the_table_has_every_line_and_no_formula(app: Flask, club: str, owner: FlaskClient, busy: str) -> None:
    with app.app_context():
        here = db.session.scalars(select(Club).where(Club.slug == club)).one()
        log.note(here, "=cmd|'/c calc'!A1", "player", who="@SUM(A1)")
        match = db.session.get_one(Match, 2)
        ledger.annotate(match, 1, "-2+3", ledger.Write("+1", "n", match.version))
        db.session.commit()
    answer = owner.get(f"{busy}.csv")
    assert "attachment" in answer.headers["Content-Disposition"]
    head, *rows = csv.reader(io.StringIO(answer.text))
    assert head[:4] == ["when", "who", "kind", "match"]
    assert len(rows) == 10
    cells = [cell for row in rows for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    assert "'=cmd|'/c calc'!A1" in cells
    corrected = next(row for row in rows if row[2] == "correct")
    assert corrected[3:7] == ["2", "", "Us – Them", "1"]
    assert "it was" in corrected[8]


@pytest.mark.each_engine
def test_an_export_reads_a_stretch_at_a_time(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "AT_ONCE", 2)
    with app.app_context():
        club = a_club()
        play(club, *FOUR)
        log.note(club, "Olga", "import", count=1)
        db.session.commit()
        assert found(club) == ["import", "record", "record", "record", "start"]


def test_approvals_and_their_end_stand_in_it_with_the_reason(app: Flask, owner: FlaskClient, busy: str) -> None:
    with app.app_context():
        match = db.session.get_one(Match, 1)
        ledger.approve(match, ledger.Write("Olga", "a", match.version))
        with ledger.ruled(match, "wrong hall"):
            ledger.reopen(match, ledger.Write("Olga", "b", match.version))
        db.session.commit()
    lines = lines_of(owner.get(busy).text)
    assert "Match reopened" in lines[0]
    assert "Reason: wrong hall" in lines[0]
    assert "Result approved" in lines[1]
    assert len(lines_of(owner.get(f"{busy}?kind=approve").text)) == 1


ACTS: list[tuple[str, dict[str, Any], str]] = [
    ("people/invite", {"role": "scorer", "label": "Zeno"}, "Invitation created for Zeno as Scorer"),
    ("people/{sam}", {"role": "member"}, "Sam is now Member"),
    ("people/{sam}", {"role": "out"}, "Sam left the club"),
    ("people/{sam}/reset", {}, "Password reset link created for Sam"),
    ("people/{sam}/arbiter", {"arbiter": "1"}, "Sam is now an arbiter"),
    ("people/{sam}/arbiter", {"arbiter": "0"}, "Sam is no longer an arbiter"),
    ("approvals", {"approving": "1"}, "Results need an arbiter’s approval"),
    ("players", {"name": "Zoe"}, "Player added: Zoe"),
    ("players/{anna}/edit", {"name": "Anna Rossi", "active": "1"}, "Player renamed: Anna is now Anna Rossi"),
    ("players/{anna}/edit", {"name": "Anna"}, "Anna is now inactive"),
    ("players/{anna}/merge", {"other": "Annina"}, "Annina merged into Anna"),
    ("nights", {"day": "2026-11-20", "tables": "2"}, "Night created: November 20, 2026"),
]


@pytest.mark.parametrize("address,sent,told", ACTS, ids=[told for _address, _sent, told in ACTS])
def test_what_the_club_does_is_logged_with_who_did_it(
    app: Flask, club: str, owner: FlaskClient, address: str, sent: dict[str, Any], told: str
) -> None:
    with app.app_context():
        here = db.session.scalars(select(Club).where(Club.slug == club)).one()
        anna, _annina = roster.add_player(here, "Anna"), roster.add_player(here, "Annina")
        db.session.commit()
        place = address.format(sam=2, anna=anna.id)
    assert owner.post(f"/c/{club}/{place}", data=sent).status_code in (201, 303)
    first = lines_of(owner.get(f"/c/{club}/log").text)[0]
    assert told in first
    assert "<bdi>Olga</bdi>" in first


def test_what_was_refused_is_not_logged(club: str, owner: FlaskClient) -> None:
    owner.post(f"/c/{club}/people/1", data={"role": "out"})  # the last owner
    owner.post(f"/c/{club}/people/1", data={"role": "member"})
    owner.post(f"/c/{club}/players", data={"name": ""})
    assert lines_of(owner.get(f"/c/{club}/log").text) == []


def test_a_player_who_is_parted_again_and_a_night_that_grows(app: Flask, club: str, owner: FlaskClient) -> None:
    with app.app_context():
        here = db.session.scalars(select(Club).where(Club.slug == club)).one()
        anna, annina = roster.add_player(here, "Anna"), roster.add_player(here, "Annina")
        roster.merge(anna, annina)
        db.session.commit()
        number = annina.id
    owner.post(f"/c/{club}/players/{number}/part")
    night = owner.post(f"/c/{club}/nights", data={"day": "2026-11-20", "tables": "1"}).location
    owner.post(f"{night}/tables")
    owner.post(f"{night}/settlement", data={"amount": "0.50", "unit": "€"})
    lines = lines_of(owner.get(f"/c/{club}/log").text)
    told = (
        "2026-11-20: stake set to 0.50 € a game",
        "tables added",
        "Night created",
        "Annina separated from Anna",
    )
    for line, expected in zip(lines, told, strict=True):
        assert expected in line
