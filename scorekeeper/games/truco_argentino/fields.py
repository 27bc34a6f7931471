"""Presets and options of Truco argentino, and the fields of a hand."""

from ..engine.base import ClaimForm, Field, Option, Rule, Way, _, but, field, rule
from ..engine.entries import CLAIMANT
from ..engine.setup import choice, flag, preset, presets, whole
from .cards import PIEZA_ORDER, RANKS, SUIT_NAMES, TWO_OF_A_SUIT
from .claims import CARDS_OF_A_PLAYER
from .deal import DUELS
from .flor import EACH
from .kinds import Calls, Hands, SharesOrGroup

PLAYERS_OF_SIX = 6


PRESETS = presets(
    preset(
        "argentino",
        _("Argentine, 30"),
        target=30,
        halves=True,
        flor="none",
        muestra=False,
        falta="half",
        raises="table",
        resto="falta",
        three_ties="mano",
        mazo_envido=True,
        achico=3,
        ends_at_once=True,
        duel_falta=None,
    ),
    preset("argentino-15", _("Argentine, 15"), target=15, halves=False, falta="leader"),
    preset("con-flor", _("Argentine with flor"), flor="table"),
    preset(
        "uruguayo",
        _("Uruguayan"),
        target=40,
        flor="bids",
        muestra=True,
        falta="leader",
        raises="free",
        resto="rest",
        mazo_envido=False,
    ),
    preset("gauderio", _("Gaudério"), target=24, flor="table", falta="leader", three_ties="drawn", mazo_envido=False),
)
SHAPES = [(2, 2), (2, 1), (2, 3)]  # two sides of one, two or three players (TAR-27)


RULES: "list[Rule]" = [
    rule("TAR-1", _("Cards and suits")),
    rule("TAR-2", _("The order of the cards")),
    rule(
        "TAR-3",
        _("The muestra and its piezas"),
        _("Above them of the muestra’s suit"),
        " ".join(PIEZA_ORDER),
        option="muestra",
    ),
    rule("TAR-4", _("Winning a trick")),
    rule("TAR-5", _("Who wins the hand"), _("Three tied tricks")),
    rule("TAR-6", _("What the hand is worth"), _("Truco, retruco, vale cuatro"), "2 3 4"),
    rule("TAR-7", _("Calling and raising truco")),
    rule("TAR-8", _("Truco refused")),
    rule("TAR-9", _("Going to the mazo")),
    rule(
        "TAR-10", _("To the mazo before any call"), _("Giving up before any call and trick"), "2", option="mazo_envido"
    ),
    rule("TAR-11", _("The value of an envido"), _("Two of a suit: both numbers and"), TWO_OF_A_SUIT),
    rule("TAR-12", _("The best envido")),
    rule("TAR-13", _("The calls of envido"), _("Envido, real envido"), "2 3", unless=["raises", "free"]),
    rule("TAR-14", _("Envido raised freely"), _("Envido, real envido"), "2 3", when=["raises", "free"]),
    rule("TAR-15", _("The falta")),
    rule("TAR-16", _("What a flor is")),
    rule("TAR-17", _("Flor instead of envido")),
    rule("TAR-18", _("Flor on one side only"), _("Each flor of one side alone"), EACH, unless=["flor", "none"]),
    rule("TAR-19", _("The best flor")),
    rule("TAR-20", _("Flor against flor")),
    rule(
        "TAR-21",
        _("Flor with bids"),
        _("Flor against flor: the bids, and each flor of the winner"),
        EACH,
        when=["flor", "bids"],
    ),
    rule("TAR-22", _("Contraflor al resto")),
    rule("TAR-23", _("Winning the match"), _("Target"), agreed="target"),
    rule("TAR-24", _("Playing the last hand out")),
    rule("TAR-25", _("Malas and buenas")),
    rule("TAR-26", _("Duels of six players")),
    rule("TAR-27", _("Players and deal")),
]

OPTIONS: "list[Option]" = [
    whole("target", _("Target"), "TAR-23", 1, 999),
    flag("halves", _("Malas and buenas"), "TAR-25"),
    choice(
        "flor",
        _("Flor"),
        "TAR-16",
        ("none", _("not played")),
        ("table", _("with contraflor")),
        ("bids", _("with bids, as in Uruguay")),
    ),
    flag("muestra", _("With muestra"), "TAR-3"),
    choice(
        "falta",
        _("Falta envido is worth"),
        "TAR-15",
        ("half", _("in the malas what the leader needs to the half")),
        ("winner", _("in the malas what its winner needs to the half")),
        ("match", _("in the malas what its winner needs to the target")),
        ("leader", _("what the leader needs to the target")),
    ),
    choice("raises", _("Envido is raised"), "TAR-13", ("table", _("by the table")), ("free", _("freely"))),
    choice(
        "resto",
        _("Contraflor al resto is worth"),
        "TAR-22",
        ("falta", _("the falta")),
        ("rest", _("what the leader needs, and all flores")),
    ),
    choice("three_ties", _("Three tied tricks"), "TAR-5", ("mano", _("the mano wins")), ("drawn", _("nobody wins"))),
    flag("mazo_envido", _("Giving up before any call costs one more"), "TAR-10"),
    choice("achico", _("Con flor me achico"), "TAR-20", (3, "3"), (4, "4")),
    flag("ends_at_once", _("The match ends at once at the target"), "TAR-24"),
    whole("duel_falta", _("Most that a falta is worth in a duel (empty: no limit)"), "TAR-26", 1, 999, nullable=True),
]

_ANSWER = field(
    "answer", "choice", _("The answer to it"), choices=[["accept", _("accepted")], ["refuse", _("declined")]]
)
_VALUES = field("values", "shares", _("Best value said"), "TAR-12", blank=None)
_WINNER = field("winner", "side", _("Who has the best"), "TAR-12", may_be_unset=True)
_SUCH_AS = "envido, 5, falta_envido"
_MOST_CALLS = 20  # that a form takes one by one


def _caller(label: str) -> Field:
    return field("by", "side", label, may_be_unset=True)


def _courses(label: str, rule: str, when: "list[str]", calls: "tuple[tuple[str, ...], ...]") -> Field:
    """Returns a field with a few allowed sequences of calls, each as the texts of its inputs and in words."""
    most = max([len(course) for course in calls])
    courses = [
        [",".join(list(course) + [""] * (most - len(course))), ", ".join(course).replace("_", " ")] for course in calls
    ]
    described = field("calls", Calls(most, courses), label, rule)
    return but(described, when=when) if when else described


def _free(label: str, rule: str, when: "list[str]") -> Field:
    return field("calls", Calls(_MOST_CALLS, such_as=_SUCH_AS), label, rule, when=when)


_E, _R, _F = "envido", "real_envido", "falta_envido"
ENVIDO_COURSES = (
    (_E,),
    (_E, _E),
    (_E, _R),
    (_E, _E, _R),
    (_R,),
    (_F,),
    (_E, _F),
    (_E, _E, _F),
    (_E, _R, _F),
    (_E, _E, _R, _F),
    (_R, _F),
)
FLOR_FIELDS = [
    field("flors", "shares", _("Flores of each side"), "TAR-18", blank=0),
    _caller(_("Whose flor was first, or who bid first")),
    _courses(
        _("Calls after both flores"),
        "TAR-20",
        ["flor", "table"],
        (("contraflor",), ("al_resto",), ("contraflor", "al_resto")),
    ),
    _free(_("Bids after both flores"), "TAR-21", ["flor", "bids"]),
    _ANSWER,
    _VALUES,
    _WINNER,
]
ENVIDO_FIELDS = [
    _courses(_("Calls"), "TAR-13", ["raises", "table"], ENVIDO_COURSES),
    _free(_("Calls"), "TAR-14", ["raises", "free"]),
    _caller(_("Who called first")),
    _ANSWER,
    _VALUES,
    _WINNER,
]
TRUCO_FIELDS = [
    field("tricks", "tricks", _("Tricks"), "TAR-5", required=True, most=3),
    _courses(
        _("Calls"),
        "TAR-7",
        [],
        (("truco",), ("truco", "retruco"), ("truco", "retruco", "vale_cuatro")),
    ),
    _caller(_("Who called truco")),
    _ANSWER,
    field("mazo", "side", _("Who gave the hand up"), "TAR-9", may_be_unset=True),
]
_PARTS = [
    field(
        "flor",
        SharesOrGroup(),
        _("Flor"),
        "TAR-18",
        blank=0,
        one_side=[3, 6],
        unless=["flor", "none"],
        unplayed=_("Flor is not played here"),
        unplayed_rule="TAR-16",
        idle=[None, [0, 0]],
        fields=FLOR_FIELDS,
    ),
    field("envido", SharesOrGroup(), _("Envido"), "TAR-13", blank=0, one_side=[1, 5], fields=ENVIDO_FIELDS),
    field(
        "truco",
        SharesOrGroup(),
        _("Truco"),
        "TAR-6",
        blank=0,
        one_side=[1, 4],
        required=True,
        left_out=True,
        fields=TRUCO_FIELDS,
    ),
]
WAYS: "list[Way]" = [
    {"slug": "points", "title": _("Points"), "fields": _PARTS},
    {
        "slug": "duels",
        "title": _("Three duels"),
        "players": PLAYERS_OF_SIX,
        "fields": [
            field(
                "duels",
                "rows",
                _("Duels"),
                "TAR-26",
                required=True,
                most=DUELS,
                players=PLAYERS_OF_SIX,
                unplayed=_("Only six players play duels"),
                fields=_PARTS,
            ),
        ],
    },
]


_SUITS = [list(suit) for suit in SUIT_NAMES]
_MUESTRA = field(
    "muestra",
    "card",
    _("Muestra"),
    "TAR-3",
    option="muestra",
    unplayed=_("No muestra is turned up in this match"),
    required=True,
    ranks=RANKS,
    suits=_SUITS,
)


def _hands(rule: str) -> Field:
    """Returns the field for the three cards of each player who shows them."""
    return field(
        "hands",
        Hands(CARDS_OF_A_PLAYER),
        _("Cards of those who show them"),
        rule,
        required=True,
        ranks=RANKS,
        suits=_SUITS,
        most=PLAYERS_OF_SIX,
    )


CLAIM_FIELDS: "list[ClaimForm]" = [
    {
        "slug": "envido",
        "title": _("The envido is ours"),
        "goes_to": _("The envido goes to {who}."),
        "rule": "TAR-11",
        "fields": [CLAIMANT, _MUESTRA, _hands("TAR-11")],
    },
    {
        "slug": "flor",
        "title": _("The flor is ours"),
        "goes_to": _("The flor goes to {who}."),
        "unless": ["flor", "none"],
        "unplayed": _("Flor is not played here"),
        "unplayed_rule": "TAR-16",
        "rule": "TAR-16",
        "fields": [CLAIMANT, _MUESTRA, _hands("TAR-16")],
    },
    {
        "slug": "trick",
        "title": _("We won this trick"),
        "goes_to": _("The trick goes to {who}."),
        "rule": "TAR-4",
        "fields": [
            _MUESTRA,
            field(
                "cards",
                "trick",
                _("Cards as they were played"),
                "TAR-4",
                required=True,
                ranks=RANKS,
                suits=_SUITS,
                most=PLAYERS_OF_SIX,
                backs=True,
            ),
        ],
    },
    {
        "slug": "hand",
        "title": _("We won this hand"),
        "goes_to": _("The hand goes to {who}."),
        "rule": "TAR-5",
        "fields": [
            CLAIMANT,
            field("truco", "group", _("Truco"), "TAR-6", required=True, fields=TRUCO_FIELDS),
            field(
                "duel",
                "count",
                _("Which duel"),
                "TAR-26",
                players=PLAYERS_OF_SIX,
                unplayed=_("Only six players play duels"),
                min=1,
                max=DUELS,
            ),
        ],
    },
]
