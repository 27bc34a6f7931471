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

    Both are counted up to the last round that is complete in both.
    """
    old, new = read(before), read(after)
    rounds = min(old.complete, new.complete)
    was = {row["entrant"]: row for row in standings(old.up_to(rounds))["standings"]}
    found = [_effect(was[row["entrant"]], row, new.scoring.kind) for row in standings(new.up_to(rounds))["standings"]]
    return [each for each in found if each.places[0] != each.places[1] or each.before != each.after]


def _effect(was: Row, now: Row, kind: str) -> Effect:
    before, after = (tuple(row[name] for name in SUMS[kind]) for row in (was, now))
    return Effect(now["entrant"], now["name"], (was["place"], now["place"]), before, after)
