/**
 * Notices on the match page: what was done is said in the status line for a moment, with the way back; what other phones did
 * is listed; trouble with the connection stays as long as it lasts.
 */

import { setItems, setText } from "../shared/dom.js";
import { pageText } from "./texts.js";

const [SHORT, LONG] = [6000, 10_000]; // ms
let timer = 0;
/** @type {"undo" | "redo" | null} */
let way = null;

timer = setTimeout(hideSaid, SHORT); // for what the server said
if (history.state?.said) {
  say(history.state.said, true);
  history.replaceState(null, "");
}
document.querySelector("[data-seen-it]")?.addEventListener("click", hideMissed);
document.querySelector("[data-said-undo]")?.addEventListener("click", () => {
  hideSaid();
  const key = /** @type {HTMLButtonElement | null} */ (document.querySelector(`button[data-${way}]`));
  key?.form?.requestSubmit(key);
});

/**
 * Say what was done for a moment, over the status line; longer where that changed who has won.
 * @param {string} text
 * @param {boolean} winnerChanged
 * @param {"undo" | "redo" | null} back the way back that is offered beside it
 */
export function say(text, winnerChanged = false, back = null) {
  hideSaid();
  const line = document.querySelector("[data-said-line]"); // the board has none
  if (!line) return;
  setText(line.querySelector("[data-said-text]"), text);
  way = back;
  const key = line.querySelector("[data-said-undo]");
  if (key) {
    key.hidden = back === null;
    if (back) setText(key, pageText(back));
  }
  line.hidden = !text;
  timer = setTimeout(hideSaid, winnerChanged ? LONG : SHORT);
}

/**
 * Have the page say this that is loaded in the place of this one, as where a match ends or goes on again.
 * @param {string} text
 */
export function sayNext(text) {
  history.replaceState({ said: text }, "");
}

export function hideSaid() {
  clearTimeout(timer);
  document.querySelector("[data-said-line]")?.toggleAttribute("hidden", true);
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
