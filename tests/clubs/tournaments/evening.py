"""Builders of club tournaments: created, paired, published, played."""

from typing import Any

from scorekeeper.clubs import accounts
from scorekeeper.clubs.tournaments import keeping, rounds
from scorekeeper.clubs.tournaments.desk import Desk
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import Sitting, db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments import api
from scorekeeper.tournaments.changes import results
from tests.tournaments.made import Document, tournament

ACTOR = "Sam"
BURRACO: Document = {"game": "buraco", "variant": "burraco", "scoring": {"kind": "vp", "hands": 4}}


def a_tournament(
    club: Club | str, entrants: int | list[Document] = 8, desk: Desk | None = None, **fields: Any
) -> Tournament:
    """A flushed tournament with this many pairs, four hands per round."""
    of = club if isinstance(club, Club) else accounts.find_club(club)
    assert of is not None
    return keeping.make(
        of, tournament(entrants, **{**BURRACO, **fields}), day="2026-11-27", place="Bar", desk=desk or {}, actor=ACTOR
    )


def publish_next(made: Tournament) -> list[Sitting]:
    """Publishes the next round as the system pairs it."""
    return rounds.publish(made, made.version, api.pair(made.document), actor=ACTOR)


def enter(made: Tournament, number: int, table: int, *points: int, seen: int | None = None) -> None:
    """Enters a result in points."""
    keeping.change(
        made,
        seen,
        lambda document: results.enter_result(document, number, table, {"points": list(points)}),
        actor=ACTOR,
        kind="result",
        detail={"round": number, "table": table},
    )


def play_round(made: Tournament) -> None:
    """Publishes a round, and enters a result at each of its tables."""
    publish_next(made)
    number = len(made.document["rounds"])
    for table in made.document["rounds"][-1]["tables"]:
        enter(made, number, table["table"], 1000 + 100 * table["table"], 500)
    db.session.commit()
