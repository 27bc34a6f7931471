"""Files by which programs find their way: robots.txt, the sitemap, and the Android app that belongs to this server."""

from xml.etree import ElementTree

from flask import Blueprint, Response, abort, current_app, jsonify, request

from scorekeeper.i18n import LOCALES
from scorekeeper.web import search_engines
from scorekeeper.web.public_address import base, public_url_for

bp = Blueprint("discovery", __name__)

SITEMAP, XHTML = "http://www.sitemaps.org/schemas/sitemap/0.9", "http://www.w3.org/1999/xhtml"
OPEN_APP = "delegate_permission/common.handle_all_urls"


@bp.get("/robots.txt")
def robots() -> Response:
    """Which pages search engines may read: those that they may list, or none."""
    if not current_app.config["SEARCHABLE"]:
        return Response("User-agent: *\nDisallow: /\n", mimetype="text/plain")
    home, rules, *_others = search_engines.paths()
    allowed = [f"{home}$", rules, f"{home}help/", f"{home}static/"]
    lines = ["User-agent: *", *(f"Allow: {path}" for path in allowed), f"Disallow: {home}"]
    return Response(
        "\n".join([*lines, "", f"Sitemap: {public_url_for('discovery.sitemap')}", ""]), mimetype="text/plain"
    )


@bp.get("/sitemap.xml")
def sitemap() -> Response:
    """The pages that search engines may list, each in every language; 404 if they may list none."""
    if not current_app.config["SEARCHABLE"]:
        abort(404)
    urls = ElementTree.Element(f"{{{SITEMAP}}}urlset")
    for path in search_engines.paths():
        address = base() + path.removeprefix(request.script_root)
        url = ElementTree.SubElement(urls, f"{{{SITEMAP}}}url")
        ElementTree.SubElement(url, f"{{{SITEMAP}}}loc").text = address
        for locale in LOCALES:
            translation = {"rel": "alternate", "hreflang": locale.replace("_", "-"), "href": f"{address}?lang={locale}"}
            ElementTree.SubElement(url, f"{{{XHTML}}}link", translation)
    ElementTree.register_namespace("", SITEMAP)
    ElementTree.register_namespace("xhtml", XHTML)
    return Response(ElementTree.tostring(urls, "utf-8", xml_declaration=True), mimetype="application/xml")


@bp.get("/.well-known/assetlinks.json")
def asset_links() -> Response:
    """The Android app that may show this server as its own (Digital Asset Links); 404 if none is configured."""
    package, fingerprints = current_app.config["ANDROID_APP"]
    if not package:
        abort(404)
    app = {"namespace": "android_app", "package_name": package, "sha256_cert_fingerprints": fingerprints}
    return jsonify([{"relation": [OPEN_APP], "target": app}])
