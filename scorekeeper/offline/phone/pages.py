"""The pages that a phone shows without a network: the server's templates, filled from the matches that it keeps.

A page gets a `Visit` and answers its HTML. What only a server has (other people's matches, printing) is not here.
"""

from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.games.engine import match as rules
from scorekeeper.games.engine import offline_match
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.claim_fields import claims_of
from scorekeeper.i18n import say
from scorekeeper.pages import entry_form, preset_words, start_form
from scorekeeper.pages.claim_followups import carried
from scorekeeper.pages.claim_form import claim_form, claim_of

from .jinja import Environment


class Record:
    """Values by name, as templates ask for them."""

    def __init__(self, **values: Any) -> None:
        for name, value in values.items():
            setattr(self, name, value)


class Visit:
    """A page that somebody wants. `query` and `fields` are pairs of names and texts; `key` is a key still free."""

    def __init__(self, environment: Environment, asked: "dict[str, Any]") -> None:
        self.environment = environment
        self.path: str = asked["path"]
        self.query = [(name, text) for name, text in asked.get("query", [])]
        self.fields = [(name, text) for name, text in asked.get("fields") or []]
        self.is_post = asked.get("fields") is not None
        self.key: str = asked["key"]
        self.shelf: list[dict[str, Any]] = asked.get("shelf", [])

    def show(self, template: str, **values: Any) -> "dict[str, Any]":
        """The answer with a page."""
        search = "&".join([name + "=" + text for name, text in self.query])
        values["request"] = Record(path=self.path, args=dict(self.query), query_string=search.encode())
        return {"html": self.environment.get_template(template).render(values)}

    def on_shelf(self, token: str, number: int) -> "dict[str, Any] | None":
        """The match that is kept under an address: `{"token", "number", "kept", "sitting", "may_score"}`."""
        for each in self.shelf:
            if each["token"] == token and each["number"] == number:
                return each
        return None


def home(visit: Visit) -> "dict[str, Any]":
    """The games to start, and the matches that this phone keeps, newest first."""
    return visit.show(
        "home/index.html",
        games=GAMES,
        titles={game.slug: game.title for game in GAMES},
        blurbs=preset_words.BLURBS,
        own=[_own(each) for each in visit.shelf],
    )


def _own(each: "dict[str, Any]") -> Any:
    access = Record(sitting=_sitting(each), may_score=each["may_score"])
    return access, each["token"], _match(each)


def _sitting(each: "dict[str, Any]") -> Record:
    sitting = each["sitting"]
    return Record(name=sitting["name"], place=sitting["place"], opened_at=sitting["opened_at"])


def _match(each: "dict[str, Any]") -> Any:
    """A kept match with the names that the server's rows have."""
    own = each["kept"]
    table = offline_match.played(own)[1]
    return Record(
        number=each["number"],
        game=own["setup"]["game"],
        setup=own["setup"],
        table=table,
        status=offline_match.status_of(own, table),
        winner=table["winner"],
        version=own["version"],
    )


def new(visit: Visit, token: "str | None" = None) -> "dict[str, Any]":
    """A new match: its form, or the match that it starts as `{"start": {"head", "token", "key"}, "kept"}`."""
    last = next((each for each in visit.shelf if each["token"] == token), None) if token else None
    if not visit.is_post:
        form = start_form.blank_form(dict(visit.query), last["kept"]["setup"] if last else None)
        return _start_page(visit, form, token, last)
    form = start_form.posted_form(visit.fields)
    sent = dict(visit.fields)
    if "start" in sent and sent.get("shown_shape") == start_form.shape_text(form.shape):
        form.check_minutes()
        try:
            setup = rules.begin(form.head)
            if not form.problems:
                return _started(form.head, setup, token, sent.get("key", "") or visit.key)
        except Refusal as refusal:
            form.refuse(refusal.problems)
    return _start_page(visit, form, token, last)


def _start_page(visit: Visit, form: Any, token: "str | None", last: "dict[str, Any] | None") -> "dict[str, Any]":
    return visit.show(
        "matches/new.html",
        form=form,
        games=GAMES,
        preset_words=preset_words.PRESETS[form.game.slug],
        sitting=_sitting(last) if last else Record(name="", place="", opened_at=""),
        token=token,
        key=visit.key,
    )


def _started(head: "dict[str, Any]", setup: Any, token: "str | None", key: str) -> "dict[str, Any]":
    return {"start": {"head": head, "token": token, "key": key}, "kept": offline_match.begun(setup)}


def rematch(visit: Visit, each: "dict[str, Any]") -> "dict[str, Any]":
    """The same match again, the deal passed on."""
    setup = each["kept"]["setup"]
    head = rules.document(setup, [])
    head["first_dealer"] = setup["seats"][(setup["first_dealer"] + 1) % len(setup["seats"])]
    head.pop("hands")
    head.get("about", {}).pop("ends", None)  # the clock starts anew
    return _started(head, rules.begin(head), each["token"], dict(visit.fields).get("key", "") or visit.key)


def match(visit: Visit, each: "dict[str, Any]") -> "dict[str, Any]":
    """A match; `?way=` chooses how the next hand is entered."""
    own = each["kept"]
    last = own["hands"][-1]["entry"] if own["hands"] else None
    form = entry_form.blank_form(own["setup"], dict(visit.query).get("way"), last)
    entry_form.carry(form, visit.query)
    return _match_page(visit, each, form)


def correction(visit: Visit, each: "dict[str, Any]", hand: int) -> "dict[str, Any] | None":
    """A match with a hand in the form, to be entered anew."""
    own = each["kept"]
    if not 0 < hand <= len(own["hands"]):
        return None
    return _match_page(visit, each, entry_form.filled_form(own["setup"], hand, own["hands"][hand - 1]["entry"]))


def _match_page(visit: Visit, each: "dict[str, Any]", form: Any) -> "dict[str, Any]":
    sitting = _sitting(each)
    return visit.show(
        "matches/match.html",
        token=each["token"],
        access=Record(sitting=sitting, may_score=each["may_score"], link=Record(label="")),
        sitting=sitting,
        may_score=each["may_score"],
        setup=each["kept"]["setup"],
        board=offline_match.state(each["kept"], say),
        own_side=each.get("own_side"),
        form=form,
        key=visit.key,
    )


def claims(visit: Visit, each: "dict[str, Any]") -> "dict[str, Any]":
    """What can be claimed in a match."""
    own = _match(each)
    return visit.show("claims/index.html", token=each["token"], match=own, claims=claims_of(own.setup))


def claim(visit: Visit, each: "dict[str, Any]", slug: str) -> "dict[str, Any] | None":
    """One claim: its form, and the verdict once it is asked for."""
    own = _match(each)
    form = claim_form(own.setup, slug, visit.query)
    if form is None:
        return None
    verdict = None
    if "check" in dict(visit.query):
        try:
            verdict = rules.judge(own.setup, own.table, claim_of(form), say)
        except Refusal as refusal:
            form.problems = refusal.problems
    return visit.show(
        "claims/claim.html",
        token=each["token"],
        match=own,
        setup=own.setup,
        board=offline_match.state(each["kept"], say),
        form=form,
        verdict=verdict,
        may_score=each["may_score"],
        key=visit.key,
        carried=carried(own, form, verdict) if verdict and each["may_score"] else [],
    )


def nowhere(visit: Visit) -> "dict[str, Any]":
    """A page that this phone does not have."""
    return visit.show("offline/nowhere.html")
