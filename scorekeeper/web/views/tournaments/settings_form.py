"""The form of a tournament's settings: shows a document's settings as texts, and reads them back into a document.

Saving the form loses nothing: scoring or system stay exactly as they were unless one of their fields changed. Settings
without a field stay as long as the kind of scoring or system does.
"""

from collections.abc import Iterable
from typing import Any

from scorekeeper.clubs.nights import read_defaults
from scorekeeper.clubs.tournaments.desk import Desk
from scorekeeper.games import GAMES, find_game
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.games.engine.checks import is_printable
from scorekeeper.i18n import say
from scorekeeper.store.club_models import Club
from scorekeeper.tournaments.changes.results import Document
from scorekeeper.tournaments.fields import LONGEST_NAME
from scorekeeper.tournaments.scoring import UPPER, WHOLE, WINNERS_VP
from scorekeeper.tournaments.settings import LEAST
from scorekeeper.web.forms import PlainForm, number_in, text_of, typed_number

USUAL = {
    "preset": next((f"{game.slug}/{game.tournament_preset}" for game in GAMES if game.tournament_preset), ""),
    "scoring": "vp-4",
    "wins": "most",
    "system": "danese",
    "rounds": "5",
    "first": "lots",
    "size": "4",
    "qualify": "2",
    "second_size": "4",
    "second_qualify": "2",
    "step": "1",
    "mitchell_rounds": "3",
    "then": "danese",
    "then_rounds": "1",
    "carry": "1",
    "partners": "1+4",
    "confirm": "result",
}
PROPOSED = {"scoring": "match-3", "system": "knockout"}  # for games without victory points
NEIGHBOURS = ("danese", "danese-previous", "danese-pure", "draw")  # choices that a mixed system may end with, too
ONCE = ("danese", "mixed", "danese-previous", "danese-pure", "mitchell", "draw")  # everybody plays all rounds
CUPS = ("round_robin", "groups", "groups-again", "knockout")
LATER = ("then", "then_2", "then_3")  # the parts of a mixed system after the Mitchell; the last two may be left out
KEEP = "keep"  # the choice for a system that the form cannot show
REMATCH = {"danese-previous": "previous", "danese-pure": True}
WITH_ROUNDS = ("danese", "draw", "mitchell")
MATCHES = (1, 2, 3, 5, 7)  # how many matches can decide a round
FIELDS = {  # form fields of each part of the document
    "game": ("preset",),
    "scoring": ("scoring", "table", "wins"),
    "system": (
        "system", "first", "rounds", "apart", "singles", "partners", "step", "size", "qualify", "second_size",
        "second_qualify", "third_place", "twice", "mitchell_rounds", "flights", "carry",
        *LATER, *(f"{part}_rounds" for part in LATER),
    ),
}  # fmt: skip
HIDDEN = {  # settings without a field in the form, by kind
    "vp": ("bye",),
    "match": ("win", "draw", "loss"),
    "round_robin": ("rounds",),
}
HIDDEN_IN_PARTS = ("apart", "apart_rounds", "partners")  # fields that later parts of a mixed system do not show


def usual_in(club: Club) -> dict[str, str]:
    """Returns the form for a new tournament, filled in with general defaults and the club's own."""
    usual = USUAL | {"place": club.address}
    if not club.usual_preset:
        return usual
    usual["preset"] = club.usual_preset
    return usual if has_victory_points(club.usual_preset.partition("/")[0]) else usual | PROPOSED


def parse_settings(form: PlainForm, before: Document | None = None) -> tuple[Document, Desk]:
    """Parses the settings: the changed fields of a document, and minutes and confirmation. Raises Refusal.

    `before` is the document that the form showed, None for a new tournament.
    """
    name = form.text("name")
    if not 1 <= len(name) <= LONGEST_NAME or not is_printable(name):
        raise refuse("name", None, N_("Enter 1 to {longest} characters"), longest=LONGEST_NAME)
    agreed = read_defaults(form.text("preset"), "", form.text("minutes"), form.text("confirm"))
    document: Document = {"name": name, "scoring": _scoring(form), "system": _system(form, before)}
    document |= {"game": agreed.game or None, "variant": agreed.variant or None}
    if before is not None:
        document = _with_unchanged(form, document, before)
    return document, {"minutes": agreed.minutes, "confirm": agreed.confirm}


def _with_unchanged(form: PlainForm, document: Document, before: Document) -> Document:
    """Returns the parsed settings, with the former value of everything that the form did not change."""
    texts = typed_of(before, {})
    if _is_same(form, texts, "game"):
        document = {name: value for name, value in document.items() if name not in ("game", "variant")}
        document |= {name: before[name] for name in ("game", "variant") if name in before}
    for part in ("scoring", "system"):
        is_same = _is_same(form, texts, part)
        document[part] = before[part] if is_same else _with_hidden(before[part], document[part])
    return document


def _is_same(form: PlainForm, texts: dict[str, str], part: str) -> bool:
    return all(form.text(name) == texts.get(name, "") for name in FIELDS[part])


def _with_hidden(before: Document, after: Document) -> Document:
    """Returns the changed scoring or system with the settings of `before` that have no field in the form."""
    if before["kind"] != after["kind"]:
        return after
    hidden = {name: before[name] for name in HIDDEN.get(after["kind"], ()) if name in before}
    if "apart" in after and "apart_rounds" in before:
        hidden["apart_rounds"] = before["apart_rounds"]
    if after["kind"] == "mixed":
        (mitchell, *were), (first, *later) = before["parts"], after["parts"]
        pairs = zip(later, [*were, *[{}] * len(later)], strict=False)
        hidden["parts"] = [_with_hidden(mitchell, first), *(_later_with_hidden(was, part) for part, was in pairs)]
    return after | hidden


def _later_with_hidden(before: Document, after: Document) -> Document:
    return {name: before[name] for name in HIDDEN_IN_PARTS if name in before} | after


def has_victory_points(slug: str | None) -> bool:
    """True if victory points can be chosen for a game: one with a preset for them, a custom game, or none (None)."""
    game = find_game(slug)
    return game is None or bool(game.tournament_preset or game.named_by)


def check_scoring(form: PlainForm, document: Document) -> None:
    """Raises Refusal for victory points in a game that has none, and proposes matches won in the form."""
    game = find_game(document.get("game"))
    if document["scoring"]["kind"] == "vp" and game is not None and not has_victory_points(game.slug):
        form.typed = {**form.typed, **PROPOSED}
        text = N_("{game} has no victory points: best of three in a knock-out is proposed. Check it, then save.")
        raise refuse("scoring", "TOU-1", text, game=say(game.title, {}))


def _scoring(form: PlainForm) -> Document:
    kind, _dash, number = form.text("scoring").partition("-")
    wins = {"wins": LEAST} if form.text("wins") == LEAST else {}
    if kind == "match":
        return {"kind": "match", "best_of": typed_number(number, "scoring"), **wins}
    scoring: Document = {"kind": "vp", "hands": typed_number(number, "scoring"), **wins}
    table = _table(form.text("table").replace(",", " ").replace(";", " ").split())
    return scoring | ({"table": table} if table else {})


def _table(bounds: list[str]) -> list[list[int | None]]:
    """Parses a VP table from its largest differences, `50 100 …`, or from `50:11 100:13 …` with the winner's VP."""
    if not bounds:
        return []
    if any(":" in bound for bound in bounds):
        pairs = [bound.partition(":")[::2] for bound in bounds]
        rows: list[list[int | None]] = [
            [typed_number(upper, "table"), typed_number(vp, "table")] for upper, vp in pairs
        ]
    elif len(bounds) != len(WINNERS_VP):
        raise refuse("table", "TOU-1", N_("There must be {count} differences"), count=len(WINNERS_VP))
    else:
        rows = [[typed_number(bound, "table"), vp] for bound, vp in zip(bounds, WINNERS_VP, strict=True)]
    return [*rows, [None, WHOLE]]


def _table_text(table: list[list[int]]) -> str:
    """Returns a VP table as `_table` parses it: with the winner's VP only if they are not the usual ones."""
    rows = table[:-1]
    if [vp for _upper, vp in rows] == [*WINNERS_VP]:
        return ", ".join(str(upper) for upper, _vp in rows)
    return ", ".join(f"{upper}:{vp}" for upper, vp in rows)


def _system(form: PlainForm, before: Document | None) -> Document:
    """Parses the pairing system; for a system that the form cannot show, only the first round can change."""
    first = {"first": form.text("first") or "lots"}
    choice = form.text("system")
    if choice == KEEP and before is not None:
        return {**before["system"], **first}
    if choice == "mixed":
        return {"kind": "mixed", **first, "parts": [_mitchell_part(form), *_later_parts(form)]}
    system = _neighbours(choice) if choice in NEIGHBOURS else {"kind": choice.partition("-")[0]}
    return system | first | _fields_of(form, system["kind"], choice)


def _neighbours(choice: str) -> Document:
    rematch = {"rematch": REMATCH[choice]} if choice in REMATCH else {}
    return {"kind": choice.partition("-")[0], **rematch}


def _fields_of(form: PlainForm, kind: str, choice: str) -> Document:
    """Parses the settings of a system that is not mixed."""
    system: Document = {"rounds": typed_number(form.text("rounds"), "rounds")} if kind in WITH_ROUNDS else {}
    if form.text("apart") and kind in (*WITH_ROUNDS, "knockout"):
        system |= {"apart": "club", "apart_rounds": 1}
    if form.text("singles") and kind in ("danese", "draw"):
        system |= {"singles": True, "partners": form.text("partners") or "1+4"}
    if kind == "mitchell":
        system["step"] = typed_number(form.text("step") or "1", "step")
    if kind == "round_robin" and form.text("twice"):
        system["twice"] = True
    then = {"kind": "knockout", "third_place": bool(form.text("third_place"))}
    if choice == "groups-again":
        then = {"kind": "groups", **_sizes(form, "second_"), "then": then}
    if kind == "groups":
        system |= {**_sizes(form, ""), "then": then}
    return system | ({"third_place": then["third_place"]} if kind == "knockout" else {})


def _sizes(form: PlainForm, stage: str) -> Document:
    return {name: typed_number(form.text(stage + name), stage + name) for name in ("size", "qualify")}


def _mitchell_part(form: PlainForm) -> Document:
    apart = {"apart": "club", "apart_rounds": 1} if form.text("apart") else {}
    rounds = typed_number(form.text("mitchell_rounds"), "mitchell_rounds")
    return {"kind": "mitchell", "rounds": rounds, "step": typed_number(form.text("step") or "1", "step"), **apart}


def _used_parts(form: PlainForm) -> list[str]:
    """Returns the names of a mixed system's parts, as the document has them: the Mitchell, then some of LATER."""
    return ["mitchell", *(name for name in LATER if name == "then" or form.text(name))]


def _later_parts(form: PlainForm) -> list[Document]:
    """Parses the parts after the Mitchell; the last one may have flights."""
    parts = [_later_part(form, name) for name in _used_parts(form)[1:]]
    if form.text("flights"):
        parts[-1] |= {"flights": typed_number(form.text("flights"), "flights")}
        parts[-1] |= {} if form.text("carry") else {"carry": False}
    return parts


def _later_part(form: PlainForm, name: str) -> Document:
    choice, field = form.text(name), f"{name}_rounds"
    return {
        **_neighbours(choice if choice in NEIGHBOURS else "danese"),
        "rounds": typed_number(form.text(field), field),
    }


def show_problems(form: PlainForm, refusal: Refusal) -> None:
    """Adds each problem of the document to its field of the form."""
    for problem in refusal.problems:
        path = (problem["field"] or "").split(".")
        form.problems[_field_of(form, path)] = text_of(problem)


SECOND = {"size": "second_size", "qualify": "second_qualify"}  # fields of the second groups


def _field_of(form: PlainForm, path: list[str]) -> str:
    """Returns the form field that shows a problem at this path of the document."""
    group, *names = path
    renamed: dict[str, str] = {}
    if names[:1] == ["then"]:
        names, renamed = names[1:], SECOND
    elif names[:1] == ["parts"] and len(names) > 2:
        used = _used_parts(form)
        renamed = {"rounds": f"{used[min(int(names[1]), len(used) - 1)]}_rounds"}
        names = names[2:]
    field = renamed.get(names[0], names[0]) if names else ""
    return field if field in form.typed else group


def typed_of(document: Document, desk: Desk) -> dict[str, str]:
    """Returns the current settings as texts by form field."""
    scoring = document["scoring"]
    vp = scoring["kind"] == "vp"
    texts = USUAL | {
        "name": document.get("name") or "",
        "preset": _preset_text(document),
        "scoring": f"vp-{scoring['hands']}" if vp else f"match-{scoring.get('best_of') or 1}",
        "wins": scoring.get("wins") or USUAL["wins"],
        "minutes": str(desk.get("minutes") or ""),
        "confirm": desk.get("confirm", ""),
    }
    if vp and scoring.get("table"):
        texts["table"] = _table_text(scoring["table"])
    return texts | _system_texts(document["system"])


def _preset_text(document: Document) -> str:
    """Returns the choice of game and preset; the game's first preset if the document names none."""
    game = find_game(document.get("game"))
    preset = game.preset(document.get("variant")) if game else None
    return f"{game.slug}/{preset['slug']}" if game and preset else ""


def _system_texts(system: Document) -> dict[str, str]:
    """Returns the settings of a system as texts; only the choice to keep it if the form cannot show them."""
    choice = _choice(system)
    texts = {"system": choice, "first": str(system.get("first") or USUAL["first"])}
    if choice == KEEP:
        return texts
    if choice == "mixed":
        mitchell, *later = system["parts"]
        texts["mitchell_rounds"], last = str(mitchell["rounds"]), later[-1]
        for name, part in zip(LATER, later, strict=False):
            texts |= {name: _choice(part), f"{name}_rounds": str(part["rounds"])}
        texts |= _texts(mitchell, ("step",)) | _texts(last, ("flights",)) | _ticks(mitchell, ("apart",))
        return texts | {"carry": "" if last.get("carry") is False else "1"}
    texts |= _texts(system, ("rounds", "size", "qualify", "step", "partners")) | _ticks(
        system, ("apart", "singles", "twice", "third_place")
    )
    then = system.get("then") or {}
    texts |= {f"second_{name}": text for name, text in _texts(then, ("size", "qualify")).items()}
    return texts | _ticks(then, ("third_place",)) | _ticks(then.get("then") or {}, ("third_place",))


def _texts(fields: Document, names: Iterable[str]) -> dict[str, str]:
    return {name: str(fields[name]) for name in names if fields.get(name) is not None}


def _ticks(fields: Document, names: Iterable[str]) -> dict[str, str]:
    return {name: "1" for name in names if fields.get(name)}


def _choice(system: Document) -> str:
    """Returns the form's choice for a system, or for a part of one."""
    kind: str = system["kind"]
    if kind == "mixed":
        return kind if system["parts"][0]["kind"] == "mitchell" else KEEP
    if kind == "groups" and (system.get("then") or {}).get("kind") == "groups":
        return "groups-again"
    named = {value: choice for choice, value in REMATCH.items()}
    return named.get(system.get("rematch") or None, kind) if kind == "danese" else kind


def choices(form: PlainForm) -> dict[str, Any]:
    """Returns the choices of the settings form: numbers, systems with the game's usual ones first, and proposals."""
    slug = form.text("preset").partition("/")[0]
    current = number_in(form.text("scoring").removeprefix("match-"), 2)
    return {
        "hands": tuple(UPPER),
        "legs": sorted({*MATCHES, *([current] if current else [])}),
        "systems": (ONCE, CUPS) if has_victory_points(slug or None) else (CUPS, ONCE),
        "victory_points": [game.slug for game in GAMES if has_victory_points(game.slug)],
        "open_totals": [game.slug for game in GAMES if game.lowest_in(game.presets[0]["slug"]) is None],
        "proposed": {"vp": {name: USUAL[name] for name in PROPOSED}, "match": PROPOSED},
    }
