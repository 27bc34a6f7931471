"""The form of a game on a card: which sides may play it, and its fields, as the card declares them."""

from typing import Any

from ..engine.base import STOP_WAY, ClaimForm, Field, Option, Rule, Way, _, but, field, rule
from ..engine.setup import preset, presets
from ..engine.side_names import own_text
from .kinds import CHOICES, FLAGS, HAND
from .reading import FORMAT, MOST_CHECKS, MOST_LINES, MOST_PLAYERS, USUAL_MOST, WIDEST, Card, Entered, Setting, card_of

TITLE = _("A game on a card")
OWN = "own"
PLAIN: "dict[str, Any]" = {
    "format": FORMAT,
    "name": TITLE,
    "fields": [{"name": "made", "label": _("Points"), "kind": "number", "least": -USUAL_MOST}],
    "points": [{"label": _("Points"), "worth": "made"}],
}
PRESETS = presets(preset(OWN, _("Your own card"), card=PLAIN))
ALL_SHAPES = [(sides, players) for sides in range(2, 13) for players in range(1, 7) if sides * players <= MOST_PLAYERS]

OPTIONS: "list[Option]" = [{"name": "card", "kind": "card", "label": _("The card"), "rule": "CAR-1"}]

RULES: "list[Rule]" = [
    rule("CAR-1", _("The card of a match")),
    rule("CAR-2", _("Sides and players")),
    rule("CAR-3", _("The lines of a card")),
    rule("CAR-4", _("Names on a card")),
    rule("CAR-5", _("Examples of a card")),
    rule("CAR-6", _("What tables agree on")),
    rule("CAR-7", _("What is entered")),
    rule("CAR-8", _("What an entry counts")),
    rule("CAR-9", _("Values")),
    rule("CAR-10", _("Counters")),
    rule("CAR-11", _("Lines")),
    rule("CAR-12", _("Checks")),
    rule("CAR-13", _("The end on a card")),
    rule("CAR-14", _("Expressions")),
    rule("CAR-15", _("Numbers and truths")),
    rule("CAR-16", _("Each side, and all sides")),
    rule("CAR-17", _("What can be named")),
    rule("CAR-18", _("Bounds")),
    rule("CAR-19", _("Fields of a hand")),
    rule("CAR-20", _("Numbers of a hand")),
    rule("CAR-21", _("Points of a hand")),
    rule("CAR-22", _("Hands that cannot be")),
    rule("CAR-23", _("Totals")),
    rule("CAR-24", _("The end of a match")),
    rule("CAR-25", _("An open match")),
    rule("CAR-26", _("Whose deal it is")),
    rule("CAR-27", _("The next hand")),
]
LINES = tuple(["CARD-" + str(number) for number in range(1, MOST_LINES + MOST_CHECKS + 1)])

WAYS: "list[Way]" = [
    {"slug": "hand", "title": _("A hand"), "fields": [field("made", "shares", _("Points"), "CAR-7", out=True)]},
    STOP_WAY,
]


def _fields_agreed(options: "dict[str, Any]") -> "list[Field]":
    return [_field(each) for each in card_of(options).fields]


CLAIM_FIELDS: "list[ClaimForm]" = [
    {
        "slug": "possible",
        "title": _("This hand can be"),
        "fields": [field("hand", HAND, _("The hand"), "CAR-22", required=True, fields_from=_fields_agreed)],
    }
]


def shapes_of(card: Card) -> "list[tuple[int, int]]":
    """Returns the numbers of sides and players on a side that may play a card (CAR-2)."""
    sides = range(card.sides[0], card.sides[1] + 1)
    teams = range(card.team[0], card.team[1] + 1)
    return [(count, players) for count in sides for players in teams if count * players <= MOST_PLAYERS]


def ways_of(card: Card) -> "list[Way]":
    """Returns the way to enter a hand, with a field for each of the card's, and the way to stop an open match."""
    fields = [_field(each) for each in card.fields]
    if asks_last(card):
        fields[-1] = but(_yes_or_no(card.fields[-1]), question=_("Yes or no?"))  # a document may leave it out
    return [{"slug": "hand", "title": _("A hand"), "fields": fields}, STOP_WAY]


def asks_last(card: Card) -> bool:
    """True if the last field is a yes or no of the hand, which forms ask after all others: its two keys record."""
    last = card.fields[-1]
    is_flag = last.kind == "flag" and not (last.per_side or last.required or last.before)
    return is_flag and all(field.required for field in card.fields[:-1])


def _field(entered: Entered) -> Field:
    described = _described(entered)
    return but(described, before=True) if entered.before else described


def _described(entered: Entered) -> Field:
    # Labels are the card's own texts, perhaps in several languages.
    label: Any = own_text(entered.label)
    if entered.kind == "side":
        return field(entered.name, "side", label, "CAR-7", entered.required, nullable=True)
    if entered.kind == "number":
        return _number(entered, label)
    if entered.kind == "flag":
        if entered.required and not entered.per_side:
            return _yes_or_no(entered)
        return field(entered.name, FLAGS if entered.per_side else "flag", label, "CAR-7", entered.required)
    choices: list[list[Any]] = [[choice.name, own_text(choice.label)] for choice in entered.choices]
    kind: Any = CHOICES if entered.per_side else "choice"
    return field(entered.name, kind, label, "CAR-7", entered.required, choices=choices)


def _yes_or_no(entered: Entered) -> Field:
    label: Any = own_text(entered.label)
    choices: list[list[Any]] = [[True, _("yes")], [False, _("no")]]
    return field(entered.name, "choice", label, "CAR-7", entered.required, choices=choices)


def _number(entered: Entered, label: Any) -> Field:
    least = 0 if entered.least is None else -WIDEST
    most = USUAL_MOST if entered.most is None else WIDEST
    if entered.per_side:
        numbers = field(entered.name, "shares", label, "CAR-7", entered.required, min=least, max=most, out=True)
        return numbers if entered.required or entered.sum is not None else but(numbers, blank=0)
    return field(entered.name, "count", label, "CAR-7", entered.required, min=least, max=most, typed=True)


def settings_of(card: Card) -> "list[Option]":
    """Returns the settings of a card as options of a form."""
    return [_option(setting) for setting in card.settings]


def _option(setting: Setting) -> Option:
    label: Any = own_text(setting.label)
    option: Option = {"name": setting.name, "kind": setting.kind, "label": label, "rule": "CAR-6"}
    if setting.kind == "number":
        option.update({"kind": "whole", "low": setting.least, "high": setting.most})
    elif setting.kind == "choice":
        option["choices"] = [[choice.name, own_text(choice.label)] for choice in setting.choices]
    return option
