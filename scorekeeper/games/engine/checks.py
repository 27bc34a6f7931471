"""Problems and refusals, and checks of numbers, texts, dates, sizes and the fields of an entry."""

from typing import Any

from .shapes import Entry, Problem, Setup
from .side_names import called, in_language

_WIDE = "０１２３４５６７８９＋－−"
_PLAIN = "0123456789+--"
_DIGITS = "0123456789"  # not str.isdigit(), which also accepts ²
_LONGEST = 9  # digits: more than any score has, but few enough to be read fast


def whole(text: str) -> "int | str | None":
    """Returns the whole number or sum (`45+30`, `100-15`) in a text; None if blank; else the text itself."""
    plain = "".join([_PLAIN[_WIDE.index(sign)] if sign in _WIDE else sign for sign in text if not sign.isspace()])
    if not plain:
        return None
    terms = plain.replace("-", "+-").split("+")
    if not terms[0]:
        terms = terms[1:]
    total = 0
    for term in terms:
        digits = term[1:] if term.startswith("-") else term
        if not digits or len(digits) > _LONGEST or any(sign not in _DIGITS for sign in digits):
            return text
        total += int(term)
    return total


# White space by Unicode; MicroPython's `strip` removes only ASCII.
SPACES = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    [chr(code) for code in range(0x2000, 0x200B)]
)


def trimmed(text: str) -> str:
    """Returns a text without white space at its ends."""
    first = 0
    last = len(text)
    while first < last and text[first] in SPACES:
        first += 1
    while last > first and text[last - 1] in SPACES:
        last -= 1
    return text[first:last]


def is_printable(text: str) -> bool:
    """True if a text has no control characters and no lone surrogates, which sheets cannot print."""
    for character in text:
        code = ord(character)
        if (
            code < 32
            or 127 <= code < 160
            or 0x2028 <= code <= 0x202E
            or 0x2066 <= code <= 0x2069
            or 0xD800 <= code < 0xE000
        ):
            return False
    return True


DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
DIGITS = "0123456789"


def is_moment(text: str) -> bool:
    """True if a text is an ISO 8601 date, or a date and time with or without an offset from UTC.

    The basic form, without hyphens and colons (`20261121T201500Z`), is accepted too.
    """
    if len(text) >= 8 and _number(text[:8], 8) >= 0:
        text = text[:4] + "-" + text[4:6] + "-" + text[6:8] + text[8:]
    if len(text) == 10:
        return _is_date(text)
    return len(text) > 11 and _is_date(text[:10]) and text[10] in "T " and _is_time_with_zone(text[11:])


def minutes_between(start: str, end: str) -> "int | None":
    """Returns the minutes from one moment to another; None if their zones differ.

    Also None if one is no date with a time in hours, minutes and seconds, in ISO 8601's form with hyphens and colons.
    """
    if not (_has_seconds(start) and _has_seconds(end)) or _zone(start) != _zone(end):
        return None
    return _minute(end) - _minute(start)


def _has_seconds(text: str) -> bool:
    return is_moment(text) and len(text) >= 19 and text[4] == "-" and text[13] == ":" and text[16] == ":"


def _zone(text: str) -> str:
    zone = text[19:].lstrip(".0123456789")
    return "" if zone in ("Z", "z", "+00:00") else zone


def _minute(text: str) -> int:
    """Returns the minutes from a fixed day to a moment in ISO 8601's extended form; right from 1901 to 2099."""
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:10])
    days = 367 * year - 7 * (year + (month + 9) // 12) // 4 + 275 * month // 9 + day
    return days * 1440 + int(text[11:13]) * 60 + int(text[14:16])


def _number(text: str, digits: int) -> int:
    """Returns the value of a text of exactly `digits` digits, or −1 for any other text."""
    if len(text) != digits or any(digit not in DIGITS for digit in text):
        return -1
    return int(text)


def _is_date(text: str) -> bool:
    year, month, day = _number(text[:4], 4), _number(text[5:7], 2), _number(text[8:], 2)
    if text[4] != "-" or text[7] != "-" or year < 1 or not 1 <= month <= 12:
        return False
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= day <= DAYS[month - 1] + (1 if leap else 0)


def _is_time_with_zone(text: str) -> bool:
    if text[-1] in "Zz":
        return _is_time(text[:-1], True)
    for sign in "+-":
        if sign in text:
            time, zone = text.split(sign, 1)
            return _is_time(time, True) and _is_zone(zone)
    return _is_time(text, True)


def _is_zone(text: str) -> bool:
    return _number(text, 2) in range(24) or _is_time(text, False)


def _is_time(text: str, seconds: bool) -> bool:
    """True if a text is a time in hours and minutes; if `seconds`, also with seconds and their decimals."""
    if _number(text[:4], 4) >= 0:
        text = text[:2] + ":" + text[2:4] + (":" if text[4:] else "") + text[4:]
    if (
        len(text) < 5
        or text[2] != ":"
        or _number(text[:2], 2) not in range(24)
        or _number(text[3:5], 2) not in range(60)
    ):
        return False
    if len(text) == 5:
        return True
    if not seconds or len(text) < 8 or text[5] != ":" or _number(text[6:8], 2) not in range(61):
        return False
    return len(text) == 8 or (text[8] in ".," and len(text) > 9 and _number(text[9:], len(text) - 9) >= 0)


DEEPEST = 8  # levels of nested lists and groups
LONGEST_LIST = 200  # members of one list or group
MOST_VALUES = 2000
LONGEST_TEXT = 1000  # characters; notes and names have shorter limits of their own


def is_bounded(entry: Any) -> bool:
    """True if an entry is within the limits of size and depth for a hand. Not recursive, so deep nesting is safe."""
    level = [entry]
    remaining = MOST_VALUES
    for _depth in range(DEEPEST + 1):
        inner: list[Any] = []
        for value in level:
            if isinstance(value, str):
                if len(value) > LONGEST_TEXT:
                    return False
            elif isinstance(value, (dict, list)):
                if len(value) > LONGEST_LIST:
                    return False
                inner += list(value) if isinstance(value, list) else list(value) + list(value.values())
        remaining -= len(inner)
        if not inner or remaining < 0:
            return remaining >= 0
        level = inner
    return False


# The largest number in an entry: more than any total can be, and short enough for a score sheet.
LARGEST = 10**9


def _(message: str) -> str:
    """Marks a text for translation and returns it; texts are translated outside this folder."""
    return message


N_ = _  # for modules outside this folder, where `_` translates


def english(message: str, params: dict[str, Any]) -> str:
    """Returns the English text of a message."""
    values = {name: in_language(value, "en") if isinstance(value, dict) else value for name, value in params.items()}
    return message.format(
        **{name: called(value, str) if isinstance(value, str) else value for name, value in values.items()}
    )


def problem(field: "str | None", rule: "str | None", message: str, **params: Any) -> Problem:
    """Returns a reason for a refusal: the refused field, the rule, and a message with its parameters."""
    return {"message": message, "params": params, "field": field, "rule": rule, "hand": None}


MOST_PROBLEMS = 50


class Refusal(Exception):
    """Raised for something that the rules do not allow. `problems` holds all reasons, the most important first.

    At most MOST_PROBLEMS of them; no form has that many.
    """

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems)
        self.problems = problems[:MOST_PROBLEMS]

    def __str__(self) -> str:
        """Returns a line for each problem, such as `hand 2, points: Fill this in (TRE-10)`."""
        return "\n".join([_line(problem) for problem in self.problems])


def told(problem: Problem) -> "dict[str, Any]":
    """Returns a problem as programs read it: its `message` in English, its `hand`, `field` and `rule`."""
    return {
        "message": english(problem["message"], problem["params"]),
        "hand": problem["hand"],
        "field": problem["field"],
        "rule": problem["rule"],
    }


def _line(problem: Problem) -> str:
    places = ["hand " + str(problem["hand"])] if problem["hand"] else []
    if problem["field"]:
        places.append(problem["field"])
    place = ", ".join(places) + ": " if places else ""
    rule = " (" + problem["rule"] + ")" if problem["rule"] else ""
    return place + english(problem["message"], problem["params"]) + rule


def refuse(field: "str | None", rule: "str | None", message: str, **params: Any) -> Refusal:
    """Returns a refusal with a single reason."""
    return Refusal([problem(field, rule, message, **params)])


def is_whole(value: Any) -> bool:
    """True if a value is a whole number that can be scored; False for `True`, `3.0` and 10³⁰."""
    return type(value) is int and -LARGEST <= value <= LARGEST


class Checks:
    """Checks the fields of an entry, or of a group inside it, and collects all problems.

    Each check returns the value if it is good and None if it is missing or refused, so that a check of several fields
    can skip those.
    """

    def __init__(self, mapping: Entry, path: str = "", problems: "list[Problem] | None" = None) -> None:
        self.mapping = mapping
        self.path = path
        self.problems: list[Problem] = [] if problems is None else problems

    def refuse(self, name: str, rule: "str | None", message: str, **params: Any) -> None:
        """Adds a problem of one field."""
        self.problems.append(problem(self.path + name, rule, message, **params))

    def raise_problems(self) -> None:
        """Raises Refusal with all problems, if there are any."""
        if self.problems:
            raise Refusal(self.problems)

    def only(self, names: "tuple[str, ...]") -> None:
        """Refuses every field with a name that is not in `names`."""
        for name in sorted(self.mapping):
            if name not in names:
                self.refuse(name, None, _("Unknown field: {unknown}"), unknown=name)

    def has(self, name: str) -> bool:
        """True if the entry has the field."""
        return name in self.mapping

    def required(self, name: str, rule: "str | None") -> bool:
        """True if the entry has the field; refuses a missing one."""
        if name not in self.mapping:
            self.refuse(name, rule, _("Fill this in"))
        return name in self.mapping

    def whole(self, name: str, rule: "str | None", low: int, high: "int | None" = None) -> "int | None":
        """Returns a whole number from `low` to `high`."""
        if not self.required(name, rule):
            return None
        value = self.mapping[name]
        return value if self.is_good_number(name, rule, value, low, high) else None

    def is_good_number(self, name: str, rule: "str | None", value: Any, low: int, high: "int | None") -> bool:
        """True if a value is a whole number within bounds; refuses any other value."""
        most = LARGEST if high is None else high
        if type(value) is not int:
            self.refuse(name, rule, _("This must be a whole number"))
        elif value < low:
            self.refuse(name, rule, _("This must be {low} or more"), low=low)
        elif value > most:
            self.refuse(name, rule, _("This can be {high} at most"), high=most)
        else:
            return True
        return False

    def flag(self, name: str, rule: "str | None" = None) -> bool:
        """Returns the value of a yes-or-no field; False if it is missing or refused."""
        value = self.mapping.get(name, False)
        if type(value) is not bool:
            self.refuse(name, rule, _("This must be yes or no"))
            return False
        return value

    def side(self, name: str, rule: "str | None", sides: int) -> "int | None":
        """Returns the field's value if it is the index of a side, else None."""
        if not self.required(name, rule):
            return None
        value = self.mapping[name]
        if not is_whole(value) or not 0 <= value < sides:
            self.refuse(name, rule, _("This must be one of the sides"))
            return None
        return int(value)

    def choice(self, name: str, rule: "str | None", choices: "tuple[Any, ...]") -> Any:
        """Returns the field's value if it is one of the choices, else None."""
        if not self.required(name, rule):
            return None
        value = self.mapping[name]
        if not isinstance(value, str) or value not in choices:
            self.refuse(name, rule, _("This must be one of: {choices}"), choices=", ".join(choices))
            return None
        return value

    def player(self, name: str, rule: "str | None", setup: Setup) -> "str | None":
        """Returns the field's value if it is the name of a player of the match, else None."""
        if not self.required(name, rule):
            return None
        value = self.mapping[name]
        if not isinstance(value, str) or value not in setup["seats"]:
            self.refuse(name, rule, _("This must be one of the players"))
            return None
        return value

    def shares(self, name: str, rule: str, sides: int, total: "int | None" = None) -> "list[int] | None":
        """Returns the field's list of one number for each side; refuses one that does not add up to `total`."""
        if not self.required(name, rule):
            return None
        values = self.mapping[name]
        if not isinstance(values, list) or len(values) != sides:
            self.refuse(name, rule, _("This must be one number for each of the {sides} sides"), sides=sides)
            return None
        good = [
            self.is_good_number(name + "." + str(index), rule, value, 0, None) for index, value in enumerate(values)
        ]
        if False in good:
            return None
        if total is not None and sum(values) != total:
            self.refuse(name, rule, _("These add up to {sum} instead of {total}"), sum=sum(values), total=total)
            return None
        return list(values)

    def inner(self, name: str) -> "Checks | None":
        """Returns the checks of a group inside this one, with the same list of problems; None if it is no group."""
        value = self.mapping.get(name)
        if not isinstance(value, dict):
            self.refuse(name, None, _("This must be a group of named fields"))
            return None
        return Checks(value, self.path + name + ".", self.problems)
