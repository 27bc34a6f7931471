"""What a table agreed on: as an address that fills the form in, in words, and with a hand as an example."""

from typing import Any, TypedDict

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game, Refusal, Setup
from scorekeeper.i18n import say
from scorekeeper.pages import option_fields
from scorekeeper.pages.rule_texts import Preview, ProblemText, preview_of, problem_texts
from scorekeeper.pages.start_form import StartForm


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
        before = option_fields.written(option, usual[option["name"]])
        now = option_fields.written(option, options[option["name"]])
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
