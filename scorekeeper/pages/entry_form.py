"""The entry form of a hand, for any game: typed texts, the entry they make, problems by path, and a preview."""

from collections import OrderedDict
from typing import Any, Callable, Iterable, TypeAlias, TypedDict

from scorekeeper.games.engine.base import Entry, Line, Problem, Refusal, Setup, _, problem
from scorekeeper.games.engine.entries import entry_typed, fields_of, is_played, spread, typed_entry, way_of
from scorekeeper.games.engine.game import game_of
from scorekeeper.i18n import say

LONGEST = 9  # digits: more than any option, hand or seat needs


def is_whole(text: str) -> bool:
    """Whether a text is a whole number, 0 or more, of at most LONGEST digits."""
    return 0 < len(text) <= LONGEST and all(sign in "0123456789" for sign in text)


class ProblemText(Problem):
    """A problem with its text in the visitor's language."""

    text: str


class PreviewLine(Line):
    """A line of a hand with its text."""

    text: str


class Preview(TypedDict):
    """A hand as it would be scored: points of each side, why, and whether it ends the match: for whom, and how."""

    points: list[int]
    lines: list[PreviewLine]
    ends: bool
    winner: "int | None"
    won_by: "str | None"


def problem_texts(problems: list[Problem]) -> list[ProblemText]:
    """Every problem with its text, the field's path, the rule, and the hand that has it."""
    return [_with_text(each) for each in problems]


def preview_of(hand: "dict[str, Any]") -> Preview:
    """A hand that was played on trial (`scorekeeper.games.engine.play.score_hand`) as scripts and pages show it."""
    return {
        "points": hand["points"],
        "lines": [_with_text(line) for line in hand["lines"]],
        "ends": hand["table"]["status"] == "finished",
        "winner": hand["table"]["winner"],
        "won_by": hand["table"]["won_by"],
    }


def _with_text(message: Any) -> Any:
    told = dict(message)
    told["text"] = say(message["message"], message["params"])
    return told


ADDED = "add."  # before a field's path: the value is added to what is there
ASKS = "asks"  # a form's list of the questions in it that must be answered, by their fields' names
BESIDE = ("way", "note", "strike_rest", "reason", ASKS)  # what forms send beside the game's own fields
LONGEST_TYPED = 400  # characters in one field of a form; a note has half of that
MOST_ROWS = 1000  # of a repeated group; our forms never send more

Fields: TypeAlias = "dict[str, dict[str, Any]]"
Sent: TypeAlias = "Iterable[tuple[str, str]]"  # names and texts of a form or an address, one name perhaps several times


class Way:
    """One way to enter a hand of a game, or one claim; `fields` by name, in the form's order, those inside groups too.

    `known`: what of the next hand the way needs to be offered, an item or an item with its value; `goes_to`: what a
    verdict says of its winner.
    """

    def __init__(self, slug: str, title: str, fields: Fields, known: Any = None, goes_to: str = "") -> None:
        self.slug = slug
        self.title = title
        self.fields = fields
        self.known = known
        self.goes_to = goes_to

    def is_offered(self, next_hand: "dict[str, Any]") -> bool:
        """Whether the next hand can be entered in this way, by what is known of it."""
        if not self.known:
            return True
        if isinstance(self.known, str):
            return next_hand.get(self.known) is not None
        return bool(next_hand.get(self.known[0]) == self.known[1])


class EntryForm:
    """A form on the page. `typed` holds each field's text by its dotted path; `number` is the hand it corrects."""

    def __init__(
        self, setup: Setup, way: Way, typed: "dict[str, str] | None" = None, number: "int | None" = None
    ) -> None:
        self.setup = setup
        self.way = way
        self.typed: dict[str, str] = {} if typed is None else typed
        self.problems: list[Problem] = []
        self.number = number

    @property
    def ways(self) -> list[Way]:
        """Every way that this match allows, the game's first one first."""
        return ways(self.setup)

    @property
    def entry(self) -> Entry:
        """The entry that was typed; the game has not checked it yet."""
        entry = entry_typed(_listed(self.way.fields), self.typed, len(self.setup["sides"]))
        if self.typed.get("note"):
            entry["note"] = self.typed["note"]
        return entry

    @property
    def unanswered(self) -> "list[dict[str, Any]]":
        """The fields whose questions the form asked (`asks`) and nobody answered.

        A document may leave them out, and so may hands that older forms sent: only who saw a question must answer it.
        """
        fields = [self.way.fields[name] for name in self.typed.get(ASKS, "").split(",") if name in self.way.fields]
        return [each for each in fields if "question" in each and not self.touched(each["name"])]

    def answered(self, preview: "Callable[[Entry], Any]") -> Entry:
        """The entry that was typed. Raises Refusal where a question was left unanswered.

        What the rules find, which `preview` raises, is told before a question that they could do without.
        """
        blank = self.unanswered
        if blank and not any(each["required"] for each in blank):
            preview(self.entry)
        if blank:
            raise Refusal([problem(each["name"], each["rule"], each["question"]) for each in blank])
        if self._is_blank:
            self._try_blank(preview)
        return self.entry

    @property
    def _is_blank(self) -> bool:
        return not [name for name in self.entry if name != "note"]

    def _try_blank(self, preview: "Callable[[Entry], Any]") -> None:
        """Have the rules look at an entry without a field; what they miss is said of this way's fields.

        Rules know a way by the fields of its entry: of a blank one they may miss those of another way.
        """
        try:
            preview(self.entry)
        except Refusal as refusal:
            lacking = [each for each in self.way.fields.values() if each["required"]]
            if not lacking or [each for each in refusal.problems if _root(each) in self.way.fields]:
                raise
            raise Refusal([problem(each["name"], each["rule"], _("Fill this in")) for each in lacking]) from None

    def way_named(self, slug: str) -> "Way | None":
        """The way of that name, if this match allows it."""
        return next((way for way in self.ways if way.slug == slug), None)

    def text(self, path: str) -> str:
        """What was typed at a path; empty where nothing was."""
        return self.typed.get(path, "")

    def holds(self, names: str, values: str) -> bool:
        """Whether a control that fills several fields (`winner,stake`) is the one that was chosen."""
        typed = [self.typed.get(name, "") for name in names.split(",")]
        return any(typed) and typed == values.split(",")

    def problems_at(self, path: str) -> list[Problem]:
        """What is wrong at exactly this path."""
        return [problem for problem in self.problems if problem["field"] == path]

    def touched(self, path: str) -> bool:
        """Whether anything was typed, or is wrong, at this path or inside it."""
        typed = [name for name, text in self.typed.items() if text]
        wrong = [str(problem["field"]) for problem in self.problems]
        return any(f"{name}.".startswith(f"{path}.") for name in typed + wrong)

    def rows(self, name: str) -> int:
        """How many rows of a repeated group were typed, blank ones between them counted."""
        numbers = [each.split(".")[1] for each, text in self.typed.items() if text and each.startswith(f"{name}.")]
        rows = [int(number) + 1 for number in numbers if is_whole(number) and int(number) < MOST_ROWS]
        return max([0] + rows)

    @property
    def breaks_later(self) -> bool:
        """Whether the problem is that a later hand could no longer be played."""
        return self.number is not None and any((problem["hand"] or 0) > self.number for problem in self.problems)

    @property
    def other_problems(self) -> list[Problem]:
        """What is wrong with the hand as a whole, or with a field that this way does not show."""
        shown = list(self.way.fields) + ["note"]
        return [problem for problem in self.problems if _root(problem) not in shown]


def _root(of: Problem) -> str:
    """The name of the field that a problem is about or inside of."""
    return str(of["field"]).split(".")[0]


def ways(setup: Setup) -> list[Way]:
    """The ways to enter a hand of this match, with the fields that its options and seats leave."""
    return [
        way_with(way, setup)
        for way in game_of(setup).ways
        if not way.get("ends")
        and is_played(way, setup["options"])
        and way.get("players", len(setup["seats"])) == len(setup["seats"])
    ]


def way_with(own: "dict[str, Any]", setup: Setup) -> Way:
    """A game's way or claim with the fields that the match's options and seats leave."""
    fields = by_name(fields_of(own["fields"], setup["options"], len(setup["seats"])))
    return Way(own["slug"], own["title"], fields, own.get("known"), own.get("goes_to", ""))


def blank_form(
    setup: Setup,
    wanted: "str | None" = None,
    last: "Entry | None" = None,
    next_hand: "dict[str, Any] | None" = None,
) -> EntryForm:
    """An empty form in the wanted way, else in that of the match's last entry, else in the game's first.

    Of the others only those that the `next_hand` is offered, where it is given.
    """
    found = ways(setup)
    way = next((way for way in found if way.slug == wanted), None) or (_way_made(setup, last) if last else None)
    if way is None or (next_hand is not None and way.slug != wanted and not way.is_offered(next_hand)):
        way = next((way for way in found if next_hand is None or way.is_offered(next_hand)), found[0])
    return EntryForm(setup, way)


def filled_form(setup: Setup, number: int, entry: Entry) -> EntryForm:
    """The form that corrects a hand, with what was entered for it."""
    return EntryForm(setup, _way_made(setup, entry), typed_entry(entry), number)


def posted_form(setup: Setup, posted: Sent, number: "int | None" = None) -> EntryForm:
    """The form as it was sent, with every typed text, whatever is wrong with it."""
    typed = spread(list(posted))
    return EntryForm(setup, blank_form(setup, typed.get("way")).way, typed, number)


def given_up(setup: Setup, sent: "dict[str, Any]") -> "dict[str, str] | None":
    """What a form held that is given up: the fields that a form of this match has, blanks left out.

    None where something is no text of a field's length.
    """
    known = list(BESIDE)
    for way in ways(setup):
        known += list(way.fields)
    if not all(isinstance(text, str) and len(text) <= LONGEST_TYPED for text in sent.values()):
        return None
    return {name: text for name, text in sent.items() if text and name.split(",")[0].split(".")[0] in known}


def carry(form: EntryForm, sent: Sent) -> None:
    """Fill the form from an address: `honours.0.player=Anna` fills a field, `add.sides.0.melds=60` adds."""
    for name, text in spread(list(sent)).items():
        adds = name.startswith(ADDED)
        path = name[len(ADDED) :] if adds else name
        if path.split(".")[0] in form.way.fields:
            form.typed[path] = f"{form.typed[path]}+{text}" if adds and form.typed.get(path) else text


def _way_made(setup: Setup, entry: Entry) -> Way:
    """The way that has all the entry's fields."""
    found = ways(setup)
    slug = way_of([{"slug": way.slug, "fields": _listed(way.fields)} for way in found], entry)["slug"]
    return next(way for way in found if way.slug == slug)


def by_name(fields: "list[dict[str, Any]]") -> Fields:
    """Fields by their names, in order, those inside groups too."""
    return OrderedDict([(each["name"], _with_fields(each, by_name)) for each in fields])


def _listed(fields: Fields) -> "list[dict[str, Any]]":
    return [_with_fields(each, _listed) for each in fields.values()]


def _with_fields(field: "dict[str, Any]", changed: Any) -> "dict[str, Any]":
    """A field; of a group a copy, with its inner fields `changed`."""
    if "fields" not in field:
        return field
    group = dict(field)
    group["fields"] = changed(field["fields"])
    return group
