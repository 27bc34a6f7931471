"""A game of the players' own, whose rules they agree on."""

from typing import Any, Callable

from ..engine.base import Entry, Setup, Words, _
from ..engine.elimination import LAST_IN_DRAWN
from ..engine.words import BEST_AFTER_HANDS, EQUAL_AFTER_HANDS, each_share, shares
from .fields import OPTIONS, PRESETS, RULES, SHAPES, TITLE, WAYS
from .rules import Rules

USUAL_STEPS = 5  # points between one side and the next in the example hand, unless a step is agreed


class OwnGame(Rules):
    slug = "own"
    title = TITLE
    named_by = "name"
    blurb = _("Any other game: you agree how it is counted")
    rulebook = RULES
    won_rule = "OWN-6"
    presets = PRESETS
    preset_words = {"own": _("Name the game, who wins and when it ends, or start as it is.")}
    options = OPTIONS
    every_shape = SHAPES
    ways = WAYS
    lowest_wins = ("best", ("low",))
    endings = {
        "hands_played": BEST_AFTER_HANDS,
        "hands_played_drawn": EQUAL_AFTER_HANDS,
        "last_in": (_("Won by the last side in"), _("Won as the last side in")),
        "last_in_drawn": LAST_IN_DRAWN,
    }
    digits = 3

    def told(self, setup: Setup, entry: Entry) -> Words:
        """Returns the entry of a hand in words: each column, then the points."""
        words: Words = []
        for column in setup["options"]["columns"]:
            name = column["name"]
            if name in entry.get("columns", {}):
                words.append(["{name} {shares}", {"name": name, "shares": shares(entry["columns"][name])}])
        return words + each_share(entry, (("points", _("points {shares}")),))

    def agreed(
        self, setup: Setup, say: "Callable[[str, dict[str, Any]], str]"
    ) -> "list[tuple[str, str, dict[str, Any]]]":
        """Returns the rules that the players agreed on as sentences with parameters, each with its rule number."""
        return _counting(setup["options"]) + _end(setup["options"])

    def example(self, setup: Setup) -> Entry:
        """Returns a sample hand: points in agreed steps or with the agreed sum, and some of each counted column."""
        options, sides = setup["options"], len(setup["sides"])
        step = options["step"] if options["step"] > 1 else USUAL_STEPS
        if options["sum"] is not None:
            paid = step if options["negative"] else 0
            return {"points": [options["sum"] + paid, -paid] + [0] * (sides - 2)}
        entry: Entry = {"points": [step * (sides - side) for side in range(sides)]}
        counts = [max(2 - side, 0) for side in range(sides)]
        counted = [column for column in options["columns"] if options["negative"] or column["factor"] > 0]
        if counted:
            entry["columns"] = {column["name"]: counts for column in counted}
        return entry


def _counting(options: "dict[str, Any]") -> "list[tuple[str, str, dict[str, Any]]]":
    sentences: list[tuple[str, str, dict[str, Any]]] = []
    for column in options["columns"]:
        params = {"name": column["name"], "factor": column["factor"]}
        sentences.append(("OWN-1", _("{name}: each counts {factor}."), params))
    if options["step"] != 1:
        sentences.append(("OWN-2", _("Points come in steps of {step}."), {"step": options["step"]}))
    if not options["negative"]:
        sentences.append(("OWN-3", _("No hand costs points."), {}))
    if options["sum"] is not None:
        sentences.append(("OWN-4", _("All points of a hand add up to {sum}."), {"sum": options["sum"]}))
    return sentences


def _end(options: "dict[str, Any]") -> "list[tuple[str, str, dict[str, Any]]]":
    lowest = options["best"] == "low"
    best = _("The lowest total wins.") if lowest else _("The highest total wins.")
    sentences: list[tuple[str, str, dict[str, Any]]] = [("OWN-6", best, {})]
    if options["target"] is not None:
        text = _("The match ends as soon as a side has {target}.") if lowest else _("{target} points win.")
        sentences.append(("OWN-6", text, {"target": options["target"]}))
    if options["hands"] is not None:
        sentences.append(("OWN-7", _("After {hands} hands the match is over."), {"hands": options["hands"]}))
    if options["limit"] is not None:
        sentences.append(
            ("OWN-8", _("At {limit} or more you are out; the last side in wins."), {"limit": options["limit"]})
        )
    if len(sentences) == 1:
        sentences.append(("OWN-9", _("You play until you stop."), {}))
    return sentences


GAME = OwnGame()
