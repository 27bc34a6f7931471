/** What the page says of changes: a passing word about those that were made here, a list of those from other phones. */

import { put } from "./match-words.js";

const [SHORT, LONG] = [2500, 10_000]; // ms
let passing = 0;

/** A passing word about what was done; it stays longer where that changed who has won. */
export function tell(said, winnerChanged) {
  hush();
  put(document.querySelector(".toast"), said);
  passing = setTimeout(hush, winnerChanged ? LONG : SHORT);
}

export function hush() {
  clearTimeout(passing);
  put(document.querySelector(".toast"), "");
}

/** What happened meanwhile, above the form; `refused` where that kept a save from being done. */
export function showMissed(changes, refused) {
  const missed = document.querySelector("[data-missed]");
  const items = changes.map((text) => Object.assign(document.createElement("li"), { textContent: text }));
  missed.querySelector("[data-missed-list]").replaceChildren(...items);
  missed.querySelector("[data-unsaved]").hidden = !refused;
  missed.hidden = false;
}

export function hideMissed() {
  document.querySelector("[data-missed]").hidden = true;
}
