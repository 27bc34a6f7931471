"""The page on which a card is made: what was sent, the step that a button asked for, and what the page shows."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from scorekeeper import bounded_json
from scorekeeper.bounded_json import BadJson
from scorekeeper.games.card import library
from scorekeeper.games.card.examples import differences
from scorekeeper.games.card.reading import MOST_EXAMPLES
from scorekeeper.games.card.rules import without_examples
from scorekeeper.games.engine.base import N_, Refusal
from scorekeeper.i18n import _, format_signed
from scorekeeper.pages.entry_form import ProblemText, problem_texts
from scorekeeper.web.card_pages import draft as drafts
from scorekeeper.web.card_pages import trying
from scorekeeper.web.card_pages.draft import LISTS, Draft
from scorekeeper.web.card_pages.packing import CARD
from scorekeeper.web.card_pages.sentences import ANY, LEAST, MOST, NO, NOBODY, SIGNS, YES, Condition, Worth, sentence_of

QUESTIONS, EXPRESSIONS = "questions", "expressions"
MOST_UNDONE = 8
PUT = r"fields\.[0-9]{1,2}\.(sum|most)"  # bounds that a button sets to the number of the hand
SAID = {  # what can be said of a name, as the choice of a condition
    YES: N_("is yes"), NO: N_("is no"), "==": "=", "!=": "≠", ">": ">", ">=": "≥", "<": "<", "<=": "≤",
    MOST: N_("is the most"), LEAST: N_("is the least"), ANY: N_("somebody has it"), NOBODY: N_("nobody has it"),
}  # fmt: skip
OF_NUMBERS = (*SIGNS, MOST, LEAST)
ADDED: dict[str, tuple[str, dict[str, Any]]] = {  # rows that a button adds: the list, and the new row
    "number": ("fields", {"name": "", "label": "", "kind": "number"}),
    "flag": ("fields", {"name": "", "label": "", "kind": "flag"}),
    "side": ("fields", {"name": "", "label": "", "kind": "side", "required": True}),
    "line": ("points", {"label": "", "worth": "0"}),
    "value": ("values", {"name": "", "label": "", "worth": ""}),
    "counter": ("counters", {"name": "", "label": "", "next": ""}),
    "check": ("checks", {"label": "", "unless": ""}),
}


@dataclass
class Making:
    """A card that is being made: the draft, the mode of the page, former drafts, and problems by place."""

    draft: Draft
    form: dict[str, str] = field(default_factory=dict)
    mode: str = QUESTIONS
    former: list[Draft] = field(default_factory=list)
    problems: dict[str, ProblemText] = field(default_factory=dict)
    wrong_examples: list[str] = field(default_factory=list)
    added: str = ""  # the list that has a new row, at its end

    @property
    def card(self) -> dict[str, Any]:
        """The card as far as it is made."""
        return drafts.written(self.draft)

    def save(self) -> dict[str, Any] | None:
        """Returns the finished card with its examples; None if something is wrong, which is added to the problems."""
        if not self.draft["name"]:
            self.problems["name"] = problem_texts([_problem("name", N_("Give the game a name"))])[0]
        card = self.card
        example = trying.example_of(trying.tried(card, self.form), self.form)
        if example is not None:
            card["examples"] = _with_example(card.get("examples", []), example)
        try:
            wrong = differences(card)
        except Refusal as refusal:
            self.note(refusal)
            return None
        self.wrong_examples = [_("Hand %(number)s: %(why)s", number=at + 1, why=why) for at, why in wrong]
        return None if wrong or self.problems else card

    def note(self, refusal: Refusal) -> None:
        """Adds the problems of a refusal, at the places of the draft."""
        for problem in problem_texts(refusal.problems):
            self.problems.setdefault(self.place_of(problem), problem)

    def place_of(self, problem: ProblemText) -> str:
        """Returns a problem's place in the draft, which has rows that are blank."""
        parts = (problem["field"] or "").split(".")
        if parts[0] == "fields" and len(parts) > 1:
            kept = [at for at, row in enumerate(self.draft["fields"]) if row["label"]]
            parts[1] = str(kept[int(parts[1])])
        return ".".join(parts)


def _problem(place: str, message: str) -> Any:
    return {"message": message, "params": {}, "field": place, "rule": None, "hand": None}


def _with_example(examples: list[Any], new: dict[str, Any]) -> list[Any]:
    others = [each for each in examples if not (isinstance(each, dict) and each.get("hands") == new["hands"])]
    return [*others, new][-MOST_EXAMPLES:]


def posted(form: dict[str, str]) -> Making:
    """Returns the card after what a form changed, and after the step that its button asked for."""
    mode = EXPRESSIONS if form.get("mode") == EXPRESSIONS else QUESTIONS
    before = drafts.sent(form.get("card", ""))
    making = Making(drafts.changed(before, form, mode == EXPRESSIONS), form, mode, _former(form.get("undo", "")))
    if "undo_last" in form and making.former:
        making.draft = making.former.pop()
        return making
    _take_step(making)
    if making.draft != before:
        making.former = [*making.former, before][-MOST_UNDONE:]
    return making


def _former(text: str) -> list[Draft]:
    """Returns the former drafts that a form carries."""
    try:
        found = bounded_json.read(text, CARD._replace(size=150_000, values=20_000)) if text else []
    except BadJson:
        return []
    return [drafts.sent(json.dumps(each)) for each in found][-MOST_UNDONE:] if isinstance(found, list) else []


def _take_step(making: Making) -> None:
    form, draft = making.form, making.draft
    if form.get("to") in (QUESTIONS, EXPRESSIONS):
        making.mode = form["to"]
    elif form.get("add") in ADDED:
        name, row = ADDED[form["add"]]
        if len(draft[name]) < LISTS[name]:
            draft[name].append(dict(row))
            making.added = name
    elif "remove" in form:
        name, _dot, at = form["remove"].partition(".")
        if name in LISTS and at.isdecimal() and len(at) < 3 and int(at) < len(draft[name]):
            del draft[name][int(at)]
    elif "use" in form:
        _use(draft, form["use"])
    elif re.fullmatch(PUT, form.get("put", "")):
        _fields, at, key = form["put"].split(".")
        if int(at) < len(draft["fields"]):
            draft["fields"][int(at)][key] = "hand"
    elif "keep_hand" in form:
        example = trying.example_of(trying.tried(making.card, form), form)
        if example is not None:
            draft["examples"] = _with_example(draft["examples"], example)
            making.form = {name: text for name, text in form.items() if not name.startswith(trying.PREFIX)}
    elif "drop_examples" in form:
        draft["examples"] = []
    elif "begin" in form:
        making.draft = drafts.from_library(form.get("from", ""))


def _use(draft: Draft, what: str) -> None:
    """Replaces a wrong word of an expression by the one that was proposed: `points.1.worth|trick|tricks`."""
    place, _bar, words = what.partition("|")
    wrong, _bar, right = words.partition("|")
    parts = place.split(".")
    row: Any = draft
    for part in parts[:-1]:
        if isinstance(row, list):
            row = row[int(part)] if part.isdecimal() and len(part) < 3 and int(part) < len(row) else None
        else:
            row = row.get(part) if isinstance(row, dict) else None
    if isinstance(row, dict) and isinstance(row.get(parts[-1]), str) and re.fullmatch("[a-z0-9_.]+", wrong + right):
        row[parts[-1]] = re.sub(rf"\b{re.escape(wrong)}\b", right, row[parts[-1]])


def page_of(making: Making) -> dict[str, Any]:
    """Returns the context of the page (templates/cards/make.html)."""
    draft, card = making.draft, making.card
    result = trying.tried(card, making.form)
    if result.problem and not result.entry and not making.problems:
        making.problems[making.place_of(result.problem)] = result.problem
    bys, labels = _bys(draft), _labels(draft)
    return {
        "making": making,
        "draft": draft,
        "tried": result,
        "signed": format_signed,
        "sentences": [sentence_of(line, [by for by, _text in bys]) for line in draft["points"]],
        "bys": bys,
        "subjects": _subjects(draft),
        "known": [text for _name, text in drafts.always_known()],
        "said_of": lambda name: _said_of(draft, name),
        "over": drafts.over_of(draft),
        "times": drafts.times_of(draft),
        "label_of": lambda text: labels.get(str(text), text),
        "words": lambda text: _in_words(draft, str(text)),
        "asked": lambda condition: _asked(draft, condition),
        "counts": lambda worth: _counts(worth, labels | dict(bys)),
        "quotient_shown": lambda text: drafts.quotient_shown(text, draft),
        "suggested": drafts.suggestions(draft),
        "names": _names(draft),
        "ready": library.TITLES,
        "card_text": json.dumps(draft),
        "undo_text": json.dumps([without_examples(each) for each in making.former]),
    }


def _rows(draft: Draft) -> list[dict[str, Any]]:
    return [row for row in draft["fields"] if row.get("name") and row["label"]]


SHOWN = (("==", "="), ("!=", "≠"), (">=", "≥"), ("<=", "≤"), (" * ", " × "))


def _labels(draft: Draft) -> dict[str, str]:
    """Returns the labels by name in expressions."""
    labelled = [row for row in [*_rows(draft), *draft["values"], *draft["settings"]] if row.get("name")]
    return {row["name"]: row["label"] for row in labelled if row["label"]} | dict(drafts.always_known())


def _in_words(draft: Draft, text: str) -> str:
    """Returns an expression with labels in place of names; a value that has none is said by its own expression."""
    labels = _labels(draft)
    for row in draft["values"]:
        if row.get("name") and not row["label"]:
            labels[row["name"]] = f"({_worded(str(row.get('worth', '')), labels)})"
    return _worded(text, labels)


def _worded(text: str, labels: dict[str, str]) -> str:
    text = re.sub("[a-z][a-z0-9_]*", lambda found: labels.get(found[0], found[0]), text)
    for sign, shown in SHOWN:
        text = text.replace(sign, shown)
    return text


def _said_of(draft: Draft, name: str) -> list[tuple[str, str]]:
    """Returns what can be said of a name in a condition, as (sign, text); all, as long as none is chosen."""
    is_number = name in drafts.numbers_of(draft)
    return [
        (sign, _(text) if len(text) > 1 else text)
        for sign, text in SAID.items()
        if not name or (sign in OF_NUMBERS) == is_number
    ]


def _asked(draft: Draft, condition: Condition) -> str:
    """Returns a condition in the words with which it is chosen: “Tricks = Bid”, “All of them: nobody has it”."""
    labels = _labels(draft) | dict(_subjects(draft))
    name, said = labels.get(condition.name, condition.name), dict(_said_of(draft, condition.name))[condition.sign]
    if condition.sign in SIGNS:
        return f"{name} {said} {labels.get(condition.other, condition.other)}"
    return name if condition.sign == YES else f"{name}{_(': ')}{said}"


def _counts(worth: Worth, labels: dict[str, str]) -> str:
    """Returns what a line is worth: “20 + 10 × Tricks”."""
    base, minus = labels.get(worth.base, worth.base), "−" if worth.factor.startswith("-") else ""
    if not worth.by:
        return base.replace("-", "−")
    factor = worth.factor.removeprefix("-")
    each = labels[worth.by] if factor in ("", "1") else f"{labels.get(factor, factor)} × {labels[worth.by]}"
    return f"{base} {minus or '+'} {each}".replace("-", "−") if base not in ("", "0") else minus + each


def _subjects(draft: Draft) -> list[tuple[str, str]]:
    """Returns what a condition may look at: names with their texts."""
    found = [(row["name"], row["label"]) for row in _rows(draft)]
    found += [(row["name"], _in_words(draft, row["name"])) for row in draft["values"] if row.get("name")]
    return [*found, ("total", _("total before the hand")), ("dealer", _("deals"))]


def _bys(draft: Draft) -> list[tuple[str, str]]:
    """Returns what a line may be worth something for each of: expressions with their texts."""
    rows = _rows(draft)
    numbers = [row for row in rows if row["kind"] in ("number", "choice")]
    of_sides = [row for row in numbers if row.get("per") != "hand"]
    found = [(row["name"], row["label"]) for row in numbers]
    found += [(row["name"], _in_words(draft, row["name"])) for row in draft["values"] if row.get("name")]
    for at, one in enumerate(of_sides):
        for other in of_sides[at + 1 :]:
            text = _("difference of %(one)s and %(other)s", one=one["label"], other=other["label"])
            found.append((f"abs({other['name']} - {one['name']})", text))
    for row in of_sides:
        found.append((f"sum({row['name']})", _("%(label)s of all together", label=row["label"])))
    for row in rows:
        if row["kind"] == "flag" and row.get("per") != "hand":
            found.append((f"count({row['name']})", _("player with: %(label)s", label=row["label"])))
            found.append((f"count(not {row['name']})", _("player without: %(label)s", label=row["label"])))
    return found


def _names(draft: Draft) -> dict[str, list[str]]:
    """Returns what expressions can name."""
    return {
        "entered": [row["name"] for row in _rows(draft)],
        "computed": [str(row["name"]) for name in ("values", "counters") for row in draft[name] if row.get("name")],
        "agreed": [row["name"] for row in draft["settings"] if row.get("name")],
    }
