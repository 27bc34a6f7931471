"""The page of a new match: the form, filled from the query string or the last match, and its rules in words."""

from typing import Any, TypedDict

from scorekeeper.games import GAMES, find_game
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game, Option, Refusal, Setup
from scorekeeper.games.engine.setup import begin
from scorekeeper.games.engine.side_names import is_named, is_placeholder
from scorekeeper.i18n import say
from scorekeeper.pages import start_form
from scorekeeper.pages.at_home import at_home
from scorekeeper.pages.entry_form import Preview, ProblemText, preview_of, problem_texts
from scorekeeper.pages.start_form import StartForm, shape_of, shape_text


class ExampleHand(TypedDict):
    """An example hand: its entry in words, and its score."""

    short: list[str]
    scored: Preview


class Agreement(TypedDict):
    """The rules in a form. `words`: (rule number, sentence). With problems `query` is empty and `hand` None."""

    title: str
    sides: list[str]
    query: "dict[str, str]"
    words: "list[tuple[str, str]]"
    hand: "ExampleHand | None"
    problems: list[ProblemText]


def agreement_of(form: StartForm) -> "Agreement | None":
    """Returns the rules that the form describes, without players; None if the players don't define the game's rules."""
    if not form.is_defined:
        return None
    texts = {name: text for name, text in form.typed.items() if name.startswith("options.")}
    options = StartForm(form.game, form.variant, form.shape, texts)
    terms: Agreement = {
        "title": "",
        "sides": form.side_defaults,
        "query": {},
        "words": [],
        "hand": None,
        "problems": [],
    }
    try:
        setup = play.begin(options.head)
        terms["title"] = form.game.title_of(setup["options"], say)
        terms["words"] = [(rule, say(text, params)) for rule, text, params in form.game.agreed(setup, say)]
        terms["hand"] = _hand(setup)
        terms["query"] = dict(query_of(setup))
    except Refusal as refusal:
        terms["problems"] = problem_texts(refusal.problems)
    return terms


def _hand(setup: Setup) -> "ExampleHand | None":
    """Returns the game's example hand, if any, scored as the first. Raises Refusal if the rules do not allow it."""
    game = play.game_of(setup)
    entry = game.example(setup)
    if not entry:
        return None
    scored = preview_of(play.score_hand(setup, play.first_table(setup), entry))
    return {"short": [say(text, params) for text, params in game.told(setup, entry) or []], "scored": scored}


def query_of(setup: Setup) -> "list[tuple[str, str]]":
    """Returns the query parameters that fill a new match's form with the same rules."""
    game = play.game_of(setup)
    return texts_of(game, setup["variant"], game.written_options(setup))


def options_of(setup: Setup) -> "list[tuple[str, str]]":
    """Returns the query parameters for the rules page of this match; none unless its players define the game."""
    if not play.game_of(setup).named_by:
        return []
    return [(name, text) for name, text in query_of(setup) if name != "game"]


def texts_of(game: Game, variant: str, options: "dict[str, Any]") -> "list[tuple[str, str]]":
    """Returns form texts: the game, the preset unless it is the first, and the options that differ from it."""
    pairs = [("game", game.slug)]
    if variant != game.presets[0]["slug"]:
        pairs.append(("variant", variant))
    usual = (game.preset(variant) or game.presets[0])["options"]
    for option in game.options_of(variant):
        if option["kind"] == "card":
            continue  # too long for an address
        before = start_form.written(option, usual[option["name"]])
        now = start_form.written(option, options[option["name"]])
        for path in sorted(set(before) | set(now)):
            if now.get(path, "") != before.get(path, ""):
                pairs.append((path, now.get(path, "")))
    return pairs


def form_of(game: str, variant: str, options: "dict[str, Any]") -> StartForm:
    """Returns the form of a new match with these rules, in the usual shape; the game has not checked them yet."""
    played = find_game(game) or GAMES[0]
    form = StartForm(played, variant, (0, 0))
    _fill(form, options)
    form.shape = form.shapes[0]
    return form


def _fill(form: StartForm, options: "dict[str, Any]") -> None:
    """Fills in the options of the form, the usual ones where `options` has none."""
    usual = form.preset["options"]
    for option in form.game.options_of(form.variant):
        form.typed.update(start_form.written(option, options.get(option["name"], usual[option["name"]])))
    for option, _usual in form.depending:
        if option["name"] in options:
            form.typed.update(start_form.written(option, options[option["name"]]))
    form.fill_in()


def named(setups: "list[Setup]") -> "list[dict[str, Any]]":
    """Returns the games named by players, or by cards of the library, each once, in the order of `setups`.

    Each is `{"slug", "title", "query"}`.
    """
    games: dict[str, dict[str, Any]] = {}
    order = []
    for setup in setups:
        game = play.game_of(setup)
        title = game.title_of(setup["options"], say)
        key = game.slug + " " + title.lower()
        fits_address = "card" not in game.written_options(setup)
        if fits_address and title != say(game.title, {}) and key not in games:
            games[key] = {"slug": game.slug, "title": title, "query": dict(query_of(setup))}
            order.append(key)
    return [games[key] for key in order]


LONGEST_TEXT = 100  # characters of an option in a query string


def blank_form(
    wanted: "dict[str, str]", last: "Setup | None" = None, rules: "dict[str, Any] | None" = None
) -> StartForm:
    """Returns a form filled from the valid parameters among `game`, `variant`, `shape` and `options.…`.

    Missing parameters are taken from the sitting's `last` match, with the same players and the next dealer. Options
    that the game refuses are filled in, with their problems. `rules` are the game, variant and options of a card or
    agreement that was sent or is kept; they come first.
    """
    if rules:
        wanted = dict(wanted, game=rules["game"], variant=rules["variant"])
    game = find_game(wanted.get("game", last["game"] if last else None)) or GAMES[0]
    same_game = last if last and last["game"] == game.slug else None
    usual = same_game["variant"] if same_game else next(iter(at_home(game.presets_at_home)), None)
    preset = game.preset(wanted.get("variant", usual)) or game.presets[0]
    same_rules = same_game if same_game and same_game["variant"] == preset["slug"] else None
    options = game.written_options(same_rules) if same_rules else {}
    form = StartForm(game, preset["slug"], (0, 0))
    _fill(form, rules["options"] if rules else options)
    sent_options = _options_in(wanted, form.agreed_on)
    form.typed.update(sent_options)
    form.shape = shape_of(form, wanted.get("shape", ""), last)
    if same_rules:
        form.typed["minutes"] = same_rules["about"].get("minutes", "")
    if last:
        form.typed.update(_people(form, last))
    if sent_options:
        _check(form)
    return form


def _options_in(wanted: "dict[str, str]", options: "list[Option]") -> "dict[str, str]":
    """Returns those parameters that are form texts of these options."""
    names = ["options." + str(option["name"]) for option in options]
    return {
        path: text[:LONGEST_TEXT]
        for path, text in wanted.items()
        if any(path == name or path.startswith(name + ".") for name in names)
    }


def _check(form: StartForm) -> None:
    """Adds problems with the form's options to the form."""
    try:
        begin(form.head)
    except Refusal as refusal:
        form.refuse([item for item in refusal.problems if str(item["field"]).startswith("options.")])


def _people(form: StartForm, last: Setup) -> "dict[str, str]":
    """Returns form texts with the last match's players; for the same shape also its side names and next dealer."""
    seats = form.seats
    texts = {seat.path: name for seat, name in zip(seats, last["seats"]) if not is_placeholder(name)}
    if form.shape == (len(last["sides"]), len(last["sides"][0]["players"])):
        named = [(index, side["name"]) for index, side in enumerate(last["sides"]) if is_named(side)]
        texts.update({f"sides.{index}.name": name for index, name in named})
        texts["first_dealer"] = str((last["first_dealer"] + 1) % len(seats))
    return texts


def agreed(form: StartForm, sent: "dict[str, str]") -> "Setup | None":
    """Returns the setup of the match to start; None without Start, after a change of shape, or with problems.

    Problems are added to the form.
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
    query: "dict[str, str] | None" = None,
) -> "dict[str, Any]":
    """Returns the context of a new match's page. `token`: the sitting's token; None for its first match.

    `named`: games that the club's members gave a title (see `named()`). `more_names`: the club has more players than
    the form lists, so a script searches while typing. `tables`: earlier matches to fill in (`home_page.PastTable`).
    `query`: the parameters of the address, whose game goes on when the players of an earlier match are filled in.
    """
    return {
        "form": form,
        "games": GAMES,
        "token": token,
        "sitting_name": sitting_name,
        "key": key,
        "more_names": more_names,
        "tables": tables or [],
        "chosen": {name: (query or {}).get(name) for name in ("card", "game", "variant")},
        "named": named or [],
        "agreement": agreement_of(form),
    }
