"""Phones at a tournament's tables, which play and confirm results."""

from typing import Any

from scorekeeper import ledger
from scorekeeper.clubs.tournaments import rounds
from scorekeeper.ledger import Write
from scorekeeper.store.models import Change, Match, Sitting
from scorekeeper.store.tournament_models import Tournament
from tests.support.matches import keys

HAND: dict[str, Any] = {
    "sides": [{"melds": 300, "clean": 1, "hand": 0, "pot": "played"}, {"melds": 60, "hand": 20, "pot": "none"}],
    "went_out": 0,
}
PLAYED = {"points": [2400, -240]}  # after four of it


def do(act: Any, match: Match, *about: Any, phone: str = "", **options: Any) -> Change:
    """Runs a command on a match as this phone, at the newest version."""
    return act(match, *about, Write("", next(keys), match.version, phone), **options)  # type: ignore[no-any-return]


def sitting_at(tournament: Tournament, table: int, number: int = 1) -> Sitting:
    """The sitting of a table of a round."""
    return rounds.tables_of(tournament, number)[table][1]


def match_at(tournament: Tournament, table: int, number: int = 1) -> Match:
    """The match of a table of a round."""
    return sitting_at(tournament, table, number).matches[-1]


def play(match: Match, hands: int = 4, entry: dict[str, Any] | None = None) -> None:
    """Records this many hands."""
    for _hand in range(hands):
        do(ledger.record, match, entry or HAND)


def confirm(match: Match, *sides: int) -> None:
    """Confirms the result for these sides, each from its own phone."""
    for side in sides:
        phone = f"phone {side}"
        if ledger.side_of(match, phone) is None:
            do(ledger.sit, match, side, phone=phone)
        do(ledger.confirm, match, side, None, phone=phone)


def entered(tournament: Tournament, table: int, number: int = 1) -> dict[str, Any]:
    """The table in the document, without its sides."""
    (found,) = [each for each in tournament.document["rounds"][number - 1]["tables"] if each["table"] == table]
    return {name: found[name] for name in found if name not in ("table", "sides")}
