"""A match in words: announcements before a hand and at the end, and an entry as a short text."""

from typing import Any, Sequence

from .checks import _
from .declared import Field, Way
from .entries import entry_of_claim, typed_entry
from .figures import side_by_side
from .final_result import FINAL
from .game import game_of
from .play import next_hand
from .shapes import Entry, Say, Setup, Table, Words
from .side_names import PAIR, SIGNS, is_placeholder, name_of_players
from .ways import fields_of, way_of


def before_the_hand(setup: Setup, table: Table) -> Words:
    """Returns announcements for players before the next hand, beyond the dealer; empty if there are none."""
    if table["status"] != "in_progress":
        return []
    return game_of(setup).announced(setup, table, next_hand(setup, table))


ENDINGS = {
    "target": _("The target of {target} is reached: {totals}"),
    "stopped": _("The players stopped; the highest total wins: {totals}"),
    FINAL: _("Final result from the scoresheet: {totals}"),
    FINAL + "_drawn": _("Final result from the scoresheet: equal points, a draw"),
}

# The endings of a match of so many hands, for games that have no others: messages for the screen and for paper.
HANDS_PLAYED = {
    "hands_played": (
        _("The agreed hands are played; the highest total wins: {totals}"),
        _("Won when the agreed hands were played"),
    ),
    "hands_played_drawn": (
        _("The agreed hands are played: equal points, a draw"),
        _("Drawn when the agreed hands were played"),
    ),
}
# The same for games that the lowest total may win.
BEST_AFTER_HANDS = (
    _("The agreed hands are played, the best total wins: {totals}"),
    _("Ahead after the agreed hands"),
)
EQUAL_AFTER_HANDS = (_("The agreed hands are played: a draw"), _("Equal after the agreed hands"))

WINS_WITH = _("{who} wins: {totals}")  # an ending that has no words of its own: no more than the result

# What was undone or redone, by the kind of that change in the log, for texts like “Undo: hand 3”.
STEPS = {
    "record": _("hand {hand}"),
    "correct": _("hand {hand} corrected"),
    "strike": _("hand {hand} struck out"),
    "annotate": _("note on hand {hand}"),
    "finish": _("end of match"),
    "seat": _("names at the table"),
    "clock": _("clock"),
    "confirming": _("how hands are confirmed"),
}


def step_text(kind: str, hand: "int | None", say: Say) -> str:
    """Returns what a change was about, e.g. “hand 3 corrected”, to follow “Undo: ” or “Undone: ”."""
    return say(STEPS[kind], {"hand": hand})


def who_won(setup: Setup, table: Table, is_stopped: bool) -> Words:
    """Returns a sentence about the winner, or that there is none; an empty list before the end.

    `is_stopped`: the players stopped the match without a result.
    """
    if is_stopped:
        return [[_("Ended without a winner"), {}]]
    if table["status"] == "in_progress":
        return []
    winner = table["winner"]
    if winner is None:
        return [[_("A draw"), {}]]
    return [[_win_of(setup, winner), {"who": setup["sides"][winner]["name"]}]]


def _win_of(setup: Setup, side: int) -> str:
    """Returns the message that names the winner: “{who} wins”, “{who} win”, “We win”, or neutral for a team name."""
    winner = setup["sides"][side]
    if len(winner["players"]) == 1:
        return _("{who} wins")
    if winner["name"] == name_of_players(winner["players"]):
        return _("{who} win")
    if is_placeholder(winner["name"]) and len(setup["sides"]) == PAIR:
        return _("They win") if side else _("We win")
    return _("The match goes to {who}")


def how_it_ended(setup: Setup, table: Table) -> Words:
    """Returns the reason for the end of a match, and its worth in games if over one; an empty list before the end."""
    if table["status"] == "in_progress":
        return []
    winner = table["winner"]
    if winner is None:
        way = str(table["won_by"]) + "_drawn"
        drawn = game_of(setup).ending(way) or ENDINGS.get(way)
        return [[drawn or _("The players stopped: equal points, a draw"), {}]]
    games = table["games"][winner]
    totals = [table["totals"][side] for side in in_order(len(table["totals"]), winner)]
    about = {"totals": side_by_side(totals), "target": setup["options"].get("target")}
    about["who"] = setup["sides"][winner]["name"]
    sentences: Words = [[ending_of(setup, table["won_by"]), about]]
    if games > 1:
        sentences.append([_("The match counts as {games} games"), {"games": games}])
    return sentences


def in_order(sides: int, winner: "int | None") -> "list[int]":
    """Returns the sides in the order of the table; of two, the winner first."""
    return [1, 0] if sides == PAIR and winner == 1 else list(range(sides))


ENDINGS_OF_THE_LOWEST = {
    "target": _("The target of {target} is reached; the lowest total wins: {totals}"),
    "stopped": _("The players stopped; the lowest total wins: {totals}"),
}


def ending_of(setup: Setup, won_by: "str | None") -> str:
    """Returns the message about the end of a match. Parameters: `{target}`, `{totals}`, `{who}` (the winner)."""
    game, way = game_of(setup), won_by or ""
    usual = ENDINGS_OF_THE_LOWEST if game.is_lowest_best(setup["options"]) else ENDINGS
    return game.ending(way) or usual.get(way) or ENDINGS.get(way) or _("The match is decided: {totals}")


NO_SHARE = "×"  # for a side that took no part or has no number


def short(setup: Setup, entry: Entry) -> Words:
    """Returns the entry of a hand in a few words, without its note."""
    if entry.get("stop"):
        return [[_("stopped"), {}]]
    if FINAL in entry:
        return [[_("final result"), {}]]
    game = game_of(setup)
    words = game.told(setup, entry)
    return told_by_fields(setup, entry, game.ways_of(setup)) if words is None else words


def shares(values: "Sequence[int | None]") -> str:
    """Returns one number for each side as a text, e.g. 12–8."""
    return "–".join([NO_SHARE if value is None else str(value) for value in values])


def each_share(entry: Entry, messages: "tuple[tuple[str, str], ...]") -> Words:
    """Returns a message with `{shares}` for each field that the entry has; `messages`: (field, message) pairs."""
    return [[message, {"shares": shares(entry[name])}] for name, message in messages if name in entry]


def told_by_fields(setup: Setup, entry: Entry, ways: "list[Way]") -> Words:
    """Returns an entry in words by its fields' labels, for a game without words of its own."""
    way = way_of(ways, entry)
    fields = fields_of(way["fields"], setup["options"], len(setup["seats"]))
    return [_labelled(field, entry[field["name"]]) for field in fields if field["name"] in entry]


def _labelled(field: Field, value: Any) -> "list[Any]":
    kind = field["kind"]
    if kind == "flag":
        return ["{label}", {"label": field["label"]}]
    if kind == "choice":
        named = [label for choice, label in field["choices"] if choice == value]
        return ["{label} {choice}", {"label": field["label"], "choice": named[0]}]
    return ["{label} {value}", {"label": field["label"], "value": _written(kind, value)}]


def _written(kind: str, value: Any) -> str:
    """Returns a value as text: sides as signs, shares with dashes, groups part by part."""
    if value is None:
        return "–"
    if value is True or value is False:
        return "✓" if value else "–"
    if kind == "side":
        return SIGNS[value]
    if kind == "shares":
        return shares(value)
    if isinstance(value, dict):
        return " ".join([str(name) + " " + _written("", value[name]) for name in sorted(value)])
    if isinstance(value, list):
        return " ".join([_written("side" if kind == "tricks" else "", part) for part in value])
    return str(value)


def counted(entry: Entry, classes: "list[list[Any]]") -> Words:
    """Returns each side's card points or cards of each rank in words; `classes`: those of the card field."""
    words = each_share(entry, (("points", _("points {shares}")),))
    for rank, label, _worth, _most in classes:
        if rank in entry.get("cards", {}):
            words.append([_("{rank} {shares}"), {"rank": label, "shares": shares(entry["cards"][rank])}])
    return words


def record_deal(setup: Setup, claim: Entry) -> "dict[str, Any]":
    """Returns the action to offer after a claim that counted a whole deal: record it as a hand."""
    entry = entry_of_claim(claim)
    fields = typed_entry(entry)
    fields["way"] = way_of(game_of(setup).ways_of(setup), entry)["slug"]
    return {"text": [_("Record this deal"), {}], "side": None, "fields": fields, "record": True}


def record_claim(setup: Setup, entry: Entry, winner: "int | None") -> "dict[str, Any]":
    """Returns the action to offer after a claim that ends the match: record it as a hand, in the way `claim`."""
    fields = typed_entry(entry)
    fields["way"] = "claim"
    if winner is None:
        text = [_("The match is drawn"), {}]
    else:
        text = [_("The match goes to {who}"), {"who": setup["sides"][winner]["name"]}]
    return {"text": text, "side": winner, "fields": fields, "record": True}
