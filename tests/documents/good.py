"""Good values, entries, options and matches, made from a game's declarations: fields, options, presets, shapes.

The engine decides if the rules allow an entry that is made from fields alone.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Checks, Field, Game, Setup, Table
from scorekeeper.games.engine.cards import RANKS, SUITS
from scorekeeper.games.engine.ways import fields_of, is_asked_for
from scorekeeper.pages.entry_form import Way

from .pieces import Document, Entry, head, how_many, maybe, noted, shares

TRIES = 200  # to find an entry that the rules allow
MOST = 12  # of a number that has no end of its own
TWENTY = 20  # the sum of shares, if the field has no total
FEW_ROWS = 2
FEW_CARDS = 3
Make = Callable[[Random, Setup, Table], Entry]
"""Makes an entry, which the rules may refuse."""


def good_value(rng: Random, field: Field, setup: Setup, entry: Entry) -> Any:
    """Returns a valid value for the field, given the other values of the entry so far."""
    kind, sides = field["kind"], len(field.get("parties", setup["sides"]))
    if field.get("nullable") and maybe(rng, 0.2):
        return None
    if kind == "shares":
        return _shares(rng, _less(field, entry, field.get("total") or rng.randint(0, TWENTY)), sides)
    if kind == "count":
        low, high = field.get("min") or 0, field.get("max")
        return rng.randrange(low, (MOST if high is None else high) + 1, field.get("step", 1))
    if kind == "ranks":
        return {name: shares(rng, most, sides) for name, most in _cards(field, entry)}
    if kind == "amounts":
        return {name: rng.randint(0, most) for name, most in _cards(field, entry) if maybe(rng, 0.8)}
    if kind == "choice":
        return rng.choice(field["choices"])[0]
    if kind == "sides":
        return [_group(rng, field["fields"], setup) for _side in range(sides)]
    if kind == "rows":
        rows = rng.randint(0, min(field["most"], FEW_ROWS))
        return [_group(rng, field["fields"], setup) for _row in range(rows)]
    if kind == "some_sides":
        return sorted(rng.sample(range(sides), rng.randint(0, sides)))
    if kind == "group":
        return _group(rng, field["fields"], setup)
    if kind in ("card", "cards", "melds", "trick", "tricks"):
        return _cards_shown(rng, field, sides)
    simple = {
        "side": rng.randrange(sides),
        "count_or_side": rng.randrange(sides),
        "flag": True,
        "player": rng.choice(setup["seats"]),
    }
    return simple[kind]


def _cards_shown(rng: Random, field: Field, sides: int) -> Any:
    """Cards of the field's pack, or the winners of tricks; what goes together, only a game knows."""
    pack = [rank + suit[0] for rank in field.get("ranks", RANKS) for suit in field.get("suits", SUITS)]
    few = rng.sample(pack, max(sides, FEW_CARDS))
    tricks = [rng.choice([*range(sides), None]) for _trick in range(field.get("most", 0))]
    trick = [[card, side] for side, card in enumerate(few[:sides])]
    return {"card": few[0], "cards": few, "melds": [few], "trick": trick, "tricks": tricks}[field["kind"]]


def _shares(rng: Random, total: int, sides: int) -> list[int]:
    """Anything, now and then all to one side or as much to the two best."""
    way = rng.random()
    values = shares(rng, total, sides)
    if way < 0.1:
        values = [total] + [0] * (sides - 1)
    elif way < 0.25:
        best = total // 2 if sides == 2 else rng.randint(-(-total // sides), total // 2)
        values = [best, best, *shares(rng, total - 2 * best, sides - 2)] if sides > 2 else [best, total - best]
    rng.shuffle(values)
    return values


def _less(field: Field, entry: Entry, total: int) -> int:
    """Returns the sum to share, less the amount that another field takes out of play."""
    name, amounts = field.get("less", ("", {}))
    return total - int(amounts.get(entry.get(name), 0))


def _cards(field: Field, entry: Entry) -> list[tuple[str, int]]:
    """The classes of a field with as many cards as there are to take."""
    name, amounts = field.get("less", ("", {}))
    out = entry.get(name)
    return [(each[0], each[3] - (amounts.get(out, 0) if out == each[0] else 0)) for each in field["classes"]]


def _group(rng: Random, fields: list[Field], setup: Setup) -> Entry:
    """Values for the fields that are required, and for some of the others."""
    entry: Entry = {}
    for field in fields:
        if field["required"] or maybe(rng, 0.3):
            entry[field["name"]] = good_value(rng, field, setup, entry)
    return entry


def good_entry(rng: Random, setup: Setup, table: Table, most_ways: int | None = None) -> Entry | None:
    """An entry in one of the game's (first) ways offered on this table that the rules allow; None if none was found."""
    ways, players, coming = (
        play.game_of(setup).ways_of(setup)[:most_ways],
        len(setup["seats"]),
        play.next_hand(setup, table),
    )
    ways = [way for way in ways if is_asked_for(way, setup["options"], players) and not way.get("ends")]
    offered = [way for way in (Way(described, setup) for described in ways) if way.is_offered(coming)]
    return _allowed(rng, setup, table, lambda *_: _group(rng, rng.choice(offered).listed, setup))


def who_plays(rng: Random, setup: Setup, table: Table) -> tuple[Entry, list[int]]:
    """An entry with those who come back, if some do, and all who play the next hand."""
    coming = play.next_hand(setup, table)
    again = [side for side in coming.get("may_reenter", []) if maybe(rng, 0.6)]
    still_in = [side for side in range(len(setup["sides"])) if side not in coming.get("out", [])]
    return {"reenter": rng.sample(again, len(again))} if again else {}, sorted(still_in + again)


def _allowed(rng: Random, setup: Setup, table: Table, make: Make) -> Entry | None:
    """The first of some entries that the rules allow on this table; None if none was found."""
    for _try in range(TRIES):
        entry = make(rng, setup, table)
        if not play.problems(setup, table, entry):
            return entry
    return None


def good_claim(rng: Random, game: Game, document: Document) -> Entry:
    """A claim in one of the game's forms with values of the right kinds; that the match is won, if it has no other."""
    setup = play.begin(document)
    players = len(setup["seats"])
    forms = [form for form in game.claim_fields if is_asked_for(form, setup["options"], players)]
    if not forms:
        return {"type": "won", "side": rng.randrange(len(setup["sides"]))}
    form = rng.choice(forms)
    return {"type": form["slug"], **_group(rng, fields_of(form["fields"], setup["options"], players), setup)}


def good_option(rng: Random, game: Game, option: dict[str, Any]) -> Any:
    """A value that the option may have: small numbers as often as large ones."""
    kind = option["kind"]
    if option.get("nullable") and maybe(rng, 0.25):
        return None
    if kind == "flag":
        return maybe(rng, 0.5)
    if kind == "whole":
        return option["low"] + int((option["high"] - option["low"] + 1) ** rng.random()) - 1
    if kind == "increasing":
        return sorted(rng.sample(range(1, MOST + 1), rng.choice([1, 2, 3, 5, MOST])))
    if "choices" in option:
        return rng.choice(option["choices"])[0]
    return rng.choice([[], *[preset["options"][option["name"]] for preset in game.presets]])


def house_rules(rng: Random, game: Game, variant: str) -> dict[str, Any]:
    """Options that may be agreed on with a preset: none, one or two, or all of them at once."""
    usual = (game.preset(variant or None) or {})["options"]
    options_of_it = game.options_of(variant or game.presets[0]["slug"])
    every = len(options_of_it)
    most = min(rng.choice([0, 0, 1, 1, 2, every]), every)
    while True:
        some = rng.sample(options_of_it, most)
        options = {each["name"]: good_option(rng, game, each) for each in some}
        checks = Checks(options)
        game.check_options(checks, usual | options, variant or game.presets[0]["slug"])
        if not checks.problems:
            return options


def some_variant(rng: Random, game: Game) -> str:
    """A preset of the game; nothing for the first one, which documents need not name."""
    return rng.choice(["", *[preset["slug"] for preset in game.presets]])


def agreed(document: Document) -> dict[str, Any]:
    """All options of a good document."""
    options: dict[str, Any] = play.begin(document)["options"]
    return options


def good_match(
    rng: Random, game: Game, make: Make | None = None, options: Callable[..., dict[str, Any]] = house_rules
) -> Document:
    """A match of the game with any preset, shape and options, and the hands that were played in it.

    `make` makes entries, if the fields do not say enough; `options` house rules for a preset.
    """
    variant = some_variant(rng, game)
    shapes = game.shapes(variant or game.presets[0]["slug"])
    several = len({shape for preset in game.presets for shape in game.shapes(preset["slug"])}) > 1
    document = head(rng, game.slug, variant, options(rng, game, variant), rng.choice(shapes), several_shapes=several)
    document["hands"] = hands(rng, play.begin(document), how_many(rng), make)
    return document


def hands(rng: Random, setup: Setup, most: int, make: Make | None = None) -> list[Entry]:
    """Hands until the match is over, or the evening; now and then the players stop it."""
    entries: list[Entry] = []
    table = play.first_table(setup)
    for _hand in range(most):
        entry = _allowed(rng, setup, table, make) if make else good_entry(rng, setup, table)
        if entry is None:
            break
        table = play.score_hand(setup, table, entry)["table"]
        entries.append(noted(rng, entry))
        if table["status"] != "in_progress":
            return entries
    stop: Entry = {"stop": True}
    can_stop = any(way.get("ends") for way in play.game_of(setup).ways) and not play.problems(setup, table, stop)
    return [*entries, stop] if can_stop and maybe(rng, 0.4) else entries
