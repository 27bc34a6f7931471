"""Photographs of a night's blank sheets: a job reads them, and their results are listed to be typed in."""

import io
from pathlib import Path

from flask.testing import FlaskClient
from PIL import Image
from werkzeug.test import TestResponse

from tests.clubs.test_night_papers import night_of
from tests.slips.printed_sheets import marked, picture_of
from tests.support.job_worker import work_off
from tests.support.page import Page


def jpeg(picture: Image.Image) -> bytes:
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=70)
    return written.getvalue()


def send(client: FlaskClient, night: str, *pictures: bytes) -> TestResponse:
    """Sends pictures, has the job done, and returns the page of what they say."""
    files = [(io.BytesIO(picture), f"{number}.jpg") for number, picture in enumerate(pictures)]
    answer = client.post(f"{night}/photographs", data={"pictures": files})
    assert answer.status_code == 303
    work_off(client.application)
    return client.get(str(answer.location), follow_redirects=True)


def test_the_results_on_a_night_s_sheets_are_listed_with_their_tables(
    scorer: FlaskClient, member: FlaskClient, club: str, tmp_path: Path
) -> None:
    night = night_of(scorer, club, 1)
    page = picture_of(scorer.get(f"{night}/blank/truco.pdf?marks=0&marks=1&paper=A4").data, tmp_path)
    elsewhere = scorer.get(f"{night_of(scorer, club, 1)}/blank/truco.pdf?marks=1&paper=A4").data
    answer = send(scorer, night, jpeg(marked(page)), jpeg(page), jpeg(picture_of(elsewhere, tmp_path)))
    listed = Page(answer.text)
    assert "Table 1 · Brazilian Truco Side 1 12 Winner Side 2 7 Type the hands in" in listed.text
    assert "Table 1 · Brazilian Truco Side 1 ? Side 2 ? Side 1: Nothing is marked Side 2: Nothing" in listed.text
    assert "Picture 3: This sheet is of another night" in listed.text
    assert len(listed.all("img", class_="slip-cut")) == 2
    assert any("/s/" in str(link["href"]) for link in listed.all("a", class_="button"))
    assert member.get(answer.request.path).status_code == 403
    other = answer.request.path.replace(night, night_of(scorer, club, 1))
    assert "These photographs were deleted." in scorer.get(other, follow_redirects=True).text


def test_pictures_without_circles_are_named(scorer: FlaskClient, club: str, tmp_path: Path) -> None:
    night = night_of(scorer, club, 1)
    bare = picture_of(scorer.get(f"{night}/blank/truco.pdf?marks=0&paper=A4").data, tmp_path)
    assert (
        "Picture 1: No sheet with circles was found in this picture" in Page(send(scorer, night, jpeg(bare)).text).text
    )
    assert "Choose a picture first." in send(scorer, night).text
