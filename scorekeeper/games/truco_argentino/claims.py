"""The claims of Truco argentino: an envido, a flor, a trick, and “we won this hand”."""

from typing import Any

from ..engine.base import Checks, Entry, Line, Setup, Table, Verdict, _, line, side_of
from .cards import BACK, envido_of, flor_of, is_card, strength, strongest
from .deal import deal_of, mano_seat
from .tricks import check_full, result_of

CARDS_OF_A_PLAYER = 3


def _check_muestra(checks: Checks) -> "str | None":
    """Returns the muestra, the card turned up; None if it is missing. Refuses one that is not a card."""
    muestra = checks.mapping.get("muestra")
    if not checks.has("muestra") or is_card(muestra):
        return muestra
    checks.refuse("muestra", "TAR-1", _("This is not a card of the pack"))
    return None


def _check_card(checks: Checks, path: str, card: Any, seen: "list[str]") -> None:
    """Refuses a card that is not in the pack or already in `seen`; else adds it to `seen`."""
    if not is_card(card):
        checks.refuse(path, "TAR-1", _("This is not a card of the pack"))
    elif card in seen:
        checks.refuse(path, "TAR-1", _("{written} was there already"), written=card)
    else:
        seen.append(card)


def _check_hands(checks: Checks, setup: Setup, muestra: "str | None") -> None:
    """Refuses shown hands unless each is three cards of a player, no card twice."""
    hands = checks.inner("hands")
    if hands is None:
        return
    if not hands.mapping:
        checks.refuse("hands", "TAR-11", _("Fill this in"))
    seen = [] if muestra is None else [muestra]
    for player in sorted(hands.mapping):
        cards = hands.mapping[player]
        if player not in setup["seats"]:
            hands.refuse(player, "TAR-11", _("This must be one of the players"))
        elif not isinstance(cards, list) or len(cards) != CARDS_OF_A_PLAYER:
            hands.refuse(player, "TAR-11", _("A player has three cards"))
        else:
            for index, card in enumerate(cards):
                _check_card(hands, player + "." + str(index), card, seen)


def _judge_values(setup: Setup, table: Table, claim: Entry, is_flor: bool) -> Verdict:
    """Judges if the side has the highest value; equal ones: who is nearest to the mano (TAR-12, TAR-19)."""
    checks, side = Checks(claim), claim["side"]
    muestra = _check_muestra(checks)
    _check_hands(checks, setup, muestra)
    checks.raise_problems()
    hands = claim["hands"]
    if not is_flor and setup["options"]["flor"] != "none":
        _check_no_flor(checks, hands, muestra)
    values = {player: (flor_of if is_flor else envido_of)(hands[player], muestra) for player in hands}
    best = _best_player(setup, table, values)
    winner = None if best is None else side_of(setup, best)
    reasons = _reasons(setup, values, best, is_flor)
    effect = {"values": values, "winner": winner, "player": best}
    return {"upheld": winner == side, "reasons": reasons, "effect": effect}


def _check_no_flor(checks: Checks, hands: "dict[str, list[str]]", muestra: "str | None") -> None:
    """Raises Refusal if a player has a flor, as that player then has no envido (TAR-17)."""
    for player in sorted(hands):
        if flor_of(hands[player], muestra) is not None:
            checks.refuse("hands." + player, "TAR-17", _("These cards are a flor: there is no envido"))
    checks.raise_problems()


def _reasons(setup: Setup, values: "dict[str, int | None]", best: "str | None", is_flor: bool) -> "list[Line]":
    """Returns a line for each player's value, in the order of the seats, and one for the best player."""
    rule = "TAR-16" if is_flor else "TAR-11"
    reasons = []
    for player in setup["seats"]:
        if player in values:
            text = _("{player}: no flor") if values[player] is None else _("{player}: {value}")
            reasons.append(line(side_of(setup, player), rule, text, player=player, value=values[player]))
    if best is not None:
        better = "TAR-19" if is_flor else "TAR-12"
        reasons.append(line(side_of(setup, best), better, _("{player} has the best one"), player=best))
    return reasons


def _best_player(setup: Setup, table: Table, values: "dict[str, int | None]") -> "str | None":
    """Returns the player with the highest value; of equal ones the first from the mano. None without values."""
    seats = len(setup["seats"])
    mano = mano_seat(setup, table)
    best: str | None = None
    highest = -1
    for step in range(seats):
        player = setup["seats"][(mano + step) % seats]
        value = values.get(player)
        if value is not None and value > highest:
            best, highest = player, value
    return best


def judge_envido(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “The envido is ours”."""
    return _judge_values(setup, table, claim, False)


def judge_flor(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “The flor is ours”."""
    return _judge_values(setup, table, claim, True)


def judge_trick(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “This trick is won”: upheld if all of the strongest cards belong to one side (TAR-4)."""
    checks = Checks(claim)
    muestra = _check_muestra(checks)
    _check_played(checks, setup, muestra)
    checks.raise_problems()
    cards = claim["cards"]
    strengths = [strength(card, muestra) for card, _side in cards]
    best = max(strengths)
    sides = {side for (_card, side), value in zip(cards, strengths) if value == best}
    first = strengths.index(best)
    if best == 0 or len(sides) > 1:
        reasons = [line(cards[0][1], "TAR-4", _("The trick is tied: who led it leads again"))]
        return {"upheld": False, "reasons": reasons, "effect": {"winner": None, "card": None, "leads": 0}}
    card, winner = cards[first]
    reasons = [strongest(winner, card)]
    return {"upheld": True, "reasons": reasons, "effect": {"winner": winner, "card": card, "leads": first}}


def _check_played(checks: Checks, setup: Setup, muestra: "str | None") -> None:
    """Refuses a trick unless it has a card of each player in turn, or the two cards of a duel."""
    cards = checks.mapping["cards"]
    players = len(setup["seats"])
    if not isinstance(cards, list) or len(cards) not in ((players, 2) if players == 6 else (players,)):
        checks.refuse("cards", "TAR-4", _("A trick is a card of each player, with the side that played it"))
        return
    seen = [] if muestra is None else [muestra]
    before = len(checks.problems)
    for index, played in enumerate(cards):
        path = "cards." + str(index)
        if not isinstance(played, list) or len(played) != 2 or type(played[1]) is not int or played[1] not in (0, 1):
            checks.refuse(path, "TAR-4", _("This must be a card and the side that played it"))
        elif played[0] != BACK:
            _check_card(checks, path, played[0], seen)
    if len(checks.problems) == before and any(low[1] == high[1] for low, high in zip(cards, cards[1:])):
        checks.refuse("cards", "TAR-4", _("The sides play in turn"))


def judge_hand(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We won this hand” by its tricks and its calls of truco, without envido and flor."""
    checks, duel = Checks(claim), claim.get("duel")
    check_full(Checks(claim["truco"], "truco.", checks.problems))
    checks.raise_problems()
    deal = deal_of(setup, table, table["totals"], None if duel is None else duel - 1)
    winner, stake, reasons = result_of(deal, claim["truco"], True)
    points = [stake if side == winner else 0 for side in (0, 1)]
    return {"upheld": winner == claim["side"], "reasons": reasons, "effect": {"winner": winner, "points": points}}


CLAIMS = {"envido": judge_envido, "flor": judge_flor, "trick": judge_trick, "hand": judge_hand}
