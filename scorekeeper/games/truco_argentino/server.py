"""Truco argentino on paper and on its rules page, and its demonstration: used by the server only."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.i18n import _, say

from ..engine import play
from ..engine.base import N_, Setup, points_of_lines
from ..engine.figures import figure
from ..paper import Column, CribLine, Form, beside_each_other, of_side
from ..rulebook import (
    CARDS_SECTION,
    FORMAT_SECTION,
    GAME_SECTION,
    LAST_SECTIONS,
    Example,
    document,
    options_by_preset,
    pairs,
    singly,
)
from .cards import HIGHEST_WITH_MUESTRA, MATAS, ORDER, PIEZAS, SUIT_NAMES, TWO_OF_A_SUIT, envido_values, flor_values
from .deal import ENVIDO, LEAST_CALL, REAL_ENVIDO, VALUES, Deal, is_played
from .fields import ENVIDO_COURSES, PRESETS
from .flor import BOTH_ACCEPTED, CONTRAFLOR_ACCEPTED, CONTRAFLOR_REFUSED, EACH
from .tricks import WORTHS
from .tricks import score as score_truco


def form(setup: Setup) -> Form:
    """Returns the columns of a sheet: the points of each side for flor, envido and truco."""
    columns = [
        Column(_("Envido"), 13, "count", **_points_of(setup, "envido")),
        Column(_("Truco"), 13, "count", **_points_of(setup, "truco")),
        Column(_("Total"), 16, "total"),
    ]
    if setup["options"]["flor"] != "none":
        columns = [Column(_("Flor"), 13, "count first", **_points_of(setup, "flor")), *columns]
    return beside_each_other(setup, columns)


def _points_of(setup: Setup, name: str) -> dict[str, Any]:
    """Returns a column's `fill` and `tells` for the points of a part of the hand: as entered, or as its calls give."""
    usual = of_side(name)

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        part = entry.get(name)
        if not isinstance(part, dict):
            return str(usual["fill"](entry, points, side))
        truco = _points_of_truco(setup, entry, points)
        if truco is None:
            return ""
        return figure(truco[side] if name == "truco" else points[side] - truco[side])

    return {**usual, "fill": fill}


def _points_of_truco(setup: Setup, entry: Mapping[str, Any], points: Sequence[int]) -> Sequence[int] | None:
    """Returns each side's points of truco: all points of a hand without flor and envido, else scored again.

    None if they depend on the mano, whom the entry does not name (after three tied tricks).
    """
    truco = entry.get("truco")
    if not (is_played(entry.get("flor")) or is_played(entry.get("envido"))):
        return points
    if not isinstance(truco, dict):
        return truco or [0, 0]

    def scored(mano: int) -> list[int]:
        players = len(setup["sides"][0]["players"])
        deal: Deal = {"options": setup["options"], "totals": [0, 0], "mano": mano, "players": players, "is_duel": False}
        return points_of_lines(score_truco(deal, truco, nothing_called=False), 2)

    return scored(0) if scored(0) == scored(1) else None


def worths(setup: Setup) -> dict[str, str]:
    """Returns the worth of three tied tricks, as a text by rule number."""
    return {"TAR-5": _("the mano wins") if setup["options"]["three_ties"] == "mano" else _("nobody wins")}


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the short rules on the order of the cards, the falta, and flores of both sides."""
    top = _("Strongest first: %(manilhas)s, then", manilhas=" ".join(MATAS))
    falta = {
        "half": _("in the malas what the leader needs to the half"),
        "winner": _("in the malas what its winner needs to the half"),
        "match": _("in the malas what its winner needs to the target"),
        "leader": _("what the leader needs to the target"),
    }[setup["options"]["falta"]]
    return [
        CribLine("TAR-2", top + " " + " ".join(ORDER)),
        CribLine("TAR-15", _("Falta envido: %(worth)s", worth=falta)),
        *_flor(setup),
    ]


def _flor(setup: Setup) -> list[CribLine]:
    """Returns the lines on flores on both sides, if flor is played."""
    options = setup["options"]
    if options["flor"] == "none":
        return []
    lines = []
    if options["flor"] == "table":
        lines.append(CribLine("TAR-20", _("Con flor me achico"), str(options["achico"])))
        lines.append(CribLine("TAR-20", _("Contraflor"), str(CONTRAFLOR_ACCEPTED)))
    resto = _("the falta") if options["resto"] == "falta" else _("what the leader needs, and all flores")
    return [*lines, CribLine("TAR-22", _("Contraflor al resto: %(worth)s", worth=resto))]


SECTIONS = (
    GAME_SECTION,
    CARDS_SECTION,
    ("truco", N_("Truco")),
    ("envido", N_("Envido")),
    ("flor", N_("Flor")),
    ("match", N_("The match")),
    *LAST_SECTIONS,
)

HOME_LANGUAGE = "es"
AT_HOME = {"E": "espadas", "B": "bastos", "O": "oros", "C": "copas"}
TRICKS: "tuple[list[int | None], ...]" = (
    [0, 0], [0, None], [0, 1, 0], [0, 1, None], [0, 1, 1], [None, 0], [None, None, 0], [None, None, None],
)  # fmt: skip
_TWO = singly("Ana", "Beto")
_FOUR = pairs("Ana", "Clara", "Beto", "Davi")
_A, _B = 0, 1  # Ana deals first: Beto is mano


# Numbers in the texts of the rules page and of the rules on paper, by name.
NUMBERS = {
    "two_of_a_suit": TWO_OF_A_SUIT,
    "highest_envido": envido_values(False)[-1],
    "highest_envido_with_muestra": HIGHEST_WITH_MUESTRA,
    "pieza_two": PIEZAS["2"],
    "pieza_four": PIEZAS["4"],
    "pieza_five": PIEZAS["5"],
    "pieza_eleven": PIEZAS["11"],
    "envido": VALUES[ENVIDO],
    "real_envido": VALUES[REAL_ENVIDO],
    "least_call": LEAST_CALL,
    "highest_flor_with_muestra": flor_values(True)[-1],
    "each_flor": EACH,
    "both_flores": BOTH_ACCEPTED,
    "achico": options_by_preset(PRESETS)["con-flor"]["achico"],
    "contraflor": CONTRAFLOR_ACCEPTED,
    "contraflor_refused": CONTRAFLOR_REFUSED,
}
NUMBERS |= {f"worth_{step}": worth for step, worth in enumerate(WORTHS, 1)}


def tables() -> dict[str, Any]:
    """Returns the tables of the rules page: suits, order of cards, settled hands, and calls of envido."""
    matas = [(card[:-1], AT_HOME[card[-1]]) for card in MATAS]
    suits = [(letter, name, AT_HOME[letter]) for letter, name in SUIT_NAMES]
    return {
        "cards": {"matas": matas, "below": ORDER},
        "suits": suits,
        "language": HOME_LANGUAGE,
        "settled": settled_hands(),
        "envido": envido_points(),
    }


def settled_hands() -> list[dict[str, Any]]:
    """Returns the ways to settle a hand (TAR-5): the tricks and the side that wins; B is the mano's side."""
    played = {"format": FORMAT_SECTION, "game": "truco-argentino", "sides": _TWO, "hands": []}
    settled = []
    for tricks in TRICKS:
        verdict = play.claim(played, {"type": "hand", "side": _A, "truco": {"tricks": tricks}}, say)
        settled.append({"tricks": tricks, "winner": verdict["effect"]["winner"]})
    return settled


def envido_points() -> list[dict[str, Any]]:
    """Returns the sequences of envido calls, with points if accepted (None: the falta) and refused (TAR-13)."""
    return [
        {
            "calls": ", ".join(calls).replace("_", " "),
            "accepted": None
            if "falta_envido" in calls
            else sum(_envido_example(calls, {"answer": "accept", "winner": _A})),
            "refused": sum(_envido_example(calls, {"answer": "refuse"})),
        }
        for calls in ENVIDO_COURSES
    ]


def _envido_example(calls: "tuple[str, ...]", answer: dict[str, Any]) -> list[int]:
    """Returns the points of both sides for these envido calls with this answer, without the truco."""
    hand = {"envido": {"calls": list(calls), "by": _A, **answer}, "truco": [0, 1]}
    points: list[int] = play.score(document("truco-argentino", "argentino", _TWO, [hand]))["hands"][0]["points"]
    return [points[_A], points[_B] - 1]


def _example(
    caption: str, *hands: dict[str, Any], variant: str = "argentino", sides: list[dict[str, Any]] = _TWO
) -> Example:
    return {"caption": caption, "document": document("truco-argentino", variant, sides, list(hands))}


def _called(calls: list[Any], by: int, **details: Any) -> dict[str, Any]:
    return {"calls": calls, "by": by, **details}


_FALTA = _called(["falta_envido"], _A, answer="accept", values=[31, 20])
_TO_TWELVE_NINE = ({"envido": [7, 0], "truco": [4, 0]}, {"envido": [0, 5], "truco": [0, 4]}, {"truco": [1, 0]})
_TO_TWENTY_EIGHT = ({"envido": [7, 0], "truco": [4, 0]},) * 2 + ({"envido": [5, 0], "truco": [1, 0]},)

EXAMPLES = [
    _example(N_("The first trick is won, the second tied."), {"truco": {"tricks": [0, None]}}),
    _example(N_("Three ties: the mano has the hand."), {"truco": {"tricks": [None, None, None]}}),
    _example(
        N_("Ana calls truco, Beto retruco, and Ana says no."),
        {"truco": {"tricks": [0], **_called(["truco", "retruco"], _A, answer="refuse")}},
    ),
    _example(N_("Ana goes to the mazo before any card and call."), {"truco": {"tricks": [], "mazo": _A}}),
    _example(
        N_("Envido, real envido, accepted: 29 against 29, and Beto is mano."),
        {
            "envido": _called(["envido", "real_envido"], _A, answer="accept", values=[29, 29]),
            "truco": {"tricks": [0, 0]},
        },
    ),
    _example(
        N_("Falta envido at 12 to 9: both are in the malas, the leader needs 3 to the half."),
        *_TO_TWELVE_NINE,
        {"envido": _FALTA, "truco": [0, 1]},
    ),
    _example(
        N_("At 28 an envido ends the match, so the truco is not counted."),
        *_TO_TWENTY_EIGHT,
        {"envido": _called(["envido"], _B, answer="accept", values=[30, 27])},
    ),
    _example(
        N_("Contraflor, accepted: 33 against 30."),
        {
            "flor": {"flors": [1, 1], **_called(["contraflor"], _A, answer="accept", values=[33, 30])},
            "truco": {"tricks": [1, 1]},
        },
        variant="con-flor",
    ),
    _example(
        N_("Con flor me achico."),
        {"flor": {"flors": [1, 1], "by": _A, "answer": "refuse"}, "truco": {"tricks": [1, 1]}},
        variant="con-flor",
    ),
    _example(
        N_("Uruguay: two flores against one, an envido bid and accepted."),
        {
            "flor": {"flors": [2, 1], **_called(["envido"], _B, answer="accept", values=[46, 38])},
            "truco": {"tricks": [0, 0]},
        },
        variant="uruguayo",
        sides=_FOUR,
    ),
    _example(
        N_("Envido cannot be entered beside a flor."),
        {"flor": [3, 0], "envido": [0, 2], "truco": [1, 0]},
        variant="con-flor",
    ),
]
