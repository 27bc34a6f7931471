"""Worked examples for the rules pages: plain match documents and claims. What comes of them is computed when shown.

An example is a caption (a message id) with a match document whose last hand is the one to look at, or with a claim on
the table as the document's hands leave it.
"""

from typing import Any, TypeAlias

from scorekeeper.games.engine.base import _

Example: TypeAlias = dict[str, Any]
FORMAT = "scorekeeper/1"


def _pairs(*players: str) -> list[dict[str, Any]]:
    """Two pairs; players in the order of the seats."""
    pairs = [[players[0], players[2]], [players[1], players[3]]]
    return [{"name": " – ".join(pair), "players": pair} for pair in pairs]


def _singly(*players: str) -> list[dict[str, Any]]:
    return [{"players": [player]} for player in players]


def _teams(*teams: tuple[str, ...]) -> list[dict[str, Any]]:
    return [{"name": " – ".join(team), "players": list(team)} for team in teams]


def _tresette(caption: str, hands: list[dict[str, Any]], variant: str = "parlett") -> Example:
    sides = _pairs("Anna", "Carla", "Bruno", "Dino")
    return {"caption": caption, "document": _document("tresette", variant, sides, hands)}


def _truco(caption: str, *hands: dict[str, Any]) -> Example:
    sides = _pairs("Ana", "Clara", "Beto", "Davi")
    return {"caption": caption, "document": _document("truco", "brazilian", sides, list(hands))}


def _albastini(caption: str, sides: list[dict[str, Any]], hand: dict[str, Any]) -> Example:
    return {"caption": caption, "document": _document("albastini", "standard", sides, [hand])}


def _buraco(caption: str, hands: list[dict[str, Any]], claim: dict[str, Any] | None = None) -> Example:
    document = _document("buraco", "us", BURACO_SIDES, hands)
    return {"caption": caption, "document": document} | ({"claim": claim} if claim else {})


def _document(game: str, variant: str, sides: list[dict[str, Any]], hands: list[dict[str, Any]]) -> dict[str, Any]:
    return {"format": FORMAT, "game": game, "variant": variant, "sides": sides, "hands": hands}


NINETEEN = [{"points": [11, 0], "tricks": [9, 1]}, {"points": [8, 3]}]  # Tresette hands that bring a side to 19
ELEVEN = ({"winner": 0, "stake": 9}, {"winner": 0, "stake": 1}, {"winner": 0, "stake": 1})

TRESETTE = [
    _tresette(
        _("An ordinary deal. Together the points make 11."),
        [{"aces": [3, 1], "figures": [12, 8], "last_trick": 0}],
    ),
    _tresette(_("The last trick turns the deal round."), [{"aces": [2, 2], "figures": [11, 9], "last_trick": 1}]),
    _tresette(
        _("A stramazzo. The opponents have the last trick, but only two thirds in cards."),
        [{"aces": [4, 0], "figures": [18, 2], "last_trick": 1, "tricks": [9, 1]}],
    ),
    _tresette(
        _("A claim that holds, with 19 points before the deal."),
        [*NINETEEN, {"claim": {"side": 0, "aces": 1, "figures": 4}}],
    ),
    _tresette(
        _("A claim that falls short by one third, again with 19 points before."),
        [*NINETEEN, {"claim": {"side": 0, "aces": 0, "figures": 5}}],
    ),
    _tresette(
        _("Honours for 19 points: ace, 2 and 3 of three suits, and one more 3."),
        [
            {
                "points": [5, 6],
                "honours": [
                    {"player": "Anna", "kind": "four", "rank": "3"},
                    {"player": "Anna", "kind": "three", "rank": "2", "missing": "coins"},
                    {"player": "Anna", "kind": "three", "rank": "A", "missing": "coins"},
                    {"player": "Anna", "kind": "napoletana", "suit": "cups"},
                    {"player": "Anna", "kind": "napoletana", "suit": "swords"},
                    {"player": "Anna", "kind": "napoletana", "suit": "batons"},
                ],
            }
        ],
        variant="scarne",
    ),
    _tresette(
        _("Honours that one pack cannot hold."),
        [
            {
                "points": [5, 6],
                "honours": [
                    {"player": "Anna", "kind": "three", "rank": "3", "missing": "coins"},
                    {"player": "Dino", "kind": "napoletana", "suit": "cups"},
                ],
            }
        ],
        variant="mcleod",
    ),
]

TRUCO = [
    _truco(_("Each side has a trick, the third is tied."), {"tricks": [0, 1, None]}),
    _truco(
        _("Truco is accepted in the second trick. It decides, although the other side won the first."),
        {"tricks": [1, 0], "truco": {"trick": 2, "side": 0, "proposals": 1, "answer": "accept"}},
    ),
    _truco(
        _("The trick of the call is tied by a card that lay there before the call."),
        {
            "tricks": [0, None],
            "truco": {"trick": 2, "side": 1, "proposals": 1, "answer": "accept", "tied_card_before_call": True},
        },
    ),
    _truco(
        _("It is tied by a later card and one more trick is played, for six."),
        {"tricks": [0, None, 1], "truco": {"trick": 2, "side": 0, "proposals": 2, "answer": "accept"}},
    ),
    _truco(
        _("It is tied in the third trick, and there are no cards left."),
        {"tricks": [0, 1, None], "truco": {"trick": 3, "side": 0, "proposals": 1, "answer": "accept"}},
    ),
    _truco(
        _("Truco, six, nine: and the others run."),
        {"tricks": [0], "truco": {"trick": 2, "side": 1, "proposals": 3, "answer": "run"}},
    ),
    _truco(_("A hand of eleven goes to the opponents."), *ELEVEN, {"winner": 1, "stake": 3}),
    _truco(_("The same hand with a stake of 1."), *ELEVEN, {"winner": 1, "stake": 1}),
]

_TWO_PAIRS = _pairs("Asha", "Neema", "Juma", "Baraka")
_THREE = _singly("Asha", "Juma", "Neema")
_TEAMS_OF_THREE = _teams(("Asha", "Juma", "Neema"), ("Baraka", "Zawadi", "Imani"))

ALBASTINI = [
    _albastini(_("Two pairs, an ordinary win."), _TWO_PAIRS, {"points": [70, 50]}),
    _albastini(
        _("The same pairs, with cards counted."),
        _TWO_PAIRS,
        {"cards": {"A": [3, 1], "7": [2, 2], "K": [1, 3], "J": [4, 0], "Q": [2, 2]}},
    ),
    _albastini(_("A pair stays under 20."), _TWO_PAIRS, {"points": [101, 19]}),
    _albastini(_("Twenty is enough for a pair."), _TWO_PAIRS, {"points": [100, 20]}),
    _albastini(_("Three people playing singly: one stays under 10."), _THREE, {"points": [60, 51, 9]}),
    _albastini(_("Two share the most points."), _THREE, {"points": [55, 55, 10]}),
    _albastini(
        _("Three pairs, one under 20."),
        _teams(("Asha", "Juma"), ("Neema", "Baraka"), ("Zawadi", "Imani")),
        {"points": [80, 21, 19]},
    ),
    _albastini(_("Two teams of three, one under 30."), _TEAMS_OF_THREE, {"points": [91, 29]}),
    _albastini(_("Thirty is enough for three."), _TEAMS_OF_THREE, {"points": [90, 30]}),
    _albastini(
        _("Five people: the King of trumps stayed out."),
        _singly("Asha", "Juma", "Neema", "Baraka", "Zawadi"),
        {"points": [40, 30, 20, 16, 10], "undrawn": "K"},
    ),
]

BURACO_SIDES = _pairs("Lucía", "Sofía", "Mateo", "Tomás")
_OTHERS = {"melds": 100, "hand": 0, "pot": "played"}


def _first_meld(melds: list[list[str]], failed: int = 0) -> dict[str, Any]:
    return {"type": "first_meld", "side": 0, "melds": melds, "failed_melds": failed}


def _hand(*sides: dict[str, Any], out: int | None = None) -> dict[str, Any]:
    return {"sides": list(sides), "went_out": out}


FIFTY = [["KS", "KH", "KD"], ["4H", "5H", "6H", "7H"]]
SEVENTY_FIVE = [["AS", "AH", "AD"], ["QS", "QH", "QC"]]
AT_1495 = [_hand({"melds": 495, "clean": 5, "hand": 0, "pot": "played"}, _OTHERS)]
AT_1500 = [_hand({"melds": 500, "clean": 5, "hand": 0, "pot": "played"}, _OTHERS)]

BURACO = [
    _buraco(
        _("A full hand. The second side counted its cards by class, and never played from its pot."),
        [
            _hand(
                {"melds": 345, "clean": 1, "dirty": 1, "hand": 45, "pot": "played"},
                {
                    "melds": {"3-7": 10, "8-K": 6, "A": 2, "2": 1},
                    "dirty": 1,
                    "hand": 30,
                    "pot": "unplayed",
                    "pot_cards": 85,
                },
                out=0,
            )
        ],
    ),
    _buraco(
        _("The second side ends up in the hole."),
        [
            _hand(
                {"melds": 300, "clean": 1, "hand": 0, "pot": "played"},
                {"melds": 60, "hand": 120, "pot": "none"},
                out=0,
            )
        ],
    ),
    _buraco(_("A first meld with 1,495 points before the hand."), AT_1495, _first_meld(FIFTY)),
    _buraco(_("The same cards with 1,500 points."), AT_1500, _first_meld(FIFTY)),
    _buraco(_("With 1,500 points, and two attempts that failed."), AT_1500, _first_meld(SEVENTY_FIVE, 2)),
    _buraco(
        _("Both sides are above 2,000 after the third hand."),
        [
            _hand(
                {"melds": 420, "clean": 2, "hand": 0, "pot": "played"},
                {"melds": 390, "clean": 2, "hand": 45, "pot": "played"},
                out=0,
            ),
            _hand(
                {"melds": 365, "clean": 1, "dirty": 1, "hand": 30, "pot": "played"},
                {"melds": 455, "clean": 2, "hand": 0, "pot": "played"},
                out=1,
            ),
            _hand(
                {"melds": 310, "clean": 1, "hand": 25, "pot": "played"},
                {"melds": 110, "clean": 1, "hand": 0, "pot": "played"},
                out=1,
            ),
        ],
    ),
]

EXAMPLES: dict[str, list[Example]] = {
    "tresette": TRESETTE,
    "truco": TRUCO,
    "albastini": ALBASTINI,
    "buraco": BURACO,
}
