"""The form that starts a match, before anybody has filled it in: as an address wants it, and as the last match was."""

from scorekeeper.games import GAMES, find_game
from scorekeeper.games.engine.base import Game, Refusal, Setup
from scorekeeper.games.engine.setup import begin
from scorekeeper.games.engine.side_names import is_named, is_placeholder
from scorekeeper.i18n import current_locale
from scorekeeper.pages import option_fields
from scorekeeper.pages.start_form import StartForm, shape_of

LONGEST_TEXT = 100  # of an option in an address


def blank_form(wanted: "dict[str, str]", last: "Setup | None" = None) -> StartForm:
    """A form with defaults for the `game`, `variant`, `shape` and `options.…` that are wanted, where they can be had.

    Options that the game refuses stand in it with what is wrong with them. What is not wanted
    otherwise is as in the sitting's `last` match; the same people sit there, the deal passed on.
    """
    game = find_game(wanted.get("game", last["game"] if last else None)) or GAMES[0]
    again = last if last and last["game"] == game.slug else None
    usual = again["variant"] if again else game.preset_at_home.get(current_locale())
    preset = game.preset(wanted.get("variant", usual)) or game.presets[0]
    same_rules = again if again and again["variant"] == preset["slug"] else None
    agreed = same_rules["options"] if same_rules else preset["options"]
    form = StartForm(game, preset["slug"], shape_of(game, preset["slug"], wanted.get("shape", ""), last))
    for option in game.options:
        form.typed.update(option_fields.written(option, agreed[option["name"]]))
    handed_on = _options_in(wanted, game)
    form.typed.update(handed_on)
    if same_rules:
        form.typed["minutes"] = same_rules["about"].get("minutes", "")
    if last:
        form.typed.update(_people(form, last))
    if handed_on:
        _check(form)
    return form


def _options_in(wanted: "dict[str, str]", game: Game) -> "dict[str, str]":
    """The texts for this game's options that an address brings along."""
    names = ["options." + str(option["name"]) for option in game.options]
    return {
        path: text[:LONGEST_TEXT]
        for path, text in wanted.items()
        if any(path == name or path.startswith(name + ".") for name in names)
    }


def _check(form: StartForm) -> None:
    try:
        begin(form.head)
    except Refusal as refusal:
        form.refuse([each for each in refusal.problems if str(each["field"]).startswith("options.")])


def _people(form: StartForm, last: Setup) -> "dict[str, str]":
    """The last match's names in the seats of this one; the sides' too where they are the same sides."""
    seats = form.seats
    typed = {seat.path: name for seat, name in zip(seats, last["seats"]) if not is_placeholder(name)}
    if form.shape == (len(last["sides"]), len(last["sides"][0]["players"])):
        named = [(index, side["name"]) for index, side in enumerate(last["sides"]) if is_named(side)]
        typed.update({f"sides.{index}.name": name for index, name in named})
        typed["first_dealer"] = str((last["first_dealer"] + 1) % len(seats))
    return typed
