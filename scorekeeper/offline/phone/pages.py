"""The pages that a phone shows offline: page models filled from the matches stored on it."""

import json
from typing import Any

from scorekeeper.games import GAMES, find_game
from scorekeeper.games.engine import bids, calls, offline_match
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.games.engine.play import rematch_head
from scorekeeper.i18n import say
from scorekeeper.pages import entry_form, start_form
from scorekeeper.pages.chart import Totals
from scorekeeper.pages.claim_pages import (
    CHECK,
    claim_form,
    claim_page,
    claims_page,
    judged,
    judged_without_match,
    without_match,
)
from scorekeeper.pages.entry_form import is_whole
from scorekeeper.pages.games_page import games_page
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
from scorekeeper.pages.match_page import match_page, next_form
from scorekeeper.pages.picture_shapes import about_width, colours_of
from scorekeeper.pages.pictures import layout, picture_of
from scorekeeper.pages.result_page import EveningMatch, Series, evening_match, result_page, series_of, series_text
from scorekeeper.pages.start_page import agreed, blank_form, named, start_page

from .engine_parts import urlencode
from .jinja import Environment

Answer = Any
StoredMatch = Any  # `{"token", "number", "kept", "sitting", "may_score", "own_side"}`, as the scripts store it

ENDPOINTS = {  # of the server's views that render these templates
    "claims/claim.html": "claims.show",
    "claims/games.html": "arguments.index",
    "claims/index.html": "claims.index",
    "home/games.html": "home.games",
    "home/history.html": "home.history",
    "home/index.html": "home.index",
    "matches/match.html": "matches.show",
    "matches/new.html": "start.first",
    "matches/result.html": "results.show",
    "offline/nowhere.html": "engine.shell",
}


class Visit:
    """A request for a page.

    `root` is the prefix of all URLs, `path` the rest. `query` and `fields` are pairs of names and texts; `key` is a new
    idempotency key for a write, `shelf` all matches stored on the phone whose games are installed.
    """

    def __init__(self, environment: Environment, root: str, request: "dict[str, Any]") -> None:
        self.environment = environment
        self.root = root
        self.path: str = request["path"][len(root) :]
        self.query = [(name, text) for name, text in request.get("query", [])]
        self.fields = [(name, text) for name, text in request.get("fields") or []]
        self.is_post = request.get("fields") is not None
        self.key: str = request["key"]
        # A game that is no longer installed cannot score its matches; they stay on the phone.
        shelf: list[StoredMatch] = request.get("shelf", [])
        self.shelf = [stored for stored in shelf if find_game(stored["kept"]["setup"]["game"]) is not None]

    def show(self, template: str, context: "dict[str, Any]") -> Answer:
        """Renders a template and returns it as the response with a page."""
        context["request"] = {
            "endpoint": ENDPOINTS[template],
            "path": self.path,
            "script_root": self.root,
            "query_string": urlencode(self.query).encode(),
        }
        return {"html": self.environment.get_template(template).render(context)}

    def find_match(self, token: str, number: int) -> StoredMatch:
        """Returns the stored match with this token and number, or None."""
        for stored in self.shelf:
            if stored["token"] == token and stored["number"] == number:
                return stored
        return None


def match(visit: Visit, stored: StoredMatch) -> Answer:
    """Returns the page of a match; `?way=` selects the way in which the next hand is entered."""
    copy = stored["kept"]
    last = copy["hands"][-1]["entry"] if copy["hands"] else None
    state = offline_match.state(copy, say)
    typed = bids.typed_now(copy.get("bids"), state["hand"])
    return _match_page(visit, stored, next_form(copy["setup"], state["next_hand"], last, visit.query, typed), state)


def correction(visit: Visit, stored: StoredMatch, hand: int) -> Answer:
    """Returns the page of a match with the form for correcting a hand; None if there is no hand of that number."""
    copy = stored["kept"]
    if not 0 < hand <= len(copy["hands"]):
        return None
    form = entry_form.filled_form(copy["setup"], hand, copy["hands"][hand - 1]["entry"])
    form.typed[entry_form.CONTESTS] = dict(visit.query).get(entry_form.CONTESTS, "")
    return _match_page(visit, stored, form, offline_match.state(copy, say))


def _match_page(visit: Visit, stored: StoredMatch, form: entry_form.EntryForm, state: MatchState) -> Answer:
    state["bids"] = bids_of(stored["kept"])  # type: ignore[typeddict-item]
    context = match_page(
        stored["token"],
        sitting_name=stored["sitting"]["name"],
        setup=stored["kept"]["setup"],
        state=state,
        table=offline_match.table_before(stored["kept"], form.number),
        form=form,
        may_score=stored["may_score"],
        own_side=_own_side(stored),
        key=visit.key,
        call=calls_of(stored["kept"], state),
        series=None if state["status"] == "in_progress" else _series(visit, stored),
    )
    context["last_here"] = stored["sitting"].get("last_here", False)
    return visit.show("matches/match.html", context)


def _own_side(stored: StoredMatch) -> "int | None":
    """Returns the side chosen on this phone, or None; older versions stored it outside the copy of the match."""
    part = stored["kept"].get("confirming")
    side: int | None = part["own"] if part else stored.get("own_side")
    return side


def calls_of(copy: "dict[str, Any]", state: Any) -> "dict[str, Any] | None":
    """Returns the possible calls of the next hand, before any is made; None if the match is over."""
    if state["status"] != "in_progress":
        return None
    return with_number(calls.shown(copy["setup"], offline_match.played(copy)[1], state["hand"], None))


def bids_of(copy: "dict[str, Any]") -> "dict[str, Any] | None":
    """Returns the bids before the next hand as pages show them; None if there are none to make."""
    table, hand = offline_match.played(copy)[1], len(copy["hands"]) + 1
    shown: Any = None if copy["stopped"] else bids.shown(copy["setup"], table, hand, copy.get("bids"), say)
    return shown  # type: ignore[no-any-return]


def with_number(call: "dict[str, Any] | None") -> "dict[str, Any] | None":
    """Adds the number of changes to a call, which pages expect; without a server it is always 0."""
    if call is not None:
        call["number"] = 0
    return call


def result(visit: Visit, stored: StoredMatch) -> Answer:
    """Returns the page with the result of a match and the stored matches of its evening."""
    sitting = stored["sitting"]
    context = result_page(
        stored["token"],
        setup=stored["kept"]["setup"],
        state=offline_match.state(stored["kept"], say),
        course=_course(stored),
        evening=_evening(visit, stored),
        sitting={"name": sitting["name"], "place": sitting["place"], "best_of": sitting.get("best_of", 0)},
        day=sitting["opened_at"],
        may_score=stored["may_score"],
        key=visit.key,
    )
    context["last_here"] = sitting.get("last_here", False)
    return visit.show("matches/result.html", context)


def result_drawing(visit: Visit, stored: StoredMatch) -> Answer:
    """Returns layout and colours of the result picture, which a script draws; takes the server's query parameters."""
    query, copy, sitting = dict(visit.query), stored["kept"], stored["sitting"]
    place = sitting["place"] if "where" in query else ""
    face = visit.environment.get_template("matches/_face.html").render({"slug": copy["setup"]["game"]})
    foot = [series_text(_series(visit, stored)), sitting["opened_at"], place]
    picture = picture_of(offline_match.state(copy, say), _course(stored), face, query.get("form", "square"), foot)
    drawing: dict[str, Any] = dict(layout(picture, about_width))
    drawing["colours"] = colours_of(picture["winner"])
    return drawing


def _course(stored: StoredMatch) -> Totals:
    """Returns the number and totals of every hand that is not struck."""
    return [(row["number"], row["totals"]) for row in offline_match.played(stored["kept"])[0] if not row["struck"]]


def _series(visit: Visit, stored: StoredMatch) -> Series:
    """Returns the number of stored matches of the same evening won by each side."""
    best_of = stored["sitting"].get("best_of", 0)
    return series_of(stored["kept"]["setup"], stored["number"], _evening(visit, stored), best_of)


def _evening(visit: Visit, stored: StoredMatch) -> "list[EveningMatch]":
    """Returns the stored matches of the evening of a match, in order."""
    matches = [_evening_match(other) for other in visit.shelf if other["token"] == stored["token"]]
    return sorted(matches, key=lambda match: match["number"])


def _evening_match(stored: StoredMatch) -> EveningMatch:
    copy = stored["kept"]
    table = offline_match.played(copy)[1]
    return evening_match(stored["number"], copy["setup"], table, offline_match.status_of(copy, table))


def claims(visit: Visit, stored: StoredMatch) -> Answer:
    """Returns the page with the claims that can be checked in a match."""
    copy = stored["kept"]
    context = claims_page(stored["token"], stored["number"], copy["setup"], offline_match.played(copy)[1])
    return visit.show("claims/index.html", context)


def claim(visit: Visit, stored: StoredMatch, slug: str) -> Answer:
    """Returns the page of a claim: its form and, once it is sent, the verdict; None for an unknown claim."""
    copy = stored["kept"]
    form = claim_form(copy["setup"], slug, visit.query)
    if form is None:
        return None
    table = offline_match.played(copy)[1]
    context = claim_page(
        stored["token"],
        setup=copy["setup"],
        state=offline_match.state(copy, say),
        form=form,
        verdict=judged(copy["setup"], table, form) if CHECK in dict(visit.query) else None,
        may_score=stored["may_score"],
        key=visit.key,
    )
    return visit.show("claims/claim.html", context)


def argument_games(visit: Visit) -> Answer:
    """Returns the page with the games to settle an argument about."""
    return visit.show("claims/games.html", {"games": GAMES})


def arguments(visit: Visit, game: str) -> Answer:
    """Returns the page with the claims of a game; None for an unknown one."""
    without = without_match(game, visit.query)
    return without and visit.show("claims/index.html", claims_page("", 0, without[0], without[1]))


def argument(visit: Visit, game: str, slug: str) -> Answer:
    """Returns the page of a claim without a match; None for an unknown game or claim."""
    without = without_match(game, visit.query)
    form = claim_form(without[0], slug, visit.query) if without else None
    if without is None or form is None:
        return None
    setup, table, state = without
    verdict = judged_without_match(setup, table, form) if CHECK in dict(visit.query) else None
    context = claim_page("", setup=setup, state=state, form=form, verdict=verdict, may_score=False, key="")
    return visit.show("claims/claim.html", context)


def home(visit: Visit) -> Answer:
    """Returns the start page: the games, and the matches stored on this phone, newest first."""
    played = [stored["kept"]["setup"] for stored in visit.shelf]
    sittings = [_own_sitting(stored) for stored in visit.shelf]
    return visit.show("home/index.html", home_page(sittings, played, tables_of(_past(visit))))


def games(visit: Visit) -> Answer:
    """Returns the page with all games."""
    played = [stored["kept"]["setup"] for stored in visit.shelf]
    return visit.show("home/games.html", games_page(named(played), visit.query))


def evenings(visit: Visit) -> Answer:
    """Returns the history page: a search by name, date and game among the matches stored on this phone."""
    return visit.show("home/history.html", evenings_page(_past(visit), search_of(visit.query)))


def _past(visit: Visit) -> "list[PastMatch]":
    return [_past_match(stored) for stored in visit.shelf]


def _past_match(stored: StoredMatch) -> PastMatch:
    sitting = stored["sitting"]
    return {
        "token": stored["token"],
        "sitting": sitting["name"],
        "place": sitting["place"],
        "day": sitting["opened_at"],
        "date": sitting.get("date", ""),
        "weekday": "",
        "may_score": stored["may_score"],
        "match": _head(stored),
    }


def _head(stored: StoredMatch) -> MatchHead:
    copy = stored["kept"]
    table = offline_match.played(copy)[1]
    return match_head(stored["number"], copy["setup"], table, offline_match.status_of(copy, table))


def _own_sitting(stored: StoredMatch) -> OwnSitting:
    sitting = stored["sitting"]
    return {
        "token": stored["token"],
        "name": sitting["name"],
        "place": sitting["place"],
        "opened_at": sitting["opened_at"],
        "may_score": stored["may_score"],
        "match": _head(stored),
    }


def new(visit: Visit, token: "str | None" = None) -> Answer:
    """Returns the form of a new match or, once it is sent, `{"start": {"head", "token", "key"}, "kept"}`."""
    last = next((stored for stored in visit.shelf if stored["token"] == token), None) if token else _like(visit)
    if visit.is_post:
        form = start_form.posted_form(visit.fields)
        setup = agreed(form, dict(visit.fields))
        if setup is not None:
            return _started(visit, form.head, setup, token)
    else:
        form = blank_form(dict(visit.query), last["kept"]["setup"] if last else None, _rules(visit))
    name = last["sitting"]["name"] if last and token else ""
    past = _past(visit)
    form.roster = names_of(past)
    tables = [] if token else tables_of(past, form.game.slug)
    query = dict(visit.query)
    return visit.show(
        "matches/new.html", start_page(form, token=token, sitting_name=name, key=visit.key, tables=tables, query=query)
    )


def _rules(visit: Visit) -> "dict[str, Any] | None":
    """Returns the rules in the address, which the page has unpacked (static/js/cards/unpack.js); None without any."""
    text = dict(visit.query).get("rules", "")
    sent: dict[str, Any] | None = json.loads(text) if text else None
    if sent and "options" not in sent:  # a card as it is
        return {"game": "card", "variant": "own", "options": {"card": sent}}
    return sent


def _like(visit: Visit) -> StoredMatch:
    """Returns the stored match given by `?like=token:number`, to copy its settings; None if there is none."""
    token, _colon, number = dict(visit.query).get("like", "").partition(":")
    return visit.find_match(token, int(number)) if is_whole(number) else None


def _started(visit: Visit, head: "dict[str, Any]", setup: Any, token: "str | None") -> Answer:
    key = dict(visit.fields).get("key", "") or visit.key
    return {"start": {"head": head, "token": token, "key": key}, "kept": offline_match.begun(setup)}


def rematch(visit: Visit, stored: StoredMatch) -> Answer:
    """Starts the same match again, with the next player as first dealer."""
    head = rematch_head(stored["kept"]["setup"])
    return _started(visit, head, rules.begin(head), stored["token"])


def not_found(visit: Visit) -> Answer:
    """Returns the page for a URL that does not work offline."""
    return visit.show("offline/nowhere.html", {})
