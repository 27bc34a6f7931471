"""The tables of the rules pages, from the games' own constants, so that a page cannot say what a game does not do."""

from typing import Any

from scorekeeper.games.albastini import count as albastini_count
from scorekeeper.games.buraco.entry import CLASSES
from scorekeeper.games.engine.base import Game, _
from scorekeeper.games.rulebook import title_of
from scorekeeper.games.rulebook.worked import settled_hands
from scorekeeper.games.tresette import count as tresette_count
from scorekeeper.games.tresette import rules as tresette

# A suit's sign, its name, and what it is called where the game is at home.
SUITS: dict[str, list[tuple[str, str, str]]] = {
    "tresette": [
        ("♦", _("coins"), "denari"),
        ("♥", _("cups"), "coppe"),
        ("♠", _("swords"), "spade"),
        ("♣", _("batons"), "bastoni"),
    ],
    "truco": [
        ("♣", _("clubs"), "paus"),
        ("♥", _("hearts"), "copas"),
        ("♠", _("spades"), "espadas"),
        ("♦", _("diamonds"), "ouros"),
    ],
    "albastini": [
        ("♠", _("spades"), "shupaza"),
        ("♥", _("hearts"), "kopa"),
        ("♦", _("diamonds"), "uru"),
        ("♣", _("clubs"), "pau"),
    ],
}
HOME_LANGUAGES = {"tresette": "it", "truco": "pt-BR", "albastini": "sw"}

# Tresette: rank, Italian name, the card of a French pack; from high to low.
TRESETTE_RANKS = (
    ("3", "tre", "3"), ("2", "due", "2"), ("A", "asso", "A"), ("R", "re", "K"), ("C", "cavallo", "Q"),
    ("F", "fante", "J"), ("7", "sette", "7"), ("6", "sei", "6"), ("5", "cinque", "5"), ("4", "quattro", "4"),
)  # fmt: skip
FIGURES = ("3", "2", "R", "C", "F")

# Truco: the four manilhas and their names, and what comes below them.
MANILHAS = (("4♣", "zap"), ("7♥", "escopeta"), ("A♠", "espadilha"), ("7♦", "pica-fumo"))
BELOW = (
    ("3", "♠ ♥ ♦ ♣"), ("2", "♠ ♥ ♦ ♣"), ("A", "♥ ♦ ♣"), ("K", "♠ ♥ ♦ ♣"), ("J", "♠ ♥ ♦ ♣"), ("Q", "♠ ♥ ♦ ♣"),
    ("7", "♠ ♣"), ("6", "♠ ♥ ♦ ♣"), ("5", "♠ ♥ ♦ ♣"), ("4", "♠ ♥ ♦"),
)  # fmt: skip

SWAHILI = {"A": "dume", "7": "jike", "K": "mzungu", "J": "mzungu", "Q": "mzungu"}
RUBBISH = "ngarasha"


def tables_of(game: Game) -> dict[str, Any]:
    """What the page of a game shows in tables."""
    tables: dict[str, Any] = {"suits": SUITS.get(game.slug), "language": HOME_LANGUAGES.get(game.slug)}
    return tables | OWN[game.slug]()


def _tresette() -> dict[str, Any]:
    thirds = dict.fromkeys(FIGURES, 1) | {"A": tresette_count.THIRDS_OF_AN_ACE}
    cards = [(name, french, thirds.get(rank, 0)) for rank, name, french in TRESETTE_RANKS]
    special = [(rule, title_of(rule), tresette.SPECIAL_GAMES[slug]) for slug, rule in tresette.SPECIAL_RULES.items()]
    return {"cards": cards, "special": special}


def _truco() -> dict[str, Any]:
    return {"cards": {"manilhas": MANILHAS, "below": BELOW}, "settled": settled_hands()}


def _albastini() -> dict[str, Any]:
    ranks = albastini_count.RANKS
    cards = [(rank, SWAHILI.get(rank, RUBBISH), albastini_count.VALUES.get(rank, 0)) for rank in ranks]
    return {"cards": cards}


def _buraco() -> dict[str, Any]:
    """Classes of cards, and the points that two and three packs hold with jokers and without."""
    rows = [(label, worth) for _name, label, worth, _most in CLASSES]
    with_jokers = sum(worth * most for _name, _label, worth, most in CLASSES)
    without = sum(worth * most for name, _label, worth, most in CLASSES if name != "joker")
    return {"cards": {"rows": rows, "packs": [(packs, packs * with_jokers, packs * without) for packs in (2, 3)]}}


OWN = {"tresette": _tresette, "truco": _truco, "albastini": _albastini, "buraco": _buraco}
