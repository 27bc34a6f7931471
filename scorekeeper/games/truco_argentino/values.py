"""What is said of cards: envido and flor values, and who wins by them (TAR-11, TAR-12, TAR-16, TAR-19)."""

from ..engine.base import Checks, Entry, _
from .deal import Deal

HIGHEST_WITH_MUESTRA = 37


def envido_values(muestra: bool) -> "list[int]":
    """Every value that three cards can have."""
    return list(range(8)) + list(range(20, 38 if muestra else 34))


def flor_values(muestra: bool) -> "list[int]":
    """Every value that a flor can have."""
    return list(range(20, 48 if muestra else 39))


def check_compared(part: Checks, deal: Deal, known: "list[int]", rule: str) -> None:
    """What both sides said, who won by it, or both: they agree, and one of them is there."""
    if not part.has("values") and not part.has("winner"):
        part.refuse("values", rule, _("Enter the values that were said, or who won"))
        return
    winner = part.side("winner", rule, 2) if part.has("winner") else None
    if not part.has("values"):
        return
    values = part.mapping["values"]
    if not isinstance(values, list) or len(values) != 2 or values == [None, None]:
        part.refuse("values", rule, _("This must be the best value of each side, or null for “good”"))
        return
    for side, value in enumerate(values):
        if value is not None and (type(value) is not int or value not in known):
            part.refuse("values." + str(side), rule, _("No three cards have this value"))
            return
    best = winner_of(deal, values)
    if best is None and not part.has("winner"):
        part.refuse("winner", "TAR-12", _("Equal values: who is nearer to the mano?"))
    elif best is not None and winner is not None and best != winner:
        part.refuse("winner", "TAR-12", _("The values say that the other side won"))


def winner_of(deal: Deal, values: "list[int | None]") -> "int | None":
    """The side with the higher value; equal between two players the mano, in teams nobody can tell (TAR-12)."""
    first, second = values
    if second is None or (first is not None and first > second):
        return 0
    if first is None or second > first:
        return 1
    return deal["mano"] if deal["players"] == 1 else None


def compared(deal: Deal, part: Entry) -> int:
    """Who won by the values of a part without problems."""
    return part["winner"] if "winner" in part else winner_of(deal, part["values"]) or 0
