/** The clock of a timed match: time left, length of this hand, and a warning before the end. */

import { setText } from "../shared/dom.js";

const SOON = 5; // minutes before the end; no long hand should start then
const LONG_TICK = [200, 100, 200]; // ms
let timer = 0;

/**
 * Runs the page's clock, if the match has one.
 * @param {() => MatchState} newest
 */
export function startClock(newest) {
  clearInterval(timer);
  const clock = document.querySelector("[data-clock]");
  if (!clock) return;
  const ends = Date.parse(clock.dataset.clock);
  const [time, ofHand] = clock.querySelectorAll("span");
  let warned = Date.now() >= ends;
  const tick = () => {
    const left = Math.ceil((ends - Date.now()) / 60_000);
    const texts = clock.dataset;
    const text = left <= 0 ? texts.last : (left <= SOON ? texts.soon : texts.left).replace("{minutes}", String(left));
    setText(time, text);
    setText(ofHand, handTime(texts.handTime, newest().hands));
    clock.classList.toggle("warns", left <= SOON);
    clock.hidden = newest().status !== "in_progress";
    if (left <= 0 && !warned) navigator.vibrate?.(LONG_TICK);
    warned ||= left <= 0;
  };
  tick();
  timer = setInterval(tick, 1000);
}

/**
 * Returns how long this hand has lasted, after a separator.
 * @param {string} text
 * @param {Hand[]} hands
 */
function handTime(text, hands) {
  const since = Date.parse(hands.filter((hand) => hand.counts).at(-1)?.at ?? "");
  if (Number.isNaN(since)) return "";
  const seconds = Math.max(0, Math.floor((Date.now() - since) / 1000));
  return ` · ${text.replace("{time}", `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`)}`;
}
