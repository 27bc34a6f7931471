/**
 * The big screen: the watchers' page with the newest hands, the current call, and a menu bar that appears when the pointer
 * moves.
 */

import "../match/watch.js";
import { formatNumber, formatPoints } from "../match/texts.js";
import { copyTemplate, setText } from "../shared/dom.js";
import { startScreen } from "./screen.js";

const COUNTING = 420; // ms; duration of counting to a new total
const HANDS = 3;
const isStill = matchMedia("(prefers-reduced-motion: reduce)");

startScreen();

/** The shown totals by side. @type {Map<number, number>} */
const seen = new Map();
for (const half of document.querySelectorAll("[data-side]")) seen.set(Number(half.dataset.side), totalOn(half));

document.addEventListener("board", ({ detail: state }) => {
  for (const side of state.sides) count(side.index, side.shown);
  const counted = state.hands.filter((/** @type {Hand} */ hand) => hand.counts);
  const rows = counted.slice(-HANDS).reverse().map(rowOf);
  document.querySelector("[data-last-hands]").replaceChildren(...rows);
  setText(document.querySelector("[data-result]"), state.result);
  showStake(state);
});

/** @param {Element} half */
function totalOn(half) {
  return Number(half.querySelector("[data-total]").textContent.replace("−", "-"));
}

/**
 * Animates a total to its new value.
 * @param {number} side
 * @param {number} total
 */
function count(side, total) {
  const from = seen.get(side) ?? total;
  seen.set(side, total);
  if (from === total || isStill.matches) return;
  const place = document.querySelector(`[data-side="${side}"] [data-total]`);
  const begin = performance.now();
  const step = (/** @type {number} */ now) => {
    if (seen.get(side) !== total) return; // a newer state has arrived
    const part = Math.min((now - begin) / COUNTING, 1);
    setText(place, formatNumber(Math.round(from + (total - from) * part)));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** @param {Hand} hand */
function rowOf(hand) {
  const row = copyTemplate("board-hand");
  setText(row.querySelector("[data-number]"), hand.number);
  for (const [side, cell] of row.querySelectorAll("[data-points]").entries()) setText(cell, formatPoints(hand.points[side]));
  for (const [side, cell] of row.querySelectorAll("[data-after]").entries()) setText(cell, formatNumber(hand.shown[side]));
  return row;
}

/**
 * Shows the current call between the sides, or else the game.
 * @param {MatchState} state
 */
function showStake({ call, status }) {
  const face = document.querySelector("[data-face]");
  if (!face) return;
  const by = status === "in_progress" && call && call.by !== null ? call.by : null;
  face.className = by === null ? "board-face" : `board-face side-${by}`;
  face.querySelector("[data-game]").hidden = by !== null;
  face.querySelector("[data-stake]").hidden = by === null;
  if (by === null || !call) return;
  const { words, worth } = face.dataset;
  setText(face.querySelector("[data-stake-text]"), call.asked ? (JSON.parse(words)[call.asked] ?? "") : worth);
  setText(face.querySelector("[data-stake-number]"), call.asked ?? call.stake);
}
