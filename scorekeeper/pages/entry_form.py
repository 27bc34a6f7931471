"""The entry form of a hand or claim, for any game: typed texts, their entry, problems by field, a preview."""

from collections import OrderedDict
from typing import Any, Callable, Iterable, TypeAlias, TypedDict

from scorekeeper.games.engine import declared
from scorekeeper.games.engine.base import N_, Entry, Line, Problem, Refusal, Setup, problem
from scorekeeper.games.engine.entries import entry_typed, spread, typed_entry
from scorekeeper.games.engine.final_result import FINAL
from scorekeeper.games.engine.final_result import WAY as FINAL_WAY
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.ways import fields_of, has_all, is_played
from scorekeeper.i18n import say

LONGEST = 9  # digits: more than any option, hand or seat needs


def is_whole(text: str) -> bool:
    """True if a text is a whole number, 0 or more, of at most LONGEST digits."""
    return 0 < len(text) <= LONGEST and all(sign in "0123456789" for sign in text)


class ProblemText(Problem):
    """A problem with its text in the visitor's language."""

    text: str


class PreviewLine(Line):
    """A line of the explanation of a hand, with its text in the visitor's language."""

    text: str


class Preview(TypedDict):
    """The score of a hand not recorded yet: points, their lines, and if the match ends, its winner and how."""

    points: list[int]
    lines: list[PreviewLine]
    ends: bool
    winner: "int | None"
    won_by: "str | None"


def problem_texts(problems: list[Problem]) -> list[ProblemText]:
    """Returns the problems, each with its text in the visitor's language."""
    return [_with_text(problem) for problem in problems]


def preview_of(hand: "dict[str, Any]") -> Preview:
    """Returns the preview of a hand from `scorekeeper.games.engine.play.score_hand`."""
    return {
        "points": hand["points"],
        "lines": [_with_text(line) for line in hand["lines"]],
        "ends": hand["table"]["status"] == "finished",
        "winner": hand["table"]["winner"],
        "won_by": hand["table"]["won_by"],
    }


def _with_text(message: Any) -> Any:
    with_text = dict(message)
    with_text["text"] = say(message["message"], message["params"])
    return with_text


ADDED = "add."  # before a field's path: the value is added to what is there
TRIES = "tries"  # the field with a key of the pad that is tried, `name=value`: one for each key
MOST_TRIES = 40
CONTESTS = "contests"  # the field with the side that contests the hand; blank in a form that corrects it
ASKS = "asks"  # the field that lists the fields whose questions the form shows
BESIDE = ("way", "note", "strike_rest", "reason", ASKS)  # fields of forms that belong to no game
LONGEST_TYPED = 400  # characters in one field of a form; a note has half of that
MOST_ROWS = 1000  # of a repeated group; our forms never send more

Fields: TypeAlias = "dict[str, dict[str, Any]]"
Sent: TypeAlias = "Iterable[tuple[str, str]]"  # names and texts of a form or an address, one name perhaps several times


class Way:
    """A way to enter a hand, or a claim, with its fields in use under the match's options and seats.

    `known` names what the next hand must have for the way to be offered: an item, or an item and its value, which may
    be one of a list; `once`: the form does not open in this way for the next hand (see `Game`). `goes_to` is the text
    about the winner of a claim's verdict.
    """

    def __init__(self, way: "declared.Way | declared.ClaimForm", setup: Setup) -> None:
        described: Any = way
        self.slug: str = described["slug"]
        self.title: str = described["title"]
        self.known: Any = described.get("known")
        self.once: bool = described.get("once", False)
        self.goes_to: str = described.get("goes_to", "")
        self._described, self._setup = described["fields"], setup
        self._listed: list[declared.Field] | None = None
        self._fields: Fields | None = None

    @property
    def listed(self) -> "list[declared.Field]":
        """The fields in use in this match, in the form's order."""
        if self._listed is None:
            self._listed = fields_of(self._described, self._setup["options"], len(self._setup["seats"]))
        return self._listed

    @property
    def fields(self) -> Fields:
        """The fields by name, in the form's order, those inside groups too."""
        if self._fields is None:
            self._fields = by_name(self.listed)
        return self._fields

    def is_offered(self, next_hand: "dict[str, Any]") -> bool:
        """True if the next hand can be entered in this way."""
        if not self.known:
            return True
        if isinstance(self.known, str):
            return next_hand.get(self.known) is not None
        item, value = self.known
        there = next_hand.get(item)
        return bool(there == value or (isinstance(there, list) and value in there))


class EntryForm:
    """A form for a hand or claim. `typed`: texts by dotted path; `number`: the hand to correct or None."""

    def __init__(
        self, setup: Setup, way: Way, typed: "dict[str, str] | None" = None, number: "int | None" = None
    ) -> None:
        self.setup = setup
        self.way = way
        self.typed: dict[str, str] = {} if typed is None else typed
        self.problems: list[Problem] = []
        self.number = number
        self._ways: list[Way] | None = None

    @property
    def contests(self) -> "int | None":
        """The side for which this form contests the hand; None if it corrects it."""
        text = self.text(CONTESTS)
        return int(text) if is_whole(text) else None

    @property
    def ways(self) -> list[Way]:
        """Every way that this match allows, the game's first one first; a final result has its own only."""
        if self._ways is None:
            self._ways = [self.way] if self.way.slug == FINAL else ways(self.setup)
        return self._ways

    @property
    def entry(self) -> Entry:
        """The typed texts as an entry, which the game has not checked."""
        entry = entry_typed(self.way.listed, self.typed, len(self.setup["sides"]))
        if self.typed.get("note"):
            entry["note"] = self.typed["note"]
        return entry

    @property
    def unanswered(self) -> "list[dict[str, Any]]":
        """The blank fields whose questions the form showed (`ASKS`), in the order of its list.

        Documents and hands from older forms may leave them out: only a form that shows a question requires a value.
        """
        names = self.typed.get(ASKS)
        fields = [self.way.fields[name] for name in names.split(",") if name in self.way.fields] if names else []
        return [field for field in fields if "question" in field and not self.touched(field["name"])]

    def answered(self, preview: "Callable[[Entry], Any]") -> Entry:
        """Returns the typed texts as an entry. Raises Refusal if a question is unanswered.

        `preview` raises the rules' Refusal. If the rules need none of the unanswered fields, it runs first.
        """
        entry, blank = self.entry, self.unanswered
        if blank and not any(field["required"] for field in blank):
            preview(entry)
        if blank:
            raise Refusal([problem(field["name"], field["rule"], field["question"]) for field in blank])
        lacking = [field for field in self.way.listed if field["required"] and field["name"] not in entry]
        if lacking:
            self._try_without(lacking, entry, preview)
        return entry

    def _try_without(self, lacking: "list[declared.Field]", entry: Entry, preview: "Callable[[Entry], Any]") -> None:
        """Checks an entry that lacks fields; reports the missing ones as fields of this way of entering.

        The rules find the way by the fields of the entry, so without its own they may report another way's fields.
        """
        try:
            preview(entry)
        except Refusal as refusal:
            names = [field["name"] for field in self.way.listed]
            if any(_root(problem) in names for problem in refusal.problems):
                raise
            raise Refusal([problem(field["name"], field["rule"], N_("Fill this in")) for field in lacking]) from None

    def way_named(self, slug: str) -> "Way | None":
        """Returns the way with this slug; None if this match does not allow it."""
        return next((way for way in self.ways if way.slug == slug), None)

    def text(self, path: str) -> str:
        """Returns the text typed at a path; empty if there is none."""
        return self.typed.get(path, "")

    def holds(self, names: str, values: str) -> bool:
        """True if the fields that a control fills (`winner,stake`) hold its values."""
        texts = [self.typed.get(name, "") for name in names.split(",")]
        return any(texts) and texts == values.split(",")

    def problems_at(self, path: str) -> list[Problem]:
        """Returns the problems at exactly this path."""
        return [problem for problem in self.problems if problem["field"] == path]

    def touched(self, path: str) -> bool:
        """True if there is a text or a problem at this path or inside it."""
        paths = [name for name, text in self.typed.items() if text]
        paths += [str(problem["field"]) for problem in self.problems]
        return any(f"{name}.".startswith(f"{path}.") for name in paths)

    def rows(self, name: str) -> int:
        """Returns the number of rows of a repeated group up to the last one with a text."""
        numbers = [path.split(".")[1] for path, text in self.typed.items() if text and path.startswith(f"{name}.")]
        rows = [int(number) + 1 for number in numbers if is_whole(number) and int(number) < MOST_ROWS]
        return max([0] + rows)

    @property
    def breaks_later(self) -> bool:
        """True if this correction would make a later hand impossible."""
        return self.number is not None and any((problem["hand"] or 0) > self.number for problem in self.problems)

    @property
    def other_problems(self) -> list[Problem]:
        """The problems of the hand as a whole, and of fields that this way does not show."""
        shown = list(self.way.fields) + ["note"]
        return [problem for problem in self.problems if _root(problem) not in shown]


def _root(problem: Problem) -> str:
    """Returns the name of the problem's field; of a field inside a group the group's name."""
    return str(problem["field"]).split(".")[0]


def ways(setup: Setup) -> list[Way]:
    """Returns the ways to enter a hand of this match. Their fields are worked out when they are first read."""
    players, options = len(setup["seats"]), setup["options"]
    played = [
        way
        for way in game_of(setup).ways_of(setup)
        if not way.get("ends") and is_played(way, options) and way.get("players", players) == players
    ]
    first = [way for way in played if "first_unless" in way and is_played({"unless": way["first_unless"]}, options)]
    return [Way(way, setup) for way in first + [way for way in played if way not in first]]


def blank_form(
    setup: Setup,
    wanted: "str | None" = None,
    last: "Entry | None" = None,
    next_hand: "dict[str, Any] | None" = None,
) -> EntryForm:
    """Returns an empty form in the wanted way, else in the way of the match's `last` entry, else in the game's first.

    Unless it is wanted, the way is one that is offered for the `next_hand`, if this is known.
    """
    allowed = ways(setup)
    way = next((way for way in allowed if way.slug == wanted), None)
    if way is None:
        offered = [way for way in allowed if next_hand is None or way.is_offered(next_hand)] or allowed
        way = _way_of(allowed, last) if last else offered[0]
        if way not in offered or way.once:
            way = offered[0]
    return EntryForm(setup, way)


def filled_form(setup: Setup, number: int, entry: Entry) -> EntryForm:
    """Returns the form that corrects a hand or the final result, filled from its entry."""
    return EntryForm(setup, _way_of(ways(setup) + [Way(FINAL_WAY, setup)], entry), typed_entry(entry), number)


def form_fields(setup: Setup, entry: Entry) -> "dict[str, str]":
    """Returns the fields of a form that enters this entry."""
    form = filled_form(setup, 0, entry)
    fields = dict(form.typed)
    fields["way"] = form.way.slug
    return fields


def posted_form(setup: Setup, posted: Sent, number: "int | None" = None) -> EntryForm:
    """Returns the form as it was sent, with every text, valid or not."""
    texts = spread(list(posted))
    is_final = number is not None and texts.get("way") == FINAL
    way = Way(FINAL_WAY, setup) if is_final else blank_form(setup, texts.get("way")).way
    return EntryForm(setup, way, texts, number)


def tried_forms(setup: Setup, posted: Sent, number: "int | None" = None) -> list[EntryForm]:
    """Returns the form that was sent as each key of `TRIES` would fill it; at most MOST_TRIES."""
    pairs = list(posted)
    sent = [(name, text) for name, text in pairs if name != TRIES]
    keys = [text.split("=", 1) for name, text in pairs if name == TRIES]
    return [posted_form(setup, sent + [(key[0], key[-1])], number) for key in keys[:MOST_TRIES]]


def tried(
    form: EntryForm, score: "Callable[[EntryForm], dict[str, Any]]", foresee: "Callable[[Entry], list[int | None]]"
) -> "dict[str, Any]":
    """Returns the preview of a form; if it is incomplete, the points that are certain (None: not yet) as `points`."""
    try:
        return dict(preview_of(score(form)))
    except Refusal:
        pass
    try:
        return {"points": foresee(form.entry)}
    except Refusal:
        return {"points": []}


def discarded_entry(setup: Setup, sent: "dict[str, Any]") -> "dict[str, str] | None":
    """Returns the filled fields of a discarded form, without fields that no form of this match has.

    None if a value is not a text or is too long.
    """
    names = list(BESIDE)
    for way in ways(setup):
        names += list(way.fields)
    if not all(isinstance(text, str) and len(text) <= LONGEST_TYPED for text in sent.values()):
        return None
    return {name: text for name, text in sent.items() if text and name.split(",")[0].split(".")[0] in names}


def carry(form: EntryForm, sent: Sent) -> None:
    """Fills the form from a query string: `honours.0.player=Anna` sets a text, `add.sides.0.melds=60` adds 60."""
    for name, text in spread(list(sent)).items():
        adds = name.startswith(ADDED)
        path = name[len(ADDED) :] if adds else name
        if path.split(".")[0] in form.way.fields:
            form.typed[path] = f"{form.typed[path]}+{text}" if adds and form.typed.get(path) else text


def _way_of(allowed: list[Way], entry: Entry) -> Way:
    """Returns the first way that has all fields of an entry; if there is none, the first way."""
    return next((way for way in allowed if has_all(way.listed, entry)), allowed[0])


def by_name(fields: "list[declared.Field]") -> Fields:
    """Returns fields by name, in order, including the fields inside groups."""
    named: Fields = OrderedDict()
    for field in fields:
        shown: Any = field
        if "fields" in field:
            shown = dict(field)
            shown["fields"] = by_name(field["fields"])
        named[field["name"]] = shown
    return named
