"""The JSON Schema of cards, the documents that say how a game without a folder of its own is counted.

What expressions name, and whether a card weighs too much, only reading it says (`scorekeeper card check`).
"""

from scorekeeper.games.card import reading, shapes
from scorekeeper.games.card.formulas import LONGEST as LONGEST_EXPRESSION
from scorekeeper.games.json_types import ANYTHING, FLAG, Schema, any_of, group, headed, listed, one_of, whole

WIDE = whole(-reading.WIDEST, reading.WIDEST)
TEXT: Schema = {"type": "string", "minLength": 1}
LABEL: Schema = {
    "description": "A text, or a text for each language, such as en or pt-BR.",
    "anyOf": [TEXT, {**ANYTHING, "maxProperties": shapes.MOST_LANGUAGES, "additionalProperties": TEXT}],
}
WORD: Schema = {"type": "string", "pattern": f"^[a-z][a-z0-9_]{{0,{shapes.LONGEST_WORD - 1}}}$"}
NAME: Schema = {**WORD, "not": {"enum": list(shapes.RESERVED)}}
EXPRESSION = any_of([{"type": "string", "minLength": 1, "maxLength": LONGEST_EXPRESSION}, whole()])
CHOICES = listed(group({"name": WORD, "label": LABEL, "worth": WIDE}, ["name", "label"]), 2, 40)
PER = one_of(["side", "hand"])


def _span(least: int, most: int) -> Schema:
    return listed(whole(least, most), 2, 2)


def _named(kind: str, fields: dict[str, Schema], required: tuple[str, ...] = ()) -> Schema:
    """Returns the schema of a setting or a field of one kind."""
    return group(
        {"name": NAME, "label": LABEL, "kind": {"const": kind}, **fields}, ["name", "label", "kind", *required]
    )


SETTINGS = any_of([
    _named("number", {"default": WIDE, "least": WIDE, "most": WIDE}, ("default",)),
    _named("flag", {"default": FLAG}, ("default",)),
    _named("choice", {"default": WORD, "choices": CHOICES}, ("default", "choices")),
])  # fmt: skip
ALWAYS = {"before": FLAG, "required": FLAG}
OF_A_NUMBER = {"per": PER, "step": whole(1, 1_000), **dict.fromkeys(("least", "most", "sum"), EXPRESSION)}
FIELDS = any_of([
    _named("number", ALWAYS | {name: OF_A_NUMBER[name] for name in reading.OF_A_NUMBER}),
    _named("flag", ALWAYS | {"per": PER}),
    _named("choice", ALWAYS | {"per": PER, "choices": CHOICES}, ("choices",)),
    _named("side", ALWAYS),
])  # fmt: skip
VALUE = group({"name": NAME, "worth": EXPRESSION, "label": LABEL, "per": PER}, ["name", "worth"])
COUNTER = group(
    {"name": NAME, "label": LABEL, "next": EXPRESSION, "per": PER, "start": EXPRESSION}, ["name", "label", "next"]
)
LINE = group({"label": LABEL, "worth": EXPRESSION, "when": EXPRESSION}, ["label", "worth"])
CHECK = group({"label": LABEL, "unless": EXPRESSION}, ["label", "unless"])
END = group({name: one_of(["again", "draw"]) if name == "tie" else EXPRESSION for name in reading.ENDS})
CARD = group(
    {
        "format": {"const": reading.FORMAT},
        "name": LABEL,
        "about": LABEL,
        "source": TEXT,
        "sides": _span(2, 12),
        "team": _span(1, 6),
        "best": one_of(["high", "low"]),
        "settings": listed(SETTINGS, most=reading.MOST_SETTINGS),
        "values": listed(VALUE, most=reading.MOST_VALUES),
        "fields": listed(FIELDS, 1, reading.MOST_FIELDS),
        "counters": listed(COUNTER, most=reading.MOST_COUNTERS),
        "points": listed(LINE, 1, reading.MOST_LINES),
        "checks": listed(CHECK, most=reading.MOST_CHECKS),
        "deal": EXPRESSION,
        "end": END,
        "examples": listed(ANYTHING, most=reading.MOST_EXAMPLES),
    },
    ["format", "name", "fields", "points"],
)


def card_schema() -> Schema:
    """Returns the schema of cards."""
    return {**headed("card", "A game on a card of Scorekeeper"), **CARD}
