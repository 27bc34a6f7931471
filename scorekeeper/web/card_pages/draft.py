"""A card while it is made: the same document, of which labels and names may still be missing.

A form sends the draft that it was made from (`card`) and the texts of its controls, which go over it. So what a page
does not show is kept, and both ways to edit, by questions and by expressions, change one document.
"""

import re
import unicodedata
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from scorekeeper import bounded_json
from scorekeeper.bounded_json import BadJson
from scorekeeper.games.card import library
from scorekeeper.games.card.reading import FORMAT, LONGEST_CHECK, LONGEST_NAME, MOST_EXAMPLES, MOST_SETTINGS
from scorekeeper.games.card.shapes import LONGEST_WORD, RESERVED
from scorekeeper.games.card.spelling import WORDS
from scorekeeper.games.engine.side_names import in_language
from scorekeeper.i18n import _, current_locale, say
from scorekeeper.web.card_pages.packing import CARD
from scorekeeper.web.card_pages.sentences import (
    ANY,
    LEAST,
    MOST,
    NO,
    NOBODY,
    SIGNS,
    YES,
    Condition,
    Worth,
    when_of,
    worth_of,
)

Draft = dict[str, Any]
Form = Mapping[str, str]
LONGEST_LABEL, LONGEST_EXPRESSION = 60, 300
LISTS = {"fields": 16, "points": 24, "checks": 16, "values": 12, "counters": 8}  # the most rows of each
TOTAL, HANDS, TIMES, OPEN, OWN = "total", "hands", "times", "open", "own"  # when it is over
MOST_COLUMNS = 8  # of “Another game” that are looked at
FIRST_NAME = "made"  # of the number that an empty draft counts
EXPRESSIONS = (
    "name",
    "worth",
    "when",
    "unless",
    "next",
    "start",
    "sum",
    "most",
    "least",
    "target",
    "hands",
    "out",
    "winner",
    "deal",
)
NUMBER = re.compile(r"-?[0-9]{1,9}")
QUOTIENT = re.compile(r"([^/÷]+?) ?(?:÷|//?) ?([^/÷]+)")
MOST_POINTS = 99_999  # of a number that may be negative
TIMES_WHEN = re.compile(r"any\(([a-z][a-z0-9_]*) >= (.+)\)")


def empty() -> Draft:
    """Returns a draft with one number, which is worth itself: what most games need."""
    return {
        "format": FORMAT,
        "name": "",
        "best": "high",
        "sides": [2, 6],
        "team": [1, 1],
        "fields": [{"name": FIRST_NAME, "label": _("Points"), "kind": "number"}],
        "points": [{"label": _("Points"), "worth": FIRST_NAME}],
        "checks": [],
        "values": [],
        "counters": [],
        "settings": [],
        "end": {},
        "examples": [],
    }


def from_library(slug: str) -> Draft:
    """Returns a draft of a card of the library, with its texts in the visitor's language."""
    return translated(library.card_named(slug)) if slug in library.SLUGS else empty()


def translated(card: dict[str, Any]) -> Draft:
    """Returns a draft of a card, with its texts in the visitor's language."""
    return _sound(in_one_language(card, current_locale()))


def in_one_language(part: Any, locale: str) -> Any:
    """Returns a card, or a part of one, with each label in one language."""
    if isinstance(part, list):
        return [in_one_language(member, locale) for member in part]
    if not isinstance(part, dict):
        return part
    return {
        name: in_language(value, locale)
        if name in ("label", "name", "about") and isinstance(value, (dict, str))
        else in_one_language(value, locale)
        for name, value in part.items()
    }


def from_own(options: Form) -> Draft:
    """Returns the draft that counts as “Another game” does with these options of its form."""
    draft = empty()
    draft["name"], draft["team"] = options.get("options.name", "")[:LONGEST_NAME], [1, 6]
    draft["best"] = "low" if options.get("options.best") == "low" else "high"
    draft["sides"] = [2, 12]
    draft["end"] = {name: int(text) for name in ("target", "hands") if (text := _digits(options, name))}
    if limit := _digits(options, "limit"):
        draft["end"]["out"] = f"total >= {limit}"
    field = draft["fields"][0]
    field.update(least=-MOST_POINTS, most=MOST_POINTS, step=int(_digits(options, "step") or 1))
    if options.get("options.negative") == "0":
        field["least"] = 0
    if total := _digits(options, "sum"):
        field["sum"] = int(total)
    for at in range(MOST_COLUMNS):
        _add_column(
            draft, options.get(f"options.columns.{at}.name", "").strip(), _digits(options, f"columns.{at}.factor")
        )
    return draft


def _add_column(draft: Draft, label: str, factor: str) -> None:
    """Adds what a column of “Another game” counts: a number, and a line with so many points for one of it."""
    if label:
        name = word_for(label, draft)
        draft["fields"].append({"name": name, "label": label[:LONGEST_LABEL], "kind": "number", "most": 9999})
        worth = worth_of(Worth("", factor or "1", name))
        draft["points"].append({"label": label[:LONGEST_LABEL], "worth": worth})


def _digits(options: Form, name: str) -> str:
    text = options.get("options." + name, "").strip()
    return text if NUMBER.fullmatch(text) else ""


def sent(text: str) -> Draft:
    """Returns the draft in a form's hidden field; an empty one if it is none."""
    try:
        draft = bounded_json.read(text, CARD)
    except BadJson:
        return empty()
    return _sound(draft) if isinstance(draft, dict) else empty()


def _sound(draft: Draft) -> Draft:
    """Returns a draft in which the parts that the pages look at have their types, whatever was sent."""
    sound = {**empty(), **draft}
    for name, most in {**LISTS, "settings": MOST_SETTINGS, "examples": MOST_EXAMPLES}.items():
        rows = sound.get(name, [])
        rows = [row for row in rows if isinstance(row, dict)][:most] if isinstance(rows, list) else []
        sound[name] = rows if name == "examples" else [_sound_row(row) for row in rows]
    sound["end"] = sound["end"] if isinstance(sound["end"], dict) else {}
    for name in ("sides", "team"):
        span = sound[name]
        is_span = isinstance(span, list) and len(span) == 2 and all(type(end) is int for end in span)
        sound[name] = span if is_span else empty()[name]
    sound["name"] = sound["name"] if isinstance(sound["name"], str) else ""
    sound["best"] = "low" if sound["best"] == "low" else "high"
    return sound


def _sound_row(row: dict[str, Any]) -> dict[str, Any]:
    """Returns a row whose label, name and kind are texts, and whose choices are groups."""
    usual = {"label": "", **{name: text for name, text in (("kind", "number"), ("name", "")) if name in row}}
    row = {**row, **{name: text for name, text in usual.items() if not isinstance(row.get(name), str)}}
    choices = row.get("choices", [])
    if not isinstance(choices, list) or not all(isinstance(choice, dict) for choice in choices):
        row["choices"] = []
    return row


def changed(draft: Draft, form: Form, by_expressions: bool) -> Draft:
    """Returns the draft with the texts of a form's controls."""
    new: Draft = deepcopy(draft)
    if "name" in form:
        new["name"] = form["name"].strip()[:LONGEST_NAME]
        new["best"] = "low" if form.get("best") == "low" else "high"
        _change_sides(new, form)
    for at, field in enumerate(new["fields"]):  # before anything of the same form that looks for such a field
        label = form.get(f"fields.{at}.label", "").strip()[:LONGEST_LABEL]
        if label and not field.get("name"):
            field.update(label=label, name=word_for(label, new))
    for at, line in enumerate(new["points"]):
        _change_line(line, form, f"points.{at}.", new, by_expressions)
    if by_expressions:
        _change_expressions(new, form)
    else:
        _change_end(new, form)
        new["checks"] = [each for at, each in enumerate(new["checks"]) if _is_ticked(form, f"checks.{at}")]
        new["checks"] += [each for at, each in enumerate(suggestions(draft)) if form.get(f"suggested.{at}") == "1"]
        new["checks"] = new["checks"][: LISTS["checks"]]
    for at, field in enumerate(new["fields"]):  # after all that names them, because a new label may rename a field
        _change_field(field, form, f"fields.{at}.", new)
    return new


def _is_ticked(form: Form, name: str) -> bool:
    return form.get(name + ".shown") != "1" or form.get(name) == "1"


def _change_sides(draft: Draft, form: Form) -> None:
    ticked = [count for count in range(2, 13) if form.get(f"sides.{count}") == "1"]
    if ticked:
        draft["sides"] = [ticked[0], ticked[-1]]
    if form.get("team") in ("1", "2"):
        draft["team"] = [int(form["team"])] * 2


def named(text: str, draft: Draft) -> str:
    """Returns a typed text as an expression: a number, the name of what has this label, a quotient, else itself."""
    text = " ".join(text.split())[:LONGEST_EXPRESSION].replace("−", "-")
    if NUMBER.fullmatch(text):
        return str(int(text))  # without zeros before it
    minus, label = ("-", text[1:].strip()) if text.startswith("-") else ("", text)
    for row in [*draft["fields"], *draft["values"], *draft["settings"]]:
        if label and row.get("name") and row["label"].casefold() == label.casefold():
            return minus + str(row["name"])
    known = [*always_known(), *_known_of_one_each(draft)]
    word = next((name for name, word in known if word.casefold() == text.casefold()), "")
    parts = QUOTIENT.fullmatch(text)
    return word or (f"{named(parts[1], draft)} // {named(parts[2], draft)}" if parts else text)


def quotient_shown(text: Any, draft: Draft) -> Any:
    """Returns the expression of a quotient as it is typed, `60 / players`; another value as it is."""
    words = dict([*always_known(), *_known_of_one_each(draft)])
    parts = QUOTIENT.fullmatch(str(text))
    return " / ".join([words.get(part, part) for part in parts.groups()]) if parts else text


def _known_of_one_each(draft: Draft) -> list[tuple[str, str]]:
    """Returns what more can be named where nobody has a partner."""
    return [("sides", _("players"))] if draft["team"] == [1, 1] else []


def always_known() -> list[tuple[str, str]]:
    """Returns the numbers that every card can name, as (name, words)."""
    return [(name, say(WORDS[name], {})) for name in ("hand", "sides")]


def expression(text: str, draft: Draft) -> "str | int | None":
    """Returns a typed expression as a card has it: a number, a text, or None if there is none."""
    text = named(text, draft)
    return int(text) if NUMBER.fullmatch(text) else text or None


def _put(row: dict[str, Any], name: str, value: Any) -> None:
    """Sets a part of a row; removes it if it has its usual value."""
    if value in (None, "") or value is False:  # 0 is a value
        row.pop(name, None)
    else:
        row[name] = value


def _change_field(field: dict[str, Any], form: Form, path: str, draft: Draft) -> None:
    if path + "label" not in form:
        return
    former, field["label"] = field["label"], form[path + "label"].strip()[:LONGEST_LABEL]
    for line in draft["points"]:
        if former and field["label"] and line["label"] == former:
            line["label"] = field["label"]
    if field["label"] not in ("", former) and field["name"] in (FIRST_NAME, _word(former)):
        _rename(draft, field["name"], word_for(field["label"], draft))
    _put(field, "before", form.get(path + "before") == "1")
    _put(field, "required", form.get(path + "required") == "1")
    if field["kind"] == "side":
        return
    _put(field, "per", "hand" if form.get(path + "per") == "hand" else None)
    if field["kind"] == "number":
        for key in ("sum", "most", "least"):
            if path + key in form:
                _put(field, key, expression(form[path + key], draft))
        if field.get("per") == "hand":
            field.pop("sum", None)
        if field.get("sum") == 0:  # what some win, the others lose
            field.setdefault("least", -MOST_POINTS)


def word_for(label: str, draft: Draft) -> str:
    """Returns a name in expressions for what has this label: its letters without accents, and unlike all others."""
    word = _word(label)
    taken = {row.get("name") for name in ("fields", "values", "counters") for row in draft[name]} | set(RESERVED)
    taken |= {row.get("name") for row in draft["settings"]}
    if word not in taken:
        return word
    return next(each for number in range(2, 100) if (each := f"{word}_{number}") not in taken)


def _word(label: str) -> str:
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    word = re.sub("[^a-z0-9]+", "_", plain).strip("_")[: LONGEST_WORD - 3].rstrip("_")
    return word if re.match("[a-z]", word) else "entry"


def _rename(draft: Draft, old: str, new: str) -> None:
    """Replaces a field's name wherever the draft has it."""
    for name in (*LISTS, "end"):
        _rename_in(draft[name], re.compile(rf"(?<![a-z0-9_.]){old}(?![a-z0-9_])"), new)
    if isinstance(draft.get("deal"), str):
        _rename_in(draft, re.compile(rf"(?<![a-z0-9_.]){old}(?![a-z0-9_])"), new, ("deal",))
    draft["examples"] = []  # their hands have the former name


def _rename_in(part: Any, old: "re.Pattern[str]", new: str, keys: tuple[str, ...] = EXPRESSIONS) -> None:
    for key, value in list(part.items()) if isinstance(part, dict) else enumerate(part):
        if isinstance(value, dict):
            _rename_in(value, old, new)
        elif isinstance(value, str) and key in keys:
            part[key] = old.sub(new, value)


def _change_line(line: dict[str, Any], form: Form, path: str, draft: Draft, by_expressions: bool) -> None:
    if path + "label" in form:
        line["label"] = form[path + "label"].strip()[:LONGEST_LABEL]
    if by_expressions and path + "worth" in form:
        _put(line, "when", form.get(path + "when", "").strip()[:LONGEST_EXPRESSION])
        line["worth"] = form[path + "worth"].strip()[:LONGEST_EXPRESSION]
    elif not by_expressions and path + "base" in form:

        def text(name: str) -> str:
            return form.get(path + name, "").strip()

        first = _condition(draft, text("if"), text("is"), text("than"))
        second = _condition(draft, text("and"), text("and_is"), text("and_than")) if first.name else Condition()
        _put(line, "when", when_of(first, second))
        worth = Worth(named(text("base"), draft), named(text("factor"), draft), text("by"))
        if worth.factor and not worth.by and not text("by_was"):  # “10 for each”, of what is not chosen yet
            worth = worth._replace(by=_first_number(draft))
        line["worth"] = worth_of(worth)


def _first_number(draft: Draft) -> str:
    return next((row["name"] for row in draft["fields"] if row["kind"] == "number" and row.get("name")), "")


def numbers_of(draft: Draft) -> list[str]:
    """Returns the names that a condition compares; of all others it asks yes or no."""
    numbers = [str(row.get("name")) for row in draft["fields"] if row["kind"] in ("number", "choice")]
    return [*numbers, *(str(row.get("name")) for row in draft["values"]), "total", "hand", "sides"]


def _condition(draft: Draft, name: str, sign: str, other: str) -> Condition:
    """Returns what was chosen, with a sign that goes with the name: a number is compared, all else is a yes or no."""
    if name in numbers_of(draft):
        sign = sign if sign in (*SIGNS, MOST, LEAST) else "=="
    elif sign not in (NO, ANY, NOBODY):
        sign = YES
    return Condition(name, sign, named(other, draft) if sign in SIGNS else "") if name else Condition()


def _change_end(draft: Draft, form: Form) -> None:
    """Sets when it is over; the counter of “so many times” is made, and removed, with it."""
    over = form.get("over", OWN)
    if over == OWN:
        return
    number = expression(form.get("over.number", ""), draft)
    former = times_of(draft)
    if former:
        draft["counters"] = [each for each in draft["counters"] if each.get("name") != former[0]]
    draft["end"] = {name: value for name, value in draft["end"].items() if name == "tie"}
    if over in (TOTAL, HANDS):
        draft["end"]["target" if over == TOTAL else HANDS] = number or (100 if over == TOTAL else 10)
    elif over == TIMES:
        flags = [field for field in draft["fields"] if field["kind"] in ("flag", "side") and field.get("name")]
        flags = [field for field in flags if field.get("per") != "hand"]
        flag = next((field for field in flags if field["name"] == form.get("over.who")), flags[0] if flags else None)
        if flag is not None:
            name = flag["name"][: LONGEST_WORD - 6] + "_times"
            following = f"{name} + 1 if {flag['name']} else {name}"
            draft["counters"].append({"name": name, "label": flag["label"], "next": following})
            draft["end"].update(when=f"any({name} >= {number or 10})", winner=f"{name} >= {number or 10}")


def times_of(draft: Draft) -> "tuple[str, str, str] | None":
    """Returns counter, yes-or-no and number if it is over as soon as somebody has had a yes so many times."""
    found = TIMES_WHEN.fullmatch(str(draft["end"].get("when", "")))
    counter = next((each for each in draft["counters"] if found and each.get("name") == found[1]), None)
    following = re.fullmatch(r"(\w+) \+ 1 if (\w+) else \1", str(counter.get("next", ""))) if counter else None
    return (found[1], following[2], found[2]) if found and following else None


def over_of(draft: Draft) -> str:
    """Returns when a draft says that a match is over."""
    end = {name for name in draft["end"] if name != "tie"}
    if end == {"target"}:
        return TOTAL
    if end == {"hands"}:
        return HANDS
    return (TIMES if times_of(draft) else OWN) if end else OPEN


def _change_expressions(draft: Draft, form: Form) -> None:
    for name, parts in (
        ("values", ("name", "worth")),
        ("counters", ("name", "next", "start")),
        ("checks", ("unless",)),
    ):
        for at, row in enumerate(draft[name]):
            path = f"{name}.{at}."
            if path + "label" not in form:
                continue
            longest = LONGEST_CHECK if name == "checks" else LONGEST_LABEL
            row["label"] = form[path + "label"].strip()[:longest]
            for part in parts:
                _put(row, part, form.get(path + part, "").strip()[:LONGEST_EXPRESSION])
            if name != "checks":
                row["per"] = "side" if form.get(path + "per") == "side" else "hand"
    for part in ("target", "hands", "when", "out", "winner"):
        if f"end.{part}" in form:
            _put(draft["end"], part, expression(form[f"end.{part}"], draft))
    if "deal" in form:
        _put(draft, "deal", form["deal"].strip()[:LONGEST_EXPRESSION])


def suggestions(draft: Draft) -> list[dict[str, str]]:
    """Returns the checks that are near at hand for what a draft counts, without those that it has."""
    fields = [field for field in draft["fields"] if field.get("name") and field["label"] and field.get("per") != "hand"]
    numbers = [field for field in fields if field["kind"] == "number"]
    found = []
    for bid in (field for field in numbers if field.get("before")):
        for other in (field for field in numbers if "sum" in field):
            total = dict(always_known()).get(str(other["sum"]), other["sum"])
            label = _("%(bid)s may not add up to %(sum)s", bid=bid["label"], sum=total)
            found.append({"label": label, "unless": f"sum({bid['name']}) != {other['sum']}"})
    for flag in (field for field in fields if field["kind"] == "flag"):
        name, label = flag["name"], flag["label"]
        found.append({"label": _("Somebody: %(label)s", label=label), "unless": f"any({name})"})
        found.append({"label": _("Not everybody: %(label)s", label=label), "unless": f"not all({name})"})
        found.append({"label": _("Only one: %(label)s", label=label), "unless": f"count({name}) <= 1"})
    for side in (field for field in fields if field["kind"] == "side"):
        for number in numbers:
            label = _("%(who)s means 0: %(label)s", who=side["label"], label=number["label"])
            found.append({"label": label, "unless": f"all({number['name']} == 0 or not {side['name']})"})
    had = [each.get("unless") for each in draft["checks"]]
    return [{**each, "label": each["label"][:LONGEST_CHECK]} for each in found if each["unless"] not in had]


def written(draft: Draft) -> Draft:
    """Returns the card that a draft describes: without rows that are blank, with labels for lines that have none."""
    card = {name: value for name, value in draft.items() if value != [] and value != {}}
    card["fields"] = [field for field in draft["fields"] if field["label"]]
    labels = {field.get("name"): field["label"] for field in card["fields"]}
    card["points"] = [{**line, "label": line["label"] or _label_for(line, labels)} for line in draft["points"]]
    if draft["values"]:
        card["values"] = [{key: part for key, part in row.items() if part != ""} for row in draft["values"]]
    card["name"] = draft["name"] or _("Your own game")
    return card


def _label_for(line: dict[str, Any], labels: dict[Any, str]) -> str:
    words = re.findall("[a-z_0-9]+", f"{line.get('when', '')} {line.get('worth', '')}")
    return next((labels[word] for word in words if word in labels), "") or _("Points")
