"""Canasta's score sheet, rules page, examples and demonstration, which only the server uses."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.i18n import _

from ..demo import Chance
from ..engine.base import N_, Entry, Setup, Table
from ..engine.figures import figure
from ..paper import TICK, Column, CribLine, Form, in_group, line_a_side
from ..rulebook import (
    CARDS_SECTION,
    GAME_SECTION,
    LAST_SECTIONS,
    Example,
    document,
    judged,
    option_named,
    options_by_preset,
    pairs,
)
from .fields import CLASSES, MIXED, NATURAL, OPTIONS, PACK_POINTS, PRESETS, RED_THREE, RED_THREES_IN_A_PACK, STEP
from .melds import ALL_RED_THREES, all_red_threes, points_of, red_threes_worth


def form(setup: Setup) -> Form:
    """Returns the columns of a blank score sheet, on which each side has a line of its own in every hand."""
    return line_a_side(setup, _counted(setup))


def _counted(setup: Setup) -> list[Column]:
    """Returns a column for everything that this match counts, with its points in the heading."""
    options = setup["options"]
    columns = []
    if options["first_meld"]:
        due = " · ".join(str(points) for _total, points in options["first_meld"])
        columns.append(Column(_("First meld"), 14, "count", due))
    columns += [
        Column(_("Melds"), 15, "count", **_points_column("melds")),
        Column(_("Natural"), 12, "count", f"+{NATURAL}", **in_group("natural")),
        Column(_("Mixed"), 12, "count", f"+{MIXED}", **in_group("mixed")),
    ]
    if options["samba"]:
        columns.append(Column(_("Samba"), 12, "count", f"+{options['samba']}", **in_group("samba")))
    if options["wild_canasta"]:
        columns.append(Column(_("Wild"), 12, "count", f"+{options['wild_canasta']}", **in_group("wild")))
    out = f"+{options['go_out']} · +{options['concealed']}" if options["concealed"] else f"+{options['go_out']}"
    return [
        *columns,
        Column(_("Red threes"), 13, "count", f"±{RED_THREE}", **in_group("red_threes")),
        Column(_("Going out"), 13, "count", out, fill=_out, tells=("went_out", "concealed")),
        Column(_("Left in hand"), 13, "count", "−", **_points_column("hand")),
    ]


def _points_column(name: str) -> dict[str, Any]:
    """Returns column attributes that fill in a side's points for `name`, even if entered as cards."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        sides = entry.get("sides") or ()
        return figure(points_of(sides[side][name])) if side < len(sides) and name in sides[side] else ""

    return {"fill": fill, "tells": (f"sides.{name}",)}


def _out(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    """Returns one tick for the side that went out, two if concealed; an empty text for all others."""
    if entry.get("went_out") != side:
        return ""
    return TICK * 2 if entry.get("concealed") else TICK


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the rules in short: points of cards and red threes, going out, and the first meld."""
    options = setup["options"]
    needs = _("Going out, with a canasta")
    if options["canastas_to_go_out"] > 1:
        needs = _("Going out, with %(canastas)s canastas", canastas=options["canastas_to_go_out"])
    lines = [CribLine("CAN-1", _values()), *_red_threes(setup), CribLine("CAN-9", needs, f"+{options['go_out']}")]
    if options["first_meld"]:
        steps = _first_melds(options["first_meld"])
        lines.append(CribLine("CAN-14", _("First meld by the total before: %(steps)s", steps=steps)))
    return lines


def _values() -> str:
    """Returns a text with the points of one card of each class."""
    (_joker, _label, joker, _most), *suited, (_three, _text, black_three, _count) = CLASSES
    values = " · ".join(f"{label}: {worth}" for _name, label, worth, _most in suited)
    return _("Joker: %(joker)s · %(values)s · black 3: %(three)s", joker=joker, values=values, three=black_three)


def _red_threes(setup: Setup) -> list[CribLine]:
    every = all_red_threes(setup)
    worth = red_threes_worth(setup, every)
    lines = [CribLine("CAN-7", _("Red three; all %(every)s: %(worth)s", every=every, worth=worth), f"+{RED_THREE}")]
    needs = {0: _("… without a meld"), 1: _("… without a canasta"), 2: _("… without two canastas")}
    minus = _("−%(points)s each", points=RED_THREE) if setup["options"]["red_threes_minus"] == "flat" else _("minus")
    return [*lines, CribLine("CAN-8", needs[setup["options"]["red_threes_need"]], minus)]


def _first_melds(steps: list[list[int]]) -> str:
    """Returns the first melds by total as a text, e.g. `<0: 15 · 0: 50`; `<0` is any total below 0."""
    return " · ".join(f"{'<' if least < 0 else ''}{max(least, 0)}: {points}" for least, points in steps)


SECTIONS = (
    GAME_SECTION,
    CARDS_SECTION,
    ("counting", N_("Counting a hand")),
    ("first-meld", N_("The first meld")),
    ("winning", N_("Winning the match")),
    ("melds", N_("Melds")),
    *LAST_SECTIONS,
)

# Preset and cards of the melds judged on the rules page.
MELDS: list[tuple[str, str]] = [
    ("classic", "KS KH KD KC KS KH KD"),
    ("classic", "KS KH KD KC KS 2S JOKER"),
    ("classic", "KS KH KD KC 2S 2H JOKER"),
    ("samba", "KS KH KD KC 2S 2H JOKER"),
    ("classic", "KS KH KD 2S 2H 2D JOKER"),
    ("classic", "KS KH 2S 2H 2D"),
    ("classic", "KS JOKER 2S"),
    ("classic", "2S 2H 2D 2C 2S 2H JOKER"),
    ("classic", "3S 3C 3S"),
    ("classic", "3H 3D 3H"),
    ("classic", "4S 5S 6S 7S 8S 9S 10S"),
    ("samba", "4S 5S 6S 7S 8S 9S 10S"),
    ("samba", "4S 5S 6S 7S 8S 9S 10S JS"),
]


# Numbers in the texts of the rules page and of the rules on paper, by name.
_CLASSIC, _SAMBA = (options_by_preset(PRESETS)[slug] for slug in ("classic", "samba"))
_BELOW_ZERO, _FIRST, _SECOND, _THIRD, _LAST = _SAMBA["first_meld"]  # each from a total on, and its points
_NONE, _WILD, _HIGHER_WILD = (value for value, _label in option_named(OPTIONS, "wild_canasta")["choices"])
NUMBERS = {
    "natural": NATURAL,
    "mixed": MIXED,
    "samba": _SAMBA["samba"],
    "wild_canasta": _WILD,
    "higher_wild_canasta": _HIGHER_WILD,
    "red_three": RED_THREE,
    "four_red_threes": 2 * RED_THREES_IN_A_PACK * RED_THREE,
    "red_threes_of_two_packs": ALL_RED_THREES[2],
    "red_threes_of_three_packs": ALL_RED_THREES[3],
    "go_out": _CLASSIC["go_out"],
    "go_out_in_samba": _SAMBA["go_out"],
    "concealed": _CLASSIC["concealed"],
    "below_zero": _BELOW_ZERO[1],
    "first_meld": _FIRST[1],
    "second_step_from": _SECOND[0],
    "second_step": _SECOND[1],
    "third_step_from": _THIRD[0],
    "third_step": _THIRD[1],
    "samba_step_from": _LAST[0],
    "samba_step": _LAST[1],
    "target": _CLASSIC["target"],
    "target_of_samba": _SAMBA["target"],
}


def tables() -> dict[str, Any]:
    """Returns the tables of the rules page: classes of cards, contents of the packs, and melds with verdicts."""
    rows = [(label, worth) for _name, label, worth, _most in CLASSES]
    packs = [(packs, packs * PACK_POINTS, packs * RED_THREES_IN_A_PACK, ALL_RED_THREES[packs]) for packs in (2, 3)]
    return {"cards": {"rows": rows, "packs": packs}, "melds": judged_melds()}


def judged_melds() -> list[dict[str, Any]]:
    """Returns the melds of MELDS with the engine's verdicts, without the line that counts their points."""
    return judged("canasta", "canasta", MELDS, presets=PRESETS, left_out="CAN-1")


SIDES = pairs("Lucía", "Sofía", "Mateo", "Tomás")


def _example(
    caption: str, hands: list[dict[str, Any]], claim: dict[str, Any] | None = None, variant: str = "classic"
) -> Example:
    played = document("canasta", variant, SIDES, hands)
    return {"caption": caption, "document": played} | ({"claim": claim} if claim else {})


def _hand(*sides: dict[str, Any], out: int | None = None, **details: Any) -> dict[str, Any]:
    return {"sides": list(sides), "went_out": out, **details}


def _numbers(*sides: tuple[int, int]) -> dict[str, Any]:
    return {"sides": [{"base": base, "count": count} for base, count in sides]}


FULL = {"melds": 420, "natural": 1, "mixed": 1, "red_threes": 2, "hand": 35}
COUNTED = {
    "melds": {"joker": 1, "2": 2, "A": 3, "8-K": 9, "4-7": 6},
    "mixed": 1,
    "hand": {"2": 1, "8-K": 3, "4-7": 2, "3": 1},
}
OTHER = {"melds": 120, "hand": 45}
AT_1500 = [_numbers((1000, 500), (300, 200))]
OPENING = {"type": "first_meld", "side": 0, "melds": [["AS", "AH", "AD"], ["4S", "4H", "JOKER"]]}

EXAMPLES = [
    _example(N_("A full hand. The second side counted its cards by class."), [_hand(FULL, COUNTED, out=0)]),
    _example(N_("The same hand in two numbers a side."), [_numbers((1100, 385), (300, 205))]),
    _example(
        N_("Two red threes, and nothing melded."),
        [_hand({"melds": 200, "natural": 1, "hand": 0}, {"melds": 0, "red_threes": 2, "hand": 95}, out=0)],
    ),
    _example(
        N_("All four red threes: with a meld and without one."),
        [_hand({"melds": 200, "natural": 1, "red_threes": 4, "hand": 0}, OTHER, out=0)],
    ),
    _example(
        N_("Going out concealed."),
        [_hand({"melds": 155, "natural": 1, "hand": 0}, OTHER, out=0, concealed=True)],
    ),
    _example(
        N_(
            "Samba: a samba, a mixed canasta and three red threes. The second side has one canasta, so its threes cost."
        ),
        [
            _hand(
                {"melds": 390, "samba": 1, "mixed": 1, "red_threes": 3, "hand": 0},
                {"melds": 300, "mixed": 1, "red_threes": 3, "hand": 40},
                out=0,
            )
        ],
        variant="samba",
    ),
    _example(N_("A first meld with 1,500 points before the hand."), AT_1500, OPENING),
    _example(
        N_("Melds that are worth less than the first meld had to be."),
        [*AT_1500, _hand(OTHER | {"melds": 85}, OTHER)],
    ),
    _example(
        N_("Both sides are above 5,000 after the last hand."),
        [_numbers((3500, 700), (3600, 400)), _numbers((600, 305), (900, 340))],
    ),
]


def demo_hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Returns a random hand in which the better side goes out, and the others have melded and hold cards."""
    sides: list[Entry] = [_other(chance) for _side in setup["sides"]]
    canastas = {"natural": 1, "mixed": chance.randint(1, 2)}
    sides[better] = {"melds": STEP * chance.randint(40, 80), **canastas, "red_threes": chance.randint(0, 2), "hand": 0}
    return {"sides": sides, "went_out": better}


def _other(chance: Chance) -> Entry:
    melds = STEP * chance.randint(30, 45)
    return {"melds": melds, "mixed": chance.randint(0, 1), "hand": STEP * chance.randint(2, 20)}
