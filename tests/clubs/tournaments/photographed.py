"""Photographs of a tournament's slips, made from its own paper, with marks in their circles."""

import io
import json
import subprocess
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image, ImageDraw

from scorekeeper.paper.pdf import pdf_of_pages
from scorekeeper.paper.tournaments.pages import slips_with_geometry
from scorekeeper.paper.tournaments.parts import Wanted
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.slip_readings import slip_keys
from tests.support.machine import needs
from tools.install.debian import PICTURES

DPI = 200
Marks = dict[str, int | None]  # by field and place, e.g. `points.0.3`; None: a single circle
RIGHT: Marks = {"points.0.3": 1, "points.0.2": 8, "points.0.1": 5, "points.0.0": 0, "points.1.3": 1, "points.1.2": 2}
RIGHT |= {"points.1.1": 1, "points.1.0": 0, "vp.0.1": 1, "vp.0.0": 3, "vp.1.1": 0, "vp.1.0": 7}
HALF: Marks = {name: value for name, value in RIGHT.items() if not name.startswith("points.1")}
ABSENT: Marks = {"absent.1": None}


def photograph(made: Tournament, *marked: Marks) -> bytes:
    """A picture of the round's slips with these marks, table by table."""
    printed, slips = _printed(json.dumps(made.document), slip_keys(made)[0])
    picture = printed.copy()
    draw = ImageDraw.Draw(picture)
    for slip, marks in zip(slips, marked, strict=True):
        for mark in slip["marks"]:
            name = f"{mark['field']}.{mark['place']}" if "place" in mark else mark["field"]
            if "sign" not in mark and name in marks and marks[name] == mark.get("value"):
                draw.ellipse([(mark[at] + way * 1.3) * DPI / 25.4 for way in (-1, 1) for at in ("x", "y")], fill=60)
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=80)
    return written.getvalue()


@lru_cache(maxsize=4)
def _printed(document: str, key: bytes) -> tuple[Image.Image, list[dict[str, Any]]]:
    """The page of a round's slips without marks, and where the marks of each slip are."""
    needs(PICTURES)
    pages, geometry = slips_with_geometry(json.loads(document), Wanted("A4", "en", key=key))
    with TemporaryDirectory() as folder:
        Path(folder, "slips.pdf").write_bytes(pdf_of_pages(pages))
        subprocess.run(["pdftoppm", "-r", str(DPI), "-gray", "slips.pdf", "page"], cwd=folder, check=True)
        (file,) = Path(folder).glob("page*.pgm")
        picture = Image.open(file)
        picture.load()
    return picture, geometry["pages"][0]["slips"]
