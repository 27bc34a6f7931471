"""The matches of an evening and the series that a match belongs to, read from the database."""

from scorekeeper.pages.result_page import EveningMatch, Series, evening_match, series_of
from scorekeeper.store.models import Match, Sitting


def evening_of(sitting: Sitting) -> list[EveningMatch]:
    """All matches of a sitting, each as it stands."""
    return [evening_match(each.number, each.setup, each.table, each.status) for each in sitting.matches]


def series_here(match: Match) -> Series:
    """How the sides of a match stand in matches tonight."""
    return series_of(match.setup, match.number, evening_of(match.sitting), match.sitting.best_of)
