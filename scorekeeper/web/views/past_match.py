"""“Is this match over?”: judges a match document, uploaded, pasted, or sent as JSON, with any claim of the game.

Scripts may send totals of a game's preset instead.
"""

from typing import Any

from flask import Blueprint, Response, jsonify, make_response, render_template, request
from werkzeug.datastructures import FileStorage

from scorekeeper import bounded_json
from scorekeeper.bounded_json import BadJson
from scorekeeper.games import find_game
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import N_, Problem, Refusal, Setup, refuse
from scorekeeper.games.engine.claims import judge_for_reader
from scorekeeper.games.engine.setup import FORMAT, begin
from scorekeeper.games.engine.shapes import said_lines
from scorekeeper.games.engine.side_names import in_words
from scorekeeper.games.json_types import ANYTHING, TEXT, group, listed, whole
from scorekeeper.i18n import _, say
from scorekeeper.web.error_pages import refusal_answer, wants_json
from scorekeeper.web.forms import PlainForm, gathering
from scorekeeper.web.json_bodies import MATCH
from scorekeeper.web.programs import takes_json
from scorekeeper.web.rate_limits import DOCUMENTS, limiter
from scorekeeper.web.request_limits import MOST_HANDS, TOO_MANY, is_sent, json_field

LARGEST = 1_000_000  # characters of a document
MOST_TOTALS = 6

TOO_LONG = N_("This match is too long")
NOT_JSON = N_("This is not a saved match (not JSON)")
NO_DOCUMENT = N_("Choose a file, or paste its text")
NO_TOTALS = N_("Enter one total per side, two to six in all")
OTHER_SIDES = N_("This variant needs a different number of sides")


def sent_document(form: PlainForm, file: FileStorage | None) -> Any | None:
    """Returns the `match` in a JSON body, else the uploaded document, else the pasted one; None if none is given.

    Raises Refusal for the field `document` if it is not JSON or too large.
    """
    document = json_field("match") if request.is_json and is_sent("match") else _document_of_form(form, file)
    hands = document.get("hands") if isinstance(document, dict) else None
    if isinstance(hands, list) and len(hands) > MOST_HANDS:
        raise refuse("document", None, TOO_MANY, hands=len(hands), most=MOST_HANDS)
    return document


def _document_of_form(form: PlainForm, file: FileStorage | None) -> Any | None:
    text = file.read(LARGEST + 1).decode("utf-8-sig", "replace") if file else form.raw("document")
    if not text.strip():
        return None
    if len(text) > LARGEST:
        raise refuse("document", None, TOO_LONG)
    try:
        return bounded_json.read(text)
    except BadJson:
        raise refuse("document", None, NOT_JSON) from None


def totals_of_form(form: PlainForm) -> tuple[Setup, list[int]]:
    """Returns a new match of the chosen preset (`game:variant`), and the totals to judge by its rules.

    Raises Refusal for the field `totals` or `preset` if there is no total for each of the preset's sides.
    """
    parts = _typed_totals(form).replace("–", " ").replace(",", " ").replace(";", " ").split()
    if not 2 <= len(parts) <= MOST_TOTALS or not all(_is_total(part) for part in parts):
        raise refuse("totals", None, NO_TOTALS)
    slug, _colon, variant = form.text("preset").partition(":")
    return _setup(slug, variant, len(parts)), [int(part) for part in parts]


def _typed_totals(form: PlainForm) -> str:
    """Returns the totals as a text: those of a JSON body are `totals.0`, `totals.1` and so on."""
    return form.text("totals") or " ".join(form.text(f"totals.{side}") for side in range(MOST_TOTALS)).strip()


def _is_total(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and len(text) <= 7


def _setup(slug: str, variant: str, sides: int) -> Setup:
    """Returns a new match of the preset, its sides named by their numbers. Raises Refusal for a wrong number."""
    game = find_game(slug)
    shapes = [] if game is None else [shape for shape in game.shapes(variant) if shape[0] == sides]
    if not shapes:
        raise refuse("totals", None, OTHER_SIDES)
    named = [
        {"name": _("Side %(number)s", number=at + 1), "players": _players(at, shapes[0][1])} for at in range(sides)
    ]
    try:
        return begin({"format": FORMAT, "game": slug, "variant": variant, "sides": named})
    except Refusal:  # the preset is not in the list
        raise refuse("preset", None, OTHER_SIDES) from None


def _players(side: int, players: int) -> list[str]:
    return [f"{side + 1}.{seat + 1}" for seat in range(players)]


bp = Blueprint("past_match", __name__, url_prefix="/over")


@bp.get("/")
def ask() -> str:
    """The form for a match document."""
    return render_template("past_match/past_match.html", form=PlainForm(), answer=None, problems=[])


TOTALS = listed(whole(-9_999_999, 9_999_999), fewest=2, most=MOST_TOTALS)


@bp.post("/")
@limiter.limit(DOCUMENTS)
@takes_json(group({"match": MATCH, "claim": ANYTHING, "preset": TEXT, "totals": TOTALS}))
def judge() -> Response:
    """POST: judges the match; returns the form with the verdict or the problems (422), as HTML or JSON.

    A JSON body has the document as `match`, and may have another `claim` than that the match is over; or it has
    `preset` (`truco:paulista`) and `totals`.
    """
    form = PlainForm(request.form)
    answer, problems = None, list[Problem]()
    with gathering(problems):
        answer = _answer(form)
    if wants_json():
        return jsonify(_as_json(answer)) if answer else refusal_answer(problems)
    page = render_template("past_match/past_match.html", form=form, answer=answer, problems=_by_field(problems))
    return make_response(page, 422 if problems else 200)


def _as_json(answer: dict[str, Any]) -> dict[str, Any]:
    """Returns the verdict as JSON: `{"upheld", "winner", "totals", "reasons", "lines", "effect"}`.

    `winner` is a side, or null.
    """
    verdict = {name: answer[name] for name in ("upheld", "totals", "reasons", "lines", "effect")}
    return {**verdict, "winner": answer["effect"].get("winner")}


def _answer(form: PlainForm) -> dict[str, Any]:
    """Judges the document, or the totals if there is no document.

    Returns the verdict with totals and the last hand's lines.
    """
    document = sent_document(form, request.files.get("file"))
    if document is None and not _typed_totals(form):
        raise refuse("document", None, NO_DOCUMENT)
    if document is None:
        setup, totals = totals_of_form(form)
        return {"setup": setup, "totals": totals, "lines": [], **rules.over(setup, totals, say)}
    setup, hands, table = rules.opened(document)
    if request.is_json and is_sent("claim"):
        verdict = judge_for_reader(setup, table, json_field("claim"), say)
    else:
        verdict = rules.judge(setup, table, {"type": "won", "side": table["winner"] or 0}, say)
        verdict["upheld"] = table["status"] == "finished"
    lines = said_lines(hands[-1]["lines"], say) if hands else []
    return {"setup": in_words(setup, say), "totals": table["totals"], "lines": lines, **verdict}


def _by_field(problems: list[Problem]) -> list[dict[str, Any]]:
    """Returns the problems with their texts; problems inside a document are shown at the field `document`."""
    own = ("totals", "preset", "document")
    return [
        {
            "field": problem["field"] if problem["field"] in own else "document",
            "where": None if problem["field"] in own else problem["field"],
            "hand": problem["hand"],
            "rule": problem["rule"],
            "text": say(problem["message"], problem["params"]),
        }
        for problem in problems
    ]
