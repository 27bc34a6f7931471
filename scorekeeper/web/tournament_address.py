"""Where anybody may follow a tournament, once the arbiter has switched that on."""

from scorekeeper.clubs.tournaments.followed import Glance
from scorekeeper.store.club_models import Tournament
from scorekeeper.web.public_address import public_url_for
from scorekeeper.web.signed_numbers import signed_number

PURPOSE = "tournament"  # of the signature


def public_address(seen: Glance | Tournament) -> str:
    """The address of the players' pages; empty where nobody may follow."""
    if seen.public is None:
        return ""
    return public_url_for("tournament_following.show", code=signed_number(PURPOSE, seen.id, seen.public))
