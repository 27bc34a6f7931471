/** Counts down a round's clock by the server's time, and fires an event at five minutes, one minute and the end. */

import { serverNow } from "../shared/follow-page.js";
import { setText } from "../shared/dom.js";

/** @typedef {DocumentEventMap["clock"]["detail"]} Mark */

const MINUTE = 60_000; // ms
/** @type {[Mark, number][]} from the last to the first */
const MARKS = [["end", 0], ["one", MINUTE], ["five", 5 * MINUTE]];

let before = Infinity; // ms left at the last update

function tick() {
  const clock = document.querySelector("[data-clock]");
  const ends = Date.parse(clock?.dataset.clock ?? "");
  if (Number.isNaN(ends)) {
    before = Infinity; // no clock, or paused
    return;
  }
  const left = ends - serverNow();
  const [mark] = MARKS.find(([, at]) => left <= at) ?? [""];
  setText(clock.querySelector("[data-clock-time]"), told(left));
  setText(clock.querySelector("[data-clock-said]"), mark ? clock.dataset[mark] : "");
  clock.classList.toggle("warns", mark !== "");
  const passed = MARKS.find(([, at]) => left <= at && before > at);
  if (passed && before !== Infinity) document.dispatchEvent(new CustomEvent("clock", { detail: passed[0] }));
  before = left;
}

/**
 * Returns minutes and seconds; after the end the time since then.
 * @param {number} left ms
 */
function told(left) {
  const seconds = left > 0 ? Math.ceil(left / 1000) : Math.floor(-left / 1000);
  const sign = left < 0 && seconds ? "−" : "";
  return `${sign}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

tick();
setInterval(tick, 250);
