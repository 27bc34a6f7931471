/**
 * Messages on the match page: saved changes are shown briefly in the status line with an undo key; other phones' changes are
 * listed; connection problems are shown as long as they last.
 */

import { setItems, setText } from "../shared/dom.js";
import { pageText } from "./texts.js";

const [SHORT, LONG] = [6000, 10_000]; // ms
let timer = 0;
/** @type {"undo" | "redo" | null} */
let way = null;

timer = setTimeout(hideSaid, SHORT); // for messages of the server
document.addEventListener("click", ({ target }) => {
  const tapped = /** @type {Element} */ (target);
  if (tapped.closest("[data-seen-it]")) hideMissed();
  if (!tapped.closest("[data-said-undo]")) return;
  hideSaid();
  const key = /** @type {HTMLButtonElement | null} */ (document.querySelector(`button[data-${way}]`));
  key?.form?.requestSubmit(key);
});

/**
 * Shows a message in the status line for a moment; longer if the winner has changed.
 * @param {string} text
 * @param {boolean} winnerChanged
 * @param {"undo" | "redo" | null} back the way back that is offered beside it
 */
export function say(text, winnerChanged = false, back = null) {
  hideSaid();
  const line = document.querySelector("[data-said-line]"); // missing on the big screen
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

export function hideSaid() {
  clearTimeout(timer);
  document.querySelector("[data-said-line]")?.toggleAttribute("hidden", true);
}

/**
 * Lists others' changes under the score; `refused` is true if they kept a change from being saved.
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
 * Shows that the score may be outdated (`offline`) or that the link has `ended`; null removes the message. Offline and without
 * https the page asks to stay open.
 * @param {"offline" | "ended" | null} trouble
 */
export function showTrouble(trouble) {
  const note = document.querySelector("[data-live]");
  note.hidden = trouble === null;
  note.dataset.trouble = trouble ?? "";
  note.textContent = trouble === null ? "" : pageText(trouble === "offline" && !window.isSecureContext ? "keep_open" : trouble);
}

/**
 * Shows that the arbiter has called time, during the match. Returns true if it was not shown before.
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
