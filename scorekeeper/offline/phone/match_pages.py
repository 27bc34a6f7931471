"""The pages of a match that a phone shows without a network, as `pages` shows the others."""

from typing import Any

from scorekeeper.games.engine import calls, offline_match
from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.i18n import say
from scorekeeper.pages import entry_form
from scorekeeper.pages.chart import Totals
from scorekeeper.pages.claim_form import CHECK, claim_form, judged
from scorekeeper.pages.claim_pages import claim_page, claims_page
from scorekeeper.pages.match_page import match_page, next_form
from scorekeeper.pages.needs_page import needs_page
from scorekeeper.pages.picture_parts import colours_of
from scorekeeper.pages.result_page import EveningMatch, Series, evening_match, result_page, series_of, series_text
from scorekeeper.pages.result_picture import layout, picture_of
from scorekeeper.pages.text_lines import about_width

from .visit import Answer, KeptMatch, Visit


def match(visit: Visit, each: KeptMatch) -> Answer:
    """A match; `?way=` chooses how the next hand is entered."""
    own = each["kept"]
    last = own["hands"][-1]["entry"] if own["hands"] else None
    state = offline_match.state(own, say)
    return _match_page(visit, each, next_form(own["setup"], state["next_hand"], last, visit.query), state)


def correction(visit: Visit, each: KeptMatch, hand: int) -> Answer:
    """A match with a hand in the form, to be entered anew; None where it has no such hand."""
    own = each["kept"]
    if not 0 < hand <= len(own["hands"]):
        return None
    form = entry_form.filled_form(own["setup"], hand, own["hands"][hand - 1]["entry"])
    return _match_page(visit, each, form, offline_match.state(own, say))


def _match_page(visit: Visit, each: KeptMatch, form: entry_form.EntryForm, state: MatchState) -> Answer:
    context = match_page(
        each["token"],
        sitting_name=each["sitting"]["name"],
        setup=each["kept"]["setup"],
        state=state,
        form=form,
        may_score=each["may_score"],
        own_side=_own_side(each),
        key=visit.key,
        call=calls_of(each["kept"], state),
        series=None if state["status"] == "in_progress" else _series(visit, each),
    )
    context["last_here"] = each["sitting"].get("last_here", False)
    return visit.show("matches/match.html", context)


def _own_side(each: KeptMatch) -> "int | None":
    """The side that this phone sits with; what an older version stored has it beside the match."""
    part = each["kept"].get("confirming")
    side: int | None = part["own"] if part else each.get("own_side")
    return side


def calls_of(own: "dict[str, Any]", state: Any) -> "dict[str, Any] | None":
    """What can be called in the next hand; nothing is called yet."""
    if state["status"] != "in_progress":
        return None
    return counted(calls.shown(own["setup"], offline_match.played(own)[1], state["hand"], None))


def counted(call: "dict[str, Any] | None") -> "dict[str, Any] | None":
    """A call as pages get it from a server: a phone alone counts no changes of it."""
    if call is not None:
        call["number"] = 0
    return call


def needs(visit: Visit, each: KeptMatch) -> Answer:
    """What each side needs before the next hand."""
    own = each["kept"]
    table = offline_match.played(own)[1]
    return visit.show(
        "matches/needs.html", needs_page(each["token"], own["setup"], table, offline_match.state(own, say))
    )


def result(visit: Visit, each: KeptMatch) -> Answer:
    """The result of a match, among the matches of its evening that this phone stores."""
    sitting = each["sitting"]
    context = result_page(
        each["token"],
        setup=each["kept"]["setup"],
        state=offline_match.state(each["kept"], say),
        course=_course(each),
        evening=_evening(visit, each),
        sitting={"name": sitting["name"], "place": sitting["place"], "best_of": sitting.get("best_of", 0)},
        day=sitting["opened_at"],
        may_score=each["may_score"],
        key=visit.key,
    )
    context["last_here"] = sitting.get("last_here", False)
    return visit.show("matches/result.html", context)


def result_drawing(visit: Visit, each: KeptMatch) -> Answer:
    """The picture of a result as a phone draws it: its layout, and the colours. The query is that of the server's."""
    wanted, own, sitting = dict(visit.query), each["kept"], each["sitting"]
    place = sitting["place"] if "where" in wanted else ""
    face = visit.environment.get_template("matches/_face.html").render({"slug": own["setup"]["game"]})
    foot = [series_text(_series(visit, each)), sitting["opened_at"], place]
    picture = picture_of(offline_match.state(own, say), face, wanted.get("form", "square"), foot)
    drawing: dict[str, Any] = dict(layout(picture, about_width))
    drawing["colours"] = colours_of(picture["winner"])
    return drawing


def _course(each: KeptMatch) -> Totals:
    """The totals after every hand that counts."""
    return [(row["number"], row["totals"]) for row in offline_match.played(each["kept"])[0] if not row["struck"]]


def _series(visit: Visit, each: KeptMatch) -> Series:
    """How its sides stand in the matches of the evening that this phone stores."""
    best_of = each["sitting"].get("best_of", 0)
    return series_of(each["kept"]["setup"], each["number"], _evening(visit, each), best_of)


def _evening(visit: Visit, each: KeptMatch) -> "list[EveningMatch]":
    """The matches of its evening that this phone stores."""
    found = [_of_evening(other) for other in visit.shelf if other["token"] == each["token"]]
    return sorted(found, key=lambda match: match["number"])


def _of_evening(each: KeptMatch) -> EveningMatch:
    own = each["kept"]
    table = offline_match.played(own)[1]
    return evening_match(each["number"], own["setup"], table, offline_match.status_of(own, table))


def claims(visit: Visit, each: KeptMatch) -> Answer:
    """What can be claimed in a match."""
    own = each["kept"]
    context = claims_page(each["token"], each["number"], own["setup"], offline_match.played(own)[1])
    return visit.show("claims/index.html", context)


def claim(visit: Visit, each: KeptMatch, slug: str) -> Answer:
    """One claim: its form, and the verdict once it is asked for; None where the match has no such claim."""
    own = each["kept"]
    form = claim_form(own["setup"], slug, visit.query)
    if form is None:
        return None
    table = offline_match.played(own)[1]
    context = claim_page(
        each["token"],
        setup=own["setup"],
        state=offline_match.state(own, say),
        form=form,
        verdict=judged(own["setup"], table, form) if CHECK in dict(visit.query) else None,
        may_score=each["may_score"],
        key=visit.key,
    )
    return visit.show("claims/claim.html", context)
