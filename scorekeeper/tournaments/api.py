"""Documents in, answers out: what `scorekeeper tournament standings`, `pair` and `check` print."""

from typing import Any

from scorekeeper.games.engine.base import _, english, refuse
from scorekeeper.tournaments.check import Difference, differences
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.model import Ids, Tournament
from scorekeeper.tournaments.pairing import Draft, next_number
from scorekeeper.tournaments.standings import standings
from scorekeeper.tournaments.systems import next_round


def standings_of(document: Any, live: bool = False) -> dict[str, Any]:
    """The standings. Raises Refusal."""
    return standings(read(document), live)


def pair(document: Any) -> dict[str, Any]:
    """The next round; its tables are None where nothing is left to play. Raises Refusal, also while a round is open."""
    tournament = read(document)
    refuse_an_open_round(tournament)
    draft = next_round(tournament)
    number = next_number(tournament)
    if draft is None:
        return {"round": number, "tables": None, "bye": None, "rematches": []}
    return {
        "round": number,
        "tables": [
            {"table": table, "sides": [_side_json(one), _side_json(other)]} for table, one, other in draft.tables
        ],
        "bye": _bye(draft),
        "rematches": [list(pair) for pair in draft.rematches],
    }


def check(document: Any) -> dict[str, Any]:
    """Where the rounds differ from the rule. Raises Refusal."""
    found = differences(read(document))
    return {"ok": not found, "differs": [_difference(each) for each in found]}


def refuse_an_open_round(tournament: Tournament) -> None:
    """Refuse a tournament of which a round has not all its results."""
    for index, played in enumerate(tournament.rounds):
        for at, table in enumerate(played.tables):
            if not table.is_decided:
                field = f"rounds.{index}.tables.{at}"
                raise refuse(field, None, _("Round {round} is not complete yet"), round=index + 1)


def _side_json(side: Ids) -> int | list[int]:
    return side[0] if len(side) == 1 else list(side)


def _bye(draft: Draft) -> int | list[int] | None:
    """An id or None; a list where there may be several, or where there are."""
    if draft.many or len(draft.byes) > 1:
        return list(draft.byes)
    return draft.byes[0] if draft.byes else None


def _difference(each: Difference) -> dict[str, Any]:
    return {
        "round": each.round,
        "table": each.table,
        "entrants": each.entrants,
        "kind": each.kind,
        "rule": each.rule,
        "message": english(each.message, each.params),
    }
