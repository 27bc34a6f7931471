"""The pages that a phone shows without a network: page models filled from the matches that it stores."""

from typing import Any

from scorekeeper.games.engine import calls, offline_match
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.games.engine.play import rematch_head
from scorekeeper.i18n import say
from scorekeeper.pages import entry_form, start_form
from scorekeeper.pages.chart import Totals
from scorekeeper.pages.claim_pages import CHECK, claim_form, claim_page, claims_page, judged
from scorekeeper.pages.entry_form import is_whole
from scorekeeper.pages.home_page import (
    MatchHead,
    OwnSitting,
    PastMatch,
    evenings_page,
    home_page,
    match_head,
    names_of,
    search_of,
    tables_of,
)
from scorekeeper.pages.match_page import match_page, needs_page, next_form
from scorekeeper.pages.picture_parts import about_width, colours_of
from scorekeeper.pages.result_page import EveningMatch, Series, evening_match, result_page, series_of, series_text
from scorekeeper.pages.result_picture import layout, picture_of
from scorekeeper.pages.start_page import agreed, blank_form, start_page

from .engine_parts import urlencode
from .jinja import Environment

Answer = Any
KeptMatch = Any  # `{"token", "number", "kept", "sitting", "may_score", "own_side"}`, as scripts keep it


class Visit:
    """A request for a page.

    `root` is what all addresses begin with, `path` what follows it. `query` and `fields` are pairs of names and texts;
    `key` is an unused key for a write.
    """

    def __init__(self, environment: Environment, root: str, asked: "dict[str, Any]") -> None:
        self.environment = environment
        self.root = root
        self.path: str = asked["path"][len(root) :]
        self.query = [(name, text) for name, text in asked.get("query", [])]
        self.fields = [(name, text) for name, text in asked.get("fields") or []]
        self.is_post = asked.get("fields") is not None
        self.key: str = asked["key"]
        self.shelf: list[KeptMatch] = asked.get("shelf", [])

    def show(self, template: str, context: "dict[str, Any]") -> Answer:
        """The answer with a page."""
        query = urlencode(self.query).encode()
        context["request"] = {"path": self.path, "script_root": self.root, "query_string": query}
        return {"html": self.environment.get_template(template).render(context)}

    def find_match(self, token: str, number: int) -> KeptMatch:
        """The stored match of an address, or None."""
        for each in self.shelf:
            if each["token"] == token and each["number"] == number:
                return each
        return None


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


def home(visit: Visit) -> Answer:
    """The games to start, and the matches that this phone stores, newest first."""
    played = [each["kept"]["setup"] for each in visit.shelf]
    own = [_own(each) for each in visit.shelf]
    return visit.show("home/index.html", home_page(own, played, tables_of(_past(visit))))


def evenings(visit: Visit) -> Answer:
    """The matches that this phone stores, found by name, date and game."""
    return visit.show("home/history.html", evenings_page(_past(visit), search_of(visit.query)))


def _past(visit: Visit) -> "list[PastMatch]":
    return [_past_match(each) for each in visit.shelf]


def _past_match(each: KeptMatch) -> PastMatch:
    sitting = each["sitting"]
    return {
        "token": each["token"],
        "sitting": sitting["name"],
        "place": sitting["place"],
        "day": sitting["opened_at"],
        "date": sitting.get("date", ""),
        "weekday": "",
        "may_score": each["may_score"],
        "match": _head(each),
    }


def _head(each: KeptMatch) -> MatchHead:
    own = each["kept"]
    table = offline_match.played(own)[1]
    return match_head(each["number"], own["setup"], table, offline_match.status_of(own, table))


def _own(each: KeptMatch) -> OwnSitting:
    sitting = each["sitting"]
    return {
        "token": each["token"],
        "name": sitting["name"],
        "place": sitting["place"],
        "opened_at": sitting["opened_at"],
        "may_score": each["may_score"],
        "match": _head(each),
    }


def new(visit: Visit, token: "str | None" = None) -> Answer:
    """A new match: its form, or the match that it starts as `{"start": {"head", "token", "key"}, "kept"}`."""
    last = next((each for each in visit.shelf if each["token"] == token), None) if token else _like(visit)
    if visit.is_post:
        form = start_form.posted_form(visit.fields)
        setup = agreed(form, dict(visit.fields))
        if setup is not None:
            return _started(visit, form.head, setup, token)
    else:
        form = blank_form(dict(visit.query), last["kept"]["setup"] if last else None)
    name = last["sitting"]["name"] if last and token else ""
    past = _past(visit)
    form.roster = names_of(past)
    tables = [] if token else tables_of(past, form.game.slug)
    return visit.show(
        "matches/new.html", start_page(form, token=token, sitting_name=name, key=visit.key, tables=tables)
    )


def _like(visit: Visit) -> KeptMatch:
    """The stored match that a new one is to be like, by `?like=`; None where there is none."""
    token, _colon, number = dict(visit.query).get("like", "").partition(":")
    return visit.find_match(token, int(number)) if is_whole(number) else None


def _started(visit: Visit, head: "dict[str, Any]", setup: Any, token: "str | None") -> Answer:
    key = dict(visit.fields).get("key", "") or visit.key
    return {"start": {"head": head, "token": token, "key": key}, "kept": offline_match.begun(setup)}


def rematch(visit: Visit, each: KeptMatch) -> Answer:
    """The same match again, the deal passed on."""
    head = rematch_head(each["kept"]["setup"])
    return _started(visit, head, rules.begin(head), each["token"])


def not_found(visit: Visit) -> Answer:
    """The answer for an address that this phone has no page for."""
    return visit.show("offline/nowhere.html", {})
