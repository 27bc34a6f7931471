"""The stored records of a club are those of a computation from all matches, whatever changes a match or a player."""

import random
from collections.abc import Callable
from contextlib import suppress
from itertools import permutations

from flask import Flask
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs import erasing, records, roster
from scorekeeper.clubs.person_details import details_of
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.highlights import highlights
from scorekeeper.pages.records import FinishedMatch, Record, records_of
from scorekeeper.store.club_models import Club, Player, Result
from scorekeeper.store.models import Match, db
from tests.clubs.evenings import a_club, play
from tests.support.matches import points, won, write

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


def computed(club: Club, game: str, year: int | None) -> list[Record]:
    """The records of all matches with results, computed from their hands."""
    db.session.flush()
    db.session.expire_all()
    rows = list(db.session.scalars(select(Result).where(Result.game == game).order_by(Result.match_id, Result.seat)))
    seated = {row.match_id: [each for each in rows if each.match_id == row.match_id] for row in rows}
    matches = [finished(db.session.get_one(Match, match), theirs) for match, theirs in seated.items()]
    return records_of(sorted(matches, key=lambda match: (match["at"], match["match"])), year)


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
            roster.merge(one, other)
            return


def rename(club: Club, dice: random.Random) -> None:
    player = a_player(club, dice)
    roster.change_player(player, f"{player.name} II", details_of(player), active=True)


def erase(club: Club, dice: random.Random) -> None:
    erasing.erase_person(club, erasing.of_player(club, a_player(club, dice)))


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
        for _change in range(45):
            change = dice.choice(CHANGES)
            with suppress(Refusal, ledger.CannotUndo), db.session.begin_nested():
                change(club, dice)
                changes.add(change)
            for game in ("truco", "tresette"):
                for year in YEARS:
                    stored = records.records(club, game, year)
                    assert stored == computed(club, game, year)
                    kinds |= {record["kind"] for record in stored}
    assert kinds == {"highest", "longest", "comeback", "streak", "partners"}
    assert changes == {*CHANGES}
