"""The rules of games on cards: a card's expressions say what is counted.

All rules are decisions of this project (CAR-1 to CAR-27); the sources of a game are in its card. Not covered: what no
card can say, such as cards one by one, seats beside each other, and totals that are equal but decided otherwise.
"""

from typing import Any

from ..engine.base import (
    Checks,
    Entry,
    Game,
    Outcome,
    Problem,
    Refusal,
    Setup,
    Table,
    Way,
    _,
    check_stop,
    stopped,
)
from ..engine.declared import Option, Preset
from ..engine.setup import preset
from ..engine.side_names import own_text
from . import library, playing, reading
from .computing import MOST
from .fields import ALL_SHAPES, OWN, PLAIN, settings_of, shapes_of, ways_of
from .reading import Card, card_of


class Rules(Game):
    checks_fields = False

    def read_options(self, checks: Checks, preset: Preset) -> "dict[str, Any] | None":
        """Reads the card, if the match has one of its own, and what players agreed on by its settings (CAR-1)."""
        values = checks.mapping.get("options", {})
        options: dict[str, Any] = {"card": preset["options"]["card"], "settings": {}, "target": None, "hands": None}
        if not isinstance(values, dict):
            checks.refuse("options", None, _("This must be a group of named fields"))
            return options
        chosen = Checks(values, "options.", checks.problems)
        if preset["slug"] == OWN:
            if not chosen.required("card", "CAR-1"):
                return options
            options["card"] = values["card"]
        elif "card" in values:
            chosen.refuse("card", "CAR-1", _("This variant has its own card"))
        try:
            card = reading.keep(options["card"]) if preset["slug"] == OWN else card_of(options)
        except Refusal as refusal:
            for problem in refusal.problems:
                problem["field"] = problem["field"] or "options.card"
            checks.problems += refusal.problems
            options["card"] = None
            return options
        options["card"] = without_examples(options["card"])
        options["settings"] = _settings(chosen, card)
        return options

    def written_options(self, setup: Setup) -> "dict[str, Any]":
        options: dict[str, Any] = dict(setup["options"]["settings"])
        if setup["variant"] == OWN:
            options["card"] = setup["options"]["card"]
        return options

    def check_begin(self, checks: Checks, setup: Setup) -> None:
        """Computes the target and the number of hands, and what is known before the first hand (CAR-24, CAR-27)."""
        options = setup["options"]
        sides = len(setup["sides"])
        try:
            options.update(playing.end_at_first(card_of(options), options["settings"], sides))
            playing.state_before(card_of(options), setup, playing.table_at_first(setup))
        except Refusal as refusal:
            checks.problems += refusal.problems

    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        if "stop" in entry:
            checks = Checks(entry)
            check_stop(checks, "CAR-25", is_open(setup))
            return checks.problems
        try:
            playing.play(setup, table, entry)
        except Refusal as refusal:
            return refusal.problems
        return []

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        if "stop" in entry:
            return stopped(setup, table, "CAR-25", card_of(setup["options"]).lowest)
        return playing.play(setup, table, entry)

    def next_hand(self, setup: Setup, table: Table) -> "dict[str, Any]":
        """Returns the early values and the counters by name; `out`, the sides that are out, if the card has that."""
        return playing.known_before(setup, table)

    def final_problem(self, options: "dict[str, Any]", totals: "list[int]") -> "str | None":
        return None if all(abs(total) <= MOST for total in totals) else _("The game gives no such number of points")

    def preset(self, slug: Any) -> "Preset | None":
        """Returns the preset of a card of the library, or the one for players' own cards."""
        if slug not in library.SLUGS:
            return super().preset(slug)
        card = library.card_named(slug)
        settings = {setting.name: setting.default for setting in card_of({"card": card}).settings}
        return preset(slug, reading.in_english(card), card=card, **settings)

    def offered_presets(self) -> "list[Preset]":
        """Returns the preset for players' own cards, and one without options for each card of the library."""
        return self.presets + [preset(slug, title) for slug, title in library.TITLES]

    def shapes(self, variant: str, options: "dict[str, Any] | None" = None) -> "list[tuple[int, int]]":
        if options is None:
            options = {"card": library.card_named(variant) if variant in library.SLUGS else PLAIN}
        try:
            return shapes_of(card_of(options))
        except Refusal:
            return list(ALL_SHAPES)

    def ways_of(self, setup: Setup) -> "list[Way]":
        return ways_of(card_of(setup["options"]))

    def required_options(self, variant: str) -> "dict[str, Any]":
        return {} if variant in library.SLUGS else {"card": PLAIN}

    def options_of(self, variant: str) -> "list[Option]":
        """Returns the settings of a card of the library; for players' own cards, the card itself."""
        if variant not in library.SLUGS:
            return self.options
        return settings_of(card_of({"card": library.card_named(variant)}))

    def depending(self, variant: str, options: "dict[str, Any]") -> "list[tuple[Option, Any]]":
        """Returns the settings of a card of the players' own."""
        card = None if variant in library.SLUGS else readable(options)
        if card is None:
            return []
        usual = [setting.default for setting in card.settings]
        return list(zip(settings_of(card), usual))

    def about_of(self, options: "dict[str, Any]") -> Any:
        card = readable(options)
        return own_text(card.about) if card and card.about else ""

    def is_lowest_best(self, options: "dict[str, Any]") -> bool:
        return options["card"] is not None and card_of(options).lowest

    def lowest_in(self, variant: str) -> "bool | None":
        """Returns None for cards of the players' own: each says itself which total wins."""
        return super().lowest_in(variant) if variant in library.SLUGS else None

    def limit_of(self, options: "dict[str, Any]") -> "int | None":
        return None


def is_open(setup: Setup) -> bool:
    """True if the match has no agreed end, so that it ends when the players stop it (CAR-25)."""
    card, options = card_of(setup["options"]), setup["options"]
    return card.when is None and card.out is None and not options["target"] and not options["hands"]


def readable(options: "dict[str, Any]") -> "Card | None":
    """Returns the card of these options, of a form perhaps; None if it is none."""
    try:
        return card_of(options)
    except Refusal:
        return None


def without_examples(card: "dict[str, Any]") -> "dict[str, Any]":
    """Returns a card as matches keep it."""
    return {name: card[name] for name in card if name != "examples"}


def _settings(chosen: Checks, card: Card) -> "dict[str, Any]":
    """Returns the value of each setting; refuses values that it does not take, and options that are no settings."""
    settings = {setting.name: setting.default for setting in card.settings}
    chosen.only(tuple(["card"] + list(settings)))
    for setting in card.settings:
        if setting.name in chosen.mapping:
            settings[setting.name] = chosen.mapping[setting.name]
            if not setting.takes(settings[setting.name]):
                chosen.refuse(setting.name, "CAR-6", _("This value cannot be chosen"))
    return settings
