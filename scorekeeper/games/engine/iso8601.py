"""Whether a text is a moment in ISO 8601, such as `2026-11-21T20:15:00Z`; nothing here scores."""

DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
DIGITS = "0123456789"


def is_moment(text: str) -> bool:
    """Whether a text is a date, or a date and a time of day with or without its offset from UTC.

    The basic form, without hyphens and colons (`20261121T201500Z`), is read as the extended one.
    """
    if len(text) >= 8 and _number(text[:8], 8) >= 0:
        text = text[:4] + "-" + text[4:6] + "-" + text[6:8] + text[8:]
    if len(text) == 10:
        return _is_date(text)
    return len(text) > 11 and _is_date(text[:10]) and text[10] in "T " and _is_time_with_zone(text[11:])


def minutes_between(one: str, other: str) -> "int | None":
    """Minutes from one moment to another; None where one of them has no time of day, or their zones differ."""
    if not (is_moment(one) and is_moment(other)) or min(len(one), len(other)) < 19 or _zone(one) != _zone(other):
        return None
    return _minute(other) - _minute(one)


def _zone(text: str) -> str:
    zone = text[19:].lstrip(".0123456789")
    return "" if zone in ("Z", "z", "+00:00") else zone


def _minute(text: str) -> int:
    """The minute of a moment in the extended form, counted over days; of the years 1901 to 2099."""
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:10])
    days = 367 * year - 7 * (year + (month + 9) // 12) // 4 + 275 * month // 9 + day
    return days * 1440 + int(text[11:13]) * 60 + int(text[14:16])


def _number(text: str, digits: int) -> int:
    """The number that so many digits write, or −1 where they do not."""
    if len(text) != digits or any(each not in DIGITS for each in text):
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
    if len(text) == 4:
        text = text[:2] + ":" + text[2:]
    return _number(text, 2) in range(24) or _is_time(text, False)


def _is_time(text: str, seconds: bool) -> bool:
    """Hours and minutes, and where allowed seconds with decimals."""
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
