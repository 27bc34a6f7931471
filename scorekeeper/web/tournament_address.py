"""Where anybody may follow a tournament, once the arbiter has switched that on."""

from scorekeeper.clubs.tournaments.followed import Glance
from scorekeeper.store.club_models import Tournament
from scorekeeper.web.signed_numbers import address_of

PURPOSE = "tournament"  # of the signature


def public_address(summary: Glance | Tournament) -> str:
    """The address of the players' pages; empty where nobody may follow."""
    return address_of("tournament_following.show", PURPOSE, summary)
