"""A script as it is sent: without comments and indentation, which are for those who read and check it."""

import re

_INSIDE = r"/\*\*(?:(?!\*/).)*\*/"
WHOLE_LINES = re.compile(rf"^[ \t]*{_INSIDE}[ \t]*\n", re.DOTALL | re.MULTILINE)
BEFORE_A_VALUE = re.compile(rf"{_INSIDE} ?", re.DOTALL)
TO_THE_END = re.compile(r"(?:^|[ \t]+)// .*$", re.MULTILINE)
INDENT = re.compile(r"\n[ \t\n]+")


def without_comments(text: str) -> str:
    """The script as short as that.

    That no text in a script looks like `/**` is a rule of the linter's; that none looks like ` // `, and none goes on
    over several lines, is tested (tests/test_scripts.py).
    """
    text = BEFORE_A_VALUE.sub("", WHOLE_LINES.sub("", text))
    return INDENT.sub("\n", TO_THE_END.sub("", text)).lstrip()
