"""A club's logo: pictures are re-encoded, all other files are refused with a message."""

import io
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from pypdf import PdfReader
from werkzeug.test import TestResponse

from scorekeeper.clubs import accounts, club_settings, tables
from scorekeeper.store.models import Link, db
from scorekeeper.web import links
from tests.clubs.conftest import the_club
from tests.clubs.evenings import begin
from tests.conftest import MakeApp


def picture(kind: str = "PNG", size: tuple[int, int] = (300, 120), mode: str = "RGB", **how: object) -> bytes:
    """A picture, red on the left, and half transparent if the format allows it."""
    drawn = Image.new(mode, size, 0)
    drawn.paste((200, 0, 0, 128)[: len(mode)] if mode != "P" else 3, (0, 0, size[0] // 2, size[1]))
    written = io.BytesIO()
    drawn.save(written, kind, **how)
    return written.getvalue()


def post(client: FlaskClient, club: str, sent: bytes, token: str = "") -> TestResponse:
    """Uploads it as the logo, with a hand-made body: the test client leaves a large file's temporary file open."""
    parts = [
        b'--edge\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n' + token.encode(),
        b'--edge\r\nContent-Disposition: form-data; name="logo"; filename="logo.png"\r\n\r\n' + sent,
        b"--edge--\r\n",
    ]
    return client.post(f"/c/{club}/logo", data=b"\r\n".join(parts), content_type="multipart/form-data; boundary=edge")


def send(client: FlaskClient, club: str, sent: bytes) -> int:
    """Uploads it as the logo; returns the status code."""
    return post(client, club, sent).status_code


def kept(client: FlaskClient, club: str) -> Image.Image:
    """The logo as served."""
    answer = client.get(f"/c/{club}/logo.png")
    assert answer.mimetype == "image/png"
    return Image.open(io.BytesIO(answer.data))


@pytest.mark.parametrize(
    "sent",
    [
        picture(),
        picture("JPEG"),
        picture(mode="RGBA"),
        picture(mode="P"),
        picture("JPEG", (3000, 2000)),
        picture(size=(1, 1)),
        picture("JPEG", mode="CMYK"),
    ],
)
def test_a_png_or_jpeg_is_taken_and_drawn_anew_small_and_on_white(
    owner: FlaskClient, member: FlaskClient, club: str, sent: bytes
) -> None:
    assert send(owner, club, sent) == 303
    shown = kept(member, club)
    assert (shown.format, shown.mode) == ("PNG", "RGB")
    assert shown.width <= 720
    assert shown.height <= 240
    assert "logo.png?v=" in member.get(f"/c/{club}").text


def test_what_came_along_in_the_file_is_not_kept(owner: FlaskClient, club: str) -> None:
    exif = Image.Exif()
    exif[0x010E] = "where it was taken"
    assert send(owner, club, picture("JPEG", exif=exif)) == 303
    assert b"where it was taken" not in owner.get(f"/c/{club}/logo.png").data


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes whose header claims this many pixels."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(1_000_000))) + chunk(b"IEND", b"")


def text_bomb() -> bytes:
    """A PNG with a text of 200 MB packed into some hundred kilobytes."""
    head, rest = picture()[:33], picture()[33:]
    return head + chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(200_000_000), 1)) + rest


def passes(count: int) -> bytes:
    """A progressive JPEG with all its passes so many times: some dozen bytes each, however large the picture."""
    plain = picture("JPEG", (16, 16), "L", progressive=True)
    at = plain.index(b"\xff\xda")
    return plain[:at] + plain[at:-2] * count + plain[-2:]


REFUSED = {
    "nothing": (b"", "PNG or JPEG"),
    "text": (b"hello", "PNG or JPEG"),
    "svg": (b'<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', "PNG or JPEG"),
    "gif": (picture("GIF", mode="P"), "PNG or JPEG"),
    "webp": (picture("WEBP"), "PNG or JPEG"),
    "half a picture": (picture(size=(700, 200))[:200], "can’t be read"),
    "a head only": (b"\xff\xd8\xff" + bytes(100), "can’t be read"),
    "a bomb": (bomb(60_000, 60_000), "too large"),
    "a wide bomb": (bomb(1_000_000, 1), "too large"),
    "too many dots": (bomb(7_000, 7_000), "too large"),
    "fewer dots than said": (bomb(4_000, 4_000), "can’t be read"),
    "too many passes": (passes(13), "can’t be read"),
    "too many bytes": (picture() + bytes(4_000_000), "at most 4 MB"),
}


@pytest.mark.parametrize("case", REFUSED)
@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
def test_whatever_else_is_sent_is_refused_in_words_and_the_old_one_stays(
    owner: FlaskClient, club: str, case: str
) -> None:
    send(owner, club, picture())
    before = owner.get(f"/c/{club}/logo.png").data
    sent, words = REFUSED[case]
    answer = post(owner, club, sent)
    assert answer.status_code == 422
    assert words in answer.text
    assert 'id="f-logo-error"' in answer.text
    assert owner.get(f"/c/{club}/logo.png").data == before


def test_a_text_bomb_unpacks_to_nothing(owner: FlaskClient, club: str) -> None:
    assert send(owner, club, text_bomb()) in (303, 422)  # depends on Pillow: left out, or refused


MEASURED = """
import sys
from pathlib import Path
from scorekeeper.clubs import club_settings
from PIL import PngImagePlugin, JpegImagePlugin
def status(name):
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith(name))
before = status("VmRSS")
for name in sys.argv[1:]:
    club_settings.re_encoded(Path(name).read_bytes())
print(status("VmHWM") - before)
"""


TURNED = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
LARGE: dict[str, dict[str, object]] = {
    "PNG": {"mode": "RGBA", "exif": TURNED, "compress_level": 1},
    "JPEG": {"progressive": True, "subsampling": 0},
}


def test_the_largest_pictures_fit_into_the_memory_of_a_request(tmp_path: Path) -> None:
    """One after the other in a process: the second may not take more, either."""
    for kind, how in LARGE.items():
        (tmp_path / kind).write_bytes(picture(kind, (4000, 4000), **how))  # type: ignore[arg-type]  # by name
    command = [sys.executable, "-c", MEASURED, *(tmp_path / kind for kind in LARGE)]
    assert int(subprocess.run(command, capture_output=True, text=True, check=True).stdout) < 150_000  # KB


def test_no_file_at_all_is_answered_beside_the_field(owner: FlaskClient, club: str) -> None:
    assert owner.post(f"/c/{club}/logo").status_code == 422


def test_it_can_be_replaced_and_taken_away(owner: FlaskClient, club: str) -> None:
    send(owner, club, picture())
    first = owner.get(f"/c/{club}/logo.png").headers["ETag"]
    send(owner, club, picture(size=(100, 100)))
    second = owner.get(f"/c/{club}/logo.png")
    assert second.headers["ETag"] != first
    assert owner.get(f"/c/{club}/logo.png", headers={"If-None-Match": second.headers["ETag"]}).status_code == 304
    assert owner.post(f"/c/{club}/logo", data={"drop": "1"}).status_code == 303
    assert owner.get(f"/c/{club}/logo.png").status_code == 404
    assert "logo.png" not in owner.get(f"/c/{club}").text
    assert owner.post(f"/c/{club}/logo", data={"drop": "1"}).status_code == 303


def test_only_owners_change_it_and_only_members_see_it(
    app: Flask, owner: FlaskClient, scorer: FlaskClient, club: str
) -> None:
    assert send(scorer, club, picture()) == 403
    send(owner, club, picture())
    assert scorer.get(f"/c/{club}/logo.png").status_code == 200
    assert app.test_client().get(f"/c/{club}/logo.png").status_code == 303


def test_a_large_file_comes_through_with_its_token_and_not_without(make_app: MakeApp) -> None:
    app = make_app(WTF_CSRF_ENABLED=True)
    with app.app_context():
        club = accounts.create_club("Bocce e Carte")
        accounts.join(club, accounts.create_account("olga", "Olga", "four aces of coins"), "owner")
        db.session.commit()
    client = app.test_client()

    def token(path: str) -> str:
        return client.get(path).text.partition('csrf_token" value="')[2].partition('"')[0]

    client.post("/login", data={"login": "olga", "password": "four aces of coins", "csrf_token": token("/login")})
    large = picture() + bytes(2_000_000)
    assert post(client, "bocce-e-carte", large).status_code == 400
    assert post(client, "bocce-e-carte", large, token("/c/bocce-e-carte")).status_code == 303


def test_it_is_printed_on_the_sheets_of_the_club_s_matches_and_on_no_others(app: Flask, owner: FlaskClient) -> None:
    with app.app_context():
        club = the_club("bocce-e-carte")
        club_settings.set_logo(club, picture())
        match = begin(club, "Anna", "Bruno", "Carla", "Dino")
        ours = links.token(links.make_link(match.sitting, "watch"))
        other = begin(accounts.create_club("Elsewhere"), "Anna", "Bruno", "Carla", "Dino")
        theirs = links.token(links.make_link(other.sitting, "watch"))
        db.session.commit()
        assert db.session.get_one(Link, 1).sitting_id == match.sitting_id
        assert tables.newest_tables(club)[0].id == match.sitting_id
    page = PdfReader(io.BytesIO(owner.get(f"/s/{ours}/m/1/sheet.pdf").data)).pages[0]
    assert "Bocce e Carte" in page.extract_text()
    assert len(page.images) == 1
    page = PdfReader(io.BytesIO(owner.get(f"/s/{theirs}/m/1/sheet.pdf").data)).pages[0]
    assert "Elsewhere" in page.extract_text()
    assert len(page.images) == 0
