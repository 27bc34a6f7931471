"""What a change of a document changes of the standings: for whoever corrects a result that counts already."""

from typing import NamedTuple

from scorekeeper.tournaments.changes.checked import Document
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.standings import Row, standings

SUMS = {"vp": ("vp", "mp"), "match": ("tp", "legs", "points")}


class Effect(NamedTuple):
    """An entrant whose place or sums change. The sums are those of the standings: VP and MP, or TP, legs and points."""

    entrant: int
    name: str
    places: tuple[int, int]
    before: tuple[int, ...]
    after: tuple[int, ...]


def effects(before: Document, after: Document) -> list[Effect]:
    """Everybody for whom the standings change, by their new places. Raises Refusal where the new document is bad.

    A round whose result is cleared does not count any more until it is complete again.
    """
    old, new = read(before), read(after)
    was = {row["entrant"]: row for row in standings(old)["standings"]}
    found = [_effect(was[row["entrant"]], row, new.scoring.kind) for row in standings(new)["standings"]]
    return [each for each in found if each.places[0] != each.places[1] or each.before != each.after]


def _effect(was: Row, now: Row, kind: str) -> Effect:
    before, after = (tuple(row[name] for name in SUMS[kind]) for row in (was, now))
    return Effect(now["entrant"], now["name"], (was["place"], now["place"]), before, after)
