"""Checks if a game is complete, for its author and before a package's game is listed; results are sentences."""

import re
from collections.abc import Iterable, Iterator
from string import Formatter
from typing import Any

from . import demo
from .engine import play
from .engine.base import Entry, Line, Setup
from .engine.declared import Field
from .engine.entries import READERS
from .engine.game import Game, folder_of, game_of_rule
from .engine.setup import FORMAT

NUMBER = re.compile("[A-Z]{3}-1")
OPTION_KINDS = {"card", "choice", "factors", "flag", "increasing", "number", "text", "thresholds", "whole"}
MATCHES, HANDS = 10, 40  # tried at random, and at most in each


def lacks(game: Game, folder: str) -> list[str]:
    """Returns sentences about the missing parts of a game in this folder, without consequences of other ones."""
    return _without_names(game, folder) or _wrong_numbers(game) or _wrong_presets(game) or _wrong_fields(game)


def _without_names(game: Game, folder: str) -> list[str]:
    named = {"title": game.title, "RULES": game.rulebook, "PRESETS": game.presets, "WAYS": game.ways}
    lacking = [f"its {name} is empty" for name, value in named.items() if not value]
    if folder_of(game.slug) != folder:
        lacking.append(f"its slug {game.slug} is not the name of its folder")
    if type(game).score is Game.score:
        lacking.append("it has no score")
    unknown = {name for name in dir(game) if not name.startswith("_")} - set(dir(Game()))
    lacking += [f"its {name} is no part of a game" for name in sorted(unknown)]
    if bool(game.claims) is not bool(game.claim_fields):
        lacking.append("it has claims without claim_fields, or claim_fields without claims")
    return lacking


def _wrong_numbers(game: Game) -> list[str]:
    cited = {each["rule"] for each in (*game.options, *all_fields(game)) if each["rule"]} | {game.won_rule}
    lacking = [f"RULES has no {number}, which its fields or options cite" for number in sorted(cited - set(game.rules))]
    rules = [rule["rule"] for rule in game.rulebook]
    prefix = rules[0].partition("-")[0]
    numbered = [f"{prefix}-{number}" for number in range(1, len(rules) + 1)]
    if not lacking and (not NUMBER.fullmatch(rules[0]) or rules != numbered):
        lacking.append("its RULES are not numbered from 1 without a gap, after three capital letters")
    others = {other.slug for other in map(game_of_rule, game.rules) if other and other.slug != game.slug}
    return lacking + [f"its rules are numbered like those of {slug}" for slug in sorted(others)]


def all_fields(game: Game) -> Iterator[Field]:
    """Yields the fields of all ways to enter a hand, each followed by the fields inside it."""
    waiting = [field for way in game.ways for field in way["fields"]]
    while waiting:
        field = waiting.pop(0)
        yield field
        waiting[:0] = field.get("fields", [])


def _wrong_presets(game: Game) -> list[str]:
    names = {option["name"] for option in game.options}
    lacking = [f"two presets are called {slug}" for slug in _repeated(preset["slug"] for preset in game.presets)]
    for preset in game.presets:
        own = set(preset["options"])
        lacking += [f"its preset {preset['slug']} has no value for the option {name}" for name in sorted(names - own)]
        lacking += [f"its preset {preset['slug']} sets {name}, which is no option" for name in sorted(own - names)]
        if not preset["title"]:
            lacking.append(f"its preset {preset['slug']} has no title")
        if not game.shapes(preset["slug"]):
            lacking.append("nothing says how many sides and players may play it (every_shape)")
    return lacking


def _repeated(slugs: Iterable[str]) -> list[str]:
    listed = list(slugs)
    return sorted({slug for slug in listed if listed.count(slug) > 1})


def _wrong_fields(game: Game) -> list[str]:
    """Returns problems of options and of ways to enter a hand that no form could show."""
    lacking = [f"two ways to enter a hand are called {slug}" for slug in _repeated(way["slug"] for way in game.ways)]
    lacking += [
        f"its way {way['slug']} has no title or no fields" for way in game.ways if not (way["title"] and way["fields"])
    ]
    for each, kinds in [(option, OPTION_KINDS) for option in game.options] + [
        (field, READERS) for field in all_fields(game)
    ]:
        if each["kind"] not in kinds and "own" not in each:
            lacking.append(f"its {each['name']} is of the kind {each['kind']}, which there is not")
        if not each["label"]:
            lacking.append(f"its {each['name']} has no label")
    for option in game.options:
        if ("choices" in option) is not (option["kind"] in ("choice", "number")):
            lacking.append(f"its option {option['name']} has choices without being a choice, or is one without choices")
    unknown = {field["option"] for field in all_fields(game) if "option" in field} - {
        each["name"] for each in game.options
    }
    return lacking + [f"a field depends on the option {name}, which there is not" for name in sorted(unknown)]


def failures(game: Game, matches: int = MATCHES) -> list[str]:
    """Returns sentences about failures of a complete game: presets that cannot begin, or hands of random matches."""
    try:
        for preset in game.presets:
            agreed = [option["name"] for option in game.options_of(preset["slug"])]
            play.begin(_head(game, preset["slug"], {name: preset["options"][name] for name in agreed}))
        for _document in random_documents(game, matches):
            pass
    except Exception as error:
        return [f"no hand of it can be scored: {type(error).__name__}: {error}"]
    return []


def random_documents(game: Game, matches: int) -> Iterator[dict[str, Any]]:
    """Yields documents of random matches of the first preset. Raises whatever the game's code raises."""
    for seed in range(matches):
        document = _head(game, game.presets[0]["slug"], demo.options_of(game))
        yield {**document, "hands": _hands(game, play.begin(document), demo.Chance(seed))}


def _head(game: Game, variant: str, options: dict[str, Any]) -> dict[str, Any]:
    """Returns the head of a match document, with players named after their seats."""
    sides, players = game.shapes(variant)[0]
    names = [[f"{side}.{seat}" for seat in range(players)] for side in range(sides)]
    named = [{"name": f"Side {side}", "players": seated} for side, seated in enumerate(names)]
    return {"format": FORMAT, "game": game.slug, "variant": variant, "sides": named, "options": options}


def _hands(game: Game, setup: Setup, chance: demo.Chance) -> list[Entry]:
    """Returns the hands of a random match. Raises ValueError for an invalid line, and any error of the rules."""
    table = play.first_table(setup)
    entries: list[Entry] = []
    while table["status"] == "in_progress" and len(entries) < HANDS:
        entry = demo.hand(setup, table, chance, chance.randrange(len(setup["sides"])))
        hand = play.score_hand(setup, table, entry)
        for line in hand["lines"]:
            _check_line(game, line)
        entries.append(entry)
        table = hand["table"]
    return entries


def _check_line(game: Game, line: Line) -> None:
    if line["rule"] not in game.rules:
        raise ValueError(f"a line cites {line['rule']}, which RULES does not have")
    wanted = {name for _text, name, _spec, _conversion in Formatter().parse(line["message"]) if name}
    if not wanted <= set(line["params"]):
        raise ValueError(f"“{line['message']}” lacks {', '.join(sorted(wanted - set(line['params'])))}")
