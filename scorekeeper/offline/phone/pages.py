"""The pages that a phone shows without a network: page models filled from the matches that it stores.

A page gets a `Visit` and returns its HTML. What only a server has (other people's matches, printing) is not here; the
pages of a single match are in `match_pages`.
"""

from typing import Any

from scorekeeper.games.engine import offline_match
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.play import rematch_head
from scorekeeper.pages import start_form
from scorekeeper.pages.blank_form import blank_form
from scorekeeper.pages.evenings_page import PastMatch, evenings_page, names_of, search_of, tables_of
from scorekeeper.pages.home_page import MatchHead, OwnSitting, home_page, match_head
from scorekeeper.pages.start_page import agreed, start_page
from scorekeeper.pages.typed_numbers import is_whole

from .visit import Answer, KeptMatch, Visit


def home(visit: Visit) -> Answer:
    """The games to start, and the matches that this phone stores, newest first."""
    played = [each["kept"]["setup"] for each in visit.shelf]
    own = [_own(each) for each in visit.shelf]
    return visit.show("home/index.html", home_page(own, played, tables_of(_past(visit))))


def evenings(visit: Visit) -> Answer:
    """The matches that this phone stores, found by name, date and game."""
    return visit.show("home/evenings.html", evenings_page(_past(visit), search_of(visit.query)))


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
