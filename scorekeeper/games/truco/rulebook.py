"""Truco for reading: titles, sections, tables and worked examples."""

from typing import Any

from scorekeeper.i18n import say

from ..engine import play
from ..engine.base import _
from ..engine.cards import SIGNS, SUITS, signed
from ..rulebook.pieces import CARDS, FORMAT, GAME, LAST, Example, document, pairs, singly
from ..rulebook.worked import TWO_SIDES
from .claims import MANILHAS, RANKS

TITLES = (
    ("TRU-1", _("Winning a trick")),
    ("TRU-2", _("Two tricks")),
    ("TRU-3", _("The first trick is tied")),
    ("TRU-4", _("A later trick is tied")),
    ("TRU-5", _("Three ties")),
    ("TRU-6", _("Calling truco")),
    ("TRU-7", _("Run, accept or raise")),
    ("TRU-8", _("What running costs")),
    ("TRU-9", _("One truco in a hand")),
    ("TRU-10", _("The trick of the call decides")),
    ("TRU-11", _("The trick of the call is tied")),
    ("TRU-12", _("The hand decides")),
    ("TRU-13", _("At match point")),
    ("TRU-14", _("Giving up at match point")),
    ("TRU-15", _("The iron hand")),
    ("TRU-16", _("Winning the match")),
    ("TRU-17", _("Two, four or six players")),
)

SECTIONS = (
    GAME,
    CARDS,
    ("trick", _("Who wins a trick")),
    ("hand", _("Who wins the hand")),
    ("stakes", _("Stakes")),
    ("match-point", _("Eleven and twelve")),
    *LAST,
)

# A suit's sign, its name, and what it is called where the game is at home.
NAMES_OF_SUITS = [
    ("♣", _("clubs"), "paus"),
    ("♥", _("hearts"), "copas"),
    ("♠", _("spades"), "espadas"),
    ("♦", _("diamonds"), "ouros"),
]
HOME_LANGUAGE = "pt-BR"

NAMES_OF_MANILHAS = ("zap", "escopeta", "espadilha", "pica-fumo")


def tables() -> dict[str, Any]:
    """Suits, cards from high to low, and after which tricks a hand is settled."""
    manilhas = [(signed(card), name) for card, name in zip(MANILHAS, NAMES_OF_MANILHAS)]
    below = [(rank, " ".join(SIGNS[suit] for suit in SUITS if rank + suit not in MANILHAS)) for rank in RANKS]
    cards = {"manilhas": manilhas, "below": below}
    return {"suits": NAMES_OF_SUITS, "language": HOME_LANGUAGE, "cards": cards, "settled": settled_hands()}


def settled_hands() -> list[dict[str, Any]]:
    """The ways to settle a hand (TRU-2 to TRU-5): the tricks, and the side that has it (None: drawn)."""
    document = {"format": FORMAT, "game": "truco", "sides": TWO_SIDES, "hands": []}
    courses: list[list[int | None]] = [
        [0, 0], [0, None], [0, 1, 0], [0, 1, None], [0, 1, 1],
        [None, 0], [None, None, 0], [None, None, None],
    ]  # fmt: skip
    settled = []
    for tricks in courses:
        claim = {"type": "hand", "side": 0, "tricks": tricks}
        verdict = play.claim(document, claim, say)
        settled.append({"tricks": tricks, "winner": verdict["effect"]["winner"], "rule": verdict["reasons"][0]["rule"]})
    return settled


SIDES = pairs("Ana", "Clara", "Beto", "Davi")


def _example(
    caption: str, *hands: dict[str, Any], variant: str = "brazilian", sides: list[dict[str, Any]] = SIDES
) -> Example:
    return {"caption": caption, "document": document("truco", variant, sides, list(hands))}


ELEVEN = ({"winner": 0, "stake": 9}, {"winner": 0, "stake": 1}, {"winner": 0, "stake": 1})

EXAMPLES = [
    _example(_("Each side has a trick, the third is tied."), {"tricks": [0, 1, None]}),
    _example(
        _("Truco is accepted in the second trick. It decides, although the other side won the first."),
        {"tricks": [1, 0], "truco": {"trick": 2, "side": 0, "proposals": 1, "answer": "accept"}},
    ),
    _example(
        _("The trick of the call is tied by a card that lay there before the call."),
        {
            "tricks": [0, None],
            "truco": {"trick": 2, "side": 1, "proposals": 1, "answer": "accept", "tied_card_before_call": True},
        },
    ),
    _example(
        _("It is tied by a later card and one more trick is played, for six."),
        {"tricks": [0, None, 1], "truco": {"trick": 2, "side": 0, "proposals": 2, "answer": "accept"}},
    ),
    _example(
        _("It is tied in the third trick, and there are no cards left."),
        {"tricks": [0, 1, None], "truco": {"trick": 3, "side": 0, "proposals": 1, "answer": "accept"}},
    ),
    _example(
        _("Truco, six, nine: and the others run."),
        {"tricks": [0], "truco": {"trick": 2, "side": 1, "proposals": 3, "answer": "run"}},
    ),
    _example(_("A hand of eleven goes to the opponents."), *ELEVEN, {"winner": 1, "stake": 3}),
    _example(_("The same hand with a stake of 1."), *ELEVEN, {"winner": 1, "stake": 1}),
    _example(
        _("Paulista, one against one: truco in the second trick raises the stake, and the whole hand decides."),
        {"tricks": [1, 0, 1], "truco": {"trick": 2, "side": 0, "proposals": 1, "answer": "accept"}},
        variant="paulista",
        sides=singly("Ana", "Beto"),
    ),
]
