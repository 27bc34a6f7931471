/** What every page does once it has time: install, keep the match that it shows, send what waits, say what is not sent. */

import { isBegun } from "../match-fields.js";
import { about, keepLanguages, word } from "./about.js";
import { startEngine } from "./engine.js";
import { changeMatch, matchAt, recall, remember } from "./store.js";
import { later, sync } from "./sync.js";
import { catchUp, refresh } from "./write.js";
import { showUnsent } from "./unsent.js";

export async function startPage() {
  listen();
  const base = document.querySelector("[data-match]")?.dataset.match;
  const scores = base && document.querySelector("[data-entry]");
  const engine = scores ? startEngine().catch(() => null) : null;
  await Promise.all([base ? keepMatch(base) : null, showUnsent()]);
  await Promise.all([sync(), engine]);
  navigator.serviceWorker?.register("/sw.js").catch(() => null); // it is not there where a phone came by plain http
  await keepLanguage();
  keepLanguages().catch(() => null); // nobody waits for the others
}

function listen() {
  window.addEventListener("scorekeeper:outbox", ({ detail }) => {
    showUnsent();
    if (detail.added) later();
  });
  window.addEventListener("online", sync);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && sync());
  window.addEventListener("scorekeeper:conflict", async ({ detail }) => {
    await showUnsent();
    if (detail === document.querySelector("[data-match]")?.dataset.match) (await import("./conflict.js")).showConflict(detail);
  });
  window.addEventListener("scorekeeper:synced", ({ detail }) => tellScores(detail.said));
  window.addEventListener("scorekeeper:moved", ({ detail }) => moveOn(detail));
  window.addEventListener("scorekeeper:shown", ({ detail }) => follow(detail));
}

/** Keep the match of this page, so that it can go on without a network. */
async function keepMatch(base) {
  const match = await matchAt(base);
  await changeMatch(base, () => ({ touched: Date.now() }));
  await catchUp(base);
  if (!match?.start && !match?.arrived) await refresh(base);
}

/** The page shows something newer than what is kept, from another phone: keep that. */
async function follow({ base, version }) {
  const match = await matchAt(base);
  if (match && !match.start && version > match.kept.version) await refresh(base);
}

/** The match of this page has an address on the server now: go there, unless something is being entered. */
function moveOn({ from, base }) {
  const form = document.querySelector("[data-entry]");
  if (document.querySelector("[data-match]")?.dataset.match !== from) return;
  if (!form || !isBegun(form.querySelector(".way:not([hidden])"))) location.replace(base);
}

async function tellScores(said) {
  if (!said.length) return;
  const line = Object.assign(document.createElement("p"), { className: "notice" });
  line.setAttribute("role", "status");
  line.textContent = await word("rescored", { said: said.join(" ") });
  document.querySelector("main").prepend(line);
}

/** Another language was chosen: the shell page and the rules are kept in it. */
async function keepLanguage() {
  const known = await about();
  if (!window.caches || !known || navigator.onLine === false) return;
  const version = `${known.locale} ${known.engine} ${known.messages}`;
  if ((await recall("pages")) === version) return;
  const pages = await caches.open("pages");
  await Promise.all(["/offline", known.engine, known.messages, ...known.rule_pages].filter(Boolean).map((page) => pages.add(page)))
    .then(() => remember("pages", version))
    .catch(() => null);
}
