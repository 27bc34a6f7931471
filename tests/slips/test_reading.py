"""Photographs of slips: readings and doubts."""

from dataclasses import replace
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageStat

from benchmarks.photographs import MODERATE, STRONG, STYLES, Pen, _noise, a_pen, photograph
from scorekeeper.games.engine.base import english
from scorekeeper.slips.codes import Code
from scorekeeper.slips.finding import SeenCode, SeenSlip
from scorekeeper.slips.ink import SHOWN, measure
from scorekeeper.slips.marks import LEFT, Mark, around, block_of
from scorekeeper.slips.reading import FEWEST_CORNERS, Reading, readings_of
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.model import Tournament
from tests.slips.drawn import EDGE, SCALE, filled_in, marks_of
from tests.tournaments.made import played, table, tournament

VP: Any = {"kind": "vp", "hands": 4}
RESULT = {"points": [1850, 1210], "vp": [13, 7]}
KEY = b"a tournament's own key"


def made(scoring: Any = VP, **fields: Any) -> Tournament:
    document = tournament(4, played(table(1, 1, 2), table(2, 3, 4)))
    return read({**document, "game": "buraco", "variant": "burraco", "scoring": scoring, **fields})


def picture_of(image: Image.Image) -> bytes:
    output = BytesIO()
    image.save(output, "PNG", compress_level=1)
    return output.getvalue()


def only(data: bytes, tournament: Tournament, *keys: bytes) -> Reading:
    (reading,) = readings_of(data, tournament, keys)
    return reading


def whys(reading: Reading) -> list[tuple[str | None, str]]:
    return [(doubt.field, english(doubt.message, doubt.params)) for doubt in reading.doubts]


def filled(cup: Tournament, result: Any = RESULT, **how: Any) -> Image.Image:
    return filled_in(cup, cup.rounds[0].tables[0], marks_of(cup, result), **how)


@pytest.mark.parametrize(
    "scoring, result",
    [
        (VP, {"points": [-250, 0], "vp": [9, 11]}),
        (VP, {"points": [1111, 1111], "vp": [10, 10]}),
        ({"kind": "match", "best_of": 5}, {"points": [40, 31], "legs": [3, 2]}),
        ({"kind": "match"}, {"points": [31, 7]}),
        ({"kind": "match"}, {"points": [0, 0]}),
    ],
)
def test_a_flat_slip_is_read(scoring: Any, result: Any) -> None:
    cup = made(scoring, game=None, variant=None)
    reading = only(picture_of(filled(cup, result)), cup)
    assert (reading.round, reading.table, reading.sides) == (1, 1, ((1,), (2,)))
    pairs = {name: tuple(result[name]) if name in result else None for name in ("points", "vp", "legs")}
    assert {name: getattr(reading, name) for name in pairs} == pairs
    assert reading.is_sure


def test_a_side_that_did_not_play_is_read() -> None:
    cup = made()
    reading = only(picture_of(filled(cup, {"absent": 1})), cup)
    assert (reading.absent, reading.points, reading.is_sure) == (2, None, True)


COLORS = [(20, 20, 20), (30, 45, 140), (125, 125, 125)]


@pytest.mark.parametrize("style, color", [(style, COLORS[at % 3]) for at, style in enumerate(STYLES)])
def test_pens_and_pencils_are_read(style: str, color: tuple[int, int, int]) -> None:
    cup = made()
    reading = only(picture_of(filled(cup, pen=Pen(color, 0.5, style))), cup)
    assert (reading.points, reading.vp, reading.is_sure) == ((1850, 1210), (13, 7), True)


@pytest.mark.parametrize("quarters", [1, 3])
def test_a_slip_is_read_in_any_rotation(quarters: int) -> None:
    cup = made()
    assert only(picture_of(filled(cup).rotate(90 * quarters + 7, expand=True, fillcolor="white")), cup).is_sure


@pytest.mark.parametrize("seed", [0, 4])
@pytest.mark.parametrize("strength", [MODERATE, STRONG], ids=lambda strength: strength.name)
def test_no_wrong_number_of_a_photograph_is_sure(strength: Any, seed: int) -> None:
    rng, cup = Random(seed), made()
    photo = photograph(rng, filled(cup, pen=a_pen(rng)), replace(strength, pixels=(1200, 1500)))
    for reading in readings_of(photo, cup):
        read_values = [*(reading.points or (None, None)), *(reading.vp or (None, None))]
        values = [*RESULT["points"], *RESULT["vp"]]
        assert all(one in (None, value) for one, value in zip(read_values, values, strict=True))
        assert reading.is_sure or strength is STRONG


def marks(field: str, place: int | None, *wanted: int) -> list[Mark]:
    block = block_of(made().scoring)
    return [mark for mark in block.marks if (mark.field, mark.place) == (field, place) and mark.value in wanted]


@pytest.mark.parametrize("style, with_another", [(style, at % 2 == 0) for at, style in enumerate(STYLES)])
def test_a_mark_that_is_crossed_out_does_not_count(style: str, with_another: bool) -> None:
    cup, pen = made({"kind": "match"}), Pen((25, 35, 110), 0.6, style)
    kept = marks_of(cup, {"points": [1850, 1210]})
    if with_another:
        reading = only(picture_of(filled_in(cup, cup.rounds[0].tables[0], kept, pen, marks("points.0", 3, 4))), cup)
        assert (reading.points, reading.is_sure) == ((1850, 1210), True)
        return
    kept = [mark for mark in kept if mark not in marks("points.1", 1, 1)]
    reading = only(picture_of(filled_in(cup, cup.rounds[0].tables[0], kept, pen, marks("points.1", 1, 1))), cup)
    assert whys(reading) == [("points.1", "Crossed out: read the digits beside it")]


def test_a_filled_circle_that_hardly_gets_bolder_by_being_crossed_out_is_in_doubt_if_nothing_proves_its_digit() -> None:
    cup, pen = made({"kind": "match"}), Pen((25, 35, 110), 0.6, "fill")
    kept = [mark for mark in marks_of(cup, {"points": [1850, 1210]}) if mark not in marks("points.1", 1, 1)]
    slip = filled_in(cup, cup.rounds[0].tables[0], kept, pen, marks("points.1", 1, 1), seed=30)
    assert whys(only(picture_of(slip), cup)) == [("points.1", "Crossed out: read the digits beside it")]


def test_the_cut_out_shows_upright_what_is_written_beside_the_circles() -> None:
    cup, before = made(), 1000
    slip = filled(cup).convert("L")
    paper = Image.new("L", (slip.width + before, slip.height), 255)
    paper.paste(slip, (before, 0))
    left, top = before + (EDGE - 60) * SCALE, (EDGE + 10) * SCALE
    ImageDraw.Draw(paper).rectangle((left, top, left + 5 * SCALE, top + 5 * SCALE), fill=0)
    cutout = only(picture_of(paper.rotate(180)), cup).cutout
    assert cutout is not None
    frame = around(block_of(cup.scoring), left=LEFT)
    box = [round(each * SHOWN) for each in (-60 - frame.left, 10 - frame.top, -55 - frame.left, 15 - frame.top)]
    assert ImageStat.Stat(cutout.crop((box[0], box[1], box[2], box[3]))).mean[0] < 30


def test_several_slips_lie_in_one_picture() -> None:
    cup = made()
    one, other = (filled_in(cup, each, marks_of(cup, RESULT)) for each in cup.rounds[0].tables)
    picture = Image.new("L", (one.width, one.height * 2), 255)
    picture.paste(other.rotate(180), (0, 0))
    picture.paste(one, (0, one.height))
    read_slips = list(readings_of(picture_of(picture), cup))
    assert [(reading.table, reading.sides, reading.is_sure) for reading in read_slips] == [
        (1, ((1,), (2,)), True),
        (2, ((3,), (4,)), True),
    ]


def test_a_scanner_s_pages_are_read() -> None:
    cup = made()
    pages = [filled_in(cup, each, marks_of(cup, RESULT)).convert("L") for each in cup.rounds[0].tables]
    output = BytesIO()
    pages[0].save(output, "PDF", save_all=True, append_images=pages[1:])
    assert [(reading.table, reading.is_sure) for reading in readings_of(output.getvalue(), cup)] == [
        (1, True),
        (2, True),
    ]


def test_a_small_blurred_picture_is_read() -> None:
    cup = made()
    small = filled(cup, pen=Pen((25, 35, 110), 0.7, "fill")).convert("L").resize((420, 226), Image.Resampling.BOX)
    reading = only(picture_of(small.filter(ImageFilter.GaussianBlur(1.2))), cup)
    assert (reading.points, reading.is_sure) == ((1850, 1210), True)


def test_a_slip_in_a_sharp_shadow_is_read() -> None:
    cup = made()
    picture = filled(cup, pen=Pen((110, 110, 110), 0.5, "stroke")).convert("L")
    shaded = picture.point([value // 3 for value in range(256)])
    picture.paste(shaded.crop((582, 0, *picture.size)), (582, 0))
    noisy = ImageChops.add(picture, _noise(Random(1), picture.size, 7), 1, -128)
    reading = only(picture_of(noisy), cup)
    assert (reading.points, reading.is_sure) == ((1850, 1210), True)


FOREIGN = "This slip is not of this tournament, or its table was changed after it was printed"


@pytest.mark.parametrize("fields", [{"name": "Another cup"}, {"seed": 3}])
def test_a_slip_of_another_tournament_is_not_taken(fields: Any) -> None:
    reading = only(picture_of(filled(made(**fields))), made())
    assert (reading.round, reading.table, reading.points) == (1, 1, None)
    assert whys(reading) == [(None, FOREIGN)]


def test_a_clubs_slip_counts_only_with_the_key_it_was_signed_with() -> None:
    cup = made()
    data = picture_of(filled(cup, key=KEY))
    assert only(data, cup, KEY).is_sure
    assert whys(only(data, cup, b"another key")) == [(None, FOREIGN)]
    assert whys(only(data, cup)) == [(None, FOREIGN)]


def test_a_slip_of_a_round_that_is_over_is_not_taken() -> None:
    cup = made()
    over = tournament(
        4,
        played(table(1, 1, 2, points=[5, 0]), table(2, 3, 4, points=[0, 5])),
        played(table(1, 1, 4), table(2, 2, 3)),
    )
    later = read({**over, "scoring": VP})
    reading = only(picture_of(filled(cup)), later)
    assert reading.points is None
    assert whys(reading) == [(None, "Round 1 is over")]


def test_a_slip_of_a_table_that_has_a_result_is_read_and_asked() -> None:
    cup = made()
    decided = read({**tournament(4, played(table(1, 1, 2, points=[5, 0]), table(2, 3, 4))), "scoring": VP})
    reading = only(picture_of(filled(cup)), decided)
    assert reading.points == (1850, 1210)
    assert whys(reading) == [(None, "This table already has a result")]


def test_the_same_slip_twice_in_a_picture_is_not_taken() -> None:
    cup = made()
    one, other = filled(cup), filled(cup, {"points": [0, 0], "vp": [10, 10]})
    picture = Image.new("L", (one.width, one.height * 2), 255)
    picture.paste(one, (0, 0))
    picture.paste(other, (0, one.height))
    reading = only(picture_of(picture), cup)
    assert (reading.points, whys(reading)) == (None, [(None, "The same slip is in this picture twice")])


NO_SLIP = "No slip of a tournament was found in this picture"


def test_a_picture_without_a_slip_is_named() -> None:
    assert whys(only(picture_of(Image.new("L", (300, 200), 255)), made())) == [(None, NO_SLIP)]


def test_a_file_that_cannot_be_read_is_named() -> None:
    reading = only(b"no picture", made())
    assert whys(reading) == [(None, "This picture can’t be read; save it as JPEG or PNG and try again")]


def without(x: float, y: float, to_x: float, to_y: float, shade: Any) -> bytes:
    """The slip with a part of the block covered, in millimetres."""
    picture = filled(made())
    corners = [(EDGE + length) * SCALE for length in (x, y, to_x, to_y)]
    ImageDraw.Draw(picture).rectangle(corners, fill=shade)
    return picture_of(picture)


@pytest.mark.parametrize("covered", [(76, -5, 92, 12), (-5, -5, 12, 8)])
def test_a_number_that_is_covered_is_asked(covered: tuple[float, float, float, float]) -> None:
    reading = only(without(*covered, (205, 160, 135)), made())
    assert None in (reading.points or ())
    assert all(values in (None, value) for values, value in zip(reading.points or (), (1850, 1210), strict=True))
    assert "Covered, or too blurred" in [why for _field, why in whys(reading)]


def test_a_number_under_a_reflection_is_asked() -> None:
    reading = only(without(49, 12, 60, 20, "white"), made())
    assert ("points.1", "Hidden by a reflection") in whys(reading)


def test_a_slip_that_is_cut_off_is_not_taken() -> None:
    cup = made()
    picture = filled(cup)
    cut = picture.crop((0, round(12 * SCALE), picture.width, picture.height))
    reading = only(picture_of(cut), cup)
    assert reading.points in (None, (None, None))
    assert not reading.is_sure


def test_one_code_is_enough() -> None:
    covered = without(0, 29, 13, 43, "white")
    reading = only(covered, made())
    assert (reading.points, reading.is_sure) == ((1850, 1210), True)


def test_a_slip_too_blurred_to_be_sure_of_is_never_wrong() -> None:
    cup = made()
    for radius in (4, 10):
        blurred = filled(cup).filter(ImageFilter.GaussianBlur(radius))
        for reading in readings_of(picture_of(blurred), cup):
            assert reading.points is None or all(
                read_value in (None, value) for read_value, value in zip(reading.points, (1850, 1210), strict=True)
            )


def test_codes_in_impossible_places_show_no_block() -> None:
    cup = made()
    picture, block = filled(cup).convert("L"), block_of(cup.scoring)
    for seed in (0, 5, 10):
        rng = Random(seed)
        places = [(rng.uniform(-50, picture.width), rng.uniform(-50, picture.height)) for _corner in range(4)]
        if seed % 3 == 0:
            places = [(5 * corner, 5 * corner + 1e-3 * (corner % 2)) for corner in range(4)]
        one, two, three, four = places
        slip = SeenSlip((SeenCode(Code("A" * 12, 1, 1, seed % 2), (one, two, three, four)),))
        measured = measure(picture, slip, block, around(block))
        assert measured is None or measured.corners < FEWEST_CORNERS, seed


def test_json_names_what_is_not_sure() -> None:
    cup = made()
    kept = [mark for mark in marks_of(cup, RESULT) if mark not in marks("points.1", 1, 1)]
    picture = filled_in(cup, cup.rounds[0].tables[0], kept)
    assert only(picture_of(picture), cup).as_json() == {
        "round": 1,
        "table": 1,
        "sides": [1, 2],
        "points": [1850, None],
        "vp": [13, 7],
        "legs": None,
        "absent": None,
        "sure": False,
        "doubts": [{"field": "points.1", "why": "Not marked in every row"}],
    }
