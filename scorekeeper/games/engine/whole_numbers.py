"""Whole numbers as people write them into a form."""

_WIDE = "０１２３４５６７８９＋－−"
_PLAIN = "0123456789+--"
_DIGITS = "0123456789"  # isdigit() also takes ², which is no number
_LONGEST = 9  # digits: far more than any score, far less than makes a machine slow


def whole(text: str) -> "int | str | None":
    """A whole number or a sum of some (`45+30`, `100-15`); None for a blank; the text itself for anything else."""
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
