"""JSON Schemas (draft 2020-12) of match documents, hands and options, made from what the games declare.

A schema says what a document can contain. Whether the values go together, only the rules say: a valid document may
still be refused. So bounds that depend on other fields are left out, and so are cards, which the games check.
"""

from collections.abc import Callable, Iterable

from scorekeeper.games.card_schema import CARD as CARD_OF_A_GAME
from scorekeeper.games.engine import final_result
from scorekeeper.games.engine.base import LARGEST, Game
from scorekeeper.games.engine.declared import Field, Option, Way
from scorekeeper.games.engine.field_checks import IDLE
from scorekeeper.games.engine.play import LONGEST_NOTE
from scorekeeper.games.engine.setup import FORMAT, LONGEST_ABOUT, LONGEST_NAME, MOST_ABOUT, MOST_SIDES, MOST_STEPS
from scorekeeper.games.json_types import (
    ANYTHING,
    FLAG,
    MOMENT,
    NAME,
    NOTHING,
    TEXT,
    WHOLE,
    Schema,
    any_of,
    group,
    headed,
    listed,
    maybe,
    one_of,
    whole,
)


class Values:
    """Makes the schemas of a game's fields: `fewest` and `most` are the sides of its matches."""

    def __init__(self, game: Game) -> None:
        sides = [sides for preset in game.presets for sides, _players in game.shapes(preset["slug"])]
        self.fewest, self.most = min(sides), max(sides)
        packs = [option for option in game.options if option["name"] == "packs"]
        self.packs = max([_highest(option) for option in packs], default=1)
        self.side = whole(0, self.most - 1)

    def of(self, field: Field) -> Schema:
        """Returns the schema of a field's value."""
        if "own" in field:
            made: Schema = field["own"].schema(field, self.most)
        else:
            made = _OF_KIND[field["kind"]](self, field)
        idle = field.get("idle", IDLE.get(field["kind"], []))
        allowed = [made, *([NOTHING] if field.get("nullable") else [])]
        return any_of([*allowed, *([{"enum": idle}] if idle and field["kind"] not in IDLE else [])])

    def of_fields(self, fields: Iterable[Field]) -> Schema:
        """Returns the schema of a group of fields."""
        schemas: dict[str, list[Schema]] = {}
        required: dict[str, bool] = {}
        listed_fields = list(fields)
        replaced = {name for field in listed_fields if "instead_of" in field for name in _either(field)}
        for field in listed_fields:
            name = field["name"]
            schemas.setdefault(name, []).append(self.of(field))
            required[name] = required.get(name, True) and _is_needed(field) and name not in replaced
        described = {name: any_of(each) for name, each in schemas.items()}
        return group(described, [name for name, is_needed in required.items() if is_needed])

    def shares(self, field: Field) -> Schema:
        """Returns the schema of a number for each side, or for each of the field's parties."""
        number = whole(min(field.get("min", 0) or 0, 0), field.get("max"))
        may_be_none = "nought" in field or "out" in field
        parties = len(field.get("parties", ()))
        return self.of_sides(maybe(number) if may_be_none else number, parties)

    def of_sides(self, item: Schema, exactly: int = 0) -> Schema:
        """Returns the schema of a list with an item for each side."""
        return listed(item, exactly or self.fewest, exactly or self.most)

    def count(self, field: Field) -> Schema:
        """Returns the schema of a number, or of the cards of each class."""
        low, high = field.get("min", 0), field.get("max")
        if "max_a_pack" in field:
            high = field["max_a_pack"] * self.packs
        number = whole(-LARGEST if low is None else low, LARGEST if high is None else high)
        if field.get("step", 1) > 1:
            number["multipleOf"] = field["step"]
        if "classes" not in field:
            return number
        cards = {name: whole(0, most * self.packs) for name, _label, _worth, most in field["classes"]}
        return any_of([number, group(cards)])


def _highest(option: Option) -> int:
    return int(option["high"] if "high" in option else max(value for value, _label in option["choices"]))


def _either(field: Field) -> tuple[str, str]:
    return field["name"], field["instead_of"][0]


def _is_needed(field: Field) -> bool:
    """True if every hand has the field: it is required in all matches, and no other field may replace it."""
    return field["required"] and not any(name in field for name in ("left_out", *CONDITIONS))


CONDITIONS = ("option", "when", "unless", "players", "unless_players")  # of `declared.Where`
CARD: Schema = {"type": "string", "description": "Rank, then suit: 10H, AS; JOKER; back for a card lying face down."}


def _by_class(values: Values, field: Field, item: Callable[[int], Schema]) -> Schema:
    return group({name: item(most) for name, _label, _worth, most in field["classes"]})


_OF_KIND: dict[str, Callable[[Values, Field], Schema]] = {
    "amounts": lambda values, field: _by_class(values, field, lambda most: whole(0, most)),
    "card": lambda values, field: CARD,
    "cards": lambda values, field: listed(CARD),
    "choice": lambda values, field: one_of([*(value for value, _ in field["choices"]), *field.get("beside", [])]),
    "count": Values.count,
    "count_or_side": lambda values, field: any_of([values.shares(field), values.side, NOTHING]),
    "flag": lambda values, field: FLAG,
    "group": lambda values, field: ANYTHING if "fields_from" in field else values.of_fields(field["fields"]),
    "melds": lambda values, field: listed(listed(CARD)),
    "player": lambda values, field: NAME,
    "ranks": lambda values, field: _by_class(values, field, lambda most: values.of_sides(whole(0, most))),
    "rows": lambda values, field: listed(values.of_fields(field["fields"])),
    "shares": Values.shares,
    "side": lambda values, field: values.side,
    "sides": lambda values, field: values.of_sides(values.of_fields(field["fields"])),
    "some_sides": lambda values, field: {**listed(values.side, most=values.most), "uniqueItems": True},
    "trick": lambda values, field: listed({"type": "array", "prefixItems": [CARD, values.side], "minItems": 2}),
    "tricks": lambda values, field: listed(maybe(values.side), most=field["most"]),
}
REMARKS: dict[str, Schema] = {"note": {"type": "string", "maxLength": LONGEST_NOTE}, "at": MOMENT}


def way_schema(game: Game, way: Way) -> Schema:
    """Returns the schema of hands that are entered in one way, with its title."""
    fields = Values(game).of_fields(way["fields"])
    return {"title": way["title"], **fields, "properties": {**fields["properties"], **REMARKS}}


def hand_schema(game: Game) -> Schema:
    """Returns the schema of a game's hands, in any way to enter them, and of the final result.

    If the fields differ by match (`checks_fields`), it accepts any hand.
    """
    if not game.checks_fields:
        return ANYTHING
    return any_of(way_schema(game, way) for way in [*game.ways, final_result.WAY])


def option_schema(option: Option) -> Schema:
    """Returns the schema of an option's value."""
    made = _OF_OPTION[option["kind"]](option)
    return maybe(made) if option.get("nullable") else made


def _factors(option: Option) -> Schema:
    name = {"type": "string", "minLength": 1, "maxLength": option["longest"]}
    factor = {**whole(option["low"], option["high"]), "not": {"const": 0}}
    return listed(group({"name": name, "factor": factor}, ["name", "factor"]), most=option["most"])


_OF_OPTION: dict[str, Callable[[Option], Schema]] = {
    "card": lambda option: CARD_OF_A_GAME,
    "choice": lambda option: one_of(value for value, _label in option["choices"]),
    "factors": _factors,
    "flag": lambda option: FLAG,
    "increasing": lambda option: listed(whole(1), 1, option.get("most", MOST_STEPS)),
    "number": lambda option: one_of(value for value, _label in option["choices"]),
    "text": lambda option: {"type": "string", "minLength": 1, "maxLength": option["longest"]},
    "thresholds": lambda option: listed(listed(WHOLE, 2, 2), most=MOST_STEPS),
    "whole": lambda option: whole(option["low"], option["high"]),
}


def options_schema(game: Game) -> Schema:
    """Returns the schema of a match's options; all may be left out. Where each match has its own ones, anything."""
    schemas: dict[str, list[Schema]] = {}
    for option in game.options:
        schemas.setdefault(option["name"], []).append(option_schema(option))
    options = group({name: any_of(each) for name, each in schemas.items()})
    return options if game.checks_fields else {**options, "additionalProperties": True}


def match_schema(games: Iterable[Game]) -> Schema:
    """Returns the schema of match documents of these games."""
    listed_games = list(games)
    player = {"type": "string", "minLength": 1}
    head: dict[str, Schema] = {
        "format": {"const": FORMAT},
        "game": one_of(game.slug for game in listed_games),
        "variant": TEXT,
        "options": ANYTHING,
        "sides": listed(group({"name": player, "players": listed(player, most=MOST_SIDES)}), 1, MOST_SIDES),
        "first_dealer": {"type": "string", "description": "One of the players."},
        "hands": listed(ANYTHING),
        "about": {
            "type": "object",
            "maxProperties": MOST_ABOUT,
            "propertyNames": {"maxLength": LONGEST_NAME},
            "additionalProperties": {"type": "string", "maxLength": LONGEST_ABOUT},
        },
        "log": listed({"type": "object", "required": ["at", "kind"]}),
    }
    return {
        **headed("match", "A match of Scorekeeper"),
        **group(head, ["format", "game", "sides"]),
        "allOf": [_of_game(game) for game in listed_games],
        "$defs": {game.slug: hand_schema(game) for game in listed_games},
    }


def _of_game(game: Game) -> Schema:
    """Returns what is so of the documents of one game."""
    own = {
        "variant": one_of(preset["slug"] for preset in game.offered_presets()),
        "options": options_schema(game),
        "hands": listed({"$ref": f"#/$defs/{game.slug}"}),
    }
    return {"if": {"properties": {"game": {"const": game.slug}}}, "then": {"properties": own}}
