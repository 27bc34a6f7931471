"""A browser that trusts the authority has all that https gives, and accepts no certificate of it for anything else."""

import os
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Error
from werkzeug.serving import make_server

from scorekeeper.local_authority import Host, authority_in, files_of, keep
from scorekeeper.web.at_home import AtHome
from tests.browser.conftest import FLAGS, KeepsConnections, Site
from tests.browser.phones import PHONE
from tests.browser.test_comforts import DEVICE, assert_soon
from tests.browser.test_offline import ready
from tests.browser.thumb import expect_totals
from tests.support.machine import needs
from tests.support.matches import TRUCO, won
from tests.test_local_authority import sign_for
from tools.install import debian

HERE, OTHER = Host("127.0.0.1", "table.local"), Host("127.0.0.2", "example.org")


@contextmanager
def serving(site: Site, host: Host, certificate: Path) -> Iterator[str]:
    """Serves the site by https; yields its address."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server = make_server(
        host.address, 0, site.app, threaded=True, request_handler=KeepsConnections, ssl_context=context
    )
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"https://{host.address}:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@contextmanager
def trusting(chromium: Browser, home: Path, authority: Path) -> Iterator[Browser]:
    """A browser in whose store of certificates the authority is."""
    needs(debian.TRUST)
    database = home / ".pki" / "nssdb"
    database.mkdir(parents=True)
    certutil = ("certutil", "-d", f"sql:{database}")
    subprocess.run([*certutil, "-N", "--empty-password"], check=True)
    subprocess.run([*certutil, "-A", "-t", "C,,", "-n", "table", "-i", str(authority)], check=True)
    browser = chromium.browser_type.launch(
        executable_path=debian.browser(), args=FLAGS, env={**os.environ, "HOME": str(home)}
    )
    yield browser
    browser.close()


def test_it_opens_without_a_network_and_stays_awake_and_refuses_other_names(
    chromium: Browser, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(tmp_path, HERE)
    files = files_of(tmp_path, HERE)
    monkeypatch.setitem(site.app.config, "AT_HOME", (AtHome(*HERE, 80, 443, authority_in(files)),))
    with trusting(chromium, tmp_path, files.authority) as browser:
        page = browser.new_page(**PHONE)
        page.add_init_script(DEVICE)
        with serving(site, HERE, files.server) as address:
            page.goto(f"{address}/trust")
            assert page.locator("h1").inner_text() == "This device trusts the table"
            page.goto(address + urlsplit(site.start(TRUCO, won(0, 3))).path)
            ready(page)
            page.context.set_offline(True)
            page.reload()
            expect_totals(page, 3, 0)
            assert_soon(page, "asked.locks", 1)
            page.context.set_offline(False)
        sign_for(files, OTHER)
        with serving(site, OTHER, files.server) as address, pytest.raises(Error, match="ERR_CERT"):
            page.goto(address)
