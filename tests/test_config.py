"""Settings: where they come from, and the secret key that is created on first use."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper import config
from scorekeeper.config import SETTINGS, BadSetting, settings


def test_without_any_setting_everything_is_kept_in_the_instance_folder(tmp_path: Path) -> None:
    found = settings({"INSTANCE_PATH": str(tmp_path / "new")}, environ={})
    assert found["DATABASE_URL"] == f"sqlite:///{tmp_path / 'new' / 'scorekeeper.sqlite3'}"
    assert (found["SQLITE_SYNCHRONOUS"], found["TRUSTED_PROXIES"], found["SESSION_COOKIE_SECURE"]) == ("FULL", 0, False)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


PRINT = ":".join(["1F"] * 32)  # a fingerprint
# Each variable except the folder's, with a text, and the setting with the value that follows.
TEXTS = [
    ("DATABASE_URL", "postgres://scorer@db/scores", "DATABASE_URL", "postgresql+psycopg://scorer@db/scores"),
    ("SECRET_KEY", "q8ZkT1vN4sWc7LxRb2Hd", "SECRET_KEY", "q8ZkT1vN4sWc7LxRb2Hd"),
    ("SECRET_KEY_FALLBACKS", "older, oldest,", "SECRET_KEY_FALLBACKS", ["older", "oldest"]),
    ("SCOREKEEPER_SQLITE_SYNCHRONOUS", "normal", "SQLITE_SYNCHRONOUS", "NORMAL"),
    ("SCOREKEEPER_SQLITE_BUSY_SECONDS", "3", "SQLITE_BUSY_SECONDS", 3),
    ("SCOREKEEPER_TRUSTED_PROXIES", "2", "TRUSTED_PROXIES", 2),
    ("SCOREKEEPER_RATELIMIT_STORAGE", "redis://cache", "RATELIMIT_STORAGE_URI", "redis://cache"),
    ("SCOREKEEPER_RATELIMITS", "0", "RATELIMIT_ENABLED", False),
    ("SCOREKEEPER_STARTS", "Members", "STARTS", "members"),
    ("SCOREKEEPER_TABLES_A_DAY", "20", "TABLES_A_DAY", 20),
    ("SCOREKEEPER_MEGABYTES_A_DAY", "20", "MEGABYTES_A_DAY", 20),
    ("SCOREKEEPER_MATCHES_A_DAY", "0", "MATCHES_A_DAY", 0),
    ("SCOREKEEPER_HTTPS_ONLY", "yes", "SESSION_COOKIE_SECURE", True),
    ("SCOREKEEPER_SMTP_HOST", "mail.example.org", "SMTP_HOST", "mail.example.org"),
    ("SCOREKEEPER_SMTP_PORT", "465", "SMTP_PORT", 465),
    ("SCOREKEEPER_SMTP_SECURITY", "TLS", "SMTP_SECURITY", "tls"),
    ("SCOREKEEPER_SMTP_USER", "cards", "SMTP_USER", "cards"),
    ("SCOREKEEPER_SMTP_PASSWORD", "four aces", "SMTP_PASSWORD", "four aces"),
    ("SCOREKEEPER_MAIL_FROM", "cards@example.org", "MAIL_FROM", "cards@example.org"),
    ("SCOREKEEPER_PUBLIC_URL", "https://cards.example.org/", "PUBLIC_URL", "https://cards.example.org"),
    ("SCOREKEEPER_TRUSTED_HOSTS", "cards.lan, .example.net", "NAMES", ["cards.lan", ".example.net"]),
    ("SCOREKEEPER_PREFIX", "/cards/", "PREFIX", "/cards"),
    ("SCOREKEEPER_WEBHOOKS", "0", "WEBHOOKS", False),
    ("SCOREKEEPER_EXTRA_GAMES", "0", "EXTRA_GAMES", False),
    ("SCOREKEEPER_OPERATOR", " Circolo Tresette ", "OPERATOR", "Circolo Tresette"),
    ("SCOREKEEPER_OPERATOR_ADDRESS", "Via Roma 1, Lecce", "OPERATOR_ADDRESS", "Via Roma 1, Lecce"),
    ("SCOREKEEPER_OPERATOR_EMAIL", "cards@example.org", "OPERATOR_EMAIL", "cards@example.org"),
    ("SCOREKEEPER_SECURITY_CONTACT", "cards@example.org", "SECURITY_CONTACT", "mailto:cards@example.org"),
    ("SCOREKEEPER_SECURITY_POLICY", "https://example.org/rules", "SECURITY_POLICY", "https://example.org/rules"),
    ("SCOREKEEPER_SEARCHABLE", "1", "SEARCHABLE", True),
    ("SCOREKEEPER_ANDROID_APP", f"org.example.cards {PRINT}", "ANDROID_APP", ("org.example.cards", [PRINT])),
    ("SCOREKEEPER_SETUP_CODE", "q7ra-09zk-5mwe", "SET_UP_CODE", "q7ra-09zk-5mwe"),
    ("SCOREKEEPER_BACKUP_DAYS", "14", "BACKUP_DAYS", 14),
    ("SCOREKEEPER_LOG", "JSON", "LOG", "json"),
]


def test_the_environment_names_every_setting(tmp_path: Path) -> None:
    environ = {variable: text for variable, text, _name, _value in TEXTS} | {"SCOREKEEPER_INSTANCE": str(tmp_path)}
    assert {setting.variable for setting in SETTINGS} == set(environ)
    wanted = {name: value for _variable, _text, name, value in TEXTS}
    assert settings(environ=environ) == wanted | {"INSTANCE_PATH": str(tmp_path)}


def test_what_is_given_outranks_the_environment(tmp_path: Path) -> None:
    given = {"INSTANCE_PATH": str(tmp_path), "SECRET_KEY": "given"}
    assert settings(given, environ={"SECRET_KEY": "from somewhere outside"})["SECRET_KEY"] == "given"


@pytest.mark.parametrize(
    "variable, value",
    [
        ("SCOREKEEPER_TRUSTED_PROXIES", "one"),
        ("SCOREKEEPER_TRUSTED_PROXIES", "-1"),
        ("SCOREKEEPER_HTTPS_ONLY", "perhaps"),
        ("SCOREKEEPER_STARTS", "nobody"),
        ("SCOREKEEPER_TABLES_A_DAY", "many"),
        ("SCOREKEEPER_SQLITE_SYNCHRONOUS", "OFF"),
        ("SCOREKEEPER_SQLITE_BUSY_SECONDS", "1.5"),
        ("SCOREKEEPER_SMTP_SECURITY", "ssl"),
        ("SCOREKEEPER_PUBLIC_URL", "cards.example.org"),
        ("SCOREKEEPER_LOG", "xml"),
        ("SCOREKEEPER_OPERATOR", "Circolo\nTresette"),
        ("SCOREKEEPER_OPERATOR_EMAIL", "cards@example.org, more@example.org"),
        ("SCOREKEEPER_SECURITY_CONTACT", "http://example.org"),
        ("SCOREKEEPER_SECURITY_POLICY", "https://example.org/\nContact: x"),
    ],
)
def test_a_value_that_cannot_be_meant_is_refused_by_name(tmp_path: Path, variable: str, value: str) -> None:
    with pytest.raises(BadSetting, match=variable):
        settings({"INSTANCE_PATH": str(tmp_path)}, environ={variable: value})


def test_limits_counted_in_the_database_are_refused_with_a_sentence_that_names_redis(tmp_path: Path) -> None:
    environ = {"SCOREKEEPER_RATELIMIT_STORAGE": "database://"}
    with pytest.raises(BadSetting, match=r"SCOREKEEPER_RATELIMIT_STORAGE: rate limits are no longer .* use redis://"):
        settings({"INSTANCE_PATH": str(tmp_path)}, environ=environ)


@pytest.mark.parametrize(
    "key", ["a", "secret", "changeme-changeme-changeme", "x" * 64, "scorekeeper-secret-password", "dev key 12345"]
)
def test_a_key_that_others_could_guess_is_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(BadSetting, match="SECRET_KEY: this key is easily guessed"):
        settings({"INSTANCE_PATH": str(tmp_path)}, environ={"SECRET_KEY": key})


def test_a_file_that_holds_no_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("\n")
    with pytest.raises(BadSetting, match="secret_key: this key is easily guessed"):
        settings({"INSTANCE_PATH": str(tmp_path)}, environ={})


def test_what_others_could_read_before_they_cannot_read_after_a_start(tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    kept = [tmp_path / "secret_key", tmp_path / "backups" / "copy.sqlite3"]
    for path in kept:
        path.write_text("q8ZkT1vN4sWc7LxRb2Hd")
        path.chmod(0o644)
    for folder in (tmp_path, tmp_path / "backups"):
        folder.chmod(0o755)
    settings({"INSTANCE_PATH": str(tmp_path)}, environ={})
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path, tmp_path / "backups")} == {0o700}


@pytest.mark.parametrize("mode", [0o1777, 0o755])
def test_a_folder_that_others_use_too_is_left_open(tmp_path: Path, mode: int) -> None:
    (tmp_path / "somebody else's").touch()
    tmp_path.chmod(mode)
    settings({"INSTANCE_PATH": str(tmp_path), "SECRET_KEY": "given"}, environ={})
    assert stat.S_IMODE(tmp_path.stat().st_mode) == mode


def test_an_installed_scorekeeper_keeps_its_files_with_the_users_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config, "CHECKOUT", tmp_path / "site-packages")
    found = settings(environ={"XDG_DATA_HOME": str(tmp_path / "share")})
    assert found["INSTANCE_PATH"] == str(tmp_path / "share" / "scorekeeper")


def test_the_secret_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "secret_key"
    first = config.secret_key(file)
    assert len(first) >= 40
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert config.secret_key(file) == first
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_processes_that_start_at_once_agree_on_one_secret_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(config.secret_key, [tmp_path / "secret_key"] * 8))
    assert len(keys) == 1


MAIL = {
    "SCOREKEEPER_SMTP_HOST": "localhost",
    "SCOREKEEPER_MAIL_FROM": "cards@example.org",
    "SCOREKEEPER_PUBLIC_URL": "https://cards.example.org",
}


@pytest.mark.parametrize(
    "missing, more",
    [
        ("SCOREKEEPER_MAIL_FROM", {"SCOREKEEPER_MAIL_FROM": ""}),
        ("SCOREKEEPER_PUBLIC_URL", {"SCOREKEEPER_PUBLIC_URL": ""}),
        ("SCOREKEEPER_SMTP_SECURITY", {"SCOREKEEPER_SMTP_SECURITY": "none", "SCOREKEEPER_SMTP_PASSWORD": "four aces"}),
    ],
)
def test_a_mail_server_needs_a_sender_an_address_and_care_with_its_password(
    tmp_path: Path, missing: str, more: dict[str, str]
) -> None:
    given = {"INSTANCE_PATH": str(tmp_path)}
    assert settings(given, environ=MAIL)["SMTP_HOST"] == "localhost"
    with pytest.raises(BadSetting, match=missing):
        settings(given, environ=MAIL | more)
