/** The clock of a timed match: what is left, how long this hand has lasted, and a warning before the last one. */

import { put } from "./match-words.js";

const SOON = 5; // minutes before the end in which no long hand should be begun
const LONG_TICK = [200, 100, 200];

/** Count on the page's clock, if the match has one; `board()` answers the newest state. */
export function startClock(board) {
  const clock = document.querySelector("[data-clock]");
  if (!clock) return;
  const ends = Date.parse(clock.dataset.clock);
  let warned = Date.now() >= ends;
  const tick = () => {
    const left = Math.ceil((ends - Date.now()) / 60_000);
    const { last, soon, left: still } = clock.dataset;
    const said = left <= 0 ? last : (left <= SOON ? soon : still).replace("{minutes}", left);
    put(clock, [said, ...handTime(clock, board())].join(" · "));
    clock.classList.toggle("warns", left <= SOON);
    clock.hidden = board().status !== "in_progress";
    if (left <= 0 && !warned) navigator.vibrate?.(LONG_TICK);
    warned ||= left <= 0;
  };
  tick();
  setInterval(tick, 1000);
}

function handTime(clock, { hands }) {
  const since = Date.parse(hands.at(-1)?.at);
  if (Number.isNaN(since)) return [];
  const seconds = Math.max(0, Math.floor((Date.now() - since) / 1000));
  return [clock.dataset.handTime.replace("{time}", `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`)];
}
