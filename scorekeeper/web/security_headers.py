"""Security headers of every response."""

from flask import Flask, Response, current_app, request

from scorekeeper.web import search_engines

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",  # the rules run on the phone as WebAssembly
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
ALWAYS = {
    "Content-Security-Policy": POLICY,
    # Addresses may contain a token, so the referrer is sent to this server only; Flask-WTF checks it with https.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": "screen-wake-lock=(self), camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HSTS = "max-age=31536000"


def init_app(app: Flask) -> None:
    """Adds the headers to every response."""
    app.after_request(_add)


def _add(response: Response) -> Response:
    if response.status_code == 304:
        return response  # a 304 keeps the headers of the cached response; watchers poll every second
    for name, value in ALWAYS.items():
        response.headers.setdefault(name, value)  # the scanner's page may use the camera
    if not search_engines.may_list(request.endpoint):
        response.headers["X-Robots-Tag"] = "noindex"
    if request.is_secure and not current_app.config["AT_HOME"]:  # there the plain address stays open for other phones
        response.headers.setdefault("Strict-Transport-Security", HSTS)
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = (
            "private, no-cache"  # pages are private: no shared cache, and revalidation before each use
        )
    return response
