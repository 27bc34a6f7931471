"""The address at which everybody may follow a tournament."""

from scorekeeper.clubs.tournaments.followed import Glance
from scorekeeper.store.club_models import Tournament
from scorekeeper.web.public_address import public_url_for
from scorekeeper.web.signed_numbers import signed_number

PURPOSE = "tournament"  # of the signature


def public_address(seen: Glance | Tournament) -> str:
    """Where anybody may follow the tournament; empty where nobody may."""
    if seen.public is None:
        return ""
    return public_url_for("tournament_following.show", code=signed_number(PURPOSE, seen.id, seen.public))
