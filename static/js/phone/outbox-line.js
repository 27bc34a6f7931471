/**
 * The status line about unsent changes on every page; opened, it offers to send them or to save them as a file. Loaded once there
 * is something to say.
 */

import { loadStyle, setText } from "../shared/dom.js";
import { ROOT } from "../shared/site.js";
import { infoText } from "./engine.js";
import { isTick, removeMatch, updateMatch } from "./store.js";
import { sync } from "./sync.js";
import { unsent } from "./unsent.js";

const GONE_AFTER = 6000; // ms that "All changes sent." is shown
/** Names of what is said during a match, and of why. Without https the browser can open no page again. */
const [BRIEF, WHY] = window.isSecureContext ? ["waits", "kept_here"] : ["keep_open", "keep_open_why"];

/** @type {HTMLDetailsElement | null} */
let line = null;
let waited = false;
/** Whether the browser has promised to keep stored data. @type {Promise<boolean> | null} */
let safety = null;

/** Shows the unsent changes; once all are sent, shows that for a moment. */
export async function showOutbox() {
  const { writes, matches, waits, isDue } = await unsent();
  if (!waited && !isDue) return;
  const place = lineOnPage();
  place.hidden = false;
  place.classList.toggle("done", !waits);
  if (waits) {
    const name = place.matches("[data-status] *") ? BRIEF : writes.length ? "waits_long" : "match_too";
    setText(place.querySelector("summary > span"), await infoText(name));
    place.querySelector("div").replaceChildren(...(await contents(matches, !writes.every(isTick))));
  } else {
    place.open = false;
    place.querySelector("summary > span").textContent = await infoText("sent");
    place.querySelector("div").replaceChildren();
    setTimeout(() => (place.hidden = !waited), GONE_AFTER);
  }
  waited = waits;
}

/**
 * @param {StoredMatch[]} matches
 * @param {boolean} hasHands true if there is more than ticks
 */
async function contents(matches, hasHands) {
  const conflicting = matches.find((match) => match.conflict);
  const ended = matches.find((match) => match.ended);
  const asked = conflicting?.conflict?.problems ? "conflict_other" : "asked";
  const texts = [...(conflicting ? [asked] : []), ...(ended && !ended.refused ? ["ended"] : []), WHY];
  safety ??= askForSafety();
  if (!(await safety)) texts.push("may_go");
  const row = Object.assign(document.createElement("div"), { className: "row" });
  if (conflicting) row.append(await button("decide", () => openConflict(conflicting.base)));
  else row.append(await button("send", () => retry(matches)));
  if (hasHands || matches.some((match) => match.start)) row.append(await button("export", saveFile));
  if (ended) {
    row.append(await button("own", () => moveToNew(ended.base)));
    row.append(await button("forget", (key) => removeOnSecondTap(key, ended.base)));
  }
  const why = ended?.refused ? [await paragraph("refused", { reason: ended.refused })] : [];
  return [...why, ...(await Promise.all(texts.map((name) => paragraph(name)))), row];
}

/**
 * Sends again, also with a link that was revoked: it may have been renewed.
 * @param {StoredMatch[]} matches
 */
async function retry(matches) {
  for (const match of matches) if (match.ended) await updateMatch(match.base, () => ({ ended: false, refused: null }));
  return sync();
}

/**
 * Sends the whole match as a new one, and opens that.
 * @param {string} base
 */
async function moveToNew(base) {
  const { saveAsNew } = await import("./export-file.js");
  const done = await saveAsNew(base);
  if (done?.address) return location.assign(done.address);
  if (done) await updateMatch(base, () => ({ refused: done.problems?.map((each) => each.text).join(" ") }));
  return showOutbox();
}

/**
 * Deletes a match from this phone at the second tap; it is the only copy.
 * @param {HTMLElement} key
 * @param {string} base
 */
async function removeOnSecondTap(key, base) {
  if (!key.dataset.sure) {
    key.dataset.sure = "asked";
    key.textContent = await infoText("forget_sure");
    return;
  }
  await removeMatch(base);
  location.assign(`${ROOT}/`);
}

async function saveFile() {
  const { exportMatches } = await import("./export-file.js");
  return exportMatches();
}

/** @param {string} base */
async function openConflict(base) {
  const { showConflict } = await import("./conflict-dialog.js");
  showConflict(base);
}

/**
 * @param {string} name of its text
 * @param {(key: HTMLElement) => unknown} act
 */
async function button(name, act) {
  const textContent = await infoText(name);
  const made = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent });
  made.dataset.do = name;
  made.addEventListener("click", () => act(made));
  return made;
}

/**
 * @param {string} name
 * @param {Record<string, any>} values
 */
async function paragraph(name, values = {}) {
  return Object.assign(document.createElement("p"), { className: "hint", textContent: await infoText(name, values) });
}

/** Returns the line: in the status line during a match, else above all, on the end's sheet once the match has ended. */
function lineOnPage() {
  line ??= newLine();
  const now = document.querySelector("[data-screen]:not(.is-over) [data-status] [data-now]");
  const page = document.querySelector(".over-sheet") ?? document.querySelector("main");
  if (now && now.nextElementSibling !== line) now.after(line);
  if (!now && line.parentElement !== page) page.prepend(line);
  return line;
}

function newLine() {
  loadStyle("offline");
  const made = Object.assign(document.createElement("details"), { className: "unsent" });
  made.dataset.unsent = "";
  const summary = document.createElement("summary");
  const said = document.createElement("span");
  said.setAttribute("role", "status"); // a summary cannot be a status itself
  summary.append(said);
  made.append(summary, document.createElement("div"));
  return made;
}

/** Asks the browser to keep the data; some delete it after days without a visit. False if it does not promise. */
async function askForSafety() {
  const { storage } = navigator;
  if (!storage?.persist) return false;
  try {
    return (await storage.persisted()) || (await storage.persist());
  } catch {
    return false; // missing on plain http
  }
}
