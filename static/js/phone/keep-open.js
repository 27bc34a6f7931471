/**
 * A match page at an address without https, where browsers open no page without a network: this one goes on while it is open.
 * What it may need is loaded beforehand, a rematch takes its place, and a reload or a link is refused without the server.
 */

import { loadStyle } from "../shared/dom.js";
import { newKey } from "../shared/random-key.js";
import { ROOT } from "../shared/site.js";
import { askEngine, infoText, startEngine } from "./engine.js";
import { onShelf, shelved } from "./shelf.js";
import { startHere } from "./start-match.js";
import { getMatch } from "./store.js";
import { announceOutbox, isAhead, pageHere } from "./write.js";

const TIMEOUT = 3000; // ms to wait for the server before the page is left
const LEAVING = 1000; // ms in which a browser begins to leave a page
/** Of the end and of a correction. */
const STYLES = ["offline", "joined/finished"];
const SCRIPTS = [
  "../result/share-result.js",
  "../result/draw-picture.js",
  "../shared/sound.js",
  "./conflict-dialog.js",
  "./export-file.js",
  "./outbox-line.js",
];

/** The page shows a match that the server does not know yet. */
let isUnknown = false;
/** When the user or the server's answer let this page go, as of `performance.now()`. */
let mayGoSince = -Infinity;

/**
 * Prepares the page for when there is no network.
 * @param {string} game
 */
export async function keepOpen(game) {
  document.documentElement.style.overscrollBehaviorY = "contain"; // else a pull reloads the page
  window.addEventListener("click", followed);
  window.addEventListener("submit", submitted);
  window.addEventListener("beforeunload", left);
  window.addEventListener("scorekeeper:moved", arrived, { capture: true }); // before the page follows it
  if (!document.querySelector("[data-entry]")) return;
  STYLES.forEach(loadStyle);
  await Promise.all([startEngine(game), ...SCRIPTS.map((script) => import(script))]);
}

/** @param {CustomEvent<{ from: string }>} event */
function arrived({ detail: { from } }) {
  if (from === document.querySelector("[data-match]").dataset.match) isUnknown = false;
}

/** True if the page knows that it has no network. */
function isCutOff() {
  const { trouble } = document.querySelector("[data-live]")?.dataset ?? {};
  return isUnknown || navigator.onLine === false || trouble === "offline";
}

/** Asks the server, because a phone may be in a network that has lost it. */
async function isServerThere() {
  if (navigator.onLine === false) return false;
  const reply = await fetch(`${ROOT}/healthz`, { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) }).catch(() => null);
  return reply?.ok ?? false;
}

/** A link to another page was tapped. @param {MouseEvent} event */
async function followed(event) {
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  const isOther = link instanceof HTMLAnchorElement && link.href.split("#")[0] !== location.href.split("#")[0];
  if (!isOther || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.target || link.hasAttribute("download")) return; // this page stays open
  event.preventDefault();
  await goOn(() => location.assign(link.href));
}

/** A form was sent that no other script sends. @param {SubmitEvent} event */
async function submitted(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || form.target || form.method === "dialog") return;
  event.preventDefault();
  const base = form.closest("[data-match]")?.dataset.match;
  const isRematch = base !== undefined && new URL(form.action).pathname === `${base}/rematch`;
  if (isRematch && ((await isAhead(base)) || !(await isServerThere()))) await playNext(form);
  else await goOn(() => form.submit());
}

/** The page is reloaded or closed. @param {BeforeUnloadEvent} event */
function left(event) {
  if (performance.now() - mayGoSince < LEAVING || !isCutOff()) return;
  event.preventDefault();
  setTimeout(explain); // once the user has chosen to stay
}

/**
 * Leaves this page if the server is there; otherwise asks first.
 * @param {() => void} go
 */
async function goOn(go) {
  return (await isServerThere()) ? leave(go) : explain(go);
}

/** @param {() => void} go */
function leave(go) {
  mayGoSince = performance.now();
  go();
}

/**
 * Says why the page should stay open.
 * @param {() => void} go
 */
async function explain(go = () => location.reload()) {
  if (document.querySelector("dialog.keep-open")) return;
  const names = ["keep_open", "keep_open_why", "stay", "leave"];
  const [title, why, stay, anyway] = await Promise.all(names.map((name) => infoText(name)));
  const dialog = make("dialog", { className: "keep-open" });
  const part = make("div", { className: "stack" });
  part.append(make("h2", { textContent: title }), make("p", { className: "soft", textContent: why }));
  part.append(make("button", { className: "button primary wide", textContent: stay, onclick: () => dialog.close() }));
  part.append(make("button", { className: "button quiet wide", textContent: anyway, onclick: () => leave(go) }));
  dialog.append(part);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElement>} properties
 */
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

/**
 * Starts the rematch on this phone, and shows it in this page.
 * @param {HTMLFormElement} form
 */
async function playNext(form) {
  const shelf = await onShelf();
  const answer = await askEngine({
    ask: "page",
    path: new URL(form.action).pathname,
    query: [],
    fields: Array.from(new FormData(form)),
    key: newKey(),
    shelf: shelf.map(shelved),
  });
  const base = await startHere(answer, shelf);
  const html = await pageHere(base, (await getMatch(base)).kept.version);
  isUnknown = true;
  window.dispatchEvent(new CustomEvent("scorekeeper:rematch", { detail: { base, html } }));
  announceOutbox(true);
}
