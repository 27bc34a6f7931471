/** Notices on the match page: a toast for changes made here, a list of those from other phones, trouble with polling. */

import { setItems, setText } from "../shared/dom.js";
import { pageText } from "./texts.js";

const [SHORT, LONG] = [2500, 10_000]; // ms
let timer = 0;

document.querySelector("[data-seen-it]")?.addEventListener("click", hideMissed);

/**
 * Show what was done for a moment; longer where that changed who has won.
 * @param {string} text
 * @param {boolean} winnerChanged
 */
export function showToast(text, winnerChanged) {
  hideToast();
  setText(document.querySelector(".toast"), text);
  timer = setTimeout(hideToast, winnerChanged ? LONG : SHORT);
}

export function hideToast() {
  clearTimeout(timer);
  setText(document.querySelector(".toast"), "");
}

/**
 * List what others changed meanwhile, under the score; `refused` where that kept a save from being done.
 * @param {string[]} changes
 * @param {boolean} refused
 */
export function showMissed(changes, refused) {
  const missed = document.querySelector("[data-missed]");
  setItems(missed.querySelector("[data-missed-list]"), changes);
  missed.querySelector("[data-unsaved]").hidden = !refused;
  missed.hidden = false;
  if (refused) missed.focus();
}

export function hideMissed() {
  document.querySelector("[data-missed]").hidden = true;
}

/**
 * Say that the score may be behind (`offline`) or that the link has `ended`; null once all is well again.
 * @param {"offline" | "ended" | null} trouble
 */
export function showTrouble(trouble) {
  const note = document.querySelector("[data-live]");
  note.hidden = trouble === null;
  note.textContent = trouble === null ? "" : pageText(trouble);
}

/**
 * Say that the arbiter has called time, as long as the match goes on. True where nothing said so before.
 * @param {MatchState} state
 */
export function showTimeCalled({ status, time_called: isCalled }) {
  const note = document.querySelector("[data-time-called]");
  if (!note) return false;
  const wasHidden = note.hidden;
  note.hidden = status !== "in_progress" || (note.hidden && !isCalled);
  if (!wasHidden || note.hidden) return false;
  setText(document.querySelector("[data-said]"), note.textContent);
  return true;
}
