"""The rules page of a game on a card, made from the card: its lines and checks by number, its settings and examples."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from scorekeeper.games import find_game
from scorekeeper.games.card import examples, library
from scorekeeper.games.card.fields import settings_of
from scorekeeper.games.card.formulas import Formula
from scorekeeper.games.card.parsing import END, PRECEDENCE, tokens_of
from scorekeeper.games.card.reading import Card
from scorekeeper.games.card.words import played
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import N_, Refusal, Setup
from scorekeeper.games.rulebook import anchor, entered, option_text, titles_of
from scorekeeper.i18n import gettext, say

CARD = "card"
SECTIONS = {
    "game": N_("The game"),
    "entered": N_("What is entered"),
    "rules": N_("Rules"),
    "agreed": N_("What tables agree on"),
    "examples": N_("Worked examples"),
    "sources": N_("Sources"),
    "every-card": N_("On every card"),
}
SIGNS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "-": "−", "*": "×", "//": "÷"}
WORDS = {
    "and": N_("and"), "or": N_("or"), "not": N_("not"), "if": N_("if"), "else": N_("otherwise"), "true": N_("yes"),
    "false": N_("no"), "my": N_("own"), "sum": N_("all together"), "any": N_("for any side"),
    "all": N_("for every side"), "count": N_("number of sides with"), "least": N_("lowest"), "most": N_("highest"),
    "hand": N_("number of the hand"), "sides": N_("number of sides"), "total": N_("total"),
    "points": N_("points of the hand"), "dealer": N_("deals"),
}  # fmt: skip
CALLED = ("abs", "max", "min")
BEFORE_A_VALUE = ("(", ",", *PRECEDENCE, "not", "else")

Spelled: TypeAlias = list[tuple[str, bool]]


def card_rules(card: dict[str, Any], settings: dict[str, Any] | None = None) -> dict[str, Any]:
    """Returns the template values of a card's rules page; `settings` are the agreed ones, None for the usual."""
    read = Card(card)
    names = _names(read)
    game = find_game(CARD)
    worked = list(_worked(card, read))
    missing = {"agreed": read.settings, "examples": worked, "sources": read.source}
    return {
        "game": game,
        "title": gettext(read.name),
        "about": gettext(read.about),
        "source": read.source,
        "sections": {slug: title for slug, title in SECTIONS.items() if missing.get(slug, True)},
        "played": list(_played(read, names | dict(_agreed_by_name(read, settings)))),
        "entered": [gettext(field.label) for field in read.fields],
        "values": [(names[value.name], spelled(value.worth.text, names)) for value in read.values],
        "counters": [(names[counter.name], spelled(counter.next.text, names)) for counter in read.counters],
        "lines": [_line(line.rule, line.label, names, worth=line.worth, when=line.when) for line in read.lines],
        "checks": [_line(check.rule, check.label, names, unless=check.unless) for check in read.checks],
        "agreed": list(_agreed(read, settings)),
        "worked": worked,
        "titles": titles_of(game) if game else {},
    }


def card_of_variant(variant: str) -> dict[str, Any] | None:
    """Returns a card of the library with its examples; None if there is none."""
    return library.card_named(variant) if variant in library.SLUGS else None


def rules_of_match(setup: Setup) -> dict[str, Any]:
    """Returns the template values of the rules page of a match on a card."""
    card = card_of_variant(setup["variant"]) or setup["options"]["card"]
    return card_rules(card, setup["options"]["settings"])


def spelled(expression: str, names: dict[str, str]) -> Spelled:
    """Returns an expression as players read it, in parts: each a text, and True if it is a name of the card's."""
    parts: Spelled = []
    before, last = "", "("
    for word, _place in tokens_of(expression):
        if word == END:
            break
        is_tight = word in (")", ",") or last == "(" or (word == "(" and last in CALLED)
        if not is_tight and not (last == "-" and before in BEFORE_A_VALUE):
            parts.append((" ", False))
        parts += _said(word, names)
        before, last = last, word
    return parts


def _said(word: str, names: dict[str, str]) -> Spelled:
    if word.startswith("my."):
        return [(gettext(WORDS["my"]) + " ", False), *_said(word[3:], names)]
    if word in names:
        return [(names[word], True)]
    return [(gettext(WORDS[word]) if word in WORDS else SIGNS.get(word, word), False)]


def _names(card: Card) -> dict[str, str]:
    """Returns what the names of a card are called; a value without a label is called by its name."""
    named: list[Any] = [*card.settings, *card.values, *card.fields, *card.counters]
    names = {each.name: gettext(each.label) if each.label else each.name.replace("_", " ") for each in named}
    with_choices: list[Any] = [*card.settings, *card.fields]
    for each in with_choices:
        for choice in each.choices:
            names[f"{each.name}.{choice.name}"] = f"{names[each.name]}: {gettext(choice.label)}"
    return names


def _played(card: Card, names: dict[str, str]) -> Iterator[str]:
    """Yields the sentences about who plays and who wins, with their expressions as players read them."""
    for message, params in played(card):
        expressions = {name: params[name] for name in ("hands", "target", "when") if name in params}
        words = {name: "".join(text for text, _named in spelled(each, names)) for name, each in expressions.items()}
        yield say(message, {**params, **words})


def _line(rule: str, label: Any, names: dict[str, str], **formulas: Formula | None) -> dict[str, Any]:
    """Returns a line or check for the page, with its expressions in words."""
    words = {name: spelled(formula.text, names) for name, formula in formulas.items() if formula is not None}
    return {"rule": rule, "anchor": anchor(rule), "label": gettext(label), **words}


def _agreed(card: Card, settings: dict[str, Any] | None) -> Iterator[tuple[str, str]]:
    """Yields the labels of the settings with their values as texts."""
    texts = dict(_agreed_by_name(card, settings))
    for setting in card.settings:
        yield gettext(setting.label), texts[setting.name]


def _agreed_by_name(card: Card, settings: dict[str, Any] | None) -> Iterator[tuple[str, str]]:
    for setting, option in zip(card.settings, settings_of(card), strict=True):
        value = setting.default if settings is None else settings[setting.name]
        yield setting.name, option_text(option, value)


def _worked(card: dict[str, Any], read: Card) -> Iterator[dict[str, Any]]:
    """Yields the examples as the rules work them out: rows of what is entered and its points, None if refused."""
    for example in card.get("examples", []):
        setup = play.begin(examples.document_of(card, read, example, example.get("sides", read.sides[0])))
        table = play.first_table(setup)
        rows = []
        for entry in example["hands"]:
            try:
                hand = play.score_hand(setup, table, entry)
            except Refusal as refusal:
                said = " ".join(say(problem["message"], problem["params"]) for problem in refusal.problems)
                rows.append({"entry": entered(setup, entry), "points": None, "refused": said})
                continue
            table = hand["table"]
            rows.append({"entry": entered(setup, entry), "points": hand["points"]})
        agreed = dict(_agreed(read, setup["options"]["settings"])) if example.get("options") else {}
        yield {"sides": len(setup["sides"]), "rows": rows, "totals": table["totals"], "agreed": agreed}
