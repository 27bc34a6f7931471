"""Truco argentino for reading: titles, sections, tables and worked examples."""

from typing import Any

from scorekeeper.i18n import say

from ..engine import play
from ..engine.base import _
from ..rulebook.pieces import CARDS, FORMAT, GAME, LAST, Example, document, pairs, singly
from .cards import MATAS, ORDER, SUIT_NAMES
from .fields import ENVIDO_COURSES

TITLES = (
    ("TAR-1", _("Cards and suits")),
    ("TAR-2", _("The order of the cards")),
    ("TAR-3", _("The muestra and its piezas")),
    ("TAR-4", _("Winning a trick")),
    ("TAR-5", _("Who wins the hand")),
    ("TAR-6", _("What the hand is worth")),
    ("TAR-7", _("Calling and raising truco")),
    ("TAR-8", _("Truco refused")),
    ("TAR-9", _("Going to the mazo")),
    ("TAR-10", _("To the mazo before any call")),
    ("TAR-11", _("The value of an envido")),
    ("TAR-12", _("The best envido")),
    ("TAR-13", _("The calls of envido")),
    ("TAR-14", _("Envido raised freely")),
    ("TAR-15", _("The falta")),
    ("TAR-16", _("What a flor is")),
    ("TAR-17", _("Flor instead of envido")),
    ("TAR-18", _("Flor on one side only")),
    ("TAR-19", _("The best flor")),
    ("TAR-20", _("Flor against flor")),
    ("TAR-21", _("Flor with bids")),
    ("TAR-22", _("Contraflor al resto")),
    ("TAR-23", _("Winning the match")),
    ("TAR-24", _("Playing the last hand out")),
    ("TAR-25", _("Malas and buenas")),
    ("TAR-26", _("Duels of six players")),
    ("TAR-27", _("Players and deal")),
)

SECTIONS = (
    GAME,
    CARDS,
    ("truco", _("Truco")),
    ("envido", _("Envido")),
    ("flor", _("Flor")),
    ("match", _("The match")),
    *LAST,
)

HOME_LANGUAGE = "es"
AT_HOME = {"E": "espadas", "B": "bastos", "O": "oros", "C": "copas"}
TRICKS: "tuple[list[int | None], ...]" = (
    [0, 0], [0, None], [0, 1, 0], [0, 1, None], [0, 1, 1], [None, 0], [None, None, 0], [None, None, None],
)  # fmt: skip
_TWO = singly("Ana", "Beto")
_FOUR = pairs("Ana", "Clara", "Beto", "Davi")
_A, _B = 0, 1  # Ana deals first: Beto is mano


def tables() -> dict[str, Any]:
    """Suits, cards from high to low, who wins a hand, and what calls of envido are worth."""
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
    """The ways to settle a hand (TAR-5): the tricks, and the side that has it; B is the mano's side."""
    played = {"format": FORMAT, "game": "truco-argentino", "sides": _TWO, "hands": []}
    settled = []
    for tricks in TRICKS:
        verdict = play.claim(played, {"type": "hand", "side": _A, "truco": {"tricks": tricks}}, say)
        settled.append({"tricks": tricks, "winner": verdict["effect"]["winner"]})
    return settled


def envido_points() -> list[dict[str, Any]]:
    """The calls of envido (TAR-13), and what they are worth accepted (None: the falta) and refused."""
    return [
        {
            "calls": ", ".join(calls).replace("_", " "),
            "accepted": None if "falta_envido" in calls else sum(_envido(calls, {"answer": "accept", "winner": _A})),
            "refused": sum(_envido(calls, {"answer": "refuse"})),
        }
        for calls in ENVIDO_COURSES
    ]


def _envido(calls: "tuple[str, ...]", answer: dict[str, Any]) -> list[int]:
    """The points of both sides for an envido alone."""
    hand = {"envido": {"calls": list(calls), "by": _A, **answer}, "truco": [0, 1]}
    points: list[int] = play.score(document("truco-argentino", "argentino", _TWO, [hand]))["hands"][0]["points"]
    return [points[_A], points[_B] - 1]


def _example(
    caption: str, *hands: dict[str, Any], variant: str = "argentino", sides: list[dict[str, Any]] = _TWO
) -> Example:
    return {"caption": caption, "document": document("truco-argentino", variant, sides, list(hands))}


def _called(calls: list[Any], by: int, **more: Any) -> dict[str, Any]:
    return {"calls": calls, "by": by, **more}


_FALTA = _called(["falta_envido"], _A, answer="accept", values=[31, 20])
_TO_TWELVE_NINE = ({"envido": [7, 0], "truco": [4, 0]}, {"envido": [0, 5], "truco": [0, 4]}, {"truco": [1, 0]})
_TO_TWENTY_EIGHT = ({"envido": [7, 0], "truco": [4, 0]},) * 2 + ({"envido": [5, 0], "truco": [1, 0]},)

EXAMPLES = [
    _example(_("The first trick is won, the second tied."), {"truco": {"tricks": [0, None]}}),
    _example(_("Three ties: the mano has the hand."), {"truco": {"tricks": [None, None, None]}}),
    _example(
        _("Ana calls truco, Beto retruco, and Ana says no."),
        {"truco": {"tricks": [0], **_called(["truco", "retruco"], _A, answer="refuse")}},
    ),
    _example(_("Ana goes to the mazo before any card and call."), {"truco": {"tricks": [], "mazo": _A}}),
    _example(
        _("Envido, real envido, accepted: 29 against 29, and Beto is mano."),
        {
            "envido": _called(["envido", "real_envido"], _A, answer="accept", values=[29, 29]),
            "truco": {"tricks": [0, 0]},
        },
    ),
    _example(
        _("Falta envido at 12 to 9: both are in the malas, the leader needs 3 to the half."),
        *_TO_TWELVE_NINE,
        {"envido": _FALTA, "truco": [0, 1]},
    ),
    _example(
        _("At 28 an envido ends the match, and the truco is not counted any more."),
        *_TO_TWENTY_EIGHT,
        {"envido": _called(["envido"], _B, answer="accept", values=[30, 27])},
    ),
    _example(
        _("Contraflor, accepted: 33 against 30."),
        {
            "flor": {"flors": [1, 1], **_called(["contraflor"], _A, answer="accept", values=[33, 30])},
            "truco": {"tricks": [1, 1]},
        },
        variant="con-flor",
    ),
    _example(
        _("Con flor me achico."),
        {"flor": {"flors": [1, 1], "by": _A, "answer": "refuse"}, "truco": {"tricks": [1, 1]}},
        variant="con-flor",
    ),
    _example(
        _("Uruguay: two flores against one, an envido bid and accepted."),
        {
            "flor": {"flors": [2, 1], **_called(["envido"], _B, answer="accept", values=[46, 38])},
            "truco": {"tricks": [0, 0]},
        },
        variant="uruguayo",
        sides=_FOUR,
    ),
    _example(
        _("Envido cannot be entered beside a flor."),
        {"flor": [3, 0], "envido": [0, 2], "truco": [1, 0]},
        variant="con-flor",
    ),
]
