"""Changes of a match as values: their sender, their effect, and the other changes that the sender may have missed."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tests.stateful.plain_match import PlainMatch

NAMES = (
    "Aurelio", "Benedikt", "Cosimo", "Dragana", "Ždeňka", "O'Hara", "Gioacchino", "Hildegard", "Isidoro", "Jolanda",
    "Ksenia", "Leopoldo", "Mafalda", "Ngozika", "Ottavio", "Pelagia", "Quirino", "Rosalba", "Saverio", "Tullia",
    "Ulderico", "Venceslao", "Wilhelmina", "Xiomara", "Yevgenia", "Zaccaria", "Ambrogio", "Brunilde", "Calogero",
    "Domitilla", "Eustachio", "Fiordaliso", "Guendalina", "Umberto", "Immacolata", "Jacopone",
)  # fmt: skip
PHONES = ("blue", "green", "red")
# Kinds of changes that a sender may have missed; undo and redo conflict with those of them that can be undone.
QUIET = {"annotate", "clock", "confirm", "confirming", "contest", "decline", "sit"}
UNDOABLE_QUIET = {"annotate", "clock", "confirming"}
KINDS = {"note": "annotate"}  # of the log, where a command is called otherwise
ENTERING = ("record", "correct", "strike", "finish")

Line = tuple[str, int | None]  # of the log: its kind, and the number of its hand


class Sender(NamedTuple):
    """The sender of a change: the phone, True for an arbiter, and the number of changes that it has missed.

    A sender who `repeats` sends each change twice.
    """

    device: str
    is_arbiter: bool
    behind: int
    is_offline: bool
    repeats: bool = False


class Step(NamedTuple):
    """A change that works online and offline. `hand` is its number, `entry` has tokens for names."""

    act: str
    hand: int | None = None
    entry: Any = None
    note: str = ""
    flag: bool = False  # strike the rest; the leader wins

    @property
    def line(self) -> Line:
        """The line that it adds to the log."""
        return KINDS.get(self.act, self.act), self.hand


class Voice(NamedTuple):
    """A confirmation of a hand, or of the result (None): by a side, or by entering the hand on a phone.

    If it `contests`, the side says that the hand had this content.
    """

    side: int | None
    device: str
    hand: int | None
    content: Any
    contests: bool = False


SENDERS = st.builds(
    Sender,
    device=st.sampled_from(PHONES),
    is_arbiter=st.booleans(),
    behind=st.sampled_from([0, 0, 0, 0, 0, 0, 0, 0, 1, 3]),
    is_offline=st.booleans(),
    repeats=st.booleans(),
)
HERE = Sender(PHONES[0], is_arbiter=True, behind=0, is_offline=False)
ACTS = st.sampled_from(["record", "correct", "strike", "note", "undo", "redo"])
PICKS = st.integers(0, 11)
NOTES = st.sampled_from(["", "recounted", "{name} was late", "雨"])


def apply(model: PlainMatch, step: Step) -> bool:
    """Makes a change in the model; False if it is refused."""
    if step.act in ("undo", "redo"):
        return model.turn(step.act)
    number = step.hand or 0
    if step.act in ("correct", "strike", "note") and number > len(model.now.hands):
        return False
    commands: dict[str, Callable[[], Any]] = {
        "record": lambda: model.recorded(step.entry),
        "correct": lambda: model.corrected(number, step.entry, step.flag),
        "strike": lambda: model.struck(number, step.flag),
        "note": lambda: model.noted(number, step.note),
        "finish": lambda: model.finished(step.flag),
    }
    position = commands[step.act]()
    return position is not None and model.move(step.act, position)


def is_accepted(act: str, hand: int | None, missed: Sequence[Line]) -> bool:
    """True if a sender may have missed these lines of the log."""
    kinds = {kind for kind, _hand in missed}
    if not kinds <= QUIET or (act in ("undo", "redo") and kinds & UNDOABLE_QUIET):
        return False
    return act not in kinds and not (act == "note" and ("annotate", hand) in missed)
