"""The contents of a game's rules page: rule titles by number, sections, tables, examples, presets and options.

The numbers are the ones that lines, refusals and verdicts cite.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from scorekeeper.game_folders import server_part
from scorekeeper.games.completeness import all_fields
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game, Line, Refusal, Setup, _
from scorekeeper.games.engine.cards import JOKER, signed
from scorekeeper.games.engine.declared import Option, Preset
from scorekeeper.games.engine.thirds import THIRDS_OF_AN_ACE
from scorekeeper.games.engine.words import short
from scorekeeper.i18n import current_locale, format_number, gettext, say

Example: TypeAlias = dict[str, Any]
Section: TypeAlias = tuple[str, str]
FORMAT_SECTION = "scorekeeper/1"

GAME_SECTION: Section = ("game", _("The game"))
CARDS_SECTION: Section = ("cards", _("Cards"))
COUNTING_SECTION: Section = ("counting", _("Counting a deal"))
LAST_SECTIONS: tuple[Section, ...] = (
    ("variants", _("Presets and options")),
    ("examples", _("Worked examples")),
    ("our-reading", _("Our reading")),
    ("sources", _("Sources")),
)

# The suits of an Italian pack: the corresponding French suit's sign, the name, and the Italian name.
LATIN_SUITS = (
    ("♦", _("coins"), "denari"),
    ("♥", _("cups"), "coppe"),
    ("♠", _("swords"), "spade"),
    ("♣", _("batons"), "bastoni"),
)

# The Italian name of a card, its rank in a French pack, and its thirds of a point; from high to low.
CARDS_IN_THIRDS = (
    ("tre", "3", 1), ("due", "2", 1), ("asso", "A", THIRDS_OF_AN_ACE), ("re", "K", 1), ("cavallo", "Q", 1),
    ("fante", "J", 1), ("sette", "7", 0), ("sei", "6", 0), ("cinque", "5", 0), ("quattro", "4", 0),
)  # fmt: skip


def pairs(*players: str) -> list[dict[str, Any]]:
    """Returns the sides of four players in two pairs, for an example; `players` are in the order of the seats."""
    pairs = [[players[0], players[2]], [players[1], players[3]]]
    return [{"name": " – ".join(pair), "players": pair} for pair in pairs]


def singly(*players: str) -> list[dict[str, Any]]:
    """Returns one side for each player, for an example."""
    return [{"players": [player]} for player in players]


def teams(*teams: tuple[str, ...]) -> list[dict[str, Any]]:
    """Returns one side for each team, named after its players, for an example."""
    return [{"name": " – ".join(team), "players": list(team)} for team in teams]


def document(game: str, variant: str, sides: list[dict[str, Any]], hands: list[dict[str, Any]]) -> dict[str, Any]:
    """Returns a match document of that game."""
    return {"format": FORMAT_SECTION, "game": game, "variant": variant, "sides": sides, "hands": hands}


RULES: Section = ("rules", _("Rules"))


def titles_of(game: Game) -> dict[str, str]:
    """Returns the titles of a game's rules by rule number, in order; titles are untranslated messages."""
    return {
        rule["rule"]: rule["title"] or next(iter(labels_of(game, rule["rule"])), game.title) for rule in game.rulebook
    }


def sections_of(game: Game) -> dict[str, str]:
    """Returns the headings of the sections of a game's page by their anchors, in order."""
    usual = (GAME_SECTION, RULES, LAST_SECTIONS[0], *(LAST_SECTIONS[1:2] if examples_of(game) else ()))
    return dict(server_part(game.slug, "SECTIONS", usual))


def examples_of(game: Game) -> list[Example]:
    """Returns the worked examples of a game's page."""
    examples: list[Example] = server_part(game.slug, "EXAMPLES", [])
    return examples


def tables_of(game: Game) -> dict[str, Any]:
    """Returns the data of the tables on a game's page."""
    tables: dict[str, Any] = server_part(game.slug, "tables", dict)()
    return tables


def numbers_of(game: Game) -> dict[str, str]:
    """Returns the numbers that the texts of a game's rules mention, by name, as the language writes them."""
    numbers: dict[str, int] = server_part(game.slug, "NUMBERS", {})
    return {name: number_in_prose(number) for name, number in numbers.items()}


def number_in_prose(number: int) -> str:
    """Returns a number from 0 up as prose writes it: Italian and Spanish group digits from 10,000 on (2005, 10.000)."""
    if current_locale() in ("it", "es") and 0 <= number < 10_000:
        return str(number)
    return format_number(number)


def options_by_preset(presets: Sequence[Preset]) -> dict[str, dict[str, Any]]:
    """Returns the options of each preset, by its slug."""
    return {preset["slug"]: preset["options"] for preset in presets}


def option_named(options: Iterable[Option], name: str) -> Option:
    """Returns the option of that name."""
    return next(option for option in options if option["name"] == name)


def labels_of(game: Game, rule: str) -> list[str]:
    """Returns the labels of a game's options and fields that cite a rule: message ids, each once."""
    labelled = [*game.options, *all_fields(game)]
    return list(dict.fromkeys(item["label"] for item in labelled if item["rule"] == rule))


def anchor(rule: str) -> str:
    """Returns the anchor of a rule on its game's page."""
    return rule.lower()


# In the form, these labels explain what an empty field means.
LABELS = {"target": _("Target"), "hands": _("Number of hands")}


def option_label(option: Option) -> str:
    """Returns an option's name, e.g. “Target”: an English message, which the caller translates."""
    return str(LABELS.get(option["name"], option["label"]))


def option_text(option: Option, value: Any) -> str:
    """Returns an option's value as text: “yes”, “3 6 9 12”, “75 from 1,500”."""
    if value is None or value == []:
        return gettext(_("none"))
    if isinstance(value, bool):
        return gettext(_("yes")) if value else gettext(_("no"))
    if "choices" in option:
        return next(gettext(label) for choice, label in option["choices"] if choice == value)
    if option["kind"] == "text":
        return gettext(value) if value == option.get("usual") else str(value)
    if option["kind"] == "card":
        return gettext(value["name"])
    if option["kind"] == "factors":
        return ", ".join(f"{part['name']} × {format_number(part['factor'])}" for part in value)
    if option["kind"] == "thresholds":
        return ", ".join(_threshold(total, points) for total, points in value)
    if isinstance(value, list):
        return " ".join(format_number(part) for part in value)
    return format_number(value)


def agreed_words(setup: Setup) -> list[tuple[str, bool]]:
    """Returns the options of a match as texts, “Target: 31”, each with True if it differs from the preset.

    A card is none of them: it is the game.
    """
    game = play.game_of(setup)
    preset, agreed = game.preset(setup["variant"]), game.written_options(setup)
    usual = preset["options"] if preset else {}
    words = []
    for option in game.options_of(setup["variant"]):
        if option["kind"] != "card":
            name, value = gettext(option_label(option)), agreed[option["name"]]
            text = gettext("%(option)s: %(value)s", option=name, value=option_text(option, value))
            words.append((text, value != usual[option["name"]]))
    return words


def _threshold(total: int, points: int) -> str:
    if total == 0:
        return format_number(points)
    return gettext("%(points)s from %(total)s", points=format_number(points), total=format_number(total))


def presets_of(game: Game) -> list[dict[str, Any]]:
    """Returns the table that compares a game's presets: a row for the sides and for each option, a cell per preset.

    `same` is True in rows whose cells are all equal.
    """
    rows = [_row(_("Sides"), "", [_shape(game, preset) for preset in game.presets])]
    named = {option["name"]: option for option in reversed(game.options)}
    for name in reversed(named):
        cells = [_agreed_in(game, preset, name) for preset in game.presets]
        rows.append(_row(option_label(named[name]), named[name]["rule"], cells))
    return rows


def _agreed_in(game: Game, preset: Preset, name: str) -> str:
    """Returns a preset's value of an option as text, a dash if the preset does not have the option."""
    of_the_preset = [option for option in game.options_of(preset["slug"]) if option["name"] == name]
    return option_text(of_the_preset[0], preset["options"][name]) if of_the_preset else "–"


def _row(label: str, rule: str | None, cells: list[str]) -> dict[str, Any]:
    return {"label": label, "rule": rule, "cells": cells, "same": len(set(cells)) == 1}


def _shape(game: Game, preset: Preset) -> str:
    return " · ".join(f"{sides}\u00a0×\u00a0{players}" for sides, players in game.shapes(preset["slug"]))


TWO_SIDES = [{"name": "A", "players": ["A 1", "A 2"]}, {"name": "B", "players": ["B 1", "B 2"]}]


def worked(example: Example) -> dict[str, Any]:
    """Returns an example with its table `before` and its result: a `hand`, `refused` problems, or a `verdict`."""
    setup = play.begin(example["document"])
    entries = list(example["document"]["hands"])
    result = {"caption": example["caption"], "sides": setup["sides"]}
    if "claim" in example:
        table = play.score_hands(setup, entries)[1]
        verdict = play.judge(setup, table, example["claim"], say)
        laid = example["claim"].get("melds") or [example["claim"].get("cards", [])]
        if laid[0] and isinstance(laid[0][0], list):  # of each side
            laid = [cards for melds in laid for cards in melds]
        return result | {"before": table, "laid": [with_signs(cards) for cards in laid if cards], "verdict": verdict}
    last = entries.pop()
    table = play.score_hands(setup, entries)[1]
    result |= {"before": table, "entry": entered(setup, last)}
    try:
        hand = play.score_hand(setup, table, last)
    except Refusal as refusal:
        return result | {"refused": refusal.problems}
    return result | {"hand": hand, "sums": list(sums(hand["lines"], hand["points"]))}


def judged(
    game: str, claim: str, melds: Iterable[tuple[str, str]], *, presets: Sequence[Preset], left_out: str
) -> list[dict[str, Any]]:
    """Returns verdicts on melds as rows of a table; reasons by the rule `left_out` are omitted.

    `melds` are pairs of a preset's slug and cards, e.g. `("samba", "4S 5S 6S")`; each is judged by the claim of type
    `claim`. The preset's title is added if it is not the first of the game's `presets`.
    """
    titles = {preset["slug"]: preset["title"] for preset in presets[1:]}
    rows = []
    for variant, text in melds:
        cards = text.split()
        played = document(game, variant, TWO_SIDES, [])
        verdict = play.claim(played, {"type": claim, "cards": cards}, say)
        rows.append(
            {
                "cards": with_signs(cards),
                "preset": titles.get(variant),
                "effect": verdict["effect"],
                "reasons": [reason for reason in verdict["reasons"] if reason["rule"] != left_out],
            }
        )
    return rows


def entered(setup: Setup, entry: dict[str, Any]) -> list[str]:
    """Returns an entry in words."""
    return [say(message, params) for message, params in short(setup, entry)]


def sums(lines: list[Line], points: list[int]) -> Iterable[dict[str, Any]]:
    """Returns each side's lines with their sum; a side without lines is left out."""
    by_side = sorted(lines, key=lambda line: line["side"])
    for side, lines_of_side in groupby(by_side, key=lambda line: line["side"]):
        yield {"side": side, "lines": list(lines_of_side), "points": points[side]}


def with_signs(cards: list[str]) -> list[str]:
    """Returns cards as screens show them: `"10H"` is `"10♥"`; a joker stays `"JOKER"`."""
    return [card if card == JOKER else signed(card) for card in cards]
