/** The match page for watchers and the big screen: follows the scorers' changes. */

import { poll } from "../shared/poll.js";
import { readJson, setText } from "../shared/dom.js";
import { keepScreenOn } from "../shared/phone-comforts.js";
import { markShown, showHands } from "./history.js";
import { showTimeCalled, showTrouble } from "./notices.js";
import { showScore, totalsText } from "./scoreboard.js";
import { endsOtherwise, fitsPage, isDrawnOtherwise, mergeState } from "./state.js";

const CLOCK = "./clock.js";

const page = document.querySelector("[data-match]");
const base = page.dataset.match;
/** Loaded only for games with calls. @type {typeof import("./calls.js") | null} */
const calls = page.dataset.callsScript ? await import(page.dataset.callsScript) : null;
/** Loaded only if the sides confirm. @type {typeof import("./confirmations.js") | null} */
const confirmations = page.dataset.confirmScript ? await import(page.dataset.confirmScript) : null;
/** Loaded only if the match has a clock. @type {typeof import("./clock.js") | null} */
const clock = document.querySelector("[data-clock]") ? await import(CLOCK) : null;
/** @type {MatchState} */
let state = readJson("board");

markShown(state.hands);
keepScreenOn();
clock?.startClock(() => state);
poll(`${base}/state.json`, state.version, { onState: show, onTrouble: showTrouble }).called = state.called ?? 0;

/** @param {MatchState} newer */
function show(newer) {
  const ends = endsOtherwise(state, newer) && !document.body.matches(".board-page");
  if (ends || !fitsPage(state, newer) || (confirmations && isDrawnOtherwise(state, newer))) return location.reload();
  state = mergeState(state, newer);
  showScore(state);
  if (document.querySelector("[data-hands]")) showHands(state, base); // the big screen shows the newest hand differently
  confirmations?.showConfirmations(state);
  calls?.showCalls(state);
  setText(page.querySelector("[data-said]"), [...(newer.changes ?? []), totalsText(state)].join(". "));
  showTimeCalled(state);
  document.dispatchEvent(new CustomEvent("board", { detail: state }));
}
