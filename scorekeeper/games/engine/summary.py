"""A hand's entry in a few words: what stands in a row of the history, on the screen and on paper.

`short(setup, entry)` gives a list of [message, params]; shown, they are joined by a raised dot. An entry must be good:
whoever calls has had it checked by the game. Shares are written in the order of the sides, a side by its sign.
"""

from typing import Any, TypeAlias

from ..buraco.entry import points_of
from ..tresette.honours import POINTS as HONOURS_POINTS
from .base import Entry, Setup, _

Words: TypeAlias = "list[list[Any]]"

# One sign a side, the same on every screen and sheet.
SIGNS = ("●", "▲", "■", "◆", "★", "⬟")
TIE = "="


def short(setup: Setup, entry: Entry) -> Words:
    """What was entered for a hand, without its note."""
    if entry.get("stop"):
        return [[_("stopped"), {}]]
    return _GAMES[setup["game"]](setup, entry)


def shares(values: "list[int]") -> str:
    """One number a side, as they are said at the table: 12–8."""
    return "–".join(str(value) for value in values)


def _each(entry: Entry, messages: "tuple[tuple[str, str], ...]") -> Words:
    """The fields among these that hold one number a side."""
    return [[message, {"shares": shares(entry[name])}] for name, message in messages if name in entry]


def _tresette(setup: Setup, entry: Entry) -> Words:
    if "decima" in entry:
        return [[_("napoletana decima {player}"), {"player": entry["decima"]}]]
    words = _tresette_claim(entry["claim"]) if "claim" in entry else _each(entry, _TRESETTE_SHARES)
    if "last_trick" in entry:
        words.append([_("last trick {sign}"), {"sign": SIGNS[entry["last_trick"]]}])
    words += _each(entry, (("tricks", _("tricks {shares}")),))
    words += _honours(setup, entry.get("honours", []))
    if "solo" in entry:
        words.append([_("all by {player}"), {"player": entry["solo"]["player"]}])
    return words


_TRESETTE_SHARES = (
    ("points", _("points {shares}")),
    ("aces", _("aces {shares}")),
    ("figures", _("figures {shares}")),
)


def _tresette_claim(claim: Entry) -> Words:
    words = [
        [_("claim {sign}"), {"sign": SIGNS[claim["side"]]}],
        [_("aces {count}"), {"count": claim["aces"]}],
        [_("figures {count}"), {"count": claim["figures"]}],
    ]
    if claim.get("last_trick"):
        words.append([_("last trick"), {}])
    return words


def _honours(setup: Setup, honours: "list[Entry]") -> Words:
    """What each player declared in all, in the order of the seats."""
    words: Words = []
    for player in setup["seats"]:
        worth = sum([HONOURS_POINTS[honour["kind"]] for honour in honours if honour["player"] == player])
        if worth:
            words.append([_("honours {player} {worth}"), {"player": player, "worth": worth}])
    return words


def _truco(setup: Setup, entry: Entry) -> Words:
    if entry.get("fold"):
        return [[_("gave up the hand"), {}]]
    if "tricks" not in entry and "truco" not in entry:
        if entry["winner"] is None:
            return [[_("drawn"), {}]]
        return [[_("{stake} for {sign}"), {"stake": entry["stake"], "sign": SIGNS[entry["winner"]]}]]
    words: Words = []
    if entry.get("tricks"):
        won = [TIE if side is None else SIGNS[side] for side in entry["tricks"]]
        words.append([_("tricks {signs}"), {"signs": " ".join(won)}])
    if entry.get("truco"):
        words += _calls(setup["options"]["stakes"], entry["truco"])
    return words


def _calls(stakes: "list[int]", truco: Entry) -> Words:
    """Who called truco, in which trick, and what became of the last proposal."""
    answer = _("{stake} accepted") if truco["answer"] == "accept" else _("ran from {stake}")
    words: Words = [
        [_("truco {sign} in trick {trick}"), {"sign": SIGNS[truco["side"]], "trick": truco["trick"]}],
        [answer, {"stake": stakes[truco["proposals"]]}],
    ]
    if truco.get("tied_card_before_call"):
        words.append([_("tied card before the call"), {}])
    return words


def _albastini(setup: Setup, entry: Entry) -> Words:
    words = _each(entry, (("points", _("points {shares}")),))
    for rank in ("A", "7", "K", "J", "Q"):
        if rank in entry.get("cards", {}):
            words.append([_("{rank} {shares}"), {"rank": rank, "shares": shares(entry["cards"][rank])}])
    if "undrawn" in entry:
        words.append([_("undrawn {rank}"), {"rank": entry["undrawn"]}])
    if "next_dealer" in entry:
        words.append([_("{player} deals next"), {"player": entry["next_dealer"]}])
    return words


def _buraco(setup: Setup, entry: Entry) -> Words:
    sides = entry["sides"]
    words: Words = [[_("melds {shares}"), {"shares": shares([points_of(side["melds"]) for side in sides])}]]
    words += _if_any(sides, (("clean", _("clean {shares}")), ("semi_clean", _("semi-clean {shares}"))))
    words += _if_any(sides, (("dirty", _("dirty {shares}")),))
    words.append([_("hand {shares}"), {"shares": shares([points_of(side["hand"]) for side in sides])}])
    for index, side in enumerate(sides):
        words += _pot(SIGNS[index], side)
    words += _if_any(sides, (("failed_melds", _("failed melds {shares}")),))
    words += [[_("cut {sign}"), {"sign": SIGNS[index]}] for index, side in enumerate(sides) if side.get("cut_bonus")]
    if entry.get("went_out") is not None:
        words.append([_("out {sign}"), {"sign": SIGNS[entry["went_out"]]}])
    return words


def _if_any(sides: "list[Entry]", messages: "tuple[tuple[str, str], ...]") -> Words:
    """The counts that are not nought for every side."""
    words: Words = []
    for name, message in messages:
        counts = [side.get(name) or 0 for side in sides]
        if any(counts):
            words.append([message, {"shares": shares(counts)}])
    return words


def _pot(sign: str, side: Entry) -> Words:
    if side["pot"] == "none":
        return [[_("no pot {sign}"), {"sign": sign}]]
    if side["pot"] == "played":
        return []
    if side.get("pot_cards") is None:
        return [[_("pot unplayed {sign}"), {"sign": sign}]]
    return [[_("pot unplayed {sign} {worth}"), {"sign": sign, "worth": side["pot_cards"]}]]


_GAMES = {"tresette": _tresette, "truco": _truco, "albastini": _albastini, "buraco": _buraco}
