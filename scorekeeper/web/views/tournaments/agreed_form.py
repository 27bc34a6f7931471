"""The form in which a tournament is agreed: its texts → a document and its desk, and the other way round."""

from typing import Any

from scorekeeper.clubs.nights import read_defaults
from scorekeeper.clubs.tournaments.desk import Desk
from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Refusal, _, refuse
from scorekeeper.games.engine.printable import is_printable
from scorekeeper.tournaments.agreed import LONGEST_NAME
from scorekeeper.tournaments.changes.results import Document
from scorekeeper.tournaments.scoring import UPPER, WHOLE, WINNERS_VP
from scorekeeper.web.plain_form import PlainForm, text_of
from scorekeeper.web.whole_numbers import typed_number

USUAL = {
    "preset": next((f"{game.slug}/{game.tournament_preset}" for game in GAMES if game.tournament_preset), ""),
    "scoring": "vp-4",
    "system": "danese",
    "rounds": "5",
    "first": "lots",
    "size": "4",
    "qualify": "2",
    "step": "1",
    "partners": "1+4",
    "confirm": "result",
}
WITH_ROUNDS = ("danese", "danese-pure", "draw", "mitchell")
TEXTS = ("rounds", "first", "size", "qualify", "step", "partners")  # of a system, under the same names in the form
MATCHES = (1, 2, 3, 5, 7)  # that decide a round


def read_agreed(form: PlainForm) -> tuple[Document, Desk]:
    """What was agreed: the fields of a document, still without entrants, and of a desk. Raises Refusal."""
    name = form.text("name")
    if not 1 <= len(name) <= LONGEST_NAME or not is_printable(name):
        raise refuse("name", None, _("Enter 1 to {longest} characters"), longest=LONGEST_NAME)
    agreed = read_defaults(form.text("preset"), "", form.text("minutes"), form.text("confirm"))
    document: Document = {"name": name, "scoring": _scoring(form), "system": _system(form)}
    document |= {"game": agreed.game or None, "variant": agreed.variant or None}
    return document, {"minutes": agreed.minutes, "confirm": agreed.confirm}


def _scoring(form: PlainForm) -> Document:
    kind, _dash, number = form.text("scoring").partition("-")
    if kind == "match":
        return {"kind": "match", "best_of": typed_number(number, "scoring")}
    made: Document = {"kind": "vp", "hands": typed_number(number, "scoring")}
    bounds = form.text("table").replace(",", " ").replace(";", " ").split()
    if bounds:
        if len(bounds) != len(WINNERS_VP):
            raise refuse("table", "TOU-1", _("There must be {count} differences"), count=len(WINNERS_VP))
        uppers = [typed_number(each, "table") for each in bounds]
        made["table"] = [*map(list, zip(uppers, WINNERS_VP, strict=True)), [None, WHOLE]]
    return made


def _system(form: PlainForm) -> Document:
    kind, _dash, pure = form.text("system").partition("-")
    made: Document = {"kind": kind, "first": form.text("first") or "lots"}
    if form.text("system") in WITH_ROUNDS:
        made["rounds"] = typed_number(form.text("rounds"), "rounds")
    if pure:
        made["rematch"] = True
    if form.text("apart") and kind in ("danese", "draw", "mitchell", "knockout"):
        made |= {"apart": "club", "apart_rounds": 1}
    if form.text("singles") and kind in ("danese", "draw"):
        made |= {"singles": True, "partners": form.text("partners") or "1+4"}
    if kind == "mitchell":
        made["step"] = typed_number(form.text("step") or "1", "step")
    if kind == "round_robin" and form.text("twice"):
        made["twice"] = True
    third = {"third_place": bool(form.text("third_place"))}
    if kind == "groups":
        then = {"kind": "knockout", **third}
        sizes = {name: typed_number(form.text(name), name) for name in ("size", "qualify")}
        made |= {**sizes, "then": then}
    return made | third if kind == "knockout" else made


def show_problems(form: PlainForm, refusal: Refusal) -> None:
    """Show every problem of a document beside the field of the form that it comes from."""
    for each in refusal.problems:
        group, _dot, name = (each["field"] or "").partition(".")
        field = name.partition(".")[0]
        form.problems[field if field in form.typed else group] = text_of(each)


def typed_of(document: Document, desk: Desk) -> dict[str, str]:
    """The form's texts for what is agreed already."""
    scoring, system = document["scoring"], document["system"]
    vp = scoring["kind"] == "vp"
    typed = dict(USUAL) | {
        "name": document.get("name") or "",
        "preset": f"{document['game']}/{document.get('variant') or ''}" if document.get("game") else "",
        "scoring": f"vp-{scoring['hands']}" if vp else f"match-{scoring.get('best_of') or 1}",
        "system": system["kind"] + ("-pure" if system.get("rematch") and system["kind"] == "danese" else ""),
        "minutes": str(desk.get("minutes") or ""),
        "confirm": desk.get("confirm", ""),
    }
    if vp and scoring.get("table"):
        typed["table"] = ", ".join(str(row[0]) for row in scoring["table"][:-1])
    typed |= {name: str(system[name]) for name in TEXTS if name in system}
    third = (system.get("then") or system).get("third_place")
    ticked = {name: system.get(name) for name in ("apart", "singles", "twice")} | {"third_place": third}
    return typed | {name: "1" for name, value in ticked.items() if value}


def choices() -> dict[str, Any]:
    """The numbers that the form offers."""
    return {"hands": tuple(UPPER), "legs": MATCHES}
