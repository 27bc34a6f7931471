"""The form of a tournament's settings: shows a document's settings as texts, and reads them back into a document.

Saving the form loses nothing: scoring or system stay exactly as they were unless one of their fields changed. Settings
without a field stay as long as the kind of scoring or system does.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Any, NamedTuple

from scorekeeper.clubs.named_games import kept_rules
from scorekeeper.clubs.nights import read_defaults
from scorekeeper.clubs.tournaments.desk import Desk
from scorekeeper.games import GAMES, find_game
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.games.engine.checks import is_printable
from scorekeeper.i18n import say
from scorekeeper.store.club_models import Club
from scorekeeper.tournaments.changes.results import Document
from scorekeeper.tournaments.fields import LONGEST_NAME
from scorekeeper.tournaments.options import FIRST, FORBIDDEN, Choice, Option
from scorekeeper.tournaments.scoring import UPPER, WHOLE, WINNERS_VP
from scorekeeper.tournaments.settings import LEAST
from scorekeeper.tournaments.system import CUPS, EVERY_ROUND, Variant, all_variants
from scorekeeper.tournaments.systems import SYSTEMS
from scorekeeper.web.forms import PlainForm, number_in, typed_number

USUAL = {
    "preset": next((f"{game.slug}/{game.tournament_preset}" for game in GAMES if game.tournament_preset), ""),
    "scoring": "vp-4",
    "wins": "most",
    "system": "danese",
    "confirm": "result",
}
PROPOSED = {"scoring": "match-3", "system": "knockout"}  # for games without victory points
TWO = 2  # sides of a table
KEEP = "keep"  # the choice for a system that the form cannot show
MATCHES = (1, 2, 3, 5, 7)  # how many matches can decide a round
FIELDS = {"game": ("preset",), "scoring": ("scoring", "table", "wins")}  # of the form, by part of the document
HIDDEN = {"vp": ("bye",), "match": ("win", "draw", "loss")}  # settings of scoring without a field in the form


def usual() -> dict[str, str]:
    """Returns the texts of the form for a usual tournament."""
    return {option.input: option.usual for option in all_inputs() if option.usual} | USUAL


def all_inputs() -> list[Option]:
    """Returns the options of all systems in the form, each once; in the order of each variant."""
    merged: list[Option] = [FIRST]
    for variant in all_variants():
        at = len(merged)
        for option in _inputs(variant):
            names = [other.input for other in merged]
            if option.input in names:
                at = names.index(option.input) + 1
            else:
                merged.insert(at, option)
                at += 1
    return merged


def _inputs(variant: Variant) -> list[Option]:
    return SYSTEMS[variant.kind].inputs(variant.name)


def usual_in(club: Club) -> dict[str, str]:
    """Returns the form for a new tournament, filled in with general defaults and the club's own."""
    texts = usual() | {"place": club.address}
    if not club.usual_preset:
        return texts
    texts["preset"] = club.usual_preset
    return texts if has_victory_points(club.usual_preset.partition("/")[0]) else texts | PROPOSED


def parse_settings(form: PlainForm, before: Document | None = None, club: int | None = None) -> tuple[Document, Desk]:
    """Parses the settings: the changed fields of a document, and parts of the desk. Raises Refusal.

    `before` is the document that the form showed, None for a new tournament. If the `club`'s own game is chosen, its
    rules become the house rules of the desk.
    """
    name = form.text("name")
    if not 1 <= len(name) <= LONGEST_NAME or not is_printable(name):
        raise refuse("name", None, N_("Enter 1 to {longest} characters"), longest=LONGEST_NAME)
    agreed = read_defaults(form.text("preset"), "", form.text("minutes"), form.text("confirm"), club)
    document: Document = {"name": name, "scoring": _scoring(form), "system": _system(form, before)}
    document |= {"game": agreed.game or None, "variant": agreed.variant or None}
    desk: Desk = {"minutes": agreed.minutes, "confirm": agreed.confirm}
    if before is None or not _is_same(form, typed_of(before, {}), *FIELDS["game"]):
        desk["options"] = {}
    if club is not None and (rules := kept_rules(club, agreed.variant)):
        _take_kept(document, desk, rules)
    if before is not None:
        document = _with_unchanged(form, document, before)
    return document, desk


def _take_kept(document: Document, desk: Desk, rules: dict[str, Any]) -> None:
    """Sets game and house rules to those that the club keeps; where the lowest total wins, it wins a table, too."""
    desk["options"] = rules["options"]
    document["game"], document["variant"] = rules["game"], rules["variant"]
    game = find_game(rules["game"])
    preset = game.preset(rules["variant"]) if game else None
    if game and preset and game.is_lowest_best({**preset["options"], **rules["options"]}):
        document["scoring"]["wins"] = LEAST


def _with_unchanged(form: PlainForm, document: Document, before: Document) -> Document:
    """Returns the parsed settings, with the former value of everything that the form did not change."""
    texts = typed_of(before, {})
    if _is_same(form, texts, *FIELDS["game"]):
        document = {name: value for name, value in document.items() if name not in ("game", "variant")}
        document |= {name: before[name] for name in ("game", "variant") if name in before}
    is_same = _is_same(form, texts, *FIELDS["scoring"])
    document["scoring"] = before["scoring"] if is_same else _with_hidden(before["scoring"], document["scoring"])
    is_same = _is_same(form, texts, "system", *(option.input for option in all_inputs()))
    old, new = before["system"], document["system"]
    if is_same or old["kind"] == new["kind"]:
        document["system"] = old if is_same else SYSTEMS[new["kind"]].keep(old, new)
    document["system"] = {**FORBIDDEN.keep(old, new), **document["system"]}
    return document


def _is_same(form: PlainForm, texts: dict[str, str], *names: str) -> bool:
    return all(form.text(name) == texts.get(name, "") for name in names)


def _with_hidden(before: Document, after: Document) -> Document:
    """Returns the changed scoring with the settings of `before` that have no field in the form."""
    if before["kind"] != after["kind"]:
        return after
    return after | {name: before[name] for name in HIDDEN[after["kind"]] if name in before}


def has_victory_points(slug: str | None) -> bool:
    """True if victory points can be chosen for a game: one with a preset for them, a custom game, or none (None)."""
    game = find_game(slug)
    return game is None or bool(game.tournament_preset or game.named_by)


def check_scoring(form: PlainForm, document: Document, house_rules: dict[str, Any]) -> None:
    """Raises Refusal for a game without two sides, and for victory points in a game that has none.

    For the latter it proposes matches won in the form.
    """
    game, variant = find_game(document.get("game")), document.get("variant") or ""
    preset = game.preset(variant or None) if game else None
    shapes = game.shapes(variant, {**preset["options"], **house_rules}) if game and preset else []
    if game is not None and all(sides != TWO for sides, _players in shapes):
        many = min(sides for sides, _players in shapes)
        text = N_(
            "{game} is played by {sides} who play each for themselves, and tournaments have two sides at a table. "
            "Plan a night instead: it ranks the players, and a championship adds nights up."
        )
        raise refuse("preset", None, text, game=game.called(document.get("variant"), say), sides=many)
    if document["scoring"]["kind"] == "vp" and game is not None and not has_victory_points(game.slug):
        form.typed = {**form.typed, **PROPOSED}
        text = N_("{game} has no victory points: best of three in a knock-out is proposed. Check it, then save.")
        raise refuse("scoring", "TOU-1", text, game=game.called(document.get("variant"), say))


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
    if form.text("system") == KEEP and before is not None:
        return {**before["system"], **FIRST.write(form)}
    variant = _chosen(form)
    if variant is None:
        return {"kind": form.text("system"), **FIRST.write(form)}
    return SYSTEMS[variant.kind].write(variant, form)


def _chosen(form: PlainForm) -> Variant | None:
    """Returns the variant that the form has chosen; None for an unknown one."""
    return next((variant for variant in all_variants() if variant.name == form.text("system")), None)


@contextmanager
def at_fields(form: PlainForm) -> Iterator[None]:
    """Context manager that moves a Refusal’s problems from the fields of the document to those of the form."""
    try:
        yield
    except Refusal as refusal:
        for problem in refusal.problems:
            problem["field"] = _field_of(form, (problem["field"] or "").split("."))
        raise


def _field_of(form: PlainForm, path: list[str]) -> str:
    """Returns the form field that shows a problem at this path of the document."""
    group, *names = path
    chosen = _chosen(form) if group == "system" else None
    field = names[0] if names else ""
    if chosen is not None:
        field = SYSTEMS[chosen.kind].input_at(names, chosen.name, form)
    return field if field in form.typed else group


def typed_of(document: Document, desk: Desk) -> dict[str, str]:
    """Returns the current settings as texts by form field."""
    scoring = document["scoring"]
    vp = scoring["kind"] == "vp"
    texts = usual() | {
        "name": document.get("name") or "",
        "preset": _preset_text(document),
        "scoring": f"vp-{scoring['hands']}" if vp else f"match-{scoring.get('best_of') or 1}",
        "wins": scoring.get("wins") or USUAL["wins"],
        "minutes": str(desk.get("minutes") or ""),
        "confirm": desk.get("confirm", ""),
    }
    if vp and scoring.get("table"):
        texts["table"] = _table_text(scoring["table"])
    system = document["system"]
    return texts | FIRST.show(system) | (SYSTEMS[system["kind"]].show(system) or {"system": KEEP})


def _preset_text(document: Document) -> str:
    """Returns the choice of game and preset; the game's first preset if the document names none."""
    game = find_game(document.get("game"))
    preset = game.preset(document.get("variant")) if game else None
    return f"{game.slug}/{preset['slug']}" if game and preset else ""


def choices(form: PlainForm) -> dict[str, Any]:
    """Returns the choices of the settings form: numbers, systems with the game's usual ones first, and proposals."""
    slug = form.text("preset").partition("/")[0]
    current = number_in(form.text("scoring").removeprefix("match-"), 2)
    families = [EVERY_ROUND, CUPS] if has_victory_points(slug or None) else [CUPS, EVERY_ROUND]
    return {
        "hands": tuple(UPPER),
        "legs": sorted({*MATCHES, *([current] if current else [])}),
        "first": FIRST,
        "systems": _families(families),
        "blocks": _blocks(form),
        "victory_points": [game.slug for game in GAMES if has_victory_points(game.slug)],
        "open_totals": [
            game.slug for game in GAMES if not game.shelf and game.lowest_in(game.presets[0]["slug"]) is None
        ],
        "proposed": {"vp": {name: USUAL[name] for name in PROPOSED}, "match": PROPOSED},
    }


def _families(families: list[str]) -> list[tuple[str, list[tuple[int, Variant]]]]:
    """Returns each family with its numbered variants (as in `Block.variants`), the usual ones first."""
    pairs = sorted(enumerate(all_variants(), start=1), key=lambda pair: not pair[1].usual)
    return [
        (family, [(number, variant) for number, variant in pairs if SYSTEMS[variant.kind].family == family])
        for family in families
    ]


class Block(NamedTuple):
    """Options of the form that the same variants have: the variants' numbers, from 1 in `all_variants`, and the rows.

    `more` are further down, some in a `fold`, which is open if one of its choices `is_used`.
    """

    variants: tuple[int, ...]
    more: bool
    fold: str
    rows: list[list[Option]]
    is_used: bool


def _blocks(form: PlainForm) -> list[Block]:
    """Returns the options of all systems but FIRST, in blocks that are shown together."""
    rows: list[list[Option]] = [[]]
    for option in all_inputs()[1:]:
        rows[-1].append(option)
        if not option.beside:
            rows.append([])
    blocks = []
    for (having, more, fold), group in groupby(rows[:-1], key=_head):
        of_block = list(group)
        is_used = any(form.text(option.input) for row in of_block for option in row if isinstance(option, Choice))
        blocks.append(Block(having, more, fold, of_block, is_used))
    return blocks


def _head(row: list[Option]) -> tuple[tuple[int, ...], bool, str]:
    """Returns what a row shares with others of its `Block`: `variants`, `more` and `fold`."""
    having = [
        number
        for number, variant in enumerate(all_variants(), start=1)
        if row[0].input in [option.input for option in _inputs(variant)]
    ]
    return tuple(having), row[0].more, row[0].fold
