"""A script as it is sent: without its `/** … */`, which describe and type it for those who read and check it."""

import re

_INSIDE = r"/\*\*(?:(?!\*/).)*\*/"
WHOLE_LINES = re.compile(rf"^[ \t]*{_INSIDE}[ \t]*\n", re.DOTALL | re.MULTILINE)
BEFORE_A_VALUE = re.compile(rf"{_INSIDE} ?", re.DOTALL)


def without_comments(text: str) -> str:
    """The script with only its `//` comments. That no text in a script looks like `/**` is a rule of the linter's."""
    return BEFORE_A_VALUE.sub("", WHOLE_LINES.sub("", text))
