"""Guarantees of the style sheets: contrast, target sizes, weight."""

import re
from collections.abc import Iterator

import pytest

from scorekeeper.config import folder

CSS = folder("static") / "css"
TOKENS = (CSS / "tokens.css").read_text(encoding="utf-8")
LIGHT = ":root {"
DARK = ':root[data-theme="dark"], :root[data-theme="oled"] {'
SYSTEM_DARK = ":root:not([data-theme]) {"
THEMES = {
    "light": (LIGHT,),
    "dark": (LIGHT, DARK),
    "oled": (LIGHT, DARK, ':root[data-theme="oled"] {'),
    "sun": (LIGHT, ':root[data-theme="sun"] {'),
}
# Foreground, background and the contrast they need; {n} is each of the six sides.
SIDES = tuple(f"side-{side}" for side in range(6))
TEXT, SIGN = 4.5, 3.0
PAIRS = [
    *((text, paper, TEXT) for text in ("ink", "soft", "side-{n}", "bad") for paper in ("paper", "raised")),
    *((text, "sunk", TEXT) for text in ("ink", "soft", "ok")),
    ("side-{n}", "tint-{n}", TEXT),
    ("ink", "tint-{n}", TEXT),
    ("ink", "fill-{n}", TEXT),
    ("on-half", "tint-{n}", TEXT),
    ("on-half", "fill-{n}", TEXT),
    ("soft", "tint-{n}", TEXT),
    ("on-vivid-{n}", "vivid-{n}", TEXT),
    ("on-flood-{n}", "flood-{n}", TEXT),
    ("tok-{n}", "primary", TEXT),
    ("on-primary", "primary", 7.0),
    ("paper", "ink", TEXT),
    ("bad", "bad-bg", TEXT),
    ("side-{n}", "fill-{n}", SIGN),
    ("red", "fill-{n}", SIGN),
    ("red", "paper", SIGN),
    ("edge", "paper", SIGN),
    ("edge", "raised", SIGN),
]


def block(selector: str) -> dict[str, str]:
    """Returns the custom properties that a rule of tokens.css sets."""
    start = TOKENS.index("\n" + selector) if selector != SYSTEM_DARK else TOKENS.index(selector)
    body = re.sub(r"/\*.*?\*/", "", TOKENS[start : TOKENS.index("}", start)], flags=re.DOTALL)
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", body))


def theme(name: str) -> dict[str, str]:
    return {key: value for selector in THEMES[name] for key, value in block(selector).items()}


def luminance(colour: str) -> float:
    """Returns the relative luminance (WCAG 2) of #rgb or #rrggbb."""
    digits = colour.strip().removeprefix("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def pairs() -> Iterator[tuple[str, str, float]]:
    """Yields each pair of PAIRS once, or once per side."""
    for seen, ground, least in PAIRS:
        for side in range(6) if "{n}" in seen + ground else (0,):
            yield seen.format(n=side), ground.format(n=side), least


@pytest.mark.parametrize("name", THEMES)
def test_all_that_is_seen_stands_out_from_what_it_lies_on(name: str) -> None:
    colours = theme(name)
    low = [(seen, ground) for seen, ground, least in pairs() if contrast(colours[seen], colours[ground]) < least]
    assert low == []


def test_full_sun_asks_for_more() -> None:
    colours = theme("sun")
    assert all(contrast(colours[text], colours["paper"]) >= 7 for text in ("ink", "soft", *SIDES))


def test_the_device_s_dark_is_the_dark_that_can_be_chosen() -> None:
    assert block(SYSTEM_DARK) == block(DARK)


def declarations(sheet: str, selector: str) -> dict[str, str]:
    """Returns the declarations of the first rule with this selector."""
    text = (CSS / f"{sheet}.css").read_text(encoding="utf-8")
    body = re.search(rf"(?:^|\n){re.escape(selector)} {{([^}}]*)}}", text)
    assert body
    return dict(re.findall(r"([\w-]+):\s*([^;]+);", body[1]))


def test_what_has_the_focus_does_not_look_like_a_mistake() -> None:
    assert "var(--bad)" in declarations("components", ".error")["color"]
    assert declarations("base", ":focus-visible")["outline"] == "3px solid var(--ink)"


def test_what_a_match_page_says_for_a_moment_lies_over_the_status_line_and_no_key() -> None:
    assert declarations("match", ".said")["position"] == "absolute"
    assert declarations("match", ".said")["inset"] == "0"
    assert declarations("match", ".status")["position"] == "relative"


def test_no_template_has_a_style_of_its_own() -> None:
    # The content security policy does not apply to paper.
    templates = [
        file
        for file in folder("templates").rglob("*.html")
        if file.relative_to(folder("templates")).parts[0] != "paper"
    ]
    assert [file.name for file in templates if re.search(r"\sstyle=|<style", file.read_text("utf-8"))] == []


def test_the_typeface_is_one_small_file_and_what_stands_in_for_it_measures_the_same() -> None:
    assert (folder("static") / "fonts" / "archivo" / "archivo.woff2").stat().st_size <= 20_000
    stand_in = TOKENS[TOKENS.index('"Score fallback"; src') :].partition("}")[0]
    assert re.findall(r"(size-adjust|ascent-override|descent-override): ([\d.]+)%", stand_in) == [
        ("size-adjust", "107"),
        ("ascent-override", "82.1"),  # 878 / 1000 of Archivo, divided by the size adjustment
        ("descent-override", "19.6"),
    ]
