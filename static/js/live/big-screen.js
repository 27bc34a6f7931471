/** The big screen: as the watchers' page, dark in the evening unless a theme was chosen, and full screen on a tap. */

import "../match/watch.js";

const [MORNING, EVENING] = [7, 18]; // o'clock
const root = document.documentElement;
const chosen = root.dataset.theme !== undefined;

function setTheme() {
  const hour = new Date().getHours();
  if (chosen) return;
  if (hour < MORNING || hour >= EVENING) root.dataset.theme = "dark";
  else delete root.dataset.theme;
}

const button = document.querySelector("[data-fullscreen]");
button.hidden = !document.fullscreenEnabled;
button.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()));

/** How wide a digit is in this screen's font, as a part of its size: the totals are as large as that lets them be. */
function measureDigits() {
  const total = document.querySelector("[data-total]");
  const digit = Object.assign(document.createElement("span"), { className: "total", textContent: "00000−" });
  total.parentElement.append(digit);
  const width = digit.getBoundingClientRect().width / 6 / Number.parseFloat(getComputedStyle(digit).fontSize);
  total.closest("[data-match]").style.setProperty("--digit", String(width));
  digit.remove();
}

measureDigits();
document.addEventListener("board", measureDigits);
setTheme();
setInterval(setTheme, 60_000);
