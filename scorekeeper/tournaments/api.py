"""The functions of `scorekeeper tournament standings`, `pair` and `check`: each takes a document and returns JSON."""

from typing import Any

from scorekeeper.games.engine.base import N_, english, refuse
from scorekeeper.tournaments.check import Difference, differences, doubts
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.model import Ids, Tournament
from scorekeeper.tournaments.pairing import Draft, forbidden_twos, next_number
from scorekeeper.tournaments.standings import standings
from scorekeeper.tournaments.systems import next_round


def standings_of(document: Any, live: bool = False) -> dict[str, Any]:
    """Returns the standings of a document. Raises Refusal if the document is invalid."""
    return standings(read(document, strict=True), live)


def pair(document: Any) -> dict[str, Any]:
    """Returns the next round of a document; its `tables` are None if no round is left to play.

    Raises Refusal if the document is invalid, or its last round incomplete.
    """
    tournament = read(document, strict=True)
    refuse_an_open_round(tournament)
    draft = next_round(tournament)
    number = next_number(tournament)
    is_given = document["system"].get("forbidden") is not None
    forbidden = {"forbidden": [] if draft is None else forbidden_at_tables(tournament, draft)} if is_given else {}
    if draft is None:
        return {"round": number, "tables": None, "bye": None, "rematches": [], **forbidden}
    return {
        "round": number,
        "tables": [
            {"table": table, "sides": [_side_json(one), _side_json(other)]} for table, one, other in draft.tables
        ],
        "bye": _bye(draft),
        "rematches": [list(pair) for pair in draft.rematches],
        **forbidden,
    }


def forbidden_at_tables(tournament: Tournament, draft: Draft) -> list[list[int]]:
    """Returns the twos of entrants who must not meet and sit at one table of a round (TOU-39)."""
    return [
        list(two) for _table, one, other in draft.tables for two in forbidden_twos(tournament.forbidden, one + other)
    ]


def check(document: Any) -> dict[str, Any]:
    """Returns the differences between rounds paired by hand and the pairing rules, and doubtful results.

    `ok` is True if nothing differs. Raises Refusal.
    """
    tournament = read(document, strict=True)
    rows = differences(tournament)
    doubtful = [doubt._asdict() for doubt in doubts(tournament)]
    return {"ok": not rows, "differs": [_difference(difference) for difference in rows], "doubtful": doubtful}


def refuse_an_open_round(tournament: Tournament) -> None:
    """Raises Refusal if a round has tables without a result."""
    for index, played in enumerate(tournament.rounds):
        for at, table in enumerate(played.tables):
            if not table.is_decided:
                field = f"rounds.{index}.tables.{at}"
                raise refuse(field, None, N_("Round {round} is not complete yet"), round=index + 1)


def _side_json(side: Ids) -> int | list[int]:
    return side[0] if len(side) == 1 else list(side)


def _bye(draft: Draft) -> int | list[int] | None:
    """Returns the JSON of a round's byes: an id or None; a list of ids where several byes are possible."""
    if draft.many or len(draft.byes) > 1:
        return list(draft.byes)
    return draft.byes[0] if draft.byes else None


def _difference(difference: Difference) -> dict[str, Any]:
    return {
        "round": difference.round,
        "table": difference.table,
        "entrants": difference.entrants,
        "kind": difference.kind,
        "rule": difference.rule,
        "message": english(difference.message, difference.params),
    }
