"""Texts beside a result while it is typed: its score, and questions about doubtful figures."""

import json
from collections.abc import Callable
from typing import Any

from scorekeeper.games import find_game
from scorekeeper.i18n import _, format_number, format_signed
from scorekeeper.tournaments.check import reasons
from scorekeeper.tournaments.document import scoring_of
from scorekeeper.tournaments.model import Scoring, Table, Tournament
from scorekeeper.tournaments.scoring import WHOLE, difference, scale, side_scores

Outcome = dict[str, Any]


def _text(scoring: Scoring, one: str, other: str, lead: str) -> str:
    if scoring.kind == "vp":
        return _("%(one)s : %(other)s VP, difference %(difference)s", one=one, other=other, difference=lead)
    return _("%(one)s : %(other)s TP, difference %(difference)s", one=one, other=other, difference=lead)


def live_data(document: dict[str, Any]) -> dict[str, str]:
    """Returns the attributes from which js/tournaments/typed.js computes the score beside two fields.

    `data-scale` is `scoring.scale` as JSON, `data-lowest` is `1` if the fields are points and fewer win, `data-text`
    the text with the placeholders {one}, {other} and {difference}.
    """
    scoring = scoring_of(document)
    return {
        "data-scale": json.dumps(scale(scoring)),
        "data-lowest": "1" if scoring.lowest and scoring.best_of == 1 else "",
        "data-text": _text(scoring, "{one}", "{other}", "{difference}"),
    }


def score_text(document: dict[str, Any], outcome: Outcome) -> str:
    """Returns the score of a result as text, e.g. “13 : 7 VP, difference +605”; empty without points and legs."""
    if not outcome.get("points") and not outcome.get("legs"):
        return ""
    scoring, table = scoring_of(document), _table(outcome)
    one, other = side_scores(scoring, table)
    lead = difference(scoring, table)
    return _text(scoring, format_number(one.main), format_number(other.main), format_signed(lead))


def questions(tournament: Tournament, outcome: Outcome) -> list[str]:
    """Returns a question for each reason why a typed result is doubtful (TOU-26), in the current language."""
    table = _table(outcome)
    return [QUESTIONS[why](tournament, table) for why in reasons(tournament, table)]


def _table(outcome: Outcome) -> Table:
    """Returns a table with this outcome, if it has figures."""
    names = ("points", "legs", "vp", "mp")
    points, legs, vp, mp = (tuple(outcome[name]) if name in outcome else None for name in names)
    return Table(1, ((1,), (2,)), points=points, legs=legs, vp=vp, mp=mp)


def _grain(tournament: Tournament, table: Table) -> str:
    game = find_game(tournament.game or "")
    step = game.point_step if game else 1
    wrong = next(points for points in table.points or () if points % step)
    return _("%(points)s is not a multiple of %(step)s.", points=format_number(wrong), step=step)


def _most(tournament: Tournament, table: Table) -> str:
    points, hands = format_number(max(table.points or (0,))), tournament.scoring.hands
    return _("%(points)s points in %(hands)s hands?", points=points, hands=hands)


def _difference(tournament: Tournament, table: Table) -> str:
    one, other = table.points or (0, 0)
    points, hands = format_number(abs(one - other)), tournament.scoring.hands
    return _("A difference of %(points)s points in %(hands)s hands?", points=points, hands=hands)


def _vp(_tournament: Tournament, table: Table) -> str:
    one, other = table.vp or (0, 0)
    return _("%(one)s and %(other)s VP are %(sum)s, not %(whole)s.", one=one, other=other, sum=one + other, whole=WHOLE)


QUESTIONS: dict[str, Callable[[Tournament, Table], str]] = {
    "grain": _grain,
    "most": _most,
    "difference": _difference,
    "vp": _vp,
}


def mark_of(outcome: Outcome) -> str:
    """Returns a text that identifies a result; a form sends it back to confirm a doubtful one."""
    return json.dumps(outcome, sort_keys=True)
