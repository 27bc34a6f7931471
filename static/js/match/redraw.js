/**
 * Draws parts of the match page again (`data-drawn`). Templates draw them, on this phone or on the server, as for a page that is
 * opened, so a page always shows what it would show after a reload.
 */

import { loadSheets } from "../shared/dom.js";
import { onThisPhone } from "./post.js";

/**
 * Replaces these parts by those of the page at an address of the match. Returns false if neither the phone nor the server can
 * draw that page, or if the link was revoked.
 * @param {string} address
 * @param {number} version the match's version that the page shows
 */
export async function redraw(address, version) {
  const html = await drawnPage(address, version);
  if (!html) return false;
  const fresh = new DOMParser().parseFromString(html, "text/html");
  if (!fresh.querySelector("[data-screen]")) return false; // not a match page: the link was revoked
  keepToken(fresh);
  await loadSheets(fresh);
  const had = document.activeElement?.closest("[data-drawn]");
  for (const part of document.querySelectorAll("[data-drawn]")) {
    const drawn = fresh.querySelector(`[data-drawn="${part.dataset.drawn}"]`);
    if (drawn) part.replaceWith(document.adoptNode(drawn));
  }
  document.querySelector("[data-screen]").className = fresh.querySelector("[data-screen]").className;
  if (had) document.querySelector("[data-ending] button, [data-record]")?.focus({ preventScroll: true });
  // Without this script the form opens the picture.
  if (document.querySelector("[data-picture]")) import("../result/share-result.js").catch(() => null);
  return true;
}

/**
 * Replaces the match by that of another page, which this phone has drawn; returns its element.
 * @param {string} html
 * @param {string} before address of the match that was shown
 * @param {string} base address of the other
 */
export function replaceMatch(html, before, base) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  keepToken(fresh);
  const match = document.adoptNode(fresh.querySelector("[data-match]"));
  document.querySelector("[data-match]").replaceWith(match);
  document.getElementById("board")?.replaceWith(document.adoptNode(/** @type {Element} */ (fresh.getElementById("board"))));
  for (const name of ["href", "action"]) {
    for (const each of document.querySelectorAll(`.masthead [${name}^="${before}"]`)) {
      each.setAttribute(name, String(each.getAttribute(name)).replace(before, base));
    }
  }
  return match;
}

/**
 * Returns the page's HTML; null if it cannot be drawn. The phone draws it if it stores this version. The server draws all others,
 * and pages with parts that only it knows (tournament, approval).
 * @param {string} address
 * @param {number} version
 */
async function drawnPage(address, version) {
  const here = () => onThisPhone((phone) => phone.pageHere(address, version));
  if (!document.querySelector("[data-tournament], [data-locked]")) return (await here()) ?? fromServer(address);
  const page = await fromServer(address);
  const seen = Number(page?.match(/name="seen" value="(\d+)"/)?.[1] ?? 0);
  return seen < version ? ((await here()) ?? page) : page; // what was saved here may not have arrived there
}

/** @param {string} address */
async function fromServer(address) {
  const response = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  return response?.ok ? response.text() : null;
}

/**
 * A page drawn here has no CSRF token: it gets this page's.
 * @param {Document} fresh
 */
function keepToken(fresh) {
  const token = document.querySelector("input[name=csrf_token]").value;
  for (const field of fresh.querySelectorAll("input[name=csrf_token]")) field.value ||= token;
}
