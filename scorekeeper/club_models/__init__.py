"""The tables of clubs. Like `scorekeeper.models`, which they build on, they hold no rules."""

from scorekeeper.club_models.accounts import Account, Club, ClubLogo, Membership, Pass
from scorekeeper.club_models.acts import ClubAct
from scorekeeper.club_models.nights import Night, NightTable
from scorekeeper.club_models.roster import ClubSitting, MonthTally, Player, RatingOwed, Result, Tally

__all__ = [
    "Account",
    "Club",
    "ClubAct",
    "ClubLogo",
    "ClubSitting",
    "Membership",
    "MonthTally",
    "Night",
    "NightTable",
    "Pass",
    "Player",
    "RatingOwed",
    "Result",
    "Tally",
]
