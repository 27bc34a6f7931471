"""Truco as it is played in Argentina, in Uruguay and in Rio Grande do Sul."""

from typing import Any

from ..engine.base import Entry, Setup, Table, Words, _
from ..engine.entries import typed_entry
from ..engine.final_result import one_at_target
from ..engine.side_names import SIGNS, signs_of
from ..engine.words import shares
from .claims import CLAIMS
from .deal import PARTS, is_played
from .fields import CLAIM_FIELDS, OPTIONS, PRESETS, RULES, SHAPES, WAYS
from .rules import Rules


class TrucoArgentino(Rules):
    slug = "truco-argentino"
    title = _("Truco argentino")
    blurb = _("Envido, flor and truco with forty Spanish cards, in malas and buenas")
    tint = 5
    rulebook = RULES
    won_rule = "TAR-23"
    presets = PRESETS
    preset_words = {
        "argentino": _("To 30 points, 15 malas and 15 buenas. Without flor."),
        "argentino-15": _("A short match to 15 points, without flor. The falta is worth what the leader needs."),
        "con-flor": _("To 30 points. Three cards of a suit are a flor, with contraflor and contraflor al resto."),
        "uruguayo": _("To 40 points, with muestra and flor; envido and flor are raised as high as you like."),
        "gauderio": _("To 24 points as in Rio Grande do Sul, with flor. Three tied tricks are worth nothing."),
    }
    presets_at_home = {"pt_BR": ("gauderio",), "es_UY": ("uruguayo",)}
    options = OPTIONS
    every_shape = SHAPES
    ways = WAYS
    claims = CLAIMS
    claim_fields = CLAIM_FIELDS
    call_words = {2: "Truco!", 3: "Retruco!", 4: "Vale cuatro!"}
    tally = 40
    squares = True
    capped = True
    pad_waits = True

    def follow_ups(self, setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
        """Returns the form offered after a verdict on a hand, filled in with its truco; none for a duel."""
        if slug != "hand" or "duel" in claim:
            return []
        winner = verdict["effect"]["winner"]
        fields = {"way": "points"}
        fields.update(typed_entry({"truco": claim["truco"]}))
        return [{"text": [_("Add truco to hand"), {}], "side": winner, "fields": fields}]

    def announced(self, setup: Setup, table: Table, next_hand: "dict[str, Any]") -> Words:
        """Returns in words the mano of the next hand, the value of a falta envido, and the sides in the buenas."""
        words: Words = [[_("{who} is mano"), {"who": next_hand["mano"]}]]
        first, second = next_hand["falta"]
        if first == second:
            words.append([_("falta {points}"), {"points": first}])
        else:
            text = _("falta {points} for {sign}")
            words += [[text, {"points": points, "sign": SIGNS[side]}] for side, points in enumerate(next_hand["falta"])]
        ahead = [side for side, half in enumerate(next_hand["halves"] or []) if half == "buenas"]
        return words + ([[_("buenas {signs}"), {"signs": signs_of(ahead)}]] if ahead else [])

    def told(self, setup: Setup, entry: Entry) -> Words:
        """Returns the entry of a hand or its duels in words."""
        words: Words = []
        for number, duel in enumerate(entry.get("duels", []), 1):
            words.append([_("duel {number}"), {"number": number}])
            words += _parts(duel)
        return words or _parts(entry)

    def final_problem(self, options: "dict[str, Any]", totals: "list[int]") -> "str | None":
        return one_at_target(options, totals)


TIE = "="
GOOD = "–"  # for a side that said “son buenas”
POINTS = {
    "flor": _("flor {points} for {sign}"),
    "envido": _("envido {points} for {sign}"),
    "truco": _("truco {points} for {sign}"),
}


def _parts(entry: Entry) -> Words:
    words: Words = []
    for name in PARTS:
        part = entry.get(name)
        if isinstance(part, dict):
            words += _in_full(name, part)
        elif isinstance(part, list) and is_played(part):
            side = 0 if part[0] else 1
            words.append([POINTS[name], {"points": part[side], "sign": SIGNS[side]}])
        elif name == "truco" and part is not None:
            words.append([_("drawn"), {}])
    return words


def _in_full(name: str, part: Entry) -> Words:
    """Returns flor, envido or truco in words if entered in full: flores, tricks, calls, values, winner."""
    words: Words = []
    if name == "flor":
        words.append([_("flores {shares}"), {"shares": shares(part["flors"])}])
    if part.get("tricks"):
        won = [TIE if side is None else SIGNS[side] for side in part["tricks"]]
        words.append([_("tricks {signs}"), {"signs": " ".join(won)}])
    words += _calls(part)
    if "values" in part:
        values = [GOOD if value is None else str(value) for value in part["values"]]
        words.append([_("values {said}"), {"said": " : ".join(values)}])
    if "winner" in part:
        words.append([_("best of {sign}"), {"sign": SIGNS[part["winner"]]}])
    if "mazo" in part:
        words.append([_("{sign} gave up"), {"sign": SIGNS[part["mazo"]]}])
    return words


def _calls(part: Entry) -> Words:
    """Returns the calls in words, in order, with the side that called first and the final answer."""
    if "answer" not in part:
        return []
    calls = ", ".join([str(call).replace("_", " ") for call in part.get("calls", [])]) or "flor"
    accepted = _("{calls} by {sign}: accepted")
    refused = _("{calls} by {sign}: refused")
    text = accepted if part["answer"] == "accept" else refused
    return [[text, {"calls": calls, "sign": SIGNS[part["by"]]}]]


GAME = TrucoArgentino()
