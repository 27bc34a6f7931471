"""Games as `/games.json` has them, made from their declarations: presets, options, shapes, ways, fields, rules."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorekeeper.games.engine.base import Game
from scorekeeper.games.engine.declared import Field, Option, Preset, Rule, Way
from scorekeeper.games.schemas import CONDITIONS, Values, option_schema

Say = Callable[[str], str]  # translates a text

OF_OPTION = ("low", "high", "most", "longest", "presets", "nullable")
OF_FIELD = (
    "min", "max", "max_a_pack", "step", "total", "or_all", "parties", "most", "nullable", "ranks", *CONDITIONS,
)  # fmt: skip
OF_WAY = ("known", "ends", *CONDITIONS)


def games_described(games: Iterable[Game], say: Say) -> dict[str, Any]:
    """Returns what a program has to know to record matches of these games, with texts in the language of `say`."""
    return {"games": [_game(game, say) for game in games]}


def _game(game: Game, say: Say) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": say(game.title),
        "presets": [_preset(game, preset, say) for preset in game.presets],
        "options": [_option(option, say) for option in game.options],
        "ways": [_way(game, way, say) for way in game.ways],
        "rules": [{"rule": rule["rule"], "title": _title(game, rule, say)} for rule in game.rulebook],
    }


def _title(game: Game, rule: Rule, say: Say) -> str:
    """Returns a rule's title; without one, the label of the first option or field that cites the rule."""
    labelled = [*game.options, *(field for way in game.ways for field in way["fields"])]
    labels = [each["label"] for each in labelled if each["rule"] == rule["rule"]]
    title = rule["title"] or next(iter(labels), "")
    return say(title) if title else ""


def _preset(game: Game, preset: Preset, say: Say) -> dict[str, Any]:
    shapes = [{"sides": sides, "players": players} for sides, players in game.shapes(preset["slug"])]
    return {
        "slug": preset["slug"],
        "title": say(preset["title"]),
        "options": preset["options"],
        "shapes": shapes,
        "timed": preset["timed"],
        "lowest_wins": game.lowest_in(preset["slug"]),
    }


def _option(option: Option, say: Say) -> dict[str, Any]:
    return {
        **{name: option[name] for name in ("name", "kind", "rule")},
        "label": say(option["label"]),
        **_chosen(option, OF_OPTION),
        **_choices(option, say),
        "schema": option_schema(option),
    }


def _way(game: Game, way: Way, say: Say) -> dict[str, Any]:
    values = Values(game)
    fields = [_field(field, values, say) for field in way["fields"]]
    return {"slug": way["slug"], "title": say(way["title"]), **_chosen(way, OF_WAY), "fields": fields}


def _field(field: Field, values: Values, say: Say) -> dict[str, Any]:
    described = {
        **{name: field[name] for name in ("name", "kind", "rule", "required")},
        "label": say(field["label"]) if field["label"] else "",
        **_chosen(field, OF_FIELD),
        **_choices(field, say),
        "schema": values.of(field),
    }
    if "classes" in field:
        described["classes"] = [
            {"name": name, "label": say(label), "worth": worth, "cards": cards}
            for name, label, worth, cards in field["classes"]
        ]
    if "suits" in field:
        described["suits"] = [{"letter": letter, "label": say(label)} for letter, label in field["suits"]]
    if "instead_of" in field:
        described["instead_of"] = field["instead_of"][0]
    if "fields" in field:
        described["fields"] = [_field(inner, values, say) for inner in field["fields"]]
    return described


def _chosen(declared: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: declared[name] for name in names if name in declared}


def _choices(declared: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Returns the choices with their labels; nothing of what has none."""
    if "choices" not in declared:
        return {}
    choices = [{"value": value, "label": say(str(label)) if label else ""} for value, label in declared["choices"]]
    return {"choices": choices}
