"""Presets, options and fields of Truco."""

from ..engine.base import Option, Rule, Way, _, field, rule
from ..engine.setup import choice, flag, preset, presets, whole

TRICKS_IN_A_HAND = 3
PLAYERS = 2  # players of a side, if a document has none
SHAPES = [(2, PLAYERS), (2, 1), (2, 3)]  # two sides of two players; also of one or of three (TRU-17)

PRESETS = presets(
    preset(
        "brazilian",
        _("Brazilian"),
        stakes=[1, 3, 6, 9, 12],
        target=12,
        match_point=11,
        match_point_stake=3,
        match_point_fold=False,
        truco_scope="trick",
        manilhas="fixed",
    ),
    preset("paulista", _("Paulista"), match_point_fold=True, truco_scope="hand", manilhas="vira"),
    preset(
        "mineiro",
        _("Mineiro"),
        stakes=[2, 4, 6, 10, 12],
        match_point=10,
        match_point_stake=4,
        match_point_fold=True,
        truco_scope="hand",
    ),
)

RULES: "list[Rule]" = [
    rule("TRU-1", _("Winning a trick")),
    rule("TRU-2", _("Two tricks"), _("Two tricks win the hand; three ties: drawn (TRU-5)")),
    rule("TRU-3", _("The first trick is tied"), _("First trick tied: the next trick won decides")),
    rule("TRU-4", _("A later trick is tied"), _("Later trick tied: the first trick decides")),
    rule("TRU-5", _("Three ties")),
    rule("TRU-6", _("Calling truco"), _("The hand; truco and its raises")),
    rule("TRU-7", _("Run, accept or raise")),
    rule("TRU-8", _("What running costs"), _("Who runs from a call gives the stake before it")),
    rule("TRU-9", _("One truco in a hand")),
    rule(
        "TRU-10",
        _("The trick of the call decides"),
        _("Truco accepted: the trick of the call decides"),
        when=["truco_scope", "trick"],
    ),
    rule(
        "TRU-11",
        _("The trick of the call is tied"),
        _("That trick tied: caller loses if the tied card lay before; else one more"),
        when=["truco_scope", "trick"],
    ),
    rule(
        "TRU-12", _("The hand decides"), _("Truco changes the stake, not the way to win"), when=["truco_scope", "hand"]
    ),
    rule("TRU-13", _("At match point")),
    rule("TRU-14", _("Giving up at match point"), _("Giving that deal up costs"), option="match_point_fold"),
    rule("TRU-15", _("The iron hand")),
    rule("TRU-16", _("Winning the match"), _("Target"), agreed="target"),
    rule("TRU-17", _("Two, four or six players")),
]

OPTIONS: "list[Option]" = [
    {"name": "stakes", "kind": "increasing", "most": 12, "label": _("Stakes"), "rule": "TRU-6"},
    whole("target", _("Target"), "TRU-16", 1, 999),
    whole("match_point", _("Match point"), "TRU-13", 1, 999),
    whole("match_point_stake", _("Stake at match point"), "TRU-13", 1, 999),
    flag("match_point_fold", _("The side at match point may give up"), "TRU-14"),
    choice(
        "truco_scope",
        _("An accepted truco is decided by"),
        "TRU-10",
        ("trick", _("the trick in which it was called")),
        ("hand", _("the whole hand")),
    ),
    choice("manilhas", _("Manilhas"), "TRU-1", ("fixed", _("fixed")), ("vira", _("by the turned-up card (vira)"))),
]

_FOLD = field(
    "fold",
    "flag",
    _("The side at match point gives up"),
    "TRU-14",
    required=True,
    option="match_point_fold",
    unplayed=_("Giving up at match point is not played here"),
)
WAYS: "list[Way]" = [
    {
        "slug": "quick",
        "title": _("Winner and stake"),
        "fields": [
            field("winner", "side", _("Winner"), "TRU-2", required=True, nullable=True),
            field("stake", "count", _("Stake"), "TRU-6", min=1, max=None),
        ],
    },
    {
        "slug": "full",
        "title": _("Tricks and calls"),
        "mark": "tricks",
        "fields": [
            field("tricks", "tricks", _("Tricks"), "TRU-2", required=True, most=TRICKS_IN_A_HAND),
            field(
                "truco",
                "group",
                _("Truco"),
                "TRU-6",
                fields=[
                    field(
                        "trick",
                        "count",
                        _("Called in trick"),
                        "TRU-6",
                        min=1,
                        max=TRICKS_IN_A_HAND,
                        required=True,
                    ),
                    field("side", "side", _("Who called truco"), "TRU-6", required=True),
                    field("proposals", "count", _("Proposals"), "TRU-7", min=1, max=None, required=True),
                    field(
                        "answer",
                        "choice",
                        _("Last answer"),
                        "TRU-7",
                        required=True,
                        choices=[["accept", _("accepted")], ["run", _("ran")]],
                    ),
                    field("tied_card_before_call", "flag", _("The tied card lay before the call"), "TRU-11"),
                ],
            ),
        ],
    },
    {
        "slug": "fold",
        "title": _("Give up at match point"),
        "option": "match_point_fold",
        "known": "may_fold",
        "fields": [_FOLD],
    },
]
