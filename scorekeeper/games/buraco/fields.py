"""Presets and options of Buraco, and the fields of a hand."""

from typing import Any, Unpack

from ..engine.base import STOP_WAY, Details, Field, Option, Rule, Way, _, but, field, rule
from ..engine.setup import choice, flag, preset, presets, whole
from .entry import CARDS_OF_A_POT, CLASSES, FLAT, PACK_POINTS, POTS, STEP
from .melds import CLEAN, DIRTY, USUAL_VALUES
from .three import CARDS_OF_THE_LONE_POT


def _bonus(name: str, label: str, *values: int) -> Option:
    return choice(name, label, "BUR-28", (0, _("none")), *[(value, str(value)) for value in values])


RULES: "list[Rule]" = [
    rule("BUR-1", _("What the cards are worth"), _("Cards")),
    rule("BUR-2", _("Melded cards")),
    rule("BUR-3", _("Clean run"), _("Clean run, seven or more"), "+" + str(CLEAN)),
    rule("BUR-4", _("Dirty run"), _("Dirty run, with a wild card"), "+" + str(DIRTY)),
    rule("BUR-5", _("Semi-clean run"), _("Semi-clean run"), "+{}", agreed="semi_clean", option="semi_clean"),
    rule("BUR-6", _("Cards left in hand"), _("Cards left in hand"), _("− value")),
    rule("BUR-7", _("A pot never taken")),
    rule("BUR-8", _("A pot not played"), _("Pot taken, nothing played from it")),
    rule("BUR-9", _("Going out")),
    rule("BUR-10", _("The stock is used up")),
    rule("BUR-11", _("The exact cut")),
    rule("BUR-12", _("Below zero")),
    rule("BUR-13", _("The first meld")),
    rule(
        "BUR-14",
        _("A failed first meld"),
        _("… each failed attempt raises it by"),
        agreed="failed_meld_increment",
        option="first_meld",
    ),
    rule(
        "BUR-15",
        _("Winning the match"),
        _("Target"),
        agreed="target",
        without=_("Played for an agreed time: most points win"),
    ),
    rule("BUR-16", _("Sequences")),
    rule("BUR-17", _("Groups")),
    rule("BUR-18", _("One wild card")),
    rule("BUR-19", _("A 2 in its own place")),
    rule("BUR-20", _("Two 2s, or a 2 and a joker")),
    rule("BUR-21", _("Wild cards in groups")),
    rule("BUR-22", _("Which cards are grouped")),
    rule("BUR-23", _("The ace at one end")),
    rule("BUR-24", _("Where a semi-clean run has its wild card")),
    rule("BUR-25", _("Semi-clean groups")),
    rule("BUR-26", _("Whether the exact cut counts")),
    rule("BUR-27", _("When a missed pot costs")),
    rule("BUR-28", _("Runs with a bonus of their own")),
    rule("BUR-29", _("What 2s and jokers are worth")),
    rule("BUR-30", _("A pot becomes the stock"), _("Pot that became the stock"), "0", option="pot_to_stock"),
    rule("BUR-31", _("Without a clean run"), _("No clean run: melds"), _("− value"), when=["without_clean", "minus"]),
    rule("BUR-32", _("The lone player")),
    rule("BUR-33", _("Half for each of the pair")),
    rule("BUR-34", _("Three pots")),
    rule("BUR-35", _("How far three play")),
    rule("BUR-36", _("Nobody took a pot")),
    rule("BUR-37", _("An agreed number of hands"), _("Number of hands"), agreed="hands"),
]

OPTIONS: "list[Option]" = [
    whole("target", _("Target (empty: for an agreed time)"), "BUR-15", 1, 99999, nullable=True),
    choice("packs", _("Packs"), "BUR-1", (2, "2"), (3, "3")),
    flag("jokers", _("With jokers"), "BUR-1"),
    choice("semi_clean", _("Bonus for a semi-clean run"), "BUR-5", (0, _("none")), (150, "150")),
    choice("go_out_with", _("Going out needs"), "BUR-9", ("clean", _("a clean run")), ("any", _("any run"))),
    choice(
        "ace",
        _("The ace is"),
        "BUR-16",
        ("both", _("at either end")),
        ("high", _("high only")),
        ("low", _("low only")),
        ("one_end", _("at one end, never at both")),
    ),
    choice(
        "unplayed_pot",
        _("A pot taken but not played costs"),
        "BUR-8",
        ("lower", _("its cards or 100, whichever is less")),
        ("cards", _("its cards")),
        ("flat", str(FLAT)),
    ),
    {
        "name": "first_meld",
        "kind": "thresholds",
        "label": _("First meld: from total, points"),
        "rule": "BUR-13",
    },
    whole("failed_meld_increment", _("A failed first meld adds"), "BUR-14", 0, 999),
    whole("hands", _("Number of hands (empty: any number)"), "BUR-37", 1, 999, nullable=True),
    choice(
        "groups",
        _("Groups"),
        "BUR-22",
        ("court", _("of jacks, queens, kings and aces")),
        ("any", _("of any rank from 3")),
        ("none", _("none")),
    ),
    choice(
        "semi_clean_wild",
        _("A semi-clean run has its wild card"),
        "BUR-24",
        ("anywhere", _("anywhere")),
        ("end", _("at an end")),
    ),
    choice(
        "semi_clean_groups",
        _("A group with its wild card is semi-clean"),
        "BUR-25",
        ("none", _("never")),
        ("eight", _("with eight cards")),
        ("eight_or_more", _("with eight cards or more")),
    ),
    choice("exact_cut", _("The exact cut"), "BUR-26", (FLAT, str(FLAT)), (0, _("none"))),
    choice(
        "missed_pot",
        _("A pot never taken costs"),
        "BUR-27",
        ("always", _("always")),
        ("if_taken", _("only if some side took one")),
    ),
    _bonus("thirteen", _("Bonus for all thirteen ranks"), 300, 500),
    _bonus("thirteen_dirty", _("Bonus for all thirteen ranks with a wild card"), 250),
    _bonus("fourteen", _("Bonus for a run from ace to ace"), 1000),
    _bonus("eight", _("Bonus for eight of a rank"), 250),
    _bonus("eight_dirty", _("Bonus for eight of a rank with a wild card"), 200),
    choice("two_points", _("A 2 counts"), "BUR-29", (20, "20"), (10, "10")),
    choice("joker_points", _("A joker counts"), "BUR-29", (30, "30"), (20, "20"), (50, "50")),
    flag("pot_to_stock", _("A pot that is left becomes the stock"), "BUR-30"),
    choice(
        "without_clean",
        _("Without a clean run the melds"),
        "BUR-31",
        ("count", _("count")),
        ("minus", _("are deducted")),
    ),
    whole(
        "lone_hand_until",
        _("Three players: a lone player until a total of (empty: always)"),
        "BUR-34",
        0,
        99999,
        before=0,
        nullable=True,
    ),
]


_ITALIAN: dict[str, Any] = {
    "target": 2005,
    "semi_clean": 150,
    "go_out_with": "any",
    "first_meld": [],
    "groups": "any",
    "ace": "one_end",
    "semi_clean_wild": "end",
    "semi_clean_groups": "eight",
    "unplayed_pot": "cards",
    "missed_pot": "if_taken",
    "exact_cut": 0,
}
_BRAZILIAN: dict[str, Any] = {
    "target": 3000,
    "first_meld": [],
    "groups": "none",
    "unplayed_pot": "flat",
    "exact_cut": 0,
    "thirteen": 500,
    "fourteen": 1000,
    "two_points": 10,
    "joker_points": 20,
    "pot_to_stock": True,
}
_FITAB = dict(
    _ITALIAN,
    semi_clean_groups="eight_or_more",
    missed_pot="always",
    thirteen=300,
    thirteen_dirty=250,
    eight=250,
    eight_dirty=200,
)
_FOR_THREE = dict(_ITALIAN, target=1505, lone_hand_until=1000)
_CLOSED = dict(_BRAZILIAN, groups="any", go_out_with="any")


PRESETS = presets(
    preset(
        "us",
        _("United States"),
        target=2000,
        hands=None,
        packs=2,
        jokers=True,
        semi_clean=0,
        go_out_with="clean",
        ace="both",
        unplayed_pot="lower",
        first_meld=[[0, 50], [1500, 75]],
        failed_meld_increment=15,
        groups="court",
        semi_clean_wild="anywhere",
        semi_clean_groups="none",
        exact_cut=FLAT,
        missed_pot="always",
        thirteen=0,
        thirteen_dirty=0,
        fourteen=0,
        eight=0,
        eight_dirty=0,
        two_points=USUAL_VALUES["two_points"],
        joker_points=USUAL_VALUES["joker_points"],
        pot_to_stock=False,
        without_clean="count",
        lone_hand_until=0,
    ),
    preset("classic", _("Classic, without jokers"), jokers=False),
    preset("three-teams", _("Three teams"), [(3, 2)], packs=3),
    preset("two-by-three", _("Two teams of three"), [(2, 3)], packs=3),
    preset("timed", _("Timed"), timed=True, target=None),
    preset("burraco", _("Italian burraco (FIBUR)"), **_ITALIAN),
    preset("burraco-fitab", _("Italian burraco (FITAB)"), **_FITAB),
    preset("burraco-3", _("Italian burraco for three"), [(3, 1)], **_FOR_THREE),
    preset("aberto", _("Brazilian, open"), **_BRAZILIAN),
    preset("fechado", _("Brazilian, closed"), **_CLOSED),
    preset("stbl", _("Brazilian, no groups, clean to go out"), **_BRAZILIAN),
)
SHAPES = [(2, 2)]


def _run(name: str, label: str, rule: str, **where: "Unpack[Details]") -> Field:
    return but(field(name, "count", label, rule, min=0, max=None), **where)


def _great_run(name: str, label: str) -> Field:
    """Returns the field for the number of a side's runs of a kind, offered only if the options give it a bonus."""
    return _run(name, label, "BUR-28", option=name, unplayed=_("Such runs earn no bonus of their own here"))


# Fields for the kinds of runs, in a hand and in a claim.
RUN_FIELDS = [
    _run("clean", _("Clean runs"), "BUR-3", worth=CLEAN),
    _run(
        "semi_clean",
        _("Semi-clean runs"),
        "BUR-5",
        option="semi_clean",
        unplayed=_("Semi-clean runs earn no bonus of their own here"),
        idle=[0],
    ),
    _run("dirty", _("Dirty runs"), "BUR-4", worth=DIRTY),
    _great_run("thirteen", _("Runs of thirteen")),
    _great_run("thirteen_dirty", _("Runs of thirteen, with a wild card")),
    _great_run("fourteen", _("Runs from ace to ace")),
    _great_run("eight", _("Groups of eight")),
    _great_run("eight_dirty", _("Groups of eight, with a wild card")),
]


def pot_fields(*names: str) -> "list[Field]":
    """Returns the fields for a pot in one of these states; “became the stock” only if agreed (BUR-30)."""
    named = [pot for pot in POTS if pot[0] in names]
    usual = [pot for pot in named if pot[0] != "stock"]
    beside = [pot[0] for pot in POTS if pot[0] not in names]
    beside_usual = [name for name in beside if name != "stock"]
    pot = field("pot", "choice", _("Pot"), "BUR-7", required=True)
    return [
        but(pot, choices=named, beside=beside, option="pot_to_stock"),
        but(pot, choices=usual, beside=beside_usual, unless=["pot_to_stock", True]),
    ]


POT_FIELDS = pot_fields("played", "unplayed", "none", "stock")


def _cards(name: str, label: str, rule: str, **details: "Unpack[Details]") -> Field:
    counted = field(name, "count", label, rule, True, typed=True, min=0, step=STEP, classes=CLASSES, inner_rule="BUR-1")
    return but(counted, **details)


def _part_fields(pots: "list[Field]") -> "list[Field]":
    """Returns the fields for the melds, cards and pot of one side, or of one party against a lone player."""
    return (
        [_cards("melds", _("Melds"), "BUR-2", a_pack=PACK_POINTS)]
        + RUN_FIELDS
        + [_cards("hand", _("Cards in hand"), "BUR-6")]
        + pots
        + [
            field(
                "pot_cards",
                "count",
                _("Cards of the pot"),
                "BUR-8",
                typed=True,
                min=0,
                step=STEP,
                inner_rule="BUR-1",
                nullable=True,
            ),
            field("failed_melds", "count", _("Failed first melds"), "BUR-14", min=0, max=None),
        ]
    )


_OUT = field("went_out", "side", _("Went out"), "BUR-9", nullable=True, question=_("Who went out?"))

_CUT = field("cut_bonus", "flag", _("Exact cut"), "BUR-11", option="exact_cut", unplayed_rule="BUR-26")
_CUT["unplayed"] = _("The exact cut earns nothing here")
# Forms for three players have no field for an exact cut, but a document may have None.
_NO_CUT = field("cut_bonus", "flag", _("Exact cut"), "BUR-11", unless_players=3, anyway=True)


def _party(name: str, label: str, pots: "list[Field]") -> Field:
    """Returns the group of fields for one party of a lone hand: the lone player, or the two others."""
    return field(name, "group", label, "BUR-32", required=True, fields=_part_fields(pots) + [_NO_CUT])


WAYS: "list[Way]" = [
    {
        "slug": "lone",
        "title": _("Lone hand"),
        "players": 3,
        "mark": "lone",
        "unless": ["lone_hand_until", 0],
        "known": ["pots", [CARDS_OF_THE_LONE_POT, CARDS_OF_A_POT]],
        "fields": [
            field("lone", "side", _("Who played alone"), "BUR-32", required=True),
            _party("alone", _("The lone player"), pot_fields("played", "unplayed")),
            _party("pair", _("The two others"), POT_FIELDS),
            _OUT,
        ],
    },
    {
        "slug": "hand",
        "title": _("Hand"),
        "fields": [
            field("sides", "sides", _("Sides"), "BUR-2", required=True, fields=_part_fields(POT_FIELDS) + [_CUT]),
            _OUT,
        ],
    },
    STOP_WAY,
]
