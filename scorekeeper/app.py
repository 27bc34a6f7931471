"""The web application put together: settings, database, languages, headers, pages."""

from collections.abc import Mapping
from datetime import timedelta
from inspect import iscoroutinefunction

from flask import Flask
from flask_wtf.csrf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper import i18n, mail
from scorekeeper.clubs import results
from scorekeeper.config import folder, settings
from scorekeeper.store import database
from scorekeeper.store.models import db
from scorekeeper.web import assets, converters, error_pages, rate_limits, request_limits, request_log, security_headers
from scorekeeper.web.sessions import Sessions
from scorekeeper.web.views import BLUEPRINTS
from scorekeeper.web.views.clubs import import_export, logo, signed_in
from scorekeeper.web.views.not_modified import Still

csrf = CSRFProtect()

FIXED = {
    "SESSION_COOKIE_NAME": "scorekeeper",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "PERMANENT_SESSION_LIFETIME": timedelta(days=365),  # a browser's list of its own sittings
    "SESSION_REFRESH_EACH_REQUEST": False,
    "WTF_CSRF_TIME_LIMIT": None,  # an evening is longer than an hour
}


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The application, with settings from `config`, else from the environment (see `scorekeeper.config`).

    The database's tables are brought up to date elsewhere: by `scorekeeper serve` and `scorekeeper db upgrade`.
    """
    chosen = settings(config)
    app = Flask(
        "scorekeeper",
        instance_path=str(chosen["INSTANCE_PATH"]),
        template_folder=str(folder("templates")),
        static_folder=None,
    )
    app.config.from_mapping(FIXED)
    app.config.from_mapping(chosen)
    app.session_interface = Sessions()
    _connect(app)
    results.follow_matches()
    request_limits.init_app(app)
    request_log.init_app(app)  # the first, so that what the others refuse has its line too
    csrf.init_app(app)
    for part in (mail, converters, i18n, assets, security_headers, error_pages, signed_in, rate_limits):
        part.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    for takes_files in (import_export.look, logo.keep):
        csrf.exempt(takes_files)  # checks its token itself, once it knows who may send that much
    app.wsgi_app = Still(app, app.wsgi_app)  # type: ignore[method-assign]
    _trust_proxies(app, app.config["TRUSTED_PROXIES"])
    return app


def _connect(app: Flask) -> None:
    url, busy = app.config["DATABASE_URL"], app.config["SQLITE_BUSY_SECONDS"]
    app.config["SQLALCHEMY_ENGINES"] = {"default": database.engine_options(url, busy)}
    db.init_app(app)
    # The extension also closes asynchronous sessions after every request, on an event loop started for that alone:
    # a quarter of a millisecond for something that is never used here.
    app.teardown_appcontext_funcs = [each for each in app.teardown_appcontext_funcs if not iscoroutinefunction(each)]
    with app.app_context():
        database.prepare(db.engine, app.config["SQLITE_SYNCHRONOUS"])


def _trust_proxies(app: Flask, count: int) -> None:
    """Believe what that many proxies in front say of the visitor's address, scheme and host; by default nobody."""
    if count:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=count, x_proto=count, x_host=count, x_prefix=count
        )
