"""Checks entries and claims against the fields that their game declares: names, kinds, bounds, totals, choices.

A game's own checks run after these: they get only values of the declared kinds, and check how these go together.
"""

from typing import Any, Callable

from .checks import LARGEST, Checks, _, is_whole, problem
from .declared import ClaimForm, Field, Way, but
from .declared import field as declared_field
from .shapes import Entry, Problem, Setup
from .ways import is_asked_for, is_played, parts_of, way_with

# Checked by the games, because packs and calls differ.
OF_THE_GAME = ("cards", "melds", "card", "trick")
# Values that mean that nothing was played: accepted of fields that are not in use, unless they list others (`idle`).
IDLE: "dict[str, list[Any]]" = {"flag": [False], "some_sides": [[]], "rows": [[]]}


def check_fields(setup: Setup, fields: "list[Field]", entry: Entry) -> list[Problem]:
    """Returns the problems of an entry by the given fields; empty if there are none."""
    checks = Checks(entry)
    _check_group(checks, setup, fields)
    return checks.problems


def entry_problems(setup: Setup, ways: "list[Way]", entry: Entry) -> list[Problem]:
    """Returns the problems of an entry by the fields of the way in which it was entered (see `way_with`)."""
    players = len(setup["seats"])
    ways = [way for way in ways if way.get("players", players) == players or "unplayed" in way["fields"][0]]
    way = way_with(ways, entry)
    if way.get("ends"):
        return []  # `problems` of the game decides whether the players may stop
    return _mixed_sides(ways, way, entry) or _mixed_ways(ways, way, entry) or check_fields(setup, way["fields"], entry)


def claim_problems(setup: Setup, declared: ClaimForm, claim: Entry) -> list[Problem]:
    """Returns the problems of a claim by its fields; refusals of a field without a rule cite the claim's.

    A claim may name its `side` even if its form has no field for it.
    """
    fields = [field if field["rule"] else but(field, rule=declared.get("rule")) for field in declared["fields"]]
    if "side" not in [field["name"] for field in fields]:
        fields.append(declared_field("side", "side", "", declared.get("rule")))
    values = {name: claim[name] for name in claim if name != "type"}
    problems = check_fields(setup, fields, values)
    if "unplayed" in declared and not is_played(declared, setup["options"]):
        problems.append(problem("type", declared["unplayed_rule"], declared["unplayed"]))
    return problems


def _mixed_sides(ways: "list[Way]", way: Way, entry: Entry) -> list[Problem]:
    """Returns a list of one problem if sides are entered in different ways, else an empty list."""
    for field in way["fields"]:
        if field["kind"] != "sides":
            continue
        own_names = [inner["name"] for inner in field["fields"]]
        others = [
            other_field for other in ways for other_field in other["fields"] if other_field["name"] == field["name"]
        ]
        elsewhere = [
            inner["name"] for other_field in others for inner in other_field["fields"] if inner["name"] not in own_names
        ]
        if any(name in elsewhere for part in parts_of(entry, field["name"]) for name in part):
            return [problem(field["name"], field["rule"], _("All sides are entered in the same form"))]
    return []


def _mixed_ways(ways: "list[Way]", way: Way, entry: Entry) -> list[Problem]:
    """Returns the problems of fields of other ways that an entry has beside its own; empty if there are none."""
    names = [field["name"] for field in way["fields"]]
    fields = [field for other in ways for field in other["fields"] if field["name"] not in names]
    mixed = {field["name"]: field for field in fields if "apart" in field and field["name"] in entry}
    return [problem(name, rule_of(mixed[name]), mixed[name]["apart"]) for name in sorted(mixed)]


def _check_group(checks: Checks, setup: Setup, fields: "list[Field]") -> None:
    """Refuses unknown fields, then checks each field in the order of declaration."""
    options, players = setup["options"], len(setup["seats"])
    uses = [(field, "anyway" in field or is_asked_for(field, options, players)) for field in fields]
    played = [field for field, is_used in uses if is_used]
    names = [field["name"] for field in played]
    explained = _explained(checks, [field for field, is_used in uses if not is_used and field["name"] not in names])
    either = _alternative(checks, played)
    settled = [] if either is None else [either["instead_of"][0], either["name"]]
    names_allowed = names + settled + [field["name"] for field in explained]
    for name in sorted([name for name in checks.mapping if name not in names_allowed]):
        checks.refuse(name, None, _("Unknown field: {unknown}"), unknown=name)
    for field, is_used in _missing_last(checks, uses):
        if field["name"] in settled:
            if either is not None and is_used:
                _refuse_alternative(checks, either)
                either = None
        elif is_used:
            _check_field(checks, setup, field)
        elif field in explained and checks.has(field["name"]) and not _says_nothing(checks, field):
            checks.refuse(field["name"], field.get("unplayed_rule", rule_of(field)), field["unplayed"])


def _explained(checks: Checks, unplayed: "list[Field]") -> "list[Field]":
    """Returns the unused fields that are refused with their own text, or have a meaningless value."""
    return [field for field in unplayed if "unplayed" in field or _says_nothing(checks, field)]


def _missing_last(checks: Checks, uses: "list[tuple[Field, bool]]") -> "list[tuple[Field, bool]]":
    """Returns (field, is in use) pairs; missing fields that have `unplayed` are moved to the end.

    Another field may have been entered instead, and its problem is more useful first.
    """
    missing = [is_used and "unplayed" in field and not checks.has(field["name"]) for field, is_used in uses]
    in_order = list(zip(uses, missing))
    return [use for use, is_missing in in_order if not is_missing] + [use for use, is_missing in in_order if is_missing]


def _alternative(checks: Checks, fields: "list[Field]") -> "Field | None":
    """Returns the field that may replace another one if both are entered or both missing; else None.

    `instead_of` holds the other field's name, its rule, and the text if both are entered.
    """
    for field in fields:
        if "instead_of" in field and checks.has(field["name"]) == checks.has(field["instead_of"][0]):
            return field
    return None


def _refuse_alternative(checks: Checks, field: Field) -> None:
    name, rule, text = field["instead_of"]
    checks.refuse(name, rule, text if checks.has(name) else _("Fill this in"))


def _says_nothing(checks: Checks, field: Field) -> bool:
    """True if the value of a field that is not in use is one of its `idle` values, e.g. False for a flag."""
    value = checks.mapping.get(field["name"])
    return any(
        type(value) is type(idle_value) and value == idle_value
        for idle_value in field.get("idle", IDLE.get(field["kind"], []))
    )


def _check_field(checks: Checks, setup: Setup, field: Field) -> None:
    if checks.has(field["name"]):
        _check_value(checks, setup, field)
    elif field["required"] and not field.get("left_out"):
        checks.required(field["name"], rule_of(field))


def _check_value(checks: Checks, setup: Setup, field: Field) -> None:
    if field["kind"] in OF_THE_GAME or (checks.mapping[field["name"]] is None and field.get("nullable")):
        return
    check = field["own"].check if "own" in field else _CHECKS[field["kind"]]
    check(checks, setup, field)


def rule_of(field: Field) -> Any:
    """Returns the number of the rule in refusals of a field; forms may show another rule beside it."""
    return field.get("refused_by", field["rule"])


def _inner_rule(field: Field) -> Any:
    """Returns the number of the rule in refusals of numbers inside a field."""
    return field.get("inner_rule", rule_of(field))


def _sharing(setup: Setup, field: Field) -> int:
    return len(field.get("parties", setup["sides"]))


def _total(field: Field, checks: Checks) -> "int | None":
    """Returns the required sum of the shares: `total`, less the amount for the value of another field (`less`).

    None if there is no total, or if that other field is missing or wrong.
    """
    if field.get("total") is None or "less" not in field:
        return field.get("total")
    name, amounts = field["less"]
    other = checks.mapping.get(name)
    return int(field["total"] or 0) - int(amounts[other]) if isinstance(other, str) and other in amounts else None


def _check_shares(checks: Checks, setup: Setup, field: Field) -> None:
    """Checks one number for each side; with `nought` or `out` None is allowed.

    The game checks the share of the side at `nought`.
    """
    name, rule, sides = field["name"], _inner_rule(field), _sharing(setup, field)
    values, total = checks.mapping[name], _total(field, checks)
    if not isinstance(values, list) or len(values) != sides:
        checks.refuse(name, rule_of(field), _("This must be one number for each of the {sides} sides"), sides=sides)
        return
    before, nought = len(checks.problems), checks.mapping.get(field["nought"]) if "nought" in field else None
    may_be_none = "nought" in field or "out" in field
    for at, value in enumerate(values):
        if not (value is None and may_be_none) and not (type(nought) is int and at == nought):
            checks.is_good_number(name + "." + str(at), rule, value, field.get("min", 0) or 0, field.get("max"))
    if total is not None and len(checks.problems) == before and sum(values) != total and not _is_all(field, values):
        checks.refuse(name, rule, _("These add up to {sum} instead of {total}"), sum=sum(values), total=total)


def _is_all(field: Field, values: "list[int]") -> bool:
    """True if one side has the field's `or_all`, which may replace the total, and the others have 0."""
    return "or_all" in field and field["or_all"] == sum(values) and field["or_all"] in values


def _check_ranks(checks: Checks, setup: Setup, field: Field) -> None:
    """Checks how many cards of each rank each side has."""
    inner = checks.inner(field["name"])
    if inner is None:
        return
    inner.only(tuple([card_class[0] for card_class in field["classes"]]))
    for name, most in _cards_of_classes(checks, field):
        inner.shares(name, rule_of(field), _sharing(setup, field), most)


def _check_amounts(checks: Checks, setup: Setup, field: Field) -> None:
    """Checks how many cards of each rank one side has; a missing rank is 0."""
    inner = checks.inner(field["name"])
    if inner is None:
        return
    inner.only(tuple([card_class[0] for card_class in field["classes"]]))
    for name, most in _cards_of_classes(checks, field):
        if inner.has(name):
            inner.whole(name, rule_of(field), 0, most)


def _cards_of_classes(checks: Checks, field: Field) -> "list[tuple[str, int]]":
    """Returns (class, number of its cards in play) pairs; the field named in `less` reduces one of them."""
    other, amounts = field.get("less") or ["", {}]
    is_out = checks.mapping.get(other)
    return [(card[0], card[3] - (amounts.get(card[0], 0) if is_out == card[0] else 0)) for card in field["classes"]]


def _check_count(checks: Checks, setup: Setup, field: Field) -> None:
    """Checks a number (bounds, steps, `max_a_pack`: the most in each pack), or the cards of each class."""
    name, value = field["name"], checks.mapping[field["name"]]
    if isinstance(value, dict) and "classes" in field:
        _check_cards_of_packs(Checks(value, checks.path + name + ".", checks.problems), setup, field)
        return
    low, high = field.get("min", 0), field.get("max")
    if "max_a_pack" in field:
        high = field["max_a_pack"] * setup["options"]["packs"]
    is_good = checks.is_good_number(name, rule_of(field), value, -LARGEST if low is None else low, high)
    if is_good and value % field.get("step", 1):
        checks.refuse(name, _inner_rule(field), _("Points come in fives"))


def _check_cards_of_packs(cards: Checks, setup: Setup, field: Field) -> None:
    """Checks the cards of each class: no more than the packs in play have, and jokers only if played."""
    options = setup["options"]
    cards.only(tuple([card_class[0] for card_class in field["classes"]]))
    for name, _label, _worth, in_a_pack in field["classes"]:
        if cards.has(name):
            is_out = name == "joker" and not options.get("jokers", True)
            cards.whole(name, _inner_rule(field), 0, 0 if is_out else in_a_pack * options["packs"])


def _check_side(checks: Checks, setup: Setup, field: Field) -> None:
    checks.side(field["name"], rule_of(field), len(setup["sides"]))


def _check_flag(checks: Checks, setup: Setup, field: Field) -> None:
    checks.flag(field["name"], rule_of(field))


def _check_player(checks: Checks, setup: Setup, field: Field) -> None:
    checks.player(field["name"], rule_of(field), setup)


def _check_choice(checks: Checks, setup: Setup, field: Field) -> None:
    """Checks that a value is one of the choices, or of `beside`: refused by the game, and not in forms."""
    choices = [allowed[0] for allowed in field["choices"]] + field.get("beside", [])
    value = checks.mapping[field["name"]]
    if not any(type(value) is type(allowed) and value == allowed for allowed in choices):
        words = {True: "true", False: "false"} if type(choices[0]) is bool else {}
        listed = ", ".join([words.get(allowed, str(allowed)) for allowed in choices if allowed is not None])
        text = field.get("refused", _("This must be one of: {choices}"))
        checks.refuse(field["name"], rule_of(field), text, choices=listed)


def _check_tricks(checks: Checks, setup: Setup, field: Field) -> None:
    """Checks the winner of each trick, None for a tie."""
    name, rule, tricks = field["name"], rule_of(field), checks.mapping[field["name"]]
    if not isinstance(tricks, list):
        checks.refuse(name, rule, _("This must be a list"))
        return
    for at, winner in enumerate(tricks):
        if winner is not None and not _is_side(setup, winner):
            checks.refuse(name + "." + str(at), rule, _("A trick’s winner must be one of the sides, or nobody"))
    if len(tricks) > field["most"]:
        checks.refuse(name, rule, _("There can be three tricks at most"))


def _is_side(setup: Setup, value: Any) -> bool:
    return is_whole(value) and 0 <= value < len(setup["sides"])


def _check_rows(checks: Checks, setup: Setup, field: Field) -> None:
    rows = checks.mapping[field["name"]]
    if not isinstance(rows, list):
        checks.refuse(field["name"], field["rule"], _("This must be a list"))
        return
    _check_each(checks, setup, field, rows)


def _check_sides(checks: Checks, setup: Setup, field: Field) -> None:
    parts, sides = checks.mapping[field["name"]], len(setup["sides"])
    if not isinstance(parts, list) or len(parts) != sides:
        text = _("This must be one group for each of the {sides} sides")
        checks.refuse(field["name"], field["rule"], text, sides=sides)
        return
    _check_each(checks, setup, field, parts)


def _check_each(checks: Checks, setup: Setup, field: Field, parts: "list[Any]") -> None:
    for at, part in enumerate(parts):
        path = field["name"] + "." + str(at)
        if isinstance(part, dict):
            _check_group(Checks(part, checks.path + path + ".", checks.problems), setup, field["fields"])
        else:
            checks.refuse(path, rule_of(field), _("This must be a group of named fields"))


def _check_nested(checks: Checks, setup: Setup, field: Field) -> None:
    name, value = field["name"], checks.mapping[field["name"]]
    if isinstance(value, dict):
        fields = field["fields_from"](setup["options"]) if "fields_from" in field else field["fields"]
        _check_group(Checks(value, checks.path + name + ".", checks.problems), setup, fields)
    else:
        checks.refuse(name, rule_of(field), _("This must be a group of named fields"))


def _check_some_sides(checks: Checks, setup: Setup, field: Field) -> None:
    sides = checks.mapping[field["name"]]
    is_list = isinstance(sides, list) and all(_is_side(setup, side) for side in sides)
    if not is_list or len(set(sides)) < len(sides):
        checks.refuse(field["name"], rule_of(field), _("This must be a list of sides, each of them once"))


def check_count_or_side(checks: Checks, setup: Setup, field: Field) -> None:
    """Checks a number for each side, or the side that has the most; None for no side."""
    value = checks.mapping[field["name"]]
    if isinstance(value, list) and "total" in field:
        _check_shares(checks, setup, field)
    elif value is not None:
        checks.side(field["name"], rule_of(field), len(setup["sides"]))


_CHECKS: "dict[str, Callable[[Checks, Setup, Field], None]]" = {
    "amounts": _check_amounts,
    "choice": _check_choice,
    "count": _check_count,
    "count_or_side": check_count_or_side,
    "flag": _check_flag,
    "group": _check_nested,
    "player": _check_player,
    "ranks": _check_ranks,
    "rows": _check_rows,
    "shares": _check_shares,
    "side": _check_side,
    "sides": _check_sides,
    "some_sides": _check_some_sides,
    "tricks": _check_tricks,
}
