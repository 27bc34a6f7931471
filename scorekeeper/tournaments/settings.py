"""Reads the settings of a tournament document: scoring (TOU-1, TOU-2, TOU-27), system (TOU-10 … TOU-24, TOU-39)."""

from dataclasses import replace
from typing import Any

from scorekeeper.games import find_game
from scorekeeper.games.engine.base import LARGEST, N_, is_whole
from scorekeeper.tournaments.fields import Fields
from scorekeeper.tournaments.model import Scoring
from scorekeeper.tournaments.options import FORBIDDEN
from scorekeeper.tournaments.scoring import UPPER, WHOLE, vp_table
from scorekeeper.tournaments.system import System
from scorekeeper.tournaments.systems import SYSTEMS

MOST_TP = 1000
MOST_LEGS = 99
SCORINGS = ("vp", "match")
WINS = ("most", "least")  # the points that win a table
LEAST = WINS[1]
ANY_SYSTEM_FITS = 2 * 401  # entrants: 401 tables are a prime above every number of rounds, so all systems fit


def scoring(document: Fields) -> Scoring | None:
    """Reads the scoring of tables; None if the group or its `kind` is refused."""
    fields = document.group("scoring")
    kind = None if fields is None else fields.choice("kind", "TOU-1", SCORINGS)
    if fields is None or kind is None:
        return None
    scoring = _vp(fields) if kind == "vp" else _match(fields)
    return replace(scoring, lowest=_lowest_wins(document, fields))


def _lowest_wins(document: Fields, fields: Fields) -> bool:
    """True if the lower total wins a table: by the game's rule, else by the scoring's setting (TOU-27)."""
    name = document.mapping.get("game")
    game = find_game(name) if isinstance(name, str) else None
    wins = fields.choice_or("wins", "TOU-27", WINS)
    variant = document.mapping.get("variant")
    lowest = game.lowest_in(variant if isinstance(variant, str) else game.presets[0]["slug"]) if game else None
    if lowest is None:
        return wins == LEAST
    if fields.has_value("wins") and (wins == LEAST) != lowest and fields.mapping["wins"] in WINS:
        text = N_("In this game the lowest total wins") if lowest else N_("In this game the highest total wins")
        fields.refuse("wins", "TOU-27", text)
    return lowest


def _vp(fields: Fields) -> Scoring:
    fields.only(("kind", "wins", "hands", "table", "bye"))
    hands = fields.whole_needed("hands", "TOU-1", min(UPPER), max(UPPER))
    table = _table(fields) if fields.has_value("table") else vp_table(hands)
    bye = None
    if fields.has_value("bye"):
        bye_fields = fields.group("bye")
        if bye_fields is not None:
            bye_fields.only(("vp", "mp"))
            vp = bye_fields.whole_needed("vp", "TOU-3", 0, WHOLE)
            bye = (vp, bye_fields.whole_needed("mp", "TOU-3", -LARGEST, LARGEST))
    return Scoring("vp", hands=hands, table=table, bye=bye)


def _table(fields: Fields) -> tuple[tuple[int | None, int], ...]:
    """Reads a VP table: rows of `[upper difference, winner's VP]`.

    Both must rise; the last row has no upper difference and gives all 20 VP. Decision: a winner has at least ten VP.
    """
    rows = fields.mapping["table"] if isinstance(fields.mapping["table"], list) else []
    pairs = [row for row in rows if isinstance(row, list) and len(row) == 2 and is_whole(row[1])]
    uppers = [row[0] for row in pairs[:-1]]
    rising = (
        len(pairs) == len(rows) > 0
        and all(is_whole(upper) and upper >= 0 for upper in uppers)
        and uppers == sorted(set(uppers))
        and [row[1] for row in pairs] == sorted({row[1] for row in pairs})
        and pairs[0][1] >= WHOLE // 2
        and pairs[-1] == [None, WHOLE]
    )
    if not rising:
        fields.refuse(
            "table",
            "TOU-1",
            N_("This must be pairs of a difference and the winner’s points, both rising, the last one [null, 20]"),
        )
    return tuple((row[0], row[1]) for row in pairs)


def _match(fields: Fields) -> Scoring:
    fields.only(("kind", "wins", "best_of", "win", "draw", "loss"))
    scoring = Scoring(
        "match",
        best_of=fields.whole_or("best_of", "TOU-2", 1, 1, MOST_LEGS),
        win=fields.whole_or("win", "TOU-2", 3, 0, MOST_TP),
        draw=fields.whole_or("draw", "TOU-2", 1, 0, MOST_TP),
        loss=fields.whole_or("loss", "TOU-2", 0, 0, MOST_TP),
    )
    if not scoring.loss <= scoring.draw <= scoring.win:
        fields.refuse("win", "TOU-2", N_("A win must be worth no less than a draw, and a draw no less than a loss"))
    return scoring


def system(document: Fields, entrants: int, at_start: int) -> System | None:
    """Reads the pairing system; None if the group or its `kind` is refused.

    `entrants` is the number of all, `at_start` of those present in round 1.
    """
    fields = document.group("system")
    kind = None if fields is None else fields.choice("kind", "TOU-10", tuple(SYSTEMS))
    if fields is None or kind is None:
        return None
    forbidden = FORBIDDEN.read(fields)
    _check_known(fields, document.mapping.get("entrants"), forbidden["forbidden"])
    return replace(SYSTEMS[kind].read(fields, entrants, at_start), **forbidden)


def _check_known(fields: Fields, entrants: Any, forbidden: tuple[tuple[int, int], ...]) -> None:
    """Refuses pairs that must not meet if an entrant is not in the document (TOU-39)."""
    rows = entrants if isinstance(entrants, list) else []
    known = [row.get("id") for row in rows if isinstance(row, dict)]
    for two in forbidden:
        for entrant in two:
            if entrant not in known:
                text = N_("There is no entrant {entrant}")
                fields.refuse(FORBIDDEN.name, FORBIDDEN.rule, text, entrant=entrant)
