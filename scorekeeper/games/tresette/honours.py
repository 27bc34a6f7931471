"""Honours of Tresette: cards that a player was dealt and declares (TRE-14 to TRE-18)."""

from typing import Any

from ..engine.base import Checks, Entry, Line, Setup, _, field, line, side_of

RANKS = ("3", "2", "A")
SUITS = ("coins", "cups", "swords", "batons")
CARDS_IN_A_HAND = 10
CARDS_IN_A_HAND_OF_THREE = 13
NOT_PLAYED = _("Honours are not played in this match")
POINTS = {"four": 4, "three": 3, "napoletana": 3}
RULES = {"four": "TRE-14", "three": "TRE-15", "napoletana": "TRE-16"}
NEEDS = {"four": ("rank",), "three": ("rank", "missing"), "napoletana": ("suit",)}

_SUIT_CHOICES = [["coins", _("coins")], ["cups", _("cups")], ["swords", _("swords")], ["batons", _("batons")]]
HONOURS_FIELDS = field(
    "honours",
    "rows",
    _("Honours"),
    "TRE-14",
    most=12,
    option="honours",
    unplayed=NOT_PLAYED,
    fields=[
        field("player", "player", _("Player"), "TRE-14", required=True),
        field(
            "kind",
            "choice",
            _("Combination"),
            "TRE-14",
            required=True,
            choices=[
                ["four", _("four of a rank")],
                ["three", _("three of a rank")],
                ["napoletana", _("napoletana")],
            ],
        ),
        field("rank", "choice", _("Rank"), "TRE-14", choices=[["3", "3"], ["2", "2"], ["A", "A"]]),
        field("missing", "choice", _("Missing suit"), "TRE-15", choices=_SUIT_CHOICES),
        field("suit", "choice", _("Suit"), "TRE-16", choices=_SUIT_CHOICES),
    ],
)


def cards_held(honour: Entry) -> "list[tuple[str, str]]":
    """Returns the cards of a declared combination as (rank, suit)."""
    if honour["kind"] == "napoletana":
        return [(rank, honour["suit"]) for rank in RANKS]
    return [(honour["rank"], suit) for suit in SUITS if suit != honour.get("missing")]


def check_honours(checks: Checks, setup: Setup) -> None:
    """Refuses honours that are incomplete or do not fit into one deck."""
    honours = checks.mapping.get("honours", [])
    complete = [_is_complete(checks, index, honour) for index, honour in enumerate(honours)]
    if False not in complete:
        _check_ranks(checks, honours)
        _check_deck(checks, honours, CARDS_IN_A_HAND_OF_THREE if len(setup["sides"]) == 3 else CARDS_IN_A_HAND)


def _is_complete(checks: Checks, index: int, honour: Entry) -> bool:
    """True if a declaration has exactly the fields that its combination needs; else refuses it."""
    before, needs, rule = len(checks.problems), NEEDS[honour["kind"]], RULES[honour["kind"]]
    fields = Checks(honour, checks.path + "honours." + str(index) + ".", checks.problems)
    fields.only(("player", "kind") + needs)
    for name in needs:
        fields.required(name, rule)
    return len(checks.problems) == before


def _check_ranks(checks: Checks, honours: list[Entry]) -> None:
    """Refuses a rank that a player declares twice, or as three and as four of a kind (TRE-17)."""
    seen: list[tuple[str, str]] = []
    for index, honour in enumerate(honours):
        if honour["kind"] == "napoletana":
            continue
        declared = (honour["player"], honour["rank"])
        if declared in seen:
            text = _("{player} has declared the rank {rank} already")
            checks.refuse("honours." + str(index), "TRE-17", text, player=honour["player"], rank=honour["rank"])
        seen.append(declared)


def _check_deck(checks: Checks, honours: list[Entry], most: int) -> None:
    """Refuses a card declared by two players, and a player with more than `most` cards (TRE-18, TRE-22)."""
    held: dict[tuple[str, str], str] = {}
    lacking: list[tuple[str, str, str]] = []
    suits_declared: list[tuple[str, str]] = []
    for honour in honours:
        if honour["kind"] == "three":
            lacking.append((honour["player"], honour["rank"], honour["missing"]))
    for index, honour in enumerate(honours):
        player = honour["player"]
        path = "honours." + str(index)
        if honour["kind"] == "napoletana":
            if (player, honour["suit"]) in suits_declared:
                checks.refuse(path, "TRE-18", _("{player} has declared this napoletana already"), player=player)
            suits_declared.append((player, honour["suit"]))
        for rank, suit in cards_held(honour):
            if held.get((rank, suit), player) != player:
                text = _("{player} and {other} cannot both hold the {rank} of {suit}")
                checks.refuse(path, "TRE-18", text, player=player, other=held[(rank, suit)], rank=rank, suit=suit)
            elif (player, rank, suit) in lacking:
                text = _("{player} has said that the {rank} of {suit} is missing")
                checks.refuse(path, "TRE-18", text, player=player, rank=rank, suit=suit)
            held[(rank, suit)] = player
    for player in sorted(set(held.values())):
        count = list(held.values()).count(player)
        if count > most:
            text = _("{player} would hold {count} cards, a hand has {most}")
            checks.refuse("honours", "TRE-18", text, player=player, count=count, most=most)


def honours_lines(setup: Setup, entry: Entry) -> list[Line]:
    """Returns a line for each declaration, in the order in which they were made."""
    lines = []
    for honour in entry.get("honours", []):
        kind = honour["kind"]
        side = side_of(setup, honour["player"])
        lines.append(line(side, RULES[kind], TEXTS[kind], POINTS[kind], **_words(honour)))
    return lines


def _words(honour: Entry) -> dict[str, Any]:
    words = {"player": honour["player"], "worth": POINTS[honour["kind"]]}
    if "rank" in honour:
        words["rank"] = honour["rank"]
    if "suit" in honour or "missing" in honour:
        words["suit"] = honour.get("suit") or honour.get("missing")
    return words


TEXTS = {
    "four": _("{player}, four of a rank ({rank}): {worth}"),
    "three": _("{player}, three of a rank ({rank}) without {suit}: {worth}"),
    "napoletana": _("{player}, napoletana in {suit}: {worth}"),
}
