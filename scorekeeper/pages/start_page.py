"""The page of a new match: the form as an address or the last match fills it in, and what was agreed, in words."""

from typing import Any, TypedDict

from scorekeeper.games import GAMES, find_game
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game, Refusal, Setup
from scorekeeper.games.engine.setup import begin
from scorekeeper.games.engine.side_names import is_named, is_placeholder
from scorekeeper.i18n import current_locale, say
from scorekeeper.pages import start_form
from scorekeeper.pages.entry_form import Preview, ProblemText, preview_of, problem_texts
from scorekeeper.pages.start_form import StartForm, shape_of, shape_text


class ExampleHand(TypedDict):
    """What was entered, in words, and what it scores."""

    short: list[str]
    scored: Preview


class Agreement(TypedDict):
    """`words` are pairs of a rule and a sentence; `query` is empty and `hand` None where there are problems."""

    title: str
    sides: list[str]
    query: "dict[str, str]"
    words: "list[tuple[str, str]]"
    hand: "ExampleHand | None"
    problems: list[ProblemText]


def agreement_of(form: StartForm) -> "Agreement | None":
    """What the form agrees on, where the game leaves that to its players; else None. Who plays is no part of it."""
    if not form.game.named_by:
        return None
    agreed = {name: text for name, text in form.typed.items() if name.startswith("options.")}
    options = StartForm(form.game, form.variant, form.shape, agreed)
    told: Agreement = {"title": "", "sides": options.side_names, "query": {}, "words": [], "hand": None, "problems": []}
    try:
        setup = play.begin(options.head)
        told["title"] = form.game.title_of(setup["options"], say)
        told["words"] = [(rule, say(text, params)) for rule, text, params in form.game.agreed(setup)]
        told["hand"] = _hand(setup)
        told["query"] = dict(query_of(setup))
    except Refusal as refusal:
        told["problems"] = problem_texts(refusal.problems)
    return told


def _hand(setup: Setup) -> ExampleHand:
    """A first hand as it is counted. Raises Refusal where no such hand can be played."""
    game, entry = play.game_of(setup), play.game_of(setup).example(setup)
    told = game.told(setup, entry) if game.told else []
    scored = preview_of(play.score_hand(setup, play.first_table(setup), entry))
    return {"short": [say(text, params) for text, params in told], "scored": scored}


def query_of(setup: Setup) -> "list[tuple[str, str]]":
    """The parameters with which a new match's form shows the same agreement."""
    return texts_of(play.game_of(setup), setup["variant"], setup["options"])


def options_of(setup: Setup) -> "list[tuple[str, str]]":
    """Those with which the rules page tells what was agreed; none where the game is not left to its players."""
    if not play.game_of(setup).named_by:
        return []
    return [(name, text) for name, text in query_of(setup) if name != "game"]


def texts_of(game: Game, variant: str, options: "dict[str, Any]") -> "list[tuple[str, str]]":
    """The game, the variant unless it is the first, and each option that differs from it, as the form's texts."""
    pairs = [("game", game.slug)]
    if variant != game.presets[0]["slug"]:
        pairs.append(("variant", variant))
    usual = (game.preset(variant) or game.presets[0])["options"]
    for option in game.options:
        before = start_form.written(option, usual[option["name"]])
        now = start_form.written(option, options[option["name"]])
        for path in sorted(set(before) | set(now)):
            if now.get(path, "") != before.get(path, ""):
                pairs.append((path, now.get(path, "")))
    return pairs


def named(setups: "list[Setup]") -> "list[dict[str, Any]]":
    """The games that these matches' players have named, each once: `{"slug", "title", "query"}`, in the given order."""
    found: dict[str, dict[str, Any]] = {}
    order = []
    for setup in setups:
        game = play.game_of(setup)
        title = game.title_of(setup["options"], say)
        key = game.slug + " " + title.lower()
        if game.named_by and title != say(game.title, {}) and key not in found:
            found[key] = {"slug": game.slug, "title": title, "query": dict(query_of(setup))}
            order.append(key)
    return [found[key] for key in order]


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
        form.typed.update(start_form.written(option, agreed[option["name"]]))
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


def agreed(form: StartForm, sent: "dict[str, str]") -> "Setup | None":
    """The match to start, where Start was pressed, its seats were shown and nothing is wrong; else None.

    What is wrong stands in the form afterwards.
    """
    if "start" not in sent or sent.get("shown_shape") != shape_text(form.shape):
        return None
    form.check_minutes()
    try:
        setup = begin(form.head)
    except Refusal as refusal:
        form.refuse(refusal.problems)
        return None
    return None if form.problems else setup


def start_page(
    form: StartForm,
    *,
    token: "str | None",
    sitting_name: str,
    key: str,
    more_names: bool = False,
    named: "list[dict[str, Any]] | None" = None,
    tables: "list[Any] | None" = None,
) -> "dict[str, Any]":
    """The page around a form. `token` is of the evening's link, None for its first match.

    `named`: games of the club that its members named (`scorekeeper.pages.start_page`). `more_names`:
    the club has more names than the form offers, to be found as one types. `tables`: of evenings before, to be filled
    in as they were (see `evenings_page.Table`).
    """
    return {
        "form": form,
        "games": GAMES,
        "token": token,
        "sitting_name": sitting_name,
        "key": key,
        "more_names": more_names,
        "tables": tables or [],
        "named": named or [],
        "agreement": agreement_of(form),
    }
