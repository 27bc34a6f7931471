/**
 * On every page: store the match shown, send unsent changes and show their number. Once nobody taps: start the rules engine,
 * install the service worker, and cache what is needed offline, first of all for the page's own game.
 */

import { isBegun } from "../entry/fields.js";
import { isOnlyHere, ROOT } from "../shared/site.js";
import { isCached, startEngine } from "./engine.js";
import { getMatch, getSetting, setSetting, updateMatch } from "./store.js";
import { sync } from "./sync.js";
import { unsent, UNNOTICED } from "./unsent.js";
import { applyPending, refresh } from "./write.js";

const IDLE = 3000; // ms without a touch
const RULES_OF_CARDS = /\/rules\/card\/[^/]+$|\/m\/\d+\/rules\/$/;
const MOST_RULES = 20; // pages of rules of cards
let isLineLoaded = false;
const whenIdle = window.requestIdleCallback ?? ((act) => setTimeout(act, 500));

export async function startPage() {
  listen();
  const { match: base, game = new URLSearchParams(location.search).get("game") ?? "" } =
    document.querySelector("[data-match]")?.dataset ?? {};
  await Promise.all([base ? storeMatch(base) : null, showOutbox()]);
  if (base) await askOfConflict(base);
  const held = base && !window.isSecureContext ? import("./keep-open.js").then(({ keepOpen }) => keepOpen(game)) : null;
  await Promise.all([sync(), held]);
  const idle = untilIdle();
  if (base && document.querySelector("[data-entry]")) idle.then(() => startEngine(game)).catch(() => null);
  if (!(await isCached(game))) await idle;
  startWorker().catch(() => null); // missing on plain http
  const { cacheGame, cacheOtherGames } = await import("./keep-games.js");
  await cacheGame(game);
  await keepRules().catch(() => null); // without a network it stays as it is
  await cacheOtherGames();
  idle.then(cacheMore).catch(() => null);
}

/** Resolves once this page was not touched for a while, or is hidden. */
function untilIdle() {
  return /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      const stop = new AbortController();
      const listening = { passive: true, signal: stop.signal };
      let timer = 0;
      const end = () => (stop.abort(), resolve());
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(end, IDLE);
      };
      wait();
      for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, wait, listening);
      document.addEventListener("visibilitychange", () => document.hidden && end(), listening);
    })
  );
}

/** Caches the rules of the page's own card, which are on a page of their own. */
async function keepRules() {
  const path = document.querySelector("[data-rules-page]")?.dataset.rulesPage;
  if (path && !isOnlyHere(path)) await (await import("./keep-page.js")).keepPage(RULES_OF_CARDS, path, MOST_RULES);
}

/** Caches all languages and the guide if the app is on the home screen; the guide also once it was opened on this phone. */
async function cacheMore() {
  if (!window.caches || !navigator.onLine) return;
  const isInstalled = matchMedia("(display-mode: standalone)").matches && !navigator.connection?.saveData;
  if (isInstalled) await (await import("./keep-games.js")).cacheLanguages().catch(() => null);
  if (!document.querySelector("[data-guide]") && !isInstalled && !(await getSetting("help"))) return;
  await (await import("./keep-help.js")).keepHelp();
}

/** Starts the service worker. It takes over open pages when it starts, but a page that is still loading must ask for it. */
async function startWorker() {
  await navigator.serviceWorker.register(`${ROOT}/sw.js`);
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) active?.postMessage("claim");
}

function listen() {
  window.addEventListener("scorekeeper:outbox", ({ detail }) => {
    if (!detail.added) return showOutbox();
    sync();
    return setTimeout(showOutbox, UNNOTICED);
  });
  window.addEventListener("online", sync);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && sync());
  window.addEventListener("scorekeeper:conflict", async ({ detail }) => {
    await showOutbox();
    if (detail === document.querySelector("[data-match]")?.dataset.match) askOfConflict(detail);
  });
  window.addEventListener("scorekeeper:synced", ({ detail }) => showRescored(detail.said));
  window.addEventListener("scorekeeper:moved", ({ detail }) => goToMoved(detail));
  window.addEventListener("scorekeeper:shown", ({ detail }) => storeShown(detail));
}

/** Shows the line about unsent changes, if there is something to say; until then its script is not loaded. */
async function showOutbox() {
  isLineLoaded ||= (await unsent()).isDue;
  if (!isLineLoaded) return;
  const line = await import("./outbox-line.js").catch(() => null); // cached by the service worker, or by keep-open.js
  await line?.showOutbox();
}

/**
 * Opens the dialog if the page's match has a conflict.
 * @param {string} base
 */
async function askOfConflict(base) {
  if (!(await getMatch(base))?.conflict) return;
  const { showConflict } = await import("./conflict-dialog.js");
  await showConflict(base);
}

/**
 * Stores the page's match, so that it can continue offline.
 * @param {string} base
 */
async function storeMatch(base) {
  const match = await getMatch(base);
  await applyPending(base);
  if (!match?.start && !match?.arrived) await refresh(base);
  await updateMatch(base, () => ({ touched: Date.now() }));
  storeFace(base, Number(document.querySelector("input[name=seen]")?.value));
}

/**
 * Stores the page's HTML without the hands: the offline page (shell.js) shows it until it has rendered the match.
 * @param {string} base
 * @param {number} version
 */
function storeFace(base, version) {
  const store = () => {
    if (document.querySelector(".is-over")) return setSetting("face", null); // the end has a look of its own
    const match = /** @type {Element} */ (document.querySelector("[data-match]").cloneNode(true));
    match.removeAttribute("data-match");
    for (const part of match.querySelectorAll("[data-said-line], [data-unsent], .after > *")) part.remove();
    const style = document.querySelector("link[rel=stylesheet]")?.getAttribute("href")?.match(/[^/]+$/)?.[0];
    const masthead = document.querySelector(".masthead").innerHTML;
    return setSetting("face", { base, version, style, title: document.title, masthead, match: match.outerHTML });
  };
  whenIdle(store, { timeout: 500 });
}

/**
 * The page shows a newer state, perhaps from another phone: stores it.
 * @param {{ base: string, version: number }} shown
 */
async function storeShown({ base, version }) {
  storeFace(base, version);
  const match = await getMatch(base);
  if (match && !match.start && version > match.kept.version) await refresh(base);
}

/**
 * The page's match has an address on the server now: goes there, unless the user is entering something.
 * @param {{ from: string, base: string }} moved
 */
function goToMoved({ from, base }) {
  const form = document.querySelector("[data-entry]");
  if (document.querySelector("[data-match]")?.dataset.match !== from) return;
  if (!form || !isBegun(form.querySelector(".way:not([hidden])"))) location.replace(base);
}

/**
 * Shows which hands score differently on the server.
 * @param {string[]} sentences
 */
function showRescored(sentences) {
  if (!sentences.length) return;
  const line = Object.assign(document.createElement("p"), { className: "notice" });
  line.setAttribute("role", "status");
  line.textContent = sentences.join(" ");
  document.querySelector("main").prepend(line);
}
