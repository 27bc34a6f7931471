/** The wall: turns pages automatically and loads updates without losing the visible page. */

import { followPage } from "../shared/follow-page.js";
import { showTime, startScreen } from "../board/screen.js";
import { keepScreenOn } from "../shared/phone-comforts.js";
import "./clock.js";
import { fitNames } from "./fit.js";
import { offerSound } from "./sound.js";

const EVERY = 2000; // ms between polls
const SEEN = 10_000; // ms that a page is shown
const live = document.querySelector("[data-live]");
const stay = document.querySelector("a[data-stay]");

let isStill = new URLSearchParams(location.search).has("still");
let timer = 0;
let seen = seenSlide()?.dataset.slide ?? "";

function slides() {
  return Array.from(live.querySelectorAll("section[data-slide]"));
}

function seenSlide() {
  return slides().find((slide) => !slide.hidden);
}

/** Shows the page with that name, or the first. @param {string} name */
function show(name) {
  const all = slides();
  const chosen = all.find((slide) => slide.dataset.slide === name) ?? all[0];
  for (const slide of all) slide.hidden = slide !== chosen;
  seen = chosen?.dataset.slide ?? "";
  if (chosen) fitNames(chosen);
}

/** @param {number} step */
function turn(step) {
  const all = slides();
  const at = all.findIndex((slide) => slide.dataset.slide === seen);
  show(all[(at + step + all.length) % all.length]?.dataset.slide ?? "");
  schedule();
}

function schedule() {
  clearTimeout(timer);
  if (!isStill) timer = setTimeout(() => turn(1), SEEN);
}

function toggleStill() {
  isStill = !isStill;
  stay.textContent = isStill ? stay.dataset.go : stay.dataset.stay;
  schedule();
}

for (const link of document.querySelectorAll("a[data-turn]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    turn(Number(link.dataset.turn));
  });
}
stay.addEventListener("click", (event) => {
  event.preventDefault();
  toggleStill();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") turn(1);
  if (event.key === "ArrowLeft") turn(-1);
});
offerSound(document.querySelector("button[data-sound]"));
startScreen();
keepScreenOn();
addEventListener("resize", () => show(seen));
document.fonts.ready.then(() => show(seen));
schedule();
followPage(EVERY, () => {
  show(seen);
  showTime();
});
