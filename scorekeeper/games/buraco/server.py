"""Buraco's score sheet, rules page, examples and demonstration, which only the server uses."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.i18n import _

from ..demo import Chance
from ..engine.base import N_, Entry, Setup, Table
from ..engine.cards import RANKS
from ..engine.figures import figure
from ..paper import TICK, Column, CribLine, Form, in_group, line_a_side, of_side
from ..rulebook import CARDS_SECTION, GAME_SECTION, LAST_SECTIONS, judged, option_named, options_by_preset
from .entry import CARDS_OF_A_POT, CLASSES, FLAT, PACK_POINTS, STEP, points_of, worth_of
from .examples import EXAMPLES as EXAMPLES
from .fields import OPTIONS, PRESETS, RUN_FIELDS
from .melds import CLEAN, DIRTY, GREAT
from .three import CARDS_OF_THE_LONE_POT, is_for_three

POTS = {"played": TICK, "unplayed": "−", "none": f"−{FLAT}", "stock": "0"}


def form(setup: Setup) -> Form:
    """Returns the columns of a blank score sheet, on which each side has a line of its own in every hand."""
    return line_a_side(setup, _counted(setup))


def _counted(setup: Setup) -> list[Column]:
    """Returns a column for everything that this match counts; for three players also one for the lone player."""
    options = setup["options"]
    columns = []
    if is_for_three(setup):
        columns.append(Column(_("Alone"), 11, "count", TICK, **of_side("lone")))
    if options["first_meld"]:
        due = " · ".join(str(points) for _total, points in options["first_meld"])
        columns.append(Column(_("First meld"), 14, "count", due))
    columns.append(Column(_("Melds"), 15, "count", **_points_column(options, "melds")))
    columns.append(Column(_("Clean"), 12, "count", f"+{CLEAN}", **in_group("clean")))
    if options["semi_clean"]:
        columns.append(Column(_("Semi-clean"), 12, "count", f"+{options['semi_clean']}", **in_group("semi_clean")))
    columns.append(Column(_("Dirty"), 12, "count", f"+{DIRTY}", **in_group("dirty")))
    great = [f"+{options[name]}" for name in GREAT if options[name]]
    if great:
        columns.append(Column(_("Great runs"), 16, "count", " ".join(great), **_great_runs_column(options)))
    columns += [
        Column(_("Left in hand"), 13, "count", "−", **_points_column(options, "hand")),
        Column(_("Pot"), 13, "count", "−", fill=_pot, tells=("sides.pot",)),
        Column(_("Going out"), 12, "count", f"+{FLAT}", **of_side("went_out")),
    ]
    if options["exact_cut"]:
        columns.append(
            Column(_("Exact cut"), 12, "count", f"+{options['exact_cut']}", fill=_cut, tells=("sides.cut_bonus",))
        )
    return columns


def _points_column(options: dict[str, Any], name: str) -> dict[str, Any]:
    """Returns column attributes that fill in a side's points for `name`, even if entered as cards."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        sides = entry.get("sides") or ()
        return figure(points_of(options, sides[side][name])) if side < len(sides) else ""

    return {"fill": fill, "tells": (f"sides.{name}",)}


def _great_runs_column(options: dict[str, Any]) -> dict[str, Any]:
    """Returns column attributes that fill in the sum of a side's bonuses for great runs."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        sides = entry.get("sides") or ()
        worth = sum(options[name] * sides[side].get(name, 0) for name in GREAT if options[name]) if sides else 0
        return figure(worth) if worth else ""

    return {"fill": fill, "tells": tuple(f"sides.{name}" for name in GREAT)}


def _pot(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    """Returns the sign for a side's pot: a tick if played, a minus if unplayed, the cost or 0 otherwise."""
    sides = entry.get("sides") or ()
    return POTS.get(sides[side].get("pot"), "") if side < len(sides) else ""


def _cut(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    sides = entry.get("sides") or ()
    return TICK if side < len(sides) and sides[side].get("cut_bonus") else ""


def worths(setup: Setup) -> dict[str, str]:
    """Returns texts by rule number: the values of the cards, and the cost of an unplayed pot."""
    options = setup["options"]
    return {"BUR-1": _values(options), "BUR-8": _unplayed_pot(options["unplayed_pot"])}


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the rules in short: pots, going out, the first meld, great runs, and three players."""
    options = setup["options"]
    return [*_pots(options), *_first_meld(options), *_great_runs(options), *_of_three(setup)]


def _pots(options: dict[str, Any]) -> list[CribLine]:
    any_run = options["go_out_with"] == "any"
    missed = _("Pot never taken, if a side took one") if options["missed_pot"] == "if_taken" else _("Pot never taken")
    lines = [
        CribLine("BUR-7", missed, f"−{FLAT}"),
        CribLine("BUR-9", _("Going out, with a run") if any_run else _("Going out, with a clean run"), f"+{FLAT}"),
    ]
    if options["exact_cut"]:
        cut = _("Cutting exactly %(cards)s for the pots", cards=CARDS_OF_A_POT * options["packs"])
        lines.append(CribLine("BUR-11", cut, f"+{options['exact_cut']}"))
    return lines


def _first_meld(options: dict[str, Any]) -> list[CribLine]:
    lines = []
    for least, points in options["first_meld"]:
        text = _("First meld, from a total of %(total)s", total=least) if least else _("First meld")
        lines.append(CribLine("BUR-13", text, str(points)))
    return lines


def _values(options: dict[str, Any]) -> str:
    """Returns a text with the points of one card of each class."""
    *suited, joker = CLASSES
    values = " · ".join(f"{label}: {worth_of(options, name)}" for name, label, _worth, _most in suited)
    if options["jokers"]:
        values = _("%(values)s · joker: %(points)s", values=values, points=worth_of(options, joker[0]))
    return values


def _unplayed_pot(way: str) -> str:
    """Returns a text with the cost of a pot of which no card was played (BUR-8)."""
    if way == "flat":
        return f"−{FLAT}"
    return _("− value") if way == "cards" else _("− value, −%(points)s at most", points=FLAT)


def _great_runs(options: dict[str, Any]) -> list[CribLine]:
    """Returns a line for each great run with a bonus; a run and its version with a wild card share one."""
    lines = []
    for first, text, second, both in (
        ("thirteen", _("All thirteen ranks"), "thirteen_dirty", _("All thirteen ranks; with a wild card")),
        ("fourteen", _("From ace to ace"), "", ""),
        ("eight", _("Eight of a rank"), "eight_dirty", _("Eight of a rank; with a wild card")),
    ):
        played = [name for name in (first, second) if options.get(name)]
        if played:
            worth = " · ".join(f"+{options[name]}" for name in played)
            lines.append(CribLine("BUR-28", both if second in played else text, worth))
    return lines


def _of_three(setup: Setup) -> list[CribLine]:
    """Returns the lines on the lone player among three, and the total up to which there is one (BUR-32 to BUR-34)."""
    until = setup["options"]["lone_hand_until"]
    if not is_for_three(setup) or until == 0:
        return []
    lines = [
        CribLine("BUR-32", _("Who takes the pot of %(cards)s plays alone", cards=CARDS_OF_THE_LONE_POT)),
        CribLine("BUR-33", _("The two others: half of their points each, rounded up")),
    ]
    if until is not None:
        lines.append(CribLine("BUR-34", _("Three pots, everybody for himself, from a total of"), str(until)))
    return lines


SECTIONS = (
    GAME_SECTION,
    CARDS_SECTION,
    ("counting", N_("Counting a hand")),
    ("first-meld", N_("The first meld")),
    ("winning", N_("Winning the match")),
    ("melds", N_("Melds")),
    ("italy-and-brazil", N_("Italy and Brazil")),
    ("three-players", N_("Three players")),
    *LAST_SECTIONS,
)

SUITS_OF_A_GROUP = "SHDCSHDC"
A_TO_K = " ".join(f"{rank}S" for rank in RANKS)


def _group(rank: str, cards: int) -> str:
    """Returns a text of `cards` cards of this rank, eight at most, from two packs."""
    return " ".join(rank + suit for suit in SUITS_OF_A_GROUP[:cards])


# Preset and cards of the melds judged on the rules page.
MELDS: list[tuple[str, str]] = [
    ("us", "AS 2S 3S 4S 5S 6S 7S"),
    ("us", "2H 3H 4H 5H 6H 7H 8H"),
    ("us", "AS 2S 3S 4S 5S 6S 2D"),
    ("us", "AS 2S 2S 4S 5S 6S 7S"),
    ("us", "2C 3C 4C 5C 6C 7C 2C"),
    ("us", "AS 3S 4S 5S 6S 7S 8S 2H"),
    ("us", "5D 6D JOKER 8D 9D 10D JD"),
    ("us", "5D 6D JOKER 8D 2S 10D JD"),
    ("us", "AS 2S 3S JOKER 5S 6S 7S"),
    ("us", "3H 4H 5H 6H 7H 8H 9H JOKER"),
    ("burraco", "3H 4H 5H 6H 7H 8H 9H JOKER"),
    ("us", "9S 9H 9D"),
    ("us", "QS QH 2C"),
    ("us", "QS KS AS 2S 3S"),
    ("us", "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"),
    ("burraco", "9S 9H 9D"),
    ("aberto", "QS QH QD"),
    ("burraco", _group("3", 7)),
    ("burraco", _group("9", 7) + " JOKER"),
    ("burraco", _group("9", 8) + " JOKER"),
    ("burraco-fitab", _group("9", 8) + " JOKER"),
    ("burraco", "3H 4H 5H 6H 7H 8H 9H JOKER JH"),
    ("burraco-fitab", A_TO_K),
    ("burraco", A_TO_K + " JOKER"),
    ("burraco-fitab", A_TO_K + " JOKER"),
    ("burraco", A_TO_K + " AS"),
    ("aberto", A_TO_K + " AS"),
]


# Numbers in the texts of the rules page and of the rules on paper, by name.
_AGREED = options_by_preset(PRESETS)
_LEAST_OPENED, _MORE_OPENED = _AGREED["us"]["first_meld"]
NUMBERS = {
    "clean": CLEAN,
    "dirty": DIRTY,
    "semi_clean": _AGREED["burraco"]["semi_clean"],
    "flat": FLAT,
    "pot": CARDS_OF_A_POT,
    "two_pots": 2 * CARDS_OF_A_POT,
    "three_pots": 3 * CARDS_OF_A_POT,
    "lone_pot": CARDS_OF_THE_LONE_POT,
    "lone_until": _AGREED["burraco-3"]["lone_hand_until"],
    "first_meld": _LEAST_OPENED[1],
    "first_meld_rises_at": _MORE_OPENED[0],
    "higher_first_meld": _MORE_OPENED[1],
    "failed_meld": _AGREED["us"]["failed_meld_increment"],
    "target": _AGREED["us"]["target"],
    "target_in_italy": _AGREED["burraco"]["target"],
    "target_for_three": _AGREED["burraco-3"]["target"],
    "target_in_brazil": _AGREED["aberto"]["target"],
    "two_in_brazil": _AGREED["aberto"]["two_points"],
    "highest_joker": max(worth for worth, _label in option_named(OPTIONS, "joker_points")["choices"]),
    "joker_in_brazil": _AGREED["aberto"]["joker_points"],
}


def tables() -> dict[str, Any]:
    """Returns the tables of the rules page: classes of cards, points of the packs, and melds with verdicts."""
    rows = [(label, worth) for _name, label, worth, _most in CLASSES]
    without = sum(worth * most for name, _label, worth, most in CLASSES if name != "joker")
    packs = [(packs, packs * PACK_POINTS, packs * without) for packs in (2, 3)]
    return {"cards": {"rows": rows, "packs": packs}, "melds": judged_melds(), "great": great_runs()}


def great_runs() -> dict[str, Any]:
    """Returns a table of the great runs' bonuses in Italy (FITAB) and Brazil; 0 is no bonus (BUR-28)."""
    options = {preset["slug"]: preset["options"] for preset in PRESETS}
    presets_shown = [options["burraco-fitab"], options["aberto"]]
    labels = {field["name"]: field["label"] for field in RUN_FIELDS}
    rows = [(labels[name], [preset[name] for preset in presets_shown]) for name in GREAT]
    return {"titles": [N_("Italy (FITAB)"), N_("Brazil")], "rows": rows}


def judged_melds() -> list[dict[str, Any]]:
    """Returns the melds of MELDS with the engine's verdicts, without the line that counts their points."""
    return judged("buraco", "meld", MELDS, presets=PRESETS, left_out="BUR-1")


def demo_hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Returns a random hand in which the better of two sides goes out with a clean run."""
    runs = {"clean": 1, "dirty": chance.randint(0, 1)}
    won = {"melds": STEP * chance.randint(50, 90), **runs, "hand": 0, "pot": "played"}
    lost = {"melds": STEP * chance.randint(10, 40), "hand": STEP * chance.randint(2, 15), "pot": "played"}
    return {"sides": [won, lost] if better == 0 else [lost, won], "went_out": better}
