"""Addresses as QR codes: dark on light in every theme, which all cameras read."""

import io

import segno
from flask import Response


def qr_code(address: str) -> Response:
    """The code of an address, as a picture. Long addresses get less protection against stains, so that they fit."""
    drawn = io.BytesIO()
    level = "m" if len(address) < 1000 else "l"
    code = segno.make(address, error=level, micro=False)
    code.save(drawn, kind="svg", border=4, light="#fff", omitsize=True)
    return Response(drawn.getvalue(), mimetype="image/svg+xml")
