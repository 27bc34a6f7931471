"""How large an entry or a claim may be, whatever the game: far more than any hand has, little enough to be shown."""

from typing import Any

DEEPEST = 8  # lists and groups inside each other
LONGEST_LIST = 200  # members of one list or group
MOST_VALUES = 2000
LONGEST_TEXT = 1000  # characters; what a note or a name may have is asked where it stands


def is_bounded(entry: Any) -> bool:
    """Whether an entry is as small as every hand is. Looked at level by level, so that nothing is too deep for it."""
    level = [entry]
    left = MOST_VALUES
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
        left -= len(inner)
        if not inner or left < 0:
            return left >= 0
        level = inner
    return False
