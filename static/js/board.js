/** The big screen: as the watchers' page, dark in the evening unless a theme was chosen, and the whole screen on a tap. */

import "./watch.js";

const [MORNING, EVENING] = [7, 18]; // o'clock
const root = document.documentElement;
const chosen = root.dataset.theme !== undefined;

function followTheSun() {
  const hour = new Date().getHours();
  if (chosen) return;
  if (hour < MORNING || hour >= EVENING) root.dataset.theme = "dark";
  else delete root.dataset.theme;
}

const button = document.querySelector("[data-fullscreen]");
button.hidden = !document.fullscreenEnabled;
button.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()));

followTheSun();
setInterval(followTheSun, 60_000);
