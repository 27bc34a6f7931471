"""What a game declares: its options, presets and rules, its ways to enter a hand and its claims, with their fields.

The types are for mypy alone: while a program runs, each is a dict without the keys that were left out.
"""

from typing import TYPE_CHECKING, Any, Callable, Unpack

if TYPE_CHECKING:
    from typing import Literal, Required, TypeAlias, TypedDict

    from .checks import Checks
    from .shapes import Setup

    FieldKind: TypeAlias = Literal[
        "amounts", "card", "cards", "choice", "count", "count_or_side", "flag", "group", "melds", "player", "ranks",
        "rows", "shares", "side", "sides", "some_sides", "trick", "tricks",
    ]  # fmt: skip

    class Where(TypedDict, total=False):
        """The matches in which a field, way, claim or rule is in use: all of them if nothing is set here."""

        option: str  # only if this option is set
        when: "list[Any]"  # only if this option has this value: [option, value]
        unless: "list[Any]"  # only if it has another one: [option, value]
        players: int  # only with this number of seats
        unless_players: int  # only with another number

    class Played(Where, total=False):
        """As `Where`, and how a field or claim is refused in other matches."""

        unplayed: str  # the text of the refusal
        unplayed_rule: str  # the rule that it cites; the field's or claim's own unless given

    class Details(Played, total=False):
        """What a field may have besides name, kind, label and rule; `field_checks` refuses what does not fit."""

        own: "Kind"  # of a kind of the game's own

        # Values.
        min: "int | None"  # of numbers; 0 if left out, any number below 0 too for None
        max: "int | None"
        max_a_pack: int  # of a count: the most in each pack
        max_of: "Callable[[dict[str, Any], int], int]"  # `max`, from options and players, for forms only
        step: int  # of a count
        typed: bool  # of a count: a box for the number pad instead of − and +
        total: "int | None"  # of shares: the sum of all
        less: "list[Any]"  # a field, and what its values take away from the total (`classes`: from the cards)
        or_all: int  # of shares: what one side may have instead of the total, while the others have 0
        nought: str  # of shares: the field with the side that has 0 if its share is blank
        blank: "int | None"  # of shares: what a blank share is if another one is not
        out: bool  # of shares: sides that are out have None as their share
        parties: "list[str]"  # of shares: who has one, if not the sides
        choices: "list[list[Any]]"  # [value, label]
        beside: "list[Any]"  # of a choice: values that the game refuses itself, and forms do not have
        classes: "list[list[Any]]"  # of cards that are counted: [name, label, worth of one, how many]
        fields: "list[Field]"  # of a group
        fields_from: "Callable[[dict[str, Any]], list[Field]]"  # of a group: its fields, from the options
        path: str  # the name in forms, if it is another
        most: int  # of a list
        nullable: bool  # None is a value
        ranks: "tuple[str, ...]"  # of cards
        suits: "list[list[str]]"  # [letter, label]; the French ones if left out
        jokers: "bool | str"  # of cards: True, or the option for it
        jokers_when: "list[Any]"  # or an option and its value
        backs: bool  # of a trick: cards may lie face down

        # Forms.
        before: bool  # it is entered before the cards are played, and shown to the whole table (see `bids`)
        ask: bool  # the number pad asks for it
        asks: str  # its question there
        last: bool  # it asks last, and its key records
        rare: "list[Any]"  # [value (True of a flag), text]: the pad offers it beside its first question
        folded: bool  # the form folds it
        usual: "list[Any]"  # of a choice: the values that the form does not fold
        question: str  # the form requires a value, a document may leave the field out
        all_asks: str  # of `or_all`: the form's question whether a side with the total has it
        nobody: str  # of a side: the label of none
        may_be_unset: bool  # of a side: a key takes it back
        worth: int  # points of one
        a_pack: int  # cards in a pack
        one_side: "list[int]"  # of shares: only one side has any, from these least to these most

        # Refusals: by the field's rule, if these do not name others.
        refused_by: "str | None"  # the rule
        inner_rule: str  # the rule about numbers inside it
        refused: str  # the text about a value that is none of the choices
        instead_of: "list[Any]"  # the field that it may replace, that field's rule, the text if both are there
        apart: str  # the text if it is entered beside another way's fields
        left_out: bool  # the game decides when a required field may be missing
        anyway: bool  # it is accepted where it is not in use, too
        idle: "list[Any]"  # values accepted there, as they mean that nothing was played

    class Changes(Details, total=False):
        """The parts of a field that a copy may change (`base.but`)."""

        name: str
        kind: str
        label: str
        rule: "str | None"
        required: bool

    class Field(Details):
        """A field of a hand or a claim (`base.field`)."""

        name: str
        kind: str
        label: str
        rule: "str | None"
        required: bool

    class Way(Where, total=False):
        """A way to enter a hand."""

        slug: "Required[str]"
        title: "Required[str]"
        fields: "Required[list[Field]]"
        mark: str  # the field by which an entry is known to be entered in this way
        known: "str | list[Any]"  # what the next hand must have: an item, or an item and its value (one of a list)
        once: bool  # for exceptions such as a deal that all passed: the form returns to the way before it
        first_unless: "list[Any]"  # an option and a value of it: with others, forms offer this way first
        ends: bool  # it ends the match

    class ClaimForm(Played, total=False):
        """A claim: its slug, what is said, and the fields of its form."""

        slug: "Required[str]"
        title: "Required[str]"
        fields: "Required[list[Field]]"
        rule: str  # of refusals of fields without one
        goes_to: str  # the text for the side in the verdict's `winner`

    class AnOption(TypedDict, total=False):
        """What an option of any kind may have."""

        presets: "tuple[str, ...]"
        """The presets that have it. In others it keeps the preset's value, and a document that sets it is refused. Two
        options of one name with different presets may differ in everything else."""
        before: Any  # the value in matches stored before the option was there
        nullable: bool  # None is a value
        seldom: bool  # the form for new matches folds it

    class Option(AnOption, total=False):
        """An option of a match (`setup.whole`, `setup.flag`, `setup.choice`)."""

        name: "Required[str]"
        kind: "Required[str]"
        label: "Required[str]"
        rule: "Required[str | None]"
        low: int
        high: int
        choices: "list[list[Any]]"
        longest: int  # characters of a text
        most: int  # of a list
        usual: str  # of a text, for forms

    class Preset(TypedDict):
        """A preset (`setup.preset`), with a value for every option."""

        slug: str
        title: str
        options: "dict[str, Any]"
        shapes: "list[tuple[int, int]] | None"
        timed: bool

    class Printed(Where, total=False):
        """When and how a rule is printed on paper (`base.rule`)."""

        agreed: str  # the option whose value is printed, in place of `{}` in the worth
        without: str  # the text if that value is None

    class Rule(Printed):
        """A rule of the game."""

        rule: str
        title: str
        on_paper: str
        worth: "int | str"

else:
    FieldKind = str
    Where = Played = Details = Changes = Field = Way = ClaimForm = AnOption = Option = Preset = Printed = Rule = dict


class Kind:
    """A kind of field of a game's own: it reads and checks values; a macro in the game's `fields.html` draws them."""

    name = ""  # also of the macro, which gets the way, the field and its path; none if the game's own form draws it

    def read(self, field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
        """Returns the value typed into a form (texts by path); `entries.BLANK` if there is none."""

    def check(self, checks: "Checks", setup: "Setup", field: Field) -> None:
        """Refuses wrong values, unless the game's `problems` does."""

    def schema(self, field: Field, sides: int) -> "dict[str, Any]":
        """Returns a JSON Schema of the value in matches of up to `sides` sides; by default of any value."""
        return {}

    def cards_in(self, setup: "Setup", field: Field, texts: "dict[str, str]") -> "list[tuple[str, str]] | None":
        """Returns whose cards were typed: (name, cards) pairs; None if these are no cards of several people."""
        return None


def rule(number: str, title: str = "", on_paper: str = "", worth: "int | str" = "", **where: "Unpack[Printed]") -> Rule:
    """Returns the description of a rule, for the rules page and the score sheet.

    `title` is its heading; without it, the label of the first option or field that cites the rule. `on_paper` is its
    text in the short rules on the sheet (the title unless given), `worth` what is printed beside the text. A rule
    without worth and `agreed` is left out on paper, if it has no text of its own for it.
    """
    described: Any = {"rule": number, "title": title, "on_paper": on_paper, "worth": worth}
    described.update(where)
    made: Rule = described
    return made


def field(
    name: str,
    kind: "FieldKind | Kind",
    label: str,
    rule: "str | None" = None,
    required: bool = False,
    **more: "Unpack[Details]",
) -> Field:
    """Returns the description of a field of an entry or a claim, from which forms and checks are made.

    `kind` is one of `entries.READERS`, or a kind of the game's own. `Details` says what else there may be.
    """
    described: Any = {"name": name, "kind": kind, "label": label, "rule": rule, "required": required}
    if isinstance(kind, Kind):
        described.update({"kind": kind.name, "own": kind})
    described.update(more)
    made: Field = described
    return made


def but(described: Field, **changes: "Unpack[Changes]") -> Field:
    """Returns a copy of a field with some of its parts changed."""
    changed: Any = dict(described)
    changed.update(changes)
    made: Field = changed
    return made
