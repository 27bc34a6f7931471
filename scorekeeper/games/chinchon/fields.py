"""Presets and options of Chinchón, and the fields of a hand."""

from typing import Any

from ..engine.base import Option, Rule, Way, _, field, rule
from ..engine.cards import JOKER, rank_of
from ..engine.elimination import limit_option, reenter_field, reentries_option
from ..engine.setup import choice, preset, presets, whole

CARDS = 7  # of each player
SUITS = [["D", _("coins")], ["H", _("cups")], ["S", _("swords")], ["C", _("batons")]]
ORDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K")
ACE_OF_COINS = "AD"  # the joker, with the option `jokers`
NO_JOKER, ACE, TWO = "none", "ace", "two"
MOST_PLAYERS_WITH_ONE_PACK = 4
LESS = 10  # for all seven cards melded

PRESETS = presets(
    preset(
        "spain", _("Spain"), limit=101, reentries=1, close=3, pack=40, jokers=ACE, joker_points=25, figures="ten",
        joker_chinchon=10,
    ),
    preset("argentina", _("Argentina"), limit=100, close=5, pack=48, jokers=TWO, figures="rank", joker_chinchon=25),
    preset("uruguay", _("Conga (Uruguay)"), close=5, figures="rank", joker_chinchon=25),
)  # fmt: skip
SHAPES = [(players, 1) for players in range(2, 9)]

RULES: "list[Rule]" = [
    rule("CHI-1", _("Cards left in hand")),
    rule("CHI-2", _("Who closes")),
    rule("CHI-3", _("What the closer may have left"), _("Closing with at most"), agreed="close"),
    rule("CHI-4", _("Ten less"), _("Closing with all seven melded"), "−" + str(LESS)),
    rule(
        "CHI-5", _("Chinchón"), _("Chinchón: the match; with a joker"), "−{}", agreed="joker_chinchon",
        unless=["jokers", NO_JOKER],
    ),
    rule("CHI-6", _("The others")),
    rule("CHI-7", _("The most that can be left")),
    rule("CHI-8", _("Out, and the last one in"), _("Out from this total on; the last player in wins"), agreed="limit"),
    rule(
        "CHI-9", _("Coming back"), _("Coming back, at the highest total of those who are in"), "× {}",
        agreed="reentries", option="reentries",
    ),
    rule("CHI-10", _("Who deals")),
    rule("CHI-11", _("Sets and runs")),
    rule("CHI-12", _("A joker in a meld")),
]  # fmt: skip

OPTIONS: "list[Option]" = [
    limit_option("CHI-8"),
    reentries_option("CHI-9"),
    whole("close", _("Points that the closer may have left"), "CHI-3", 0, 10),
    choice("pack", _("Cards of a pack"), "CHI-1", (40, "40"), (48, _("48, with 8 and 9"))),
    choice(
        "jokers", _("Jokers"), "CHI-1", (NO_JOKER, _("no jokers")), (ACE, _("the ace of coins")), (TWO, _("two jokers"))
    ),
    whole("joker_points", _("Points of a joker left in hand"), "CHI-1", 0, 50),
    choice("figures", _("J, Q and K left count"), "CHI-1", ("ten", _("10 each")), ("rank", _("10, 11 and 12"))),
    choice("joker_chinchon", _("A chinchón with a joker scores"), "CHI-5", (10, "−10"), (25, "−25"), (50, "−50")),
]


def order_of(options: "dict[str, Any]") -> "list[str]":
    """Returns the ranks of the pack in the order of a run (CHI-11)."""
    return [rank for rank in ORDER if options["pack"] == 48 or rank not in ("8", "9")]


def worth_of(card: str, options: "dict[str, Any]") -> int:
    """Returns the points of a card left in hand (CHI-1)."""
    if is_joker(card, options):
        return int(options["joker_points"])
    rank = rank_of(card)
    if rank in ("J", "Q", "K"):
        return 10 + (("J", "Q", "K").index(rank) if options["figures"] == "rank" else 0)
    return 1 if rank == "A" else int(rank)


def is_joker(card: str, options: "dict[str, Any]") -> bool:
    """True for a joker, and for the ace of coins where it is one."""
    return card == JOKER or (card == ACE_OF_COINS and options["jokers"] == ACE)


def packs_of(players: int) -> int:
    """Returns the number of packs for the match's number of players."""
    return 1 if players <= MOST_PLAYERS_WITH_ONE_PACK else 2


def most_held(options: "dict[str, Any]", players: int) -> "list[int]":
    """Returns the most points that one player, two, three … can have left together (CHI-7)."""
    cards = [rank + suit for rank in order_of(options) for suit, _name in SUITS]
    cards += [JOKER] * (2 if options["jokers"] == TWO else 0)
    worths = sorted([worth_of(card, options) for card in cards * packs_of(players)], reverse=True)
    return [sum(worths[: CARDS * held]) for held in range(1, players + 1)]


def most_of_one(options: "dict[str, Any]", players: int) -> int:
    """Returns the most points that one player can have left (CHI-7)."""
    return most_held(options, players)[0]


CLEAN = "clean"
CHINCHON = [[CLEAN, _("clean: the match")], ["joker", _("with a joker")]]

WAYS: "list[Way]" = [
    {
        "slug": "hand",
        "title": _("Hand"),
        "fields": [
            reenter_field("CHI-9"),
            field("closed", "side", _("Who closed"), "CHI-2", required=True, ask=True, asks=_("Who closed?")),
            field(
                "counts", "shares", _("Points left in hand"), "CHI-8", required=True, left_out=True, inner_rule="CHI-7",
                out=True, max_of=most_of_one,
            ),
            field(
                "chinchon", "choice", _("Chinchón"), "CHI-5", choices=CHINCHON, nullable=True, folded=True,
                rare=[CLEAN, _("Chinchón! wins at once")],
            ),
        ],
    }
]  # fmt: skip
