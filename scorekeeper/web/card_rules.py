"""The rules page of a game on a card, made from the card: its lines and checks by number, its settings and examples."""

from contextlib import suppress
from typing import Any

from scorekeeper.games import find_game
from scorekeeper.games.card import library, shapes
from scorekeeper.games.card.examples import MOST_HANDS, document_of
from scorekeeper.games.card.formulas import Formula
from scorekeeper.games.card.reading import Card
from scorekeeper.games.card.spelling import listed_values, names_of, spelled, text_of
from scorekeeper.games.card.words import how_played, setting_text
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import N_, Refusal, Setup
from scorekeeper.games.rulebook import anchor, entered, titles_of
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


def card_rules(card: dict[str, Any], settings: dict[str, Any] | None = None) -> dict[str, Any]:
    """Returns the template values of a card's rules page; `settings` are the agreed ones, None for the usual."""
    read = Card(card)
    names = names_of(read, say)
    game = find_game(CARD)
    examples = worked(card)
    missing = {"agreed": read.settings, "examples": examples, "sources": read.source}
    return {
        "game": game,
        "title": gettext(read.name),
        "about": gettext(read.about),
        "source": read.source,
        "sections": {slug: title for slug, title in SECTIONS.items() if missing.get(slug, True)},
        "played": how_played(read, say, settings),
        "entered": [gettext(field.label) for field in read.fields],
        "values": [(text_of(names[each.name]), spelled(each.worth.text, names, say)) for each in listed_values(read)],
        "counters": [(gettext(each.label), spelled(each.next.text, names, say)) for each in read.counters],
        "lines": [_line(line.rule, line.label, names, worth=line.worth, when=line.when) for line in read.lines],
        "checks": [_line(check.rule, check.label, names, unless=check.unless) for check in read.checks],
        "agreed": _agreed(read, settings),
        "worked": examples,
        "titles": titles_of(game) if game else {},
    }


def card_of_variant(variant: str) -> dict[str, Any] | None:
    """Returns a card of the library with its examples; None if there is none."""
    return library.card_named(variant) if variant in library.SLUGS else None


def rules_of_match(setup: Setup) -> dict[str, Any]:
    """Returns the template values of the rules page of a match on a card."""
    card = card_of_variant(setup["variant"]) or setup["options"]["card"]
    return card_rules(card, setup["options"]["settings"])


def _line(rule: str, label: Any, names: dict[str, Any], **formulas: Formula | None) -> dict[str, Any]:
    """Returns a line or check for the page, with its expressions in words."""
    words = {name: spelled(formula.text, names, say) for name, formula in formulas.items() if formula is not None}
    return {"rule": rule, "anchor": anchor(rule), "label": gettext(label), **words}


def _agreed(card: Card, settings: dict[str, Any] | None) -> list[tuple[str, str]]:
    """Returns the labels of the settings with their values as texts."""
    return [(gettext(setting.label), setting_text(setting, settings, say)) for setting in card.settings]


def worked(card: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the examples of a card as the rules work them out: rows of what is entered, and of points.

    A row's `points` are None if the hand is refused. Examples that are not well-formed are left out, and all of them
    if they are too many.
    """
    read, given = Card(card), card.get("examples", [])
    hands = [len(each["hands"]) for each in given if isinstance(each.get("hands"), list)]
    if sum(hands) > MOST_HANDS:
        return []
    found = []
    for example in given:
        with suppress(Refusal):
            found.append(_worked(card, read, example))
    return found


def _worked(card: dict[str, Any], read: Card, example: dict[str, Any]) -> dict[str, Any]:
    """Returns an example as the rules work it out. Raises Refusal if it is not well-formed."""
    sides = shapes.whole(example.get("sides", read.sides[0]), "sides", *read.sides)
    setup = play.begin(document_of(card, read, example, sides))
    table = play.first_table(setup)
    rows = []
    for entry in shapes.listed(example.get("hands"), "hands", 0, MOST_HANDS):
        try:
            hand = play.score_hand(setup, table, entry)
        except Refusal as refusal:
            said = " ".join(say(problem["message"], problem["params"]) for problem in refusal.problems)
            rows.append(
                {"entry": entered(setup, entry) if isinstance(entry, dict) else [], "points": None, "refused": said}
            )
            continue
        table = hand["table"]
        rows.append({"entry": entered(setup, entry), "points": hand["points"]})
    agreed = dict(_agreed(read, setup["options"]["settings"])) if example.get("options") else {}
    return {"sides": len(setup["sides"]), "rows": rows, "totals": table["totals"], "agreed": agreed}
