/** What every page does once it has time: install, store the match that it shows, send what waits, show what is not sent. */

import { isBegun } from "../entry/fields.js";
import { ROOT } from "../shared/site.js";
import { cacheLanguage, cacheLanguages, startEngine } from "./engine.js";
import { showOutbox } from "./outbox-line.js";
import { getMatch, updateMatch } from "./store.js";
import { scheduleSync, sync } from "./sync.js";
import { applyPending, refresh } from "./write.js";

export async function startPage() {
  listen();
  const { match: base, game } = document.querySelector("[data-match]")?.dataset ?? {};
  const scores = base && document.querySelector("[data-entry]");
  const engine = scores ? startEngine(game).catch(() => null) : null;
  await Promise.all([base ? storeMatch(base) : null, showOutbox()]);
  if (base) await askOfConflict(base);
  await Promise.all([sync(), engine]);
  startWorker().catch(() => null); // there is none where a phone came by plain http
  await cacheLanguage();
  cacheLanguages().catch(() => null); // nobody waits for the others
}

/** The worker takes the pages that are open when it starts, but not one that is just being opened: that has to ask for it. */
async function startWorker() {
  await navigator.serviceWorker.register(`${ROOT}/sw.js`);
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) active?.postMessage("claim");
}

function listen() {
  window.addEventListener("scorekeeper:outbox", ({ detail }) => {
    showOutbox();
    if (detail.added) scheduleSync();
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

/**
 * Two phones recorded different things, now or before this page was opened: nobody has to look for the question.
 * @param {string} base
 */
async function askOfConflict(base) {
  if (!(await getMatch(base))?.conflict) return;
  const { showConflict } = await import("./conflict-dialog.js");
  await showConflict(base);
}

/**
 * Store the match of this page, so that it can go on without a network.
 * @param {string} base
 */
async function storeMatch(base) {
  const match = await getMatch(base);
  await updateMatch(base, () => ({ touched: Date.now() }));
  await applyPending(base);
  if (!match?.start && !match?.arrived) await refresh(base);
}

/**
 * The page shows something newer than what is stored, from another phone: store that.
 * @param {{ base: string, version: number }} shown
 */
async function storeShown({ base, version }) {
  const match = await getMatch(base);
  if (match && !match.start && version > match.kept.version) await refresh(base);
}

/**
 * The match of this page has an address on the server now: go there, unless something is being entered.
 * @param {{ from: string, base: string }} moved
 */
function goToMoved({ from, base }) {
  const form = document.querySelector("[data-entry]");
  if (document.querySelector("[data-match]")?.dataset.match !== from) return;
  if (!form || !isBegun(form.querySelector(".way:not([hidden])"))) location.replace(base);
}

/**
 * Say which hands score something else on the server.
 * @param {string[]} sentences
 */
function showRescored(sentences) {
  if (!sentences.length) return;
  const line = Object.assign(document.createElement("p"), { className: "notice" });
  line.setAttribute("role", "status");
  line.textContent = sentences.join(" ");
  document.querySelector("main").prepend(line);
}
