"""The rules of each game: numbered rules, tables, presets, and examples scored by the rules engine."""

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.game_folders import place_of
from scorekeeper.games import GAMES, find_game
from scorekeeper.games.engine.game import Game, game_of, game_of_rule
from scorekeeper.games.rulebook import (
    anchor,
    examples_of,
    labels_of,
    numbers_of,
    presets_of,
    sections_of,
    tables_of,
    titles_of,
    worked,
)
from scorekeeper.pages.start_page import agreement_of, blank_form
from scorekeeper.web.card_pages.packing import packed
from scorekeeper.web.card_pages.sent import Sent
from scorekeeper.web.card_rules import card_of_variant, card_rules, rules_of_match
from scorekeeper.web.loading import load_match
from scorekeeper.web.public_address import own_path

bp = Blueprint("rules", __name__, url_prefix="/rules")
match_bp = Blueprint("match_rules", __name__, url_prefix="/s/<token>/m/<int:number>/rules")


@bp.app_template_global("rule_url")
def rule_url(rule: str) -> str:
    """Returns the address of a rule's heading on its game's page; empty if no game has that rule."""
    rules_game = game_of_rule(rule)
    return url_for("rules.game", slug=rules_game.slug, _anchor=anchor(rule)) if rules_game else ""


@bp.get("/")
def index() -> str:
    """The list of games."""
    return render_template("rules/index.html", games=GAMES)


@bp.get("/card/<variant>")
def card(variant: str) -> str:
    """The rules of a card of the library."""
    found = card_of_variant(variant)
    return _of_card(card_rules(found), "") if found else abort(404)


@match_bp.get("/")
def show(token: str, number: int) -> Response | str:
    """The rules of a match on a card, as its players agreed on them; of any other match, its game's."""
    match = load_match(token, number)[1]
    back = url_for("matches.show", token=token, number=number)
    if not game_of(match.setup).rules_in_match:
        return redirect(url_for("rules.game", slug=match.setup["game"], back=back))
    return _of_card(rules_of_match(match.setup), back)


def _of_card(values: dict[str, Any], back: str) -> str:
    place = place_of(values["game"].slug)
    here = request.script_root + request.path
    return render_template("rules/card.html", back=back, place=place, here=here, agreement=None, **values)


@bp.get("/<slug>")
def game(slug: str) -> str:
    """The rules of one game; `options.…` are the options agreed at a table, `?back=` is the match to return to."""
    back = own_path(request.args.get("back", ""))
    rules_game = find_game(slug)
    if rules_game is None:
        abort(404)
    return render_template(
        [f"games/{rules_game.slug}/rules.html", "rules/from_fields.html"],
        game=rules_game,
        place=place_of(rules_game.slug),
        back=back if back.startswith("/s/") else "",
        sections=sections_of(rules_game),
        titles=titles_of(rules_game),
        labels={rule: labels_of(rules_game, rule) for rule in rules_game.rules},
        tables=tables_of(rules_game),
        presets={"titles": [preset["title"] for preset in rules_game.presets], "rows": presets_of(rules_game)},
        examples=[worked(example) for example in examples_of(rules_game)],
        **_agreement_values(rules_game),
        **numbers_of(rules_game),
    )


def _agreement_values(game: Game) -> dict[str, Any]:
    """Returns template values: `agreement`, the options in the query, and `sent`, these packed; None without any."""
    fields = {**request.args, "game": game.slug}
    if not any(name.startswith("options.") for name in fields):
        return {"agreement": None}
    form = blank_form(fields)
    agreement = agreement_of(form)
    is_good = agreement is not None and not agreement["problems"]
    sent = Sent(game.slug, form.variant, form.house_rules)
    return {"agreement": agreement, "sent": packed(sent.data) if is_good else ""}
