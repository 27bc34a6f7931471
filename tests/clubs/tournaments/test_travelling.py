"""Export and import of tournaments with their matches; invalid lines are refused with their field."""

import io
import json
from datetime import time
from typing import Any

import pytest
from flask import Flask, current_app
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs import accounts, erasing, exporting, import_lines, importing
from scorekeeper.clubs.standings import Period
from scorekeeper.clubs.tournaments import entries, keeping, presence, rounds, table_results
from scorekeeper.clubs.tournaments import json_lines as exports
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.keeping import lines
from scorekeeper.clubs.tournaments.substituting import add_substitute
from scorekeeper.store.club_models import Club, Night
from scorekeeper.store.models import Match, db
from scorekeeper.store.tournament_models import Tournament, TournamentChange, TournamentTable
from scorekeeper.tournaments.api import pair, standings_of
from scorekeeper.tournaments.changes.entries import read_newcomer
from scorekeeper.web.tournament_pages.tables import log_line
from scorekeeper.web.work import LINES_AT_ONCE
from tests.clubs.conftest import the_club
from tests.clubs.evenings import keys
from tests.clubs.tournaments.evening import ACTOR, a_tournament, enter, play_round, publish_next
from tests.support.matches import points, write
from tests.support.page import Page
from tests.tournaments.made import entrant, play_on, tournament

ALWAYS = Period()
TRESETTE = {"game": "tresette", "variant": None, "scoring": {"kind": "match"}}
DESK: Any = {"numbers": {"1": ["12", ""]}, "paid": [2], "present": [1, 2], "fee": "10 €", "minutes": 40}


def a_club() -> Club:
    return accounts.create_club(f"Club {next(keys)}")


def an_evening(club: Club) -> Tournament:
    """Eight pairs with one complete round, one undone round, and one in progress with a hand at each table."""
    made = a_tournament(club, desk=DESK, **TRESETTE)
    play_round(made)
    publish_next(made)
    rounds.undo(made, made.version, actor=ACTOR)
    for sitting in publish_next(made):
        write(ledger.record, sitting.matches[0], points(8, 3))
    enter(made, 2, 3, 1, 0)
    db.session.commit()
    return made


def exported(club: Club) -> list[bytes]:
    db.session.flush()
    return [line.encode() for line in exporting.lines(club, ALWAYS)]


def taken_in(there: Club, lines: list[bytes]) -> Tournament:
    importing.import_matches(there, lines, actor="Olga", with_nights=True)
    db.session.commit()
    return db.session.scalars(select(Tournament).where(Tournament.club_id == there.id)).one()


def tables(made: Tournament) -> list[tuple[int, int, bool, list[str]]]:
    """Round, number, `has ended`, and the match's names of every table."""
    query = select(TournamentTable, Match).join(Match, Match.sitting_id == TournamentTable.sitting_id)
    rows = db.session.execute(query.where(TournamentTable.tournament_id == made.id).order_by(Match.id))
    return [(each.round, each.number, each.ended_at is not None, match.setup["seats"]) for each, match in rows]


@pytest.mark.each_engine
def test_a_club_s_tournaments_go_elsewhere_with_their_matches_at_their_tables(any_app: Flask) -> None:
    with any_app.app_context():
        here, there = a_club(), a_club()
        made = an_evening(here)
        made.hour = time(20, 45)
        lines = exported(here)
        came = taken_in(there, lines)
        assert came.document == made.document
        assert (came.day, came.hour, came.place, came.made_at) == (made.day, time(20, 45), made.place, made.made_at)
        assert desk_of(came) == desk_of(made)
        assert sorted(tables(came)) == sorted(tables(made))
        (tournament, *matches), (first, *others) = (list(map(json.loads, file)) for file in (exported(there), lines))
        assert tournament["log"].pop()["kind"] == "import"
        assert (tournament, matches) == (first, others)
        assert db.session.scalars(select(Night)).all() == []
        assert importing.import_matches(there, lines, actor="Olga") == 0  # already imported
        assert len(db.session.scalars(select(Tournament)).all()) == 2


def test_a_tournament_that_came_goes_on(app: Flask) -> None:
    with app.app_context():
        here, there = a_club(), a_club()
        made = an_evening(here)
        came = taken_in(there, exported(here))
        for table in (1, 2, 4):
            enter(came, 2, table, 2, 0)
            enter(made, 2, table, 2, 0)
        assert pair(came.document) == pair(made.document)
        assert len(publish_next(came)) == 4


def test_a_tournament_not_begun_travels_too(app: Flask) -> None:
    with app.app_context():
        here, there = a_club(), a_club()
        a_tournament(here, 1)
        assert taken_in(there, exported(here)).document["entrants"][0]["name"] == "Pair 1"


@pytest.mark.each_engine
def test_the_log_of_a_tournament_travels_with_it(any_app: Flask) -> None:
    with any_app.app_context():
        here, there = a_club(), a_club()
        made = an_evening(here)
        table_results.enter(made, made.version, 2, {1: {"points": [3, 0]}}, actor="Sam", reason="read aloud")
        table_results.enter(made, made.version, 2, {1: {}}, actor="Sam")
        table_results.add_ruling(made, {"round": 1, "entrant": 2, "tp": -1, "reason": "came late"}, actor="Olga")
        presence.tick(made, 3, "paid", on=True, actor="Mia")
        add_substitute(made, 1, "Pair 1", 0, read_newcomer(["Zoe"]), "Sam", "ill")
        db.session.commit()
        came = taken_in(there, exported(here))
        assert sentences(came)[1:] == sentences(made)
        assert sentences(came)[0][1:3] == ("Olga", "Tournament imported")
        missed = enter_stale(came)
        assert [line.kind for line in missed] == ["result"]  # imported changes are older than any page opened here


def test_a_log_with_entrants_who_came_back_or_were_removed_is_imported(app: Flask) -> None:
    with app.app_context():
        here = a_club()
        made = a_tournament(here)
        entries.withdraw(made, [2], ACTOR)
        entries.reinstate(made, 2, ACTOR)
        entries.remove(made, [3], ACTOR)
        assert sentences(taken_in(a_club(), exported(here)))[1:] == sentences(made)


def sentences(made: Tournament) -> list[tuple[str, ...]]:
    """The sentences of the log, newest first, without ids."""
    with current_app.test_request_context():
        return [tuple(map(str, log_line(line)[1:])) for line in lines(made, 100)]


def enter_stale(made: Tournament) -> list[TournamentChange]:
    """The missed changes of a page that had not seen the last result."""
    seen = made.version
    enter(made, 2, 2, 5, 4, seen=seen)
    with pytest.raises(keeping.Stale) as stale:
        enter(made, 2, 2, 6, 4, seen=seen)
    return stale.value.changes


def test_a_log_that_is_too_long_for_a_line_goes_out_with_its_newest_lines(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "MOST_TEXT", 1_000)
    with app.app_context():
        here, there = a_club(), a_club()
        made = an_evening(here)
        came = taken_in(there, exported(here))
        assert 3 < len(sentences(came)) < len(sentences(made))
        assert sentences(came)[1:] == sentences(made)[: len(sentences(came)) - 1]


def test_hundreds_who_were_entered_at_once_come_in_again(app: Flask) -> None:
    with app.app_context():
        here, there = a_club(), a_club()
        made = a_tournament(here, 0)
        entries.enter(
            made, [read_newcomer([f"{'Annamaria' * 3} {each}", f"{'Bruno' * 5} {each}"]) for each in range(400)], ""
        )
        db.session.commit()
        assert len(taken_in(there, exported(here)).document["entrants"]) == 400


def test_who_may_not_read_logs_gets_no_member_numbers(app: Flask) -> None:
    with app.app_context():
        made = an_evening(a_club())
        club = db.session.get_one(Club, made.club_id)
        first = json.loads(next(exporting.tournament_lines(club, made, with_log=False)))
        assert not {"desk", "log"} & set(first)


def test_an_export_is_filtered_by_days_and_game(app: Flask) -> None:
    with app.app_context():
        made = an_evening(a_club())
        club = db.session.get_one(Club, made.club_id)
        formats = [
            [json.loads(line)["format"] for line in exporting.lines(club, period)][:1]
            for period in (Period("truco"), Period("tresette"), Period(until=made.day.replace(year=2020)))
        ]
        assert formats == [[], ["scorekeeper-club-tournament/1"], []]


BARE = play_on(tournament(6), 2)


@pytest.mark.parametrize("indent", [None, 2], ids=["on a line", "over many lines"])
def test_a_document_by_itself_is_taken_in(app: Flask, indent: int | None) -> None:
    with app.app_context():
        other_club = a_club()
        file = io.BytesIO(json.dumps(BARE, indent=indent).encode())
        came = taken_in(other_club, list(import_lines.lines_of(file)))
        assert came.document == BARE
        assert standings_of(came.document)["rounds"] == 2
        assert importing.preview(other_club, [json.dumps(BARE).encode()]).known == 1


NOON = "2026-11-27T12:00:00+00:00"


def result(**detail: Any) -> dict[str, Any]:
    """A log line about a result."""
    return {"at": NOON, "kind": "result", "detail": {"round": 1, "table": 1, **detail}}


LINE: dict[str, Any] = {"format": "scorekeeper-club-tournament/1", "tournament": BARE, "day": "2026-11-27"}


@pytest.mark.parametrize(
    "changed, field",
    [
        ({"tournament": None}, "tournament"),
        ({"tournament": []}, "tournament"),
        ({"tournament": {**BARE, "seats": 3}}, "tournament.seats"),
        ({"tournament": {**BARE, "rounds": [], "entrants": [{**entrant(1), "id": []}]}}, "tournament.entrants.0.id"),
        ({"tournament": {**BARE, "entrants": BARE["entrants"][:5]}}, "tournament.rounds.0.tables.2.sides.1"),
        ({"tournament": {**BARE, "rounds": 7}}, "tournament.rounds"),
        ({"tournament": {**BARE, "system": {"kind": "swiss"}}}, "tournament.system.kind"),
        ({"day": "tomorrow"}, "day"),
        ({"day": 7}, "day"),
        ({"made": "noon"}, "made"),
        ({"closed": [1]}, "closed"),
        ({"place": "x" * 81}, "place"),
        ({"log": {}}, "log"),
        ({"log": [7]}, "log.0"),
        ({"log": [{"at": "noon", "kind": "made"}]}, "log.0.at"),
        ({"log": [{"at": NOON, "kind": "danced"}]}, "log.0.kind"),
        ({"log": [{"at": NOON, "kind": "made"}, {"at": NOON, "kind": "made", "version": 3}]}, "log.1.version"),
        ({"log": [{"at": NOON, "kind": "made", "by": "x" * 81}]}, "log.0.by"),
        ({"log": [{"at": NOON, "kind": "made", "reason": ["ill"]}]}, "log.0.reason"),
        ({"log": [{"at": NOON, "kind": "made", "detail": {"was": 1}}]}, "log.0.detail.was"),
        ({"log": [{"at": NOON, "kind": "paid"}]}, "log.0.detail"),
        ({"log": [{"at": NOON, "kind": "paid", "detail": {}}]}, "log.0.detail.who"),
        ({"log": [{"at": NOON, "kind": "paid", "detail": {"who": [1]}}]}, "log.0.detail.who"),
        ({"log": [{"at": NOON, "kind": "time", "detail": {"round": 10**20}}]}, "log.0.detail.round"),
        ({"log": [result(outcome=[1, 2])]}, "log.0.detail.outcome"),
        ({"log": [result(outcome={"points": [1]})]}, "log.0.detail.outcome.points"),
        ({"log": [result(outcome={"mp": [1, 2]})]}, "log.0.detail.outcome.mp"),
        ({"log": [result(outcome={"forfeit": "x"})]}, "log.0.detail.outcome.forfeit"),
        ({"log": [result(outcome={}, was="nothing")]}, "log.0.detail.was"),
        ({"log": [result(outcome={}, sitting=3)]}, "log.0.detail.sitting"),
        ({"desk": 3}, "desk"),
        ({"desk": {"clock": {}}}, "desk.clock"),
        ({"desk": {"numbers": {"9": ["1"]}}}, "desk.numbers.9"),
        ({"desk": {"numbers": {"1": ["1", "2", "3"]}}}, "desk.numbers.1"),
        ({"desk": {"numbers": {"1": ["1" * 21]}}}, "desk.numbers.1.0"),
        ({"desk": {"numbers": [1]}}, "desk.numbers"),
        ({"desk": {"paid": [9]}}, "desk.paid.0"),
        ({"desk": {"present": ["1"]}}, "desk.present.0"),
        ({"desk": {"minutes": 0}}, "desk.minutes"),
        ({"desk": {"confirm": "twice"}}, "desk.confirm"),
        ({"desk": {"fee": "x" * 101}}, "desk.fee"),
        ({"desk": {"options": {"hands": 4}}}, "desk.options"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_field_and_nothing_is_taken_in(
    app: Flask, changed: dict[str, Any], field: str
) -> None:
    with app.app_context():
        other_club = a_club()
        lines = [json.dumps(LINE).encode(), json.dumps(LINE | changed).encode()]
        preview = importing.preview(other_club, lines)
        assert [(each.number, each.problems[0]["field"]) for each in preview.bad] == [(2, field)]
        assert preview.bad[0].problems[0]["message"]
        db.session.commit()
        with pytest.raises(importing.BadFile):
            importing.import_matches(other_club, lines, actor="")
        db.session.rollback()
        assert db.session.scalars(select(Tournament)).all() == []


@pytest.mark.parametrize("options, refused", [({"hands": 4}, False), ({"chess": 1}, True), ({"hands": "x"}, True)])
def test_house_rules_are_those_of_the_game(app: Flask, options: dict[str, Any], refused: bool) -> None:
    document = {**BARE, "game": "buraco", "variant": "burraco"}
    line = LINE | {"tournament": document, "desk": {"options": options}}
    with app.app_context():
        assert bool(importing.preview(a_club(), [json.dumps(line).encode()]).bad) == refused


def test_a_match_of_a_table_that_the_document_does_not_have_disturbs_nothing(app: Flask) -> None:
    with app.app_context():
        here, there = a_club(), a_club()
        an_evening(here)
        lines = exported(here)
        match = json.loads(lines[1])
        for at, strange in enumerate(
            ({"tournament_table": "77"}, {"tournament_round": "9"}, {"tournament_round": "x"})
        ):
            match["about"] |= {"opened": f"2026-01-0{at + 1}T20:00:00+00:00", "tournament_round": "1"} | strange
            match["log"][0]["at"] = f"2026-01-0{at + 1}T20:00:00+00:00"
            lines.append(json.dumps(match).encode())
        came = taken_in(there, lines)
        assert [(table[0], table[1]) for table in tables(came) if table[2] and table[0] != 2] == [(1, 77), (9, 77)]


def test_an_owner_looks_at_a_tournament_and_takes_it_in(app: Flask, owner: FlaskClient, club: str) -> None:
    sent = {"file": (io.BytesIO(json.dumps(BARE, indent=1).encode()), "cup.json")}
    looked = owner.post(f"/c/{club}/import", data=sent)
    assert "Import one tournament" in Page(looked.text).text
    (name,) = (
        each["action"] for each in Page(looked.text).all("form", method="post") if "/import/" in str(each["action"])
    )
    assert owner.post(str(name)).status_code == 303
    assert "Autumn cup" in owner.get(f"/c/{club}/tournaments").text


def test_a_tournament_is_saved_as_a_document_and_with_its_matches(app: Flask, owner: FlaskClient, club: str) -> None:
    with app.app_context():
        club_row = the_club(club)
        made = an_evening(club_row)
        address, document = f"/c/{club}/tournaments/{made.id}", made.document
    assert json.loads(owner.get(f"{address}/document.json").text) == document
    lines = [json.loads(line) for line in owner.get(f"{address}/tournament.jsonl").text.splitlines()]
    assert [line["format"] for line in lines] == ["scorekeeper-club-tournament/1"] + ["scorekeeper/1"] * 12
    assert lines == [json.loads(line) for line in owner.get(f"/c/{club}/matches.jsonl").text.splitlines()]


def test_the_largest_tournament_comes_in_through_the_jobs(app: Flask, owner: FlaskClient, club: str) -> None:
    names = [f"{'A' * 90} {each}" for each in range(400)]
    entrants = [{"id": at + 1, "name": name, "players": ["B" * 40] * 6, "club": name} for at, name in enumerate(names)]
    document = json.dumps(tournament(entrants)).encode()
    assert LINES_AT_ONCE / 2 < len(document) < import_lines.LONGEST_LINE
    padded = document + b"\n" * LINES_AT_ONCE
    looked = owner.post(f"/c/{club}/import", data={"file": (io.BytesIO(padded), "cup.json")})
    assert looked.status_code == 303
    assert "/print/" in looked.location  # the page that waits for a job


def test_a_name_erased_later_is_nowhere_and_the_tournament_goes_on(app: Flask) -> None:
    with app.app_context():
        club = a_club()
        made = an_evening(club)
        add_substitute(made, 1, "Pair 1", 0, read_newcomer(["Danese Zebra"], numbers=["4711"]), "Danese Zebra", "why")
        before = standings_of(made.document)
        db.session.commit()
        erasing.erase_person(club, erasing.find_person(club, "Danese Zebra"))
        db.session.commit()
        lines = exported(club)
        assert "Zebra" not in "".join(line.decode() for line in lines)
        (erased,) = [each for each in json.loads(lines[0])["log"] if each["kind"] == "substitute_from"]
        assert [erased["by"], erased["detail"]["player"]] == ["N. N. 1", "N. N. 1"]
        assert sentences(taken_in(a_club(), lines))[1:] == sentences(made)
        assert "4711" not in str(made.desk) + str(made.document)
        assert made.document["entrants"][0]["substitutes"][0]["in"] == "N. N. 1"
        assert "Zebra" not in str(db.session.execute(select(TournamentChange.__table__)).all())
        assert made.document["system"]["kind"] == "danese"
        after = standings_of(made.document)
        assert [row["place"] for row in after["standings"]] == [row["place"] for row in before["standings"]]
        for table in (1, 2, 4):
            enter(made, 2, table, 2, 0)
        assert pair(made.document)["tables"]


class Killed(Exception):
    """Raised in place of killing the process."""


def test_an_import_that_was_broken_off_seats_every_match_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_lines, "ROWS_AT_ONCE", 1)
    batches = 0

    def report(_count: int) -> None:
        nonlocal batches
        batches += 1
        if batches == 4:
            raise Killed

    with app.app_context():
        here, there = a_club(), a_club()
        made, lines = an_evening(here), exported(here)
        with pytest.raises(Killed):
            importing.import_in_batches(there, lambda: lines, actor="", mark="a", report=report)
        db.session.rollback()
        importing.import_in_batches(there, lambda: lines, actor="", mark="a", report=report)
        came = db.session.scalars(select(Tournament).where(Tournament.club_id == there.id)).one()
        assert sorted(tables(came)) == sorted(tables(made))


def test_points_that_earlier_versions_entered_below_zero_are_imported_as_totals(app: Flask) -> None:
    def document(*points: int) -> Any:
        first = {"table": 1, "sides": [1, 4], "points": list(points[:2])}
        turns: list[Any] = [{"tables": [first, {"table": 2, "sides": [2, 3], "points": list(points[2:])}], "bye": []}]
        turns.append({"tables": [{"table": 1, "sides": [1, 2]}], "bye": None})
        return tournament(4, *turns, game="scala40", system={"kind": "knockout", "first": "entry"})

    with app.app_context():
        for value, expected in (
            ({"format": "scorekeeper-tournament/1", **document(0, -24, -5, -8)}, document(0, 24, 5, 8)),
            (document(0, 24, 5, 8), document(0, 24, 5, 8)),
        ):
            assert exports.read_line(1, value).document == expected
        assert exports.read_line(1, tournament(2, game="scala40")).document["rounds"] == []
