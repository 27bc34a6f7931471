/**
 * The offline page: renders the requested page on this phone from the server's own templates, and replaces itself with it.
 */

import { loadSheet, loadSheets, readJson, setText } from "../shared/dom.js";
import { newKey } from "../shared/random-key.js";
import { askEngine, engineInfo } from "./engine.js";
import { onShelf, shelved } from "./shelf.js";
import { startHere } from "./start-match.js";
import { getMatch, getSetting } from "./store.js";
import { announceOutbox, applyPending, isWrite, save } from "./write.js";

const PATIENCE = 700; // ms until "loading" is shown
const MATCH = /^.*\/s\/[^/]+\/m\/\d+/;

async function show() {
  const base = location.pathname.match(MATCH)?.[0];
  if (base) {
    const { arrived } = (await getMatch(base)) ?? {};
    if (arrived) return go(arrived + location.pathname.slice(base.length) + location.search);
    await showFace(base);
    await applyPending(base);
  }
  document.documentElement.lang = (await engineInfo())?.locale.replace("_", "-") ?? document.documentElement.lang;
  const posted = document.getElementById("posted");
  const sent = posted ? new URLSearchParams(readJson("posted")) : null;
  if (base && sent && isWrite(location.pathname) && (await save(location.href, sent))?.status === 200) return go(base);
  return showPage(sent);
}

/**
 * Shows the match as this phone showed it last, until its page is rendered.
 * @param {string} base
 */
async function showFace(base) {
  const [stored, face] = await Promise.all([getMatch(base), getSetting("face")]);
  if (!face || location.pathname !== face.base || stored?.kept.version !== face.version) return;
  const sheet = document.head.querySelector("link[rel=stylesheet]");
  const wanted = /** @type {Element} */ (sheet.cloneNode());
  wanted.setAttribute("href", String(sheet.getAttribute("href")).replace(/[^/]+$/, face.style));
  await loadSheet(wanted);
  sheet.remove();
  document.title = face.title;
  document.body.className = "match-page";
  document.querySelector(".masthead").innerHTML = face.masthead;
  const shell = document.querySelector("[data-shell]");
  shell.insertAdjacentHTML("beforebegin", face.match);
  const match = /** @type {HTMLElement} */ (shell.previousElementSibling);
  match.classList.add("loading");
  match.inert = true;
  shell.classList.add("unseen");
}

/**
 * Shows the engine's response: a page, or a match that starts.
 * @param {URLSearchParams | null} sent the form that was sent to this address
 */
async function showPage(sent) {
  const matches = await onShelf();
  const answer = await askEngine({
    ask: "page",
    path: location.pathname,
    query: await asked(),
    fields: sent ? Array.from(sent) : null,
    key: newKey(),
    shelf: matches.map(shelved),
  });
  return answer.start ? go(await startHere(answer, matches)) : replacePage(answer.html);
}

/** Returns the query of this address; rules that it carries are added unpacked. */
async function asked() {
  const query = new URLSearchParams(location.search);
  const card = query.get("card");
  if (card) query.set("rules", await (await import("../cards/unpack.js")).unpacked(card));
  return Array.from(query);
}

/** @param {string} address */
function go(address) {
  location.replace(address);
}

/**
 * Replaces this page with another one; its scripts run as if it had been loaded.
 * @param {string} html
 */
async function replacePage(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  document.title = page.title;
  const own = document.head.querySelector("link[rel=stylesheet]");
  await loadSheets(page);
  if (!page.head.querySelector(`link[href="${own?.getAttribute("href")}"]`)) own?.remove();
  document.body.className = page.body.className;
  const scripts = Array.from(page.querySelectorAll("script[type=module][src]"), (script) => String(script.getAttribute("src")));
  document.body.inert = true; // before its scripts run, a tap would submit a form to the server
  document.body.replaceChildren(...Array.from(page.body.childNodes).map((node) => document.adoptNode(node)));
  for (const script of scripts) await import(script);
  document.body.inert = false;
  announceOutbox();
}

/** Shows "loading", if it takes longer than a moment. */
function sayLoading() {
  const line = document.querySelector("[data-loading]");
  return setTimeout(() => line && setText(line, String(line.getAttribute("data-loading"))), PATIENCE);
}

/** @param {Error} error */
async function fail(error) {
  console.error(error);
  for (const part of document.querySelectorAll("[data-loading], .match.loading")) part.remove();
  document.querySelector("[data-shell]")?.classList.remove("unseen");
  const failed = document.querySelector("[data-shell-failed]");
  if (failed) failed.hidden = false;
}

const slow = sayLoading();
await show().catch(fail);
clearTimeout(slow);
