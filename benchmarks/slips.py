"""How well slips are read from photographs: `python -m benchmarks.slips [--pictures 60] [--seed 1]`.

The product's own PDFs are rasterised, marked by seeded people with pens and pencils, and photographed (`photographs`):
a third of the pictures by a scanner, a third with moderate disturbance, a third with strong. Half of the people leave
the rows before a first digit empty. Some slips have a fault of their own, which must not lead to a wrong number: a row
left empty, two marks, a crossed-out mark without another one, wrong victory points. Where a first digit was left out
and nothing contradicts, the circles say a shorter number: such slips are counted on their own.

Targets: 99 % of the good slips read whole without a question from a scanner, 98 % at moderate disturbance, 90 % at
strong; no wrong number passed as sure; one second of processor and 300 MB for a picture of 12 megapixels.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

from benchmarks.photographs import MODERATE, SCANNER, STRONG, Paper, Strength, a_pen, photograph, thumb
from scorekeeper.slips.reading import Reading, readings_of
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.model import Table, Tournament
from scorekeeper.tournaments.scoring import side_scores

DPI = 300
SCALE = DPI / 25.4  # pixels a millimetre
PAIRS = 16
DIGITS = 4  # of the longest number
SCORINGS: dict[str, dict[str, Any]] = {
    "vp": {"kind": "vp", "hands": 4},
    "legs": {"kind": "match", "best_of": 5},
    "points": {"kind": "match"},
}
CHOICE = ("vp", "vp", "vp", "vp", "legs", "points")  # how often each is photographed
STRENGTHS = (SCANNER, MODERATE, STRONG)
FIRST = "first digit"  # a fault: it is left out
FAULTS = ("empty", FIRST, "two", "struck", "victory points")
FAULTY, CORRECTED = 0.08, 0.01  # of the slips have a fault; of the marks are crossed out and made again
TWELVE_MEGAPIXELS = (4000, 3000)
Result = dict[str, list[int]]
Mark = dict[str, Any]


@dataclass(frozen=True)
class Sheet:
    """A printed page: its picture, and for each slip its part of the page in millimetres, its table and its marks."""

    tournament: Tournament
    file: Path
    slips: tuple[tuple[tuple[float, float, float, float], int, tuple[Mark, ...]], ...]


@dataclass
class Tally:
    """What came out at one strength."""

    good: int = 0
    whole: int = 0
    faulty: int = 0
    wrong: int = 0
    shorter: int = 0
    asked: Counter[str] = field(default_factory=Counter)


def document(scoring: str) -> dict[str, Any]:
    """Returns a tournament document with a first round to play."""
    entrants = [{"id": n, "name": f"Pair {n}", "players": [f"Anna {n}", f"Bruno {n}"]} for n in range(1, PAIRS + 1)]
    tables = [{"table": n, "sides": [2 * n - 1, 2 * n]} for n in range(1, PAIRS // 2 + 1)]
    return {
        "format": "scorekeeper-tournament/1",
        "name": "Autumn cup",
        "game": "buraco",
        "variant": "burraco",
        "entrants": entrants,
        "scoring": SCORINGS[scoring],
        "system": {"kind": "danese", "rounds": 3, "first": "entry"},
        "seed": 7,
        "rounds": [{"tables": tables, "bye": None}],
    }


def printed(folder: Path, scoring: str, per_page: int) -> list[Sheet]:
    """Prints the slips of a tournament, and returns the rasterised pages."""
    name = folder / f"{scoring}-{per_page}"
    made = document(scoring)
    name.with_suffix(".json").write_text(json.dumps(made), encoding="utf-8")
    words = ["tournament", "sheet", "slips", f"{name}.json", "-o", f"{name}.pdf", "--geometry", f"{name}.marks"]
    subprocess.run([sys.executable, "-m", "scorekeeper", *words, "--per-page", str(per_page)], check=True)
    subprocess.run(["pdftoppm", "-r", str(DPI), "-png", f"{name}.pdf", str(name)], check=True)
    pages = json.loads(name.with_suffix(".marks").read_text(encoding="utf-8"))["pages"]
    files = sorted(folder.glob(f"{name.name}-*.png"))
    return [_sheet(read(made), file, page, per_page) for file, page in zip(files, pages, strict=True)]


def _sheet(tournament: Tournament, file: Path, page: dict[str, Any], per_page: int) -> Sheet:
    wide, high = page["width_mm"] / (per_page // 2), page["height_mm"] / 2
    slips = []
    for slip in page["slips"]:
        marks = tuple(slip["marks"])
        left = wide * (marks[0]["x"] // wide)
        top = high * (marks[0]["y"] // high)
        slips.append(((left, top, left + wide, top + high), slip["table"], marks))
    return Sheet(tournament, file, tuple(slips))


def a_result(rng: Random, tournament: Tournament) -> Result:
    """Returns a random result of a table."""
    points = [max(-400, round(rng.gauss(1400, 900) / 5) * 5) for _side in range(2)]
    scoring = tournament.scoring
    if scoring.kind == "vp":
        one, other = side_scores(scoring, Table(1, ((1,), (2,)), points=(points[0], points[1])))
        return {"points": points, "vp": [one.main, other.main]}
    if scoring.best_of == 1:
        return {"points": points}
    legs = [scoring.legs_to_win, rng.randrange(scoring.legs_to_win)]
    rng.shuffle(legs)
    return {"points": points, "legs": legs}


def marked(marks: tuple[Mark, ...], result: Result, zeros: bool = True) -> list[Mark]:
    """Returns the circles that stand for a result; without `zeros` those before the first digit are left out."""
    wanted = []
    for mark in marks:
        name, side = mark["field"].split(".")
        value = result[name][int(side)] if name in result else None
        if value is None:
            continue
        digits = str(abs(value)).rjust(DIGITS, "0" if zeros else " ")
        if value < 0 if mark.get("sign") else digits[-1 - mark.get("place", 0)] == str(mark["value"]):
            wanted.append(mark)
    return wanted


def fill_in(rng: Random, paper: Paper, marks: tuple[Mark, ...], result: Result, fault: str) -> None:
    """Marks a result on paper as somebody does, now and then wrong at first, with a fault or none."""
    pen = a_pen(rng)
    told = {**result, "vp": [(vp + 1) % 21 for vp in result["vp"]]} if fault == "victory points" else result
    wanted = marked(marks, told, pen.zeros)
    digits = [mark for mark in wanted if "value" in mark]
    if fault in ("empty", FIRST):
        digits = [mark for mark in digits if _is_first(mark, digits) == (fault == FIRST)] or digits
    at = rng.choice(digits)
    for mark in wanted:
        others = [other for other in marks if _row(other) == _row(mark) and other is not mark]
        first = rng.choice(others) if others else None
        if mark is at and fault in ("empty", FIRST):
            continue
        if first and ((mark is at and fault in ("two", "struck")) or rng.random() < CORRECTED):
            paper.mark(rng, pen, first)
            if not (mark is at and fault == "two"):
                paper.cross_out(rng, pen, first)
            if mark is at and fault == "struck":
                continue
        paper.mark(rng, pen, mark)


def _is_first(mark: Mark, digits: list[Mark]) -> bool:
    """True if a number would be shorter without this digit."""
    places = [other.get("place", 0) for other in digits if other["field"] == mark["field"]]
    return bool(mark["value"] > 0 and mark.get("place", 0) == max(places))


def _row(mark: Mark) -> tuple[Any, ...]:
    return mark["field"], mark.get("place"), mark.get("sign")


def a_photograph(rng: Random, sheet: Sheet, strength: Strength) -> tuple[bytes, dict[int, tuple[Result, str]]]:
    """Returns a photograph of a page, or of one of its slips, and what was marked: result and fault by table."""
    with Image.open(sheet.file) as picture:
        paper = Paper(picture, SCALE)
    slips = list(sheet.slips) if rng.random() < 0.25 else [rng.choice(sheet.slips)]
    truth = {}
    for _part, table, marks in slips:
        result, fault = a_result(rng, sheet.tournament), rng.choice(FAULTS) if rng.random() < FAULTY else ""
        if fault == "victory points" and "vp" not in result:
            fault = "two"
        fill_in(rng, paper, marks, result, fault)
        truth[table] = result, fault
    image = paper.image
    if len(slips) == 1:
        left, top, right, bottom = (length * SCALE for length in slips[0][0])
        image = image.crop((round(left), round(top), round(right), round(bottom)))
    if rng.random() < strength.thumb:
        thumb(rng, image, (rng.uniform(0.1, 0.9) * image.width, image.height - rng.uniform(1, 9) * SCALE), 17 * SCALE)
    return photograph(rng, image, strength), truth


def judge(tally: Tally, reading: Reading | None, result: Result, fault: str) -> str:
    """Counts a slip; returns a text about it if it needs a question or is wrong."""
    tally.good += not fault
    tally.faulty += bool(fault)
    pairs = {"points": reading.points, "vp": reading.vp, "legs": reading.legs} if reading else {}
    wrong = [
        name
        for name, values in result.items()
        for read_value, value in zip(pairs.get(name) or (None, None), values, strict=True)
        if read_value is not None and read_value != value
    ]
    sure = reading is not None and reading.is_sure
    if wrong and fault == FIRST:
        tally.shorter += 1
        return ""
    if wrong:
        tally.wrong += 1
        return f"WRONG {fault} {result} {reading}"
    if sure:
        tally.whole += not fault
        return ""
    why = {each.message for each in reading.doubts} if reading else {"not found"}
    if not fault:
        tally.asked.update(why)
    return "" if fault else f"asked {result} {[each[:2] for each in reading.doubts] if reading else 'not found'}"


def run(sheets: dict[str, list[Sheet]], pictures: int, seed: int, keep: Path | None) -> Iterator[tuple[Tally, float]]:
    """Reads the photographs of each strength; yields the tally and the processor's seconds a picture."""
    for strength in STRENGTHS:
        tally, spent = Tally(), 0.0
        for number in range(pictures // len(STRENGTHS)):
            rng = Random(f"{seed} {strength.name} {number}")
            sheet = rng.choice(sheets[rng.choice(CHOICE)])
            data, truth = a_photograph(rng, sheet, strength)
            start = time.process_time()
            read_slips = {reading.table: reading for reading in readings_of(data, sheet.tournament)}
            spent += time.process_time() - start
            for table, (result, fault) in truth.items():
                said = judge(tally, read_slips.get(table), result, fault)
                if said and keep:
                    print(f"{strength.name} {number}, table {table}: {said}", flush=True)
                    (keep / f"{strength.name}-{number}.jpg").write_bytes(data)
        yield tally, spent / max(pictures // len(STRENGTHS), 1)


def cost_of_a_large_picture(folder: Path, sheet: Sheet) -> tuple[float, float]:
    """Returns the processor's seconds and the megabytes that the command needs for a picture of 12 megapixels."""
    large = Strength("large", 0.2, 0.02, 0.3, 0.0, 0.9, 4, 0.3, (85, 90), (4000, 4000), 0.0)
    photo = folder / "large.jpg"
    for seed in range(20):
        photo.write_bytes(a_photograph(Random(seed), sheet, large)[0])
        with Image.open(photo) as picture:
            if sorted(picture.size, reverse=True) == list(TWELVE_MEGAPIXELS):
                break
    document_file = folder / f"{sheet.file.name.rpartition('-')[0]}.json"
    words = [sys.executable, "-m", "scorekeeper", "tournament", "read", str(document_file), str(photo)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL) as command:
        _process, status, used = os.wait4(command.pid, 0)
        command.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> None:
    """Prints the figures."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--pictures", type=int, default=60)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--keep", type=Path, help="a folder for the pictures that needed a question")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sheets = {scoring: printed(folder, scoring, 2) + printed(folder, scoring, 4) for scoring in SCORINGS}
        tallies = run(sheets, chosen.pictures, chosen.seed, chosen.keep)
        for strength, (tally, seconds) in zip(STRENGTHS, tallies, strict=True):
            share = 100 * tally.whole / max(tally.good, 1)
            print(
                f"{strength.name}: {tally.whole} of {tally.good} good slips whole without a question ({share:.1f} %);"
            )
            print(
                f"  wrong numbers passed as sure: {tally.wrong} (of {tally.good} good and {tally.faulty} faulty slips);"
            )
            print(f"  read as a shorter number, because the first digit was left out: {tally.shorter};")
            print(f"  {seconds:.2f} s of processor a picture; questions: {dict(tally.asked) or 'none'}", flush=True)
        seconds, megabytes = cost_of_a_large_picture(folder, sheets["vp"][0])
        print(f"a picture of 12 megapixels, the command's start included: {seconds:.2f} s, {megabytes:.0f} MB")


if __name__ == "__main__":
    main()
