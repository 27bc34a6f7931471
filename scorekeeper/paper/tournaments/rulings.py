"""What the arbiter ruled, in sentences."""

from scorekeeper.i18n import _, format_signed
from scorekeeper.paper.tournaments import words
from scorekeeper.tournaments.model import Ruling, Tournament


def of_round(tournament: Tournament, number: int) -> tuple[str, ...]:
    """The rulings of one round."""
    return tuple(_sentence(tournament, each) for each in tournament.rulings if each.round == number)


def up_to(tournament: Tournament, rounds: int) -> tuple[str, ...]:
    """The rulings that count after so many rounds."""
    return tuple(told for number in range(1, rounds + 1) for told in of_round(tournament, number))


def _sentence(tournament: Tournament, ruling: Ruling) -> str:
    name = words.by_id(tournament)[ruling.entrant].name
    signs = (words.main_points(tournament.scoring), _("MP"))
    added = ", ".join(
        f"{format_signed(amount)} {sign}"
        for amount, sign in zip((ruling.main, ruling.second), signs, strict=True)
        if amount
    )
    return _(
        "Round %(number)s, %(name)s: %(added)s (%(reason)s)",
        number=ruling.round, name=name, added=added or "0", reason=ruling.reason,
    )  # fmt: skip
