"""The stored records of a club are those of a computation from all matches, whatever changes a match or a player."""

import random
from collections.abc import Callable
from contextlib import suppress
from itertools import permutations
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete, select

from scorekeeper import ledger
from scorekeeper.clubs import erasing, records, renaming, results, roster
from scorekeeper.clubs.person_details import details_of
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.highlights import highlights
from scorekeeper.pages.records import FinishedMatch, Record, records_of
from scorekeeper.paper import picture
from scorekeeper.store.club_models import Club, Player, Result
from scorekeeper.store.models import Match, db
from scorekeeper.store.sum_models import MatchHighlight
from scorekeeper.web import links
from tests.clubs.conftest import the_club
from tests.clubs.evenings import a_club, play
from tests.support.fuzzing import FUZZING
from tests.support.matches import points, won, write
from tests.support.page import Page

NAMES = ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Gina", "Hugo", "Ida", "Fay")  # Fay is a guest
DAYS = ("2025-05-01", "2025-12-31", "2026-01-01", "2026-03-01")
YEARS = (None, 2025, 2026)


def finished(match: Match, rows: list[Result]) -> FinishedMatch:
    hands = [
        {"number": hand.number, "points": hand.points, "totals": hand.table["totals"], "lines": hand.lines}
        for hand in ledger.hands(match)
        if not hand.struck
    ]
    on_roster = {row.player_id: db.session.get_one(Player, row.player_id).name for row in rows if row.player_id}
    return {
        "match": match.id,
        "at": rows[0].played_at,
        "year": rows[0].played_at.year,
        "players": [(row.player_id, on_roster.get(row.player_id or 0, row.name)) for row in rows],
        "sides": [row.side for row in rows],
        "winner": match.winner,
        "highlights": highlights(match.setup, match.table, hands),  # type: ignore[arg-type]
    }


def computed(game: str) -> list[list[Record]]:
    """The records of each of YEARS, computed from the hands of all matches with results."""
    db.session.flush()
    db.session.expire_all()
    rows = list(db.session.scalars(select(Result).where(Result.game == game).order_by(Result.match_id, Result.seat)))
    seated = {row.match_id: [each for each in rows if each.match_id == row.match_id] for row in rows}
    matches = [finished(db.session.get_one(Match, match), theirs) for match, theirs in seated.items()]
    in_order = sorted(matches, key=lambda match: (match["at"], match["match"]))
    return [records_of(in_order, year) for year in YEARS]


def a_match(club: Club, dice: random.Random) -> None:
    names = dice.sample(NAMES, 4)
    play(club, *names, day=dice.choice(DAYS), winner=dice.randrange(2), game=dice.choice(["truco", "tresette"]))


def any_match(dice: random.Random) -> Match:
    return dice.choice(db.session.scalars(select(Match).order_by(Match.id)).all())


def undo(_club: Club, dice: random.Random) -> None:
    write(ledger.undo, any_match(dice))


def redo(_club: Club, dice: random.Random) -> None:
    write(ledger.redo, any_match(dice))


def correct(_club: Club, dice: random.Random) -> None:
    match = any_match(dice)
    entry = won(dice.randrange(2), 6) if match.game == "truco" else points(*dice.choice([(2, 9), (9, 2), (6, 5)]))
    write(ledger.correct, match, dice.randint(1, 3), entry)


def strike(_club: Club, dice: random.Random) -> None:
    write(ledger.strike, any_match(dice), dice.randint(1, 3))


def enlist(club: Club, _dice: random.Random) -> None:
    roster.add_player(club, "Fay")


def a_player(club: Club, dice: random.Random) -> Player:
    return dice.choice(roster.players(club))


def merge(club: Club, dice: random.Random) -> None:
    """Merges two who never met at a table, if there are any."""
    everybody = roster.players(club)
    for one, other in sorted(permutations(everybody, 2), key=lambda _pair: dice.random()):
        with suppress(Refusal):
            renaming.merge(one, other.name, "Olga")
            return


def rename(club: Club, dice: random.Random) -> None:
    player = a_player(club, dice)
    renaming.change_player(player, f"{player.name} II", details_of(player), active=True, actor="Olga")


def erase(club: Club, dice: random.Random) -> None:
    erasing.erase_person(club, erasing.person_of_player(club, a_player(club, dice)))


CHANGES: list[Callable[[Club, random.Random], None]] = [
    *[a_match] * 6, *[undo] * 4, *[redo] * 2, *[correct] * 4, strike, enlist, *[merge] * 2, rename, erase,
]  # fmt: skip


def test_records_are_those_of_all_matches_after_any_change(any_app: Flask) -> None:
    dice = random.Random(1)
    kinds, changes = set(), set()
    with any_app.app_context():
        club = a_club(*NAMES[:-1])
        for day in DAYS:
            play(club, *NAMES[:4], day=day)
            play(club, *NAMES[:2], *NAMES[6:8], day=day, game="tresette")
        often = 1 if FUZZING else 5 if db.engine.dialect.name == "sqlite" else 9
        for number in range(45):
            change = dice.choice(CHANGES)
            with suppress(Refusal, ledger.CannotUndo), db.session.begin_nested():
                change(club, dice)
                changes.add(change)
            for game in () if number % often else ("truco", "tresette"):
                stored = [records.records(club, game, year) for year in YEARS]
                assert stored == computed(game)
                kinds |= {record["kind"] for record in stored[0]}
        assert list(results.differences(db.session, club)) == []
    assert kinds == {"highest", "longest", "comeback", "streak", "partners"}
    assert changes == {*CHANGES}


def test_highlights_from_before_an_upgrade_are_added_in_batches(
    any_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.clubs.results.result_rows.HIGHLIGHTS_AT_ONCE", 2)
    with any_app.app_context():
        club = a_club(*NAMES[:4])
        for day in DAYS[:3]:
            play(club, *NAMES[:4], day=day)
        before = records.records(club, "truco")
        db.session.execute(delete(MatchHighlight))
        club.highlights_from = 0
        db.session.flush()
        assert results.has_backlog(db.session, club.id)
        assert [results.add_missing_highlights(db.session, club.id) for _batch in range(3)] == [True, True, False]
        assert records.records(club, "truco") == before
        assert not results.has_backlog(db.session, club.id)


@pytest.fixture
def here(app: Flask, club: str) -> Club:
    """A club in which Anna and Bruno have won three matches of 2026, in the last one from behind."""
    with app.app_context():
        found = the_club(club)
        for name in NAMES[:4]:
            roster.add_player(found, name)
        for day in ("2026-03-01", "2026-03-02", "2026-03-03"):
            match = play(found, *NAMES[:4], day=day)
        links.make_link(match.sitting, "watch")
        db.session.commit()
        return found


def test_the_page_shows_who_holds_a_record_and_leads_to_the_match(here: Club, member: FlaskClient) -> None:
    page = Page(member.get(f"/c/{here.slug}/records?lang=en&year=2026").text)
    assert "Most points in one hand Anna, Bruno Mar 1, 2026 · hand 2 6" in page.text
    assert "Greatest comeback Anna, Bruno Mar 1, 2026 3 points behind" in page.text
    assert "Longest streak Anna, Bruno Mar 3, 2026 3 wins" in page.text
    rows = [str(link["href"]) for link in page.all("a", class_="row-link")]
    assert [member.get(row).status_code for row in rows] == [200, 200]
    assert ["/players/" in row for row in rows] == [False, True]  # the last match has a link, and the partners a page


def test_the_picture_of_a_year_names_no_erased_player(
    app: Flask, here: Club, member: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Any] = []

    def png(values: Any) -> bytes:
        drawn.append(values)
        return b"PNG"

    monkeypatch.setattr(picture, "png", png)
    address = f"/c/{here.slug}/records/2026.png?lang=en"
    assert member.get(address).data == b"PNG"
    assert drawn[0]["matches"] == 3
    assert drawn[0]["rows"][1:] == [
        ("Most wins", "Anna · 3 wins"),
        ("Longest streak", "3 wins · Anna, Bruno · Brazilian Truco"),
        ("Most points in one hand", "6 · Anna, Bruno · Brazilian Truco"),
    ]
    with app.app_context():
        erase_named(here, "Anna")
    assert member.get(address).data == b"PNG"
    assert "N. N." not in str(drawn[1])
    assert ("Most wins", "Bruno · 3 wins") in drawn[1]["rows"]
    assert member.get(f"/c/{here.slug}/records/2025.png").status_code == 303


def erase_named(club: Club, name: str) -> None:
    found = the_club(club.slug)
    erasing.erase_person(found, erasing.find_person(found, name))
    db.session.commit()
