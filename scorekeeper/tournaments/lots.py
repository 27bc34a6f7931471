"""Orders that do not come from results: lots drawn by seed (TOU-9), and the order of the first round (TOU-10)."""

from random import Random

from scorekeeper.tournaments.model import Tournament


def lots(tournament: Tournament, draws: int = 1) -> list[int]:
    """All entrants in the order in which the lots are drawn; after several `draws`, in that of the last one.

    The lots of TOU-9 are the first draw.
    """
    generator = Random(tournament.seed)  # noqa: S311 (lots that anybody can draw again, not a secret)
    ids = sorted(tournament.ids)
    order: list[int] = []
    for _turn in range(draws):
        order = generator.sample(ids, len(ids))
    return order


def first_order(tournament: Tournament) -> list[int]:
    """All entrants in the order of TOU-10: that of the lots, or that of entry (which is what seeds them, too).

    Decision: round robin, Mitchell and knock-out start from the same order as draw, danese and groups.
    """
    return lots(tournament) if tournament.system.first == "lots" else list(tournament.ids)
