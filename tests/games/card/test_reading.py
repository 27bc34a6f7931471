"""What is no card is refused with the place and a sentence; the cards of the library are as they should be."""

import json
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games.card import library
from scorekeeper.games.card.examples import differences
from scorekeeper.games.card.reading import Card
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.checks import told
from scorekeeper.games.engine.side_names import in_language
from tests.games.card.random_cards import random_card
from tests.support.fuzzing import chance, tries

CARDS = Path(library.__file__).parent / "cards"
MUCH = "This is too much for one line. Give a part of it a name under values."
GROUP, WHOLE = "This must be a group of named fields", "This must be a whole number"
LANGUAGES = "This must be a text, or a group of texts by language, such as en or pt-BR"

CARD: dict[str, Any] = {
    "format": "scorekeeper-card/1",
    "name": {"en": "Ours", "pt-BR": "Nosso"},
    "about": "Counted by hand.",
    "source": "The table.\nAnd others.",
    "sides": [2, 4],
    "team": [1, 2],
    "best": "low",
    "settings": [
        {"name": "target", "label": "Target", "kind": "number", "default": 50, "least": 0, "most": 500},
        {"name": "strict", "label": "Strict", "kind": "flag", "default": False},
        {"name": "round", "label": "Round", "kind": "choice", "default": "if", "choices": [
            {"name": "down", "label": "Down"}, {"name": "if", "label": "Up", "worth": -5}]},
    ],
    "values": [
        {"name": "cards", "label": "Cards", "worth": "hand + last"},
        {"name": "made", "per": "side", "worth": "tricks >= bid"},
    ],
    "fields": [
        {"name": "bid", "label": "Bid", "kind": "number", "most": "cards", "before": True, "required": True},
        {"name": "tricks", "label": "Tricks", "kind": "number", "most": "bid + 9", "sum": "cards", "step": 1},
        {"name": "who", "label": "Who", "kind": "side"},
        {"name": "double", "label": "Double", "kind": "flag", "per": "hand"},
        {"name": "suit", "label": "Suit", "kind": "choice", "choices": [
            {"name": "clubs", "label": "Clubs", "worth": 2}, {"name": "hearts", "label": "Hearts"}]},
    ],
    "counters": [{"name": "last", "label": "Last", "per": "hand", "start": "target // 10", "next": "sum(tricks)"}],
    "points": [
        {"label": "Made", "when": "made", "worth": "10 * bid"},
        {"label": "Not made", "when": "not made and not round.down", "worth": "-points - suit"},
        {"label": "One", "worth": 1},
    ],
    "checks": [{"label": "Not all", "unless": "not all(points > 0 and suit.hearts)"}],
    "deal": "who",
    "end": {"target": "target", "hands": 9, "when": "hand > 30", "out": "total > 300", "winner": "made", "tie": "draw"},
    "examples": [{}],
}  # fmt: skip


def changed(place: str, value: Any) -> Any:
    """The card with another value at a place, or without it (`...`)."""
    card = deepcopy(CARD)
    *way, last = [int(part) if part.isdigit() else part for part in place.split("/")]
    inner: Any = card
    for part in way:
        inner = inner[part]
    if value is ...:
        del inner[last]
    elif isinstance(inner, list) and last == len(inner):
        inner.append(value)
    else:
        inner[last] = value
    return card


def why_refused(card: Any) -> tuple[str | None, str]:
    with pytest.raises(Refusal) as refusal:
        Card(card)
    first = told(refusal.value.problems[0])
    return first["field"], first["message"]


def test_a_card_with_everything_is_read() -> None:
    card = Card(CARD)
    assert [value.late for value in card.values] == [False, True]
    assert [line.rule for line in card.lines + card.checks] == ["CARD-1", "CARD-2", "CARD-3", "CARD-4"]  # type: ignore[operator]


NAMED = [{"name": f"n{number}", "label": "N", "kind": "flag", "default": True} for number in range(13)]
LONG = {"label": "Line", "worth": "+".join(["1"] * 150)}


@pytest.mark.parametrize(
    "place, value, field, sentence",
    [
        ("format", ..., "format", "Fill this in"),
        ("format", "scorekeeper-card/2", "format", "The format must be scorekeeper-card/1"),
        ("colour", "red", "colour", "Unknown field: colour"),
        ("deal", None, "deal", "This must be an expression of 1 to 300 characters, such as 10 * tricks"),
        ("end", None, "end", GROUP),
        ("best", "lowest", "best", "This must be one of: high, low"),
        ("best", ["low"], "best", "This must be one of: high, low"),
        ("name", "n" * 41, "name", "This must be a text of 1 to 40 characters"),
        ("name", "  ", "name", "This must be a text of 1 to 40 characters"),
        ("name", "a\ud800", "name", "This text has characters that cannot be printed"),
        ("name", {}, "name", LANGUAGES),
        ("name", {"EN": "Ours"}, "name", LANGUAGES),
        ("name", {"english": "Ours"}, "name", LANGUAGES),
        ("name", {"pt-": "Ours"}, "name", LANGUAGES),
        ("name", {"pt-B\u212a": "Ours"}, "name", LANGUAGES),  # the sign for kelvin, whose small letter is k
        ("name", {"en": 1}, "name.en", "This must be a text of 1 to 40 characters"),
        ("about", "a" * 301, "about", "This must be a text of 1 to 300 characters"),
        ("source", {"en": "x"}, "source", "This must be a text of 1 to 500 characters"),
        ("sides", [2.0, 4], "sides.0", WHOLE),
        ("sides", [True, 4], "sides.0", WHOLE),
        ("sides", [4, 2], "sides", "The first number must not be above the second"),
        ("sides", [1, 2], "sides.0", "This must be a number from 2 to 12"),
        ("sides", [2], "sides", "This must be a list of 2 to 2"),
        ("sides", "24", "sides", "This must be a list"),
        ("team", [7, 7], "team.0", "This must be a number from 1 to 6"),
        ("sides", [3, 10**30], "sides.1", "This must be a number from 2 to 12"),
        ("settings", NAMED, "settings", "This must be a list of 0 to 12"),
        ("settings/0/default", 501, "settings.0.default", "This value cannot be chosen"),
        ("settings/0/default", True, "settings.0.default", "This value cannot be chosen"),
        ("settings/0/default", ..., "settings.0.default", "Fill this in"),
        ("settings/0/most", 10**6, "settings.0.most", "This must be a number from -999999 to 999999"),
        ("settings/0/kind", {"number": 1}, "settings.0.kind", "This must be one of: number, flag, choice"),
        ("settings/1/least", 0, "settings.1.least", "Unknown field: least"),
        ("settings/1/default", 0, "settings.1.default", "This value cannot be chosen"),
        ("settings/2/choices", ..., "settings.2.choices", "Fill this in"),
        ("settings/2/default", 0, "settings.2.default", "This value cannot be chosen"),
        ("settings/2/choices/0/name", "if", "settings.2.choices.1.name", '"if" is there twice.'),
        ("settings/2/choices/0/worth", 1.0, "settings.2.choices.0.worth", WHOLE),
        ("settings/2/choices", [{"name": "a", "label": "A"}], "settings.2.choices", "This must be a list of 2 to 40"),
        ("fields", [], "fields", "This must be a list of 1 to 16"),
        ("fields/0", None, "fields.0", GROUP),
        ("fields/0/name", "total", "fields.0.name", '"total" is a word of the language.'),
        ("fields/1/name", "bid", "fields.1.name", '"bid" is there twice.'),
        ("fields/0/name", "target", "fields.0.name", '"target" is there twice.'),
        ("fields/0/name", "Bid", "fields.0.name",
         "This must be a word of 1 to 20 small letters, digits and _, which begins with a letter"),
        ("fields/0/name", "b" * 21, "fields.0.name",
         "This must be a word of 1 to 20 small letters, digits and _, which begins with a letter"),
        ("fields/0/kind", "text", "fields.0.kind", "This must be one of: number, flag, choice, side"),
        ("fields/0/kind", ..., "fields.0.kind", "Fill this in"),
        ("fields/0/step", 0, "fields.0.step", "This must be a number from 1 to 1000"),
        ("fields/0/before", 1, "fields.0.before", "This must be yes or no"),
        ("fields/0/per", "hand", None, ""),
        ("fields/1/per", "hand", "fields.1.sum", "Unknown field: sum"),
        ("fields/2/per", "side", "fields.2.per", "Unknown field: per"),
        ("fields/3/most", 1, "fields.3.most", "Unknown field: most"),
        ("fields/0/most", "made", "fields.0.most",
         '"made" is entered later: a bound can only look at what is before it.'),
        ("fields/0/most", "tricks", "fields.0.most",
         '"tricks" is entered later: a bound can only look at what is before it.'),
        ("fields/0/most", "points", "fields.0.most",
         '"points" are known later: only lines, checks and what is asked after a hand can look at them.'),
        ("fields/1/sum", "bid", "fields.1.sum", '"bid" is something each side has: say sum(bid), any(…), …'),
        ("values/0/worth", "made", "values.0.worth",
         '"made" stands further below: a value can only look at those before it.'),
        ("values/0/worth", "cards", "values.0.worth",
         '"cards" stands further below: a value can only look at those before it.'),
        ("values/0/worth", "true", "fields.0.most",
         '"cards" is a yes or no; here a number is needed (1 if cards else 0).'),
        ("values/1/per", "hand", "values.1.worth", '"tricks" is something each side has: say sum(tricks), any(…), …'),
        ("counters/0/start", "hand", "counters.0.start",
         '"hand" is not known before the first hand: only settings and "sides" are.'),
        ("counters/0/next", "tricks", "counters.0.next",
         '"tricks" is something each side has: say sum(tricks), any(…), …'),
        ("counters/0/next", ..., "counters.0.next", "Fill this in"),
        ("points", [], "points", "This must be a list of 1 to 24"),
        ("points", [LONG] * 25, "points", "This must be a list of 1 to 24"),
        ("points/0/worth", "trick", "points.0.worth", 'There is no "trick". Did you mean "tricks"?'),
        ("points/0/worth", "", "points.0.worth",
         "This must be an expression of 1 to 300 characters, such as 10 * tricks"),
        ("points/0/worth", "n" * 301, "points.0.worth",
         "This must be an expression of 1 to 300 characters, such as 10 * tricks"),
        ("points/0/worth", 1.0, "points.0.worth",
         "This must be an expression of 1 to 300 characters, such as 10 * tricks"),
        ("points/0/worth", True, "points.0.worth",
         "This must be an expression of 1 to 300 characters, such as 10 * tricks"),
        ("points/0/worth", 10**9, "points.0.worth", "This number is too large."),
        ("points/0/when", 1, "points.0.when", "This must be an expression of 1 to 300 characters, such as 10 * tricks"),
        ("points/0/when", "tricks", "points.0.when", '"tricks" is a number; here a yes or no is needed (tricks > 0).'),
        ("points", [LONG] * 4, "points.3.worth", MUCH),
        ("points/0/worth", "sum(sum(sum(sum(points))))", None, ""),
        ("points/0/worth", "sum(sum(sum(sum(sum(points)))))", "points.0.worth", MUCH),
        ("points/3", {"label": "Long", "worth": "n" * 0 + "(" + " " * 290 + "1)"}, None, ""),
        ("points", [{"label": "Long", "worth": " " * 299 + "1"}] * 20, "points.19.worth", MUCH),
        ("checks/0/label", "c" * 121, "checks.0.label", "This must be a text of 1 to 120 characters"),
        ("checks/0/unless", "made", "checks.0.unless", '"made" is something each side has: say sum(made), any(…), …'),
        ("deal", "total", "deal", '"total" is a number; here a yes or no is needed (total > 0).'),
        ("end/target", "cards", "end.target",
         '"cards" is not known before the first hand: only settings and "sides" are.'),
        ("end/tie", "never", "end.tie", "This must be one of: again, draw"),
        ("end/points", 1, "end.points", "Unknown field: points"),
        ("examples/0", 1, "examples.0", GROUP),
        ("examples", [{}] * 13, "examples", "This must be a list of 0 to 12"),
    ],
)  # fmt: skip
def test_what_is_wrong_on_a_card_is_said_with_its_place(
    place: str, value: Any, field: str | None, sentence: str
) -> None:
    card = changed(place, value)
    if field is None:
        Card(card)
    else:
        assert why_refused(card) == (field, sentence)


def test_junk_is_no_card() -> None:
    deep: Any = []
    for _level in range(500):
        deep = [deep]
    junk: Any
    for junk in (None, 1, "x", [], {}, {"format": "scorekeeper-card/1"}, {"fields": deep}, deep):
        with pytest.raises(Refusal):
            Card(junk)
    for place in CARD:
        for junk in (None, True, 1.5, 10**30, "", "\ud800", [], {}, deep, [deep], [None] * 10**5, {"x": deep}):
            assert place_of_the_fault(changed(place, junk)) != ""


def place_of_the_fault(card: Any) -> str | None:
    """Where it is refused; None if it is a good card."""
    try:
        Card(card)
    except Refusal as refusal:
        return refusal.problems[0]["field"] or ""
    return None


def test_broken_random_cards_are_refused_with_a_place() -> None:
    rng = chance("broken cards")
    for _card in range(tries(150)):
        text = json.dumps(random_card(rng))
        at = rng.randrange(len(text))
        junk = rng.choice(['"', "1", "null", "true", "[]", "{}", "(", " ", "0", "a", ""])
        with suppress(ValueError):
            broken = json.loads(text[:at] + junk + text[at + rng.randint(0, 3) :])
            assert place_of_the_fault(broken) != ""


def test_the_library_has_a_name_for_each_of_its_files() -> None:
    assert sorted(library.SLUGS) == sorted(path.stem for path in CARDS.glob("*.json"))
    names = [(slug, in_language(library.card_named(slug)["name"], "en")) for slug in library.SLUGS]
    assert list(library.TITLES) == names


@pytest.mark.parametrize("slug", library.SLUGS)
def test_the_examples_of_a_card_of_the_library_come_out(slug: str) -> None:
    card = json.loads((CARDS / f"{slug}.json").read_text("utf-8"))
    assert len(card["examples"]) >= 3
    assert card["source"]
    assert differences(card) == []


@pytest.mark.parametrize(
    "example, sentence",
    [
        ({"points": [[3, 4, 5]]}, "Hand 1 gives [30, 20, -10]"),
        ({"points": [[30, 20.0, -10]]}, "Hand 1 gives [30, 20, -10]"),
        ({"points": [None]}, "Hand 1 is not refused: [30, 20, -10]"),
        ({"hands": [{"bid": [9, 9, 9]}]}, "Hand 1 is refused: Bid: 0 to 1."),
        ({"totals": [1, 2, 3]}, "At the end: totals [30, 20, -10]"),
        ({"winner": 0}, "At the end: winner None"),
        ({"sides": 2}, "examples.0.sides: This must be a number from 3 to 6"),
        ({"points": []}, "examples.0.points: This must be a list of 1 to 1"),
        ({"options": {"x": 1}}, "options.x: Unknown field: x"),
        ({"hand": 1}, "examples.0.hand: Unknown field: hand"),
    ],
)
def test_an_example_that_does_not_come_out_says_how(example: dict[str, Any], sentence: str) -> None:
    card = deepcopy(library.card_named("wizard"))
    right = {"hands": [{"bid": [1, 0, 1], "tricks": [1, 0, 0]}], "points": [[30, 20, -10]]}
    card["examples"] = [right | example]
    assert differences(card) == [(0, sentence)]


def test_a_card_is_read_once_for_the_hands_of_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [{"heads": [1, 2]}] * 3
    sides = [{"players": ["A"]}, {"players": ["B"]}]
    document = {"format": "scorekeeper/1", "game": "card", "variant": "6-nimmt", "sides": sides, "hands": hands}
    setup = play.begin(document)
    monkeypatch.setattr(Card, "__init__", lambda *_: pytest.fail("read again"))
    assert play.score_hands(json.loads(json.dumps(setup)), hands)[1]["totals"] == [3, 6]
