/** The big screen: as the watchers' page, dark unless a theme was chosen, and full screen on a tap. */

import "../match/watch.js";
import { copyTemplate, setText } from "../shared/dom.js";

const root = document.documentElement;
if (root.dataset.theme === undefined) root.dataset.theme = "dark";

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
document.addEventListener("board", ({ detail }) => showEnding(detail));

/**
 * Who won, once the match is over; a new page would leave the full screen.
 * @param {MatchState} state
 */
function showEnding({ status, winner, result, ended }) {
  const ending = document.querySelector("[data-ending]");
  ending.hidden = status === "in_progress";
  if (ending.hidden) return;
  ending.className = winner === null ? "ending" : `ending won-by side-${winner}`;
  const sign = winner === null ? [] : [copyTemplate(`sign-${winner}`), " "];
  ending.querySelector("[data-winner]").replaceChildren(...sign, result);
  setText(ending.querySelector("[data-ended]"), ended.join(". "));
}
