"""The application factory: settings, database, extensions, blueprints, middleware."""

from collections.abc import Mapping
from datetime import timedelta
from inspect import iscoroutinefunction
from typing import Any

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper import i18n, jobs, mail
from scorekeeper.clubs import accounts, results, webhook_deliveries, webhooks
from scorekeeper.clubs.tournaments import registrations
from scorekeeper.clubs.tournaments import table_results as tournament_results
from scorekeeper.config import folder, settings
from scorekeeper.store import database
from scorekeeper.store.models import db
from scorekeeper.web import (
    assets,
    at_home,
    error_pages,
    forms,
    guide,
    once,
    package_games,
    page_parts,
    public_address,
    rate_limits,
    request_limits,
    request_log,
    security_headers,
    sessions,
    webhook_messages,
)
from scorekeeper.web.not_modified import NotModified
from scorekeeper.web.programs import Csrf
from scorekeeper.web.public_address import Prefix
from scorekeeper.web.views import BLUEPRINTS
from scorekeeper.web.views.clubs import demonstration
from scorekeeper.web.visitors import Sessions

csrf = Csrf()

FIXED = {  # settings without an environment variable
    "SESSION_COOKIE_NAME": "scorekeeper",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "PERMANENT_SESSION_LIFETIME": timedelta(days=365),  # holds a browser's list of its own sittings
    "SESSION_REFRESH_EACH_REQUEST": False,
    "WTF_CSRF_TIME_LIMIT": None,  # a form may stay open for a whole evening; its token expires with the session
}


class Application(Flask):
    """A Flask application without asynchronous views and hooks, so it does not look for them in each request.

    Its extension for SQLAlchemy also closes asynchronous sessions after each request, on an event loop started for
    that: a quarter of a millisecond for sessions that do not exist here.
    """

    def ensure_sync(self, func: Any) -> Any:
        return func

    def teardown_appcontext(self, f: Any) -> Any:
        return f if iscoroutinefunction(f) else super().teardown_appcontext(f)

    def do_teardown_appcontext(self, exc: BaseException | None = None) -> None:
        """Closes database sessions. If the database is gone by then, keeps the response: its changes were committed."""
        try:
            super().do_teardown_appcontext(exc)
        except SQLAlchemyError as failure:
            self.logger.error("database: %s", type(failure).__name__)

    def log_exception(self, exc_info: Any) -> None:
        error_pages.log_exception(self, exc_info)


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Returns the Flask application, with settings from `config`, else from the environment (`scorekeeper.config`).

    The database is not migrated: `scorekeeper serve` and `scorekeeper db upgrade` do that.
    """
    chosen = settings(config)
    app = Application(
        "scorekeeper",
        instance_path=str(chosen["INSTANCE_PATH"]),
        template_folder=str(folder("templates")),
        static_folder=None,
    )
    app.config.from_mapping(FIXED)
    app.config.from_mapping(chosen)
    app.session_interface = Sessions()
    demonstration.init_app(app)  # before the others, because it changes settings
    _connect(app)
    results.follow_matches()
    tournament_results.follow_matches()
    webhooks.follow_matches()
    request_limits.init_app(app)
    request_log.init_app(app)  # before the others, to log requests that they refuse
    csrf.init_app(app)
    for part in (public_address, at_home, mail, jobs, forms, i18n, assets, page_parts, guide, once):
        part.init_app(app)
    for forget in (
        accounts.delete_expired,
        registrations.forget_contacts,
        webhook_deliveries.forget_old,
        once.forget_old,
    ):
        jobs.each_hour(app, forget)
    jobs.each_minute(app, webhook_messages.send_due)
    for part in (security_headers, error_pages, sessions, rate_limits, package_games):
        part.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    for takes_large_files in request_limits.ASKED_FIRST:
        csrf.exempt(app.view_functions[takes_large_files])  # `allow_large_form` checks the token after the permissions
    _put_middleware_before(app)
    return app


def _connect(app: Flask) -> None:
    url, busy = app.config["DATABASE_URL"], app.config["SQLITE_BUSY_SECONDS"]
    app.config["SQLALCHEMY_ENGINES"] = {"default": database.engine_options(url, busy)}
    db.init_app(app)
    with app.app_context():
        database.prepare(db.engine, app.config["SQLITE_SYNCHRONOUS"])


def _put_middleware_before(app: Flask) -> None:
    """Wraps the application in middleware; the last one added sees a request first."""
    app.wsgi_app = NotModified(app, app.wsgi_app)  # type: ignore[method-assign]
    if app.config["PREFIX"]:
        app.config["SESSION_COOKIE_PATH"] = app.config["PREFIX"]
        app.wsgi_app = Prefix(app.wsgi_app, app.config["PREFIX"])  # type: ignore[method-assign]
    _trust_proxies(app, app.config["TRUSTED_PROXIES"])


def _trust_proxies(app: Flask, count: int) -> None:
    """Trusts X-Forwarded-For, -Proto and -Host of `count` proxies; by default of none.

    X-Forwarded-Prefix is never trusted, because many proxies pass on a visitor's: PREFIX is a setting instead.
    """
    if count:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=count, x_proto=count, x_host=count
        )
