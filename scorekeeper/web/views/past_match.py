"""“Is this match over?” for a past evening: the verdict on a match document, or on the totals alone."""

from typing import Any

from flask import Blueprint, Response, jsonify, make_response, render_template, request

from scorekeeper.games import GAMES
from scorekeeper.games.engine import match as rules
from scorekeeper.games.engine.base import Problem, Refusal
from scorekeeper.games.engine.line_texts import said_lines
from scorekeeper.games.engine.side_names import in_words
from scorekeeper.i18n import say
from scorekeeper.web.json_errors import refusal_answer, wants_json
from scorekeeper.web.past_match_form import given_document, given_totals
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.rate_limits import DOCUMENTS, limiter

bp = Blueprint("past_match", __name__, url_prefix="/over")


@bp.get("/")
def ask() -> str:
    """The form."""
    return render_template("over/over.html", form=PlainForm(), games=GAMES, answer=None, problems=[])


@bp.post("/")
@limiter.limit(DOCUMENTS)
def judge() -> Response:
    """The form with the verdict, or the verdict as JSON."""
    form = PlainForm(request.form)
    answer, problems = None, []
    try:
        answer = _answer(form)
    except Refusal as refusal:
        problems = refusal.problems
    if wants_json():
        return refusal_answer(problems) if answer is None else jsonify(_as_json(answer))
    page = render_template("over/over.html", form=form, games=GAMES, answer=answer, problems=_by_field(problems))
    return make_response(page, 422 if problems else 200)


def _as_json(answer: dict[str, Any]) -> dict[str, Any]:
    """The verdict for a script: `{"upheld", "winner", "totals", "reasons", "lines"}`, `winner` a side or null."""
    verdict = {name: answer[name] for name in ("upheld", "totals", "reasons", "lines")}
    return {**verdict, "winner": answer["effect"]["winner"]}


def _answer(form: PlainForm) -> dict[str, Any]:
    """The verdict on the document, with its sides' totals and its last hand's lines; else on the totals."""
    document = given_document(form, request.files.get("file"))
    if document is None:
        setup, totals = given_totals(form)
        return {"setup": setup, "totals": totals, "lines": [], **rules.over(setup, totals, say)}
    setup, hands, table = rules.opened(document)
    verdict = rules.judge(setup, table, {"type": "won", "side": table["winner"] or 0}, say)
    verdict["upheld"] = table["status"] == "finished"
    lines = said_lines(hands[-1]["lines"], say) if hands else []
    return {"setup": in_words(setup, say), "totals": table["totals"], "lines": lines, **verdict}


def _by_field(problems: list[Problem]) -> list[dict[str, Any]]:
    """Problems with their texts; those inside a document belong to the document's field."""
    own = ("totals", "preset", "document")
    return [
        {
            "field": each["field"] if each["field"] in own else "document",
            "where": None if each["field"] in own else each["field"],
            "hand": each["hand"],
            "rule": each["rule"],
            "text": say(each["message"], each["params"]),
        }
        for each in problems
    ]
