"""Names that look alike: two of them in one club would let one person pass for the other."""

import unicodedata
from functools import lru_cache

# Letters of other scripts, and signs, drawn as Latin letters are; each line gives what is drawn and as what.
DRAWN_ALIKE = (
    ("АВЕКМНОРСТУХІЈЅԌԚԜ", "ABEKMHOPCTYXIJSGQW"),  # Cyrillic
    ("аекморстухіјѕԁһԛԝԍ", "aekmopctyxijsdhqwg"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),  # Greek
    ("αικνορτυχϳ", "aikvoptuxj"),
    ("ԱՕՏՍ", "UOSU"),  # Armenian
    ("օսոց", "ounq"),
    ("ıɑɡʟɪ", "iagli"),
    ("’‘`´ʼ", "'''''"),
)
AS_LATIN = {ord(sign): latin for signs, letters in DRAWN_ALIKE for sign, latin in zip(signs, letters, strict=True)}
# One stroke, one ring: told apart by nobody in many typefaces.
STROKES = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o"})


@lru_cache(10_000)
def skeleton(name: str) -> str:
    """What is left of a name that eyes compare: the same for two that look alike, without spaces and what is unseen.

    Accents are seen, so they tell names apart; capitals do not.
    """
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).translate(AS_LATIN))
    return "".join(sign for sign in plain.casefold() if _is_seen(sign)).translate(STROKES)


def _is_seen(sign: str) -> bool:
    """Whether a sign leaves ink: no space, control or joiner, and no selector of variants."""
    kind = unicodedata.category(sign)
    return kind[0] not in "ZC" and not 0xFE00 <= ord(sign) <= 0xFE0F and sign != "\u034f"
