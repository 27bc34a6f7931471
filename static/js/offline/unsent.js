/** The calm line on every page that says what is not sent yet; opened, it offers to send it or to save it as a file. */

import { counted, word } from "./about.js";
import { exportMatches } from "./export.js";
import { keepAsOwn } from "./own.js";
import { allMatches, allWrites, changeMatch, removeMatch } from "./store.js";
import { sync } from "./sync.js";

const GONE_AFTER = 6000; // ms that "everything has arrived" stays

let line = null;
let before = 0;

/** Show what is not sent yet; a moment after the last of it has arrived, that. */
export async function showUnsent() {
  const writes = await allWrites();
  const matches = (await allMatches()).filter((match) => !match.arrived);
  const count = writes.length + matches.filter((match) => match.start).length;
  if (!count && !before) return;
  const place = lineOnPage();
  place.hidden = false;
  place.classList.toggle("done", !count);
  if (count) {
    place.querySelector("summary").textContent = await title(writes);
    place.querySelector("div").replaceChildren(...(await inside(matches)));
  } else {
    place.open = false;
    place.querySelector("summary").textContent = await word("sent");
    place.querySelector("div").replaceChildren();
    setTimeout(() => (place.hidden = before === 0), GONE_AFTER);
  }
  before = count;
}

function title(writes) {
  if (!writes.length) return word("match_too");
  return counted(writes.every((write) => write.act === "record") ? "hands" : "changes", writes.length);
}

async function inside(matches) {
  const conflicting = matches.find((match) => match.conflict);
  const ended = matches.find((match) => match.ended);
  const texts = [conflicting && "asked", ended && !ended.refused && "ended", "kept_here"].filter(Boolean);
  const row = Object.assign(document.createElement("div"), { className: "row" });
  if (conflicting) row.append(await button("decide", () => openConflict(conflicting.base)));
  else row.append(await button("send", () => tryAgain(matches)));
  row.append(await button("export", exportMatches));
  if (ended) row.append(await button("own", () => moveOut(ended.base)), await button("forget", (event) => forget(event.target, ended.base)));
  const why = ended?.refused ? [await paragraph("refused", { reason: ended.refused })] : [];
  return [...why, ...(await Promise.all(texts.map((name) => paragraph(name)))), row];
}

/** Also by a link that had ended: somebody may have mended that. */
async function tryAgain(matches) {
  for (const match of matches) if (match.ended) await changeMatch(match.base, () => ({ ended: false, refused: null }));
  return sync();
}

/** All of a match goes to the server as a new one, and this page to that. */
async function moveOut(base) {
  const done = await keepAsOwn(base);
  if (done?.address) return location.assign(done.address);
  if (done) await changeMatch(base, () => ({ refused: done.problems.map((each) => each.text).join(" ") }));
  return showUnsent();
}

/** Remove a match from this phone, with the second tap: then it is nowhere. */
async function forget(key, base) {
  if (!key.dataset.sure) {
    key.dataset.sure = "asked";
    key.textContent = await word("forget_sure");
    return;
  }
  await removeMatch(base);
  location.assign("/");
}

async function openConflict(base) {
  const { showConflict } = await import("./conflict.js");
  showConflict(base);
}

async function button(name, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: await word(name) });
  made.dataset.do = name;
  made.addEventListener("click", act);
  return made;
}

async function paragraph(name, values = {}) {
  return Object.assign(document.createElement("p"), { className: "hint", textContent: await word(name, values) });
}

function lineOnPage() {
  if (line?.isConnected) return line;
  loadStyle();
  line = Object.assign(document.createElement("details"), { className: "unsent" });
  line.dataset.unsent = "";
  const summary = document.createElement("summary");
  summary.setAttribute("role", "status");
  line.append(summary, document.createElement("div"));
  const now = document.querySelector("[data-match] .now");
  if (now) now.after(line);
  else document.querySelector("main").prepend(line);
  return line;
}

/** The few rules that only this line and the question about two hands need. */
export function loadStyle() {
  const address = new URL("../../css/offline.css", import.meta.url).href;
  if (document.querySelector(`link[href="${address}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: address }));
}
