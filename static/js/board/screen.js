/** Common parts of big screens: a bar that appears when the pointer moves, a full-screen key, and the time of day. */

import { setText } from "../shared/dom.js";

const AWAKE = 3000; // ms until the bar hides
const EVERY = 5000; // ms between updates of the time
/** @type {Intl.DateTimeFormatOptions} */
const HOURS = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const root = document.documentElement;

/** Starts all three. */
export function startScreen() {
  showBarOnMove();
  offerFullScreen(document.querySelector("[data-fullscreen]"));
  showTime();
  setInterval(showTime, EVERY);
}

function showBarOnMove() {
  let timer = 0;
  for (const name of ["pointermove", "pointerdown"]) {
    document.addEventListener(name, () => {
      clearTimeout(timer);
      document.body.classList.add("is-awake");
      timer = setTimeout(() => document.body.classList.remove("is-awake"), AWAKE);
    });
  }
}

/** @param {HTMLElement} button */
function offerFullScreen(button) {
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()));
}

/** Shows the time of day, if the page has a place for it. */
export function showTime() {
  const place = document.querySelector("[data-time-of-day]");
  if (place) setText(place, new Date().toLocaleTimeString(root.lang, HOURS));
}
