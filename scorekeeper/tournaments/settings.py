"""Reads the settings of a tournament document: its scoring (TOU-1, TOU-2, TOU-27) and system (TOU-10 … TOU-23)."""

from dataclasses import replace
from math import gcd
from typing import Any

from scorekeeper.games import find_game
from scorekeeper.games.engine.base import LARGEST, N_, is_whole
from scorekeeper.tournaments.fields import Fields
from scorekeeper.tournaments.model import Scoring
from scorekeeper.tournaments.scoring import UPPER, WHOLE, vp_table
from scorekeeper.tournaments.system import System
from scorekeeper.tournaments.systems import SYSTEMS

MOST_TP = 1000
MOST_LEGS = 99
MOST_ROUNDS = 400
SCORINGS = ("vp", "match")
WINS = ("most", "least")  # the points that win a table
LEAST = WINS[1]
FIRST = ("lots", "entry", "seeded")
FIELDS = {  # of each system, beside `kind`
    "draw": ("rounds", "first", "rematch", "apart", "apart_rounds", "singles", "partners"),
    "danese": ("rounds", "first", "rematch", "apart", "apart_rounds", "singles", "partners"),
    "mitchell": ("rounds", "first", "step", "apart", "apart_rounds"),
    "round_robin": ("rounds", "first", "twice"),
    "groups": ("first", "size", "qualify", "then"),
    "knockout": ("first", "third_place", "apart", "apart_rounds"),
    "mixed": ("first", "parts"),
}
FEWEST_PARTS, MOST_PARTS = 2, 4
PART_KINDS = ("mitchell", "danese", "draw")
NOT_IN_PARTS = ("first", "singles")
AGAIN = ("size", "qualify", "then")  # of groups after groups
FLIGHTS = ("flights", "carry")
SMALLEST_FLIGHT = 4
KINDS = tuple(FIELDS)
ANY_SYSTEM_FITS = 2 * 401  # entrants: 401 tables are a prime above every number of rounds, so all systems fit
PREVIOUS = "previous"  # the value of `rematch` in the modified Danese


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
    kind = None if fields is None else fields.choice("kind", "TOU-10", KINDS)
    if fields is None or kind is None:
        return None
    fields.only(("kind", *FIELDS[kind]))
    first = fields.choice_or("first", "TOU-10", FIRST)
    if kind in ("draw", "danese"):
        return _neighbours(fields, kind, first)
    if kind == "mitchell":
        return _mitchell(fields, first, -(-entrants // 2))
    if kind == "groups":
        return _groups(fields, first, entrants)
    if kind == "mixed":
        return _mixed(fields, first, at_start)
    return SYSTEMS[kind](
        rounds=fields.whole_or("rounds", "TOU-15", 0, 1, MOST_ROUNDS) if kind == "round_robin" else 0,
        first=first,
        apart_rounds=_apart_rounds(fields, 1),
        twice=fields.flag_or_no("twice", "TOU-15"),
        third_place=fields.flag_or_no("third_place", "TOU-17"),
    )


def _neighbours(fields: Fields, kind: str, first: str) -> System:
    singles = fields.flag_or_no("singles", "TOU-18")
    if singles and fields.has_value("apart"):
        fields.refuse("apart", "TOU-12", N_("Clubs are kept apart only where pairs or teams are entered"))
    rounds = fields.whole_needed("rounds", "TOU-11", 1, MOST_ROUNDS)
    previous = fields.mapping.get("rematch") == PREVIOUS
    if previous and kind != "danese":
        fields.refuse("rematch", "TOU-21", N_("Only a Danese can avoid just the opponents of the round before"))
    return SYSTEMS[kind](
        rounds=rounds,
        first=first,
        rematch=False if previous else fields.flag_or_no("rematch", "TOU-11"),
        previous=previous,
        apart_rounds=_apart_rounds(fields, MOST_ROUNDS),
        singles=singles,
        partners=fields.choice_or("partners", "TOU-18", ("1+4", "1+2", "1+3")),
    )


def _apart_rounds(fields: Fields, most: int) -> int:
    """Reads the number of first rounds that keep clubs apart; 0 if clubs are not kept apart.

    Decision: in a bracket and in Mitchell's lines only in the first.
    """
    rounds = fields.whole_or("apart_rounds", "TOU-12", 1, 0, most)
    if not fields.has_value("apart"):
        return 0
    fields.choice("apart", "TOU-12", ("club",))
    return rounds


def _mitchell(fields: Fields, first: str, tables: int) -> System:
    """Reads the settings of Mitchell. Decision: without a number of rounds, there are as many as tables."""
    step = fields.whole_or("step", "TOU-14", 1, 1, LARGEST)
    rounds = fields.whole_or("rounds", "TOU-14", max(tables, 1), 1, MOST_ROUNDS)
    if gcd(step, tables) > 1:
        fields.refuse(
            "step",
            "TOU-14",
            N_("With {tables} tables, moving on by {step} would bring the same opponents again"),
            tables=tables,
            step=step,
        )
    if rounds > tables:
        fields.refuse("rounds", "TOU-14", N_("There can be no more rounds than tables, {tables}"), tables=tables)
    return SYSTEMS["mitchell"](rounds=rounds, first=first, step=step, apart_rounds=_apart_rounds(fields, 1))


def _mixed(fields: Fields, first: str, at_start: int) -> System:
    """Reads the parts that follow each other (TOU-22). Decision: all together have at most MOST_ROUNDS rounds."""
    groups = fields.groups("parts", needed=True)
    if fields.has_value("parts") and not FEWEST_PARTS <= len(groups) <= MOST_PARTS:
        text = N_("There must be {fewest} to {most} parts")
        fields.refuse("parts", "TOU-22", text, fewest=FEWEST_PARTS, most=MOST_PARTS)
    parts = tuple(
        _part(group, first, -(-at_start // 2), is_first=group is groups[0], is_last=group is groups[-1])
        for group in groups
    )
    rounds = sum(part.rounds for part in parts)
    if rounds > MOST_ROUNDS:
        fields.refuse("parts", "TOU-22", N_("There can be at most {most} rounds"), most=MOST_ROUNDS)
    return SYSTEMS["mixed"](rounds=rounds, first=first, parts=parts)


def _part(fields: Fields, first: str, tables: int, *, is_first: bool, is_last: bool) -> System:
    kind = fields.choice("kind", "TOU-22", PART_KINDS) or PART_KINDS[1]
    own, may_have_flights = [name for name in FIELDS[kind] if name not in NOT_IN_PARTS], is_last and kind == "danese"
    fields.only(("kind", *own, *(FLIGHTS if may_have_flights else ())))
    if kind != "mitchell":
        system = _neighbours(fields, kind, first)
        return replace(system, **_flights(fields)) if may_have_flights else system
    if not is_first:
        fields.refuse("kind", "TOU-22", N_("Only the first part can be a Mitchell"))
    fields.required("rounds", "TOU-22")
    return _mitchell(fields, first, tables)


def _flights(fields: Fields) -> dict[str, Any]:
    """Reads the size of flights and whether earlier results count in them (TOU-23)."""
    if not fields.has_value("flights"):
        if fields.has_value("carry"):
            fields.refuse("carry", "TOU-23", N_("This is only for flights"))
        return {}
    size = fields.whole_needed("flights", "TOU-23", SMALLEST_FLIGHT, LARGEST)
    if size % 2:
        fields.refuse("flights", "TOU-23", N_("The number of entrants in a flight must be even"))
    carry = fields.flag("carry", "TOU-23") if fields.has_value("carry") else True
    return {"flights": size, "carry": carry}


def _groups(fields: Fields, first: str, entrants: int, *, again: bool = True) -> System:
    """Reads the settings of groups for this number of entrants; `again` allows groups of the qualified (TOU-24)."""
    size = fields.whole_needed("size", "TOU-16", 2, MOST_ROUNDS)
    qualify = fields.whole("qualify", "TOU-16", 1, size)
    groups = -(-entrants // size)
    if qualify is not None and groups * qualify < 2:
        fields.refuse("qualify", "TOU-16", N_("At least two must go on to the knock-out"))
    system = SYSTEMS["groups"](first=first, size=size, qualify=size if qualify is None else qualify)
    then = fields.group("then")
    if then is None:
        return system
    kind = then.choice("kind", "TOU-16", ("knockout", "groups") if again else ("knockout",))
    if kind is None:
        return system
    if kind == "knockout":
        then.only(("kind", "third_place"))
        return replace(system, third_place=then.flag_or_no("third_place", "TOU-17"))
    then.only(("kind", *AGAIN))
    sizes = [entrants // groups + (index < entrants % groups) for index in range(groups)]
    second = _groups(then, first, sum(min(system.qualify, size) for size in sizes), again=False)
    return replace(system, third_place=second.third_place, then=second)
