/**
 * The list of hands, newest first, with their explanations. A row is replaced only when its hand has changed, so an open row
 * stays open.
 */

import { copyTemplate, linkRule, setItems, setText } from "../shared/dom.js";
import { formatNumber, formatPoints } from "./texts.js";

/**
 * Shows the lines of a hand, grouped by side.
 * @param {Element} part
 * @param {Line[]} lines
 */
export function showLines(part, lines) {
  const sides = [...new Set(lines.map((each) => each.side))].sort((one, other) => one - other);
  part.replaceChildren(...sides.map((side) => sumOf(side, lines.filter((each) => each.side === side))));
}

/**
 * @param {number} side
 * @param {Line[]} lines
 */
function sumOf(side, lines) {
  const sum = copyTemplate(`sum-${side}`);
  setText(sum.querySelector("[data-sum]"), formatNumber(lines.reduce((points, each) => points + each.points, 0)));
  sum.querySelector("ul").append(...lines.map(itemOf));
  return sum;
}

/** @param {Line} line */
function itemOf(line) {
  const item = copyTemplate("line");
  setText(item.querySelector("[data-text]"), line.text);
  item.classList.toggle("bad", line.points < 0);
  setText(item.querySelector("[data-points]"), line.points ? formatNumber(line.points) : "");
  linkRule(item.querySelector("[data-rule]"), line.rule);
  return item;
}

/** Hand number → the JSON that its row shows. @type {Map<number, string>} */
const shown = new Map();

/**
 * Shows the hands of a state, with what is told of each; `base` is the match's address.
 * @param {MatchState} state
 * @param {string} base
 */
export function showHands(state, base) {
  const { hands } = state;
  const list = document.querySelector("[data-hands]");
  const rows = new Map(Array.from(list.querySelectorAll("li[data-hand]"), (row) => [Number(row.dataset.hand), row]));
  const wanted = hands.map((hand) => {
    const old = rows.get(hand.number);
    return old && shown.get(hand.number) === JSON.stringify(hand) ? old : rowOf(hand, base, old);
  });
  markShown(hands);
  arrange(list, wanted.reverse());
  document.querySelector("[data-no-hands]").hidden = hands.length > 0;
  showSentences(state);
}

/**
 * Shows beside each hand who confirmed it and when, and what newer rules changed.
 * @param {MatchState} state
 */
function showSentences(state) {
  for (const row of document.querySelectorAll("[data-hands] > [data-hand]")) {
    const place = row.querySelector("[data-told]");
    if (place) setItems(place, [state.rescored, state.agreed].flatMap((each) => each?.told[row.dataset.hand] ?? []));
  }
}

/**
 * Puts the rows into this order without touching those in place: the user may be typing in one.
 * @param {Element} list
 * @param {Element[]} rows
 */
function arrange(list, rows) {
  for (const row of Array.from(list.children)) if (!rows.includes(row)) row.remove();
  rows.forEach((row, at) => list.children[at] === row || list.insertBefore(row, list.children[at] ?? null));
}

/**
 * Marks these hands, and no others, as shown: their rows are rendered.
 * @param {Hand[]} hands
 */
export function markShown(hands) {
  shown.clear();
  for (const hand of hands) shown.set(hand.number, JSON.stringify(hand));
}

/**
 * @param {Hand} hand
 * @param {string} base
 * @param {HTMLElement} [old]
 */
function rowOf(hand, base, old) {
  const row = copyTemplate("hand-row");
  row.dataset.hand = hand.number;
  row.classList.toggle("struck", hand.struck);
  row.querySelector("details").open = Boolean(old?.querySelector("details").open);
  setText(row.querySelector("[data-number]"), hand.number);
  setText(row.querySelector("[data-dealer]"), hand.dealer);
  for (const short of row.querySelectorAll("[data-short]")) setText(short, hand.short.join(" · "));
  for (const [side, cell] of row.querySelectorAll("[data-cell]").entries()) showCell(cell, hand, side);
  row.querySelector("[data-struck]").hidden = !hand.struck;
  for (const mark of row.querySelectorAll("[data-corrected], [data-corrected-mark]")) mark.hidden = !hand.corrected;
  showLines(row.querySelector("[data-lines]"), hand.lines);
  setText(row.querySelector("[data-note]"), hand.note);
  for (const mark of row.querySelectorAll("[data-note], [data-note-mark]")) mark.hidden = !hand.note;
  const correct = row.querySelector("[data-correct]"); // missing for view-only visitors
  if (correct) correct.href = `${base}/hands/${hand.number}`;
  return row;
}

/**
 * @param {Element} cell
 * @param {Hand} hand
 * @param {number} side
 */
function showCell(cell, hand, side) {
  const total = cell.querySelector("[data-total]");
  setText(total, formatNumber(hand.shown[side]));
  total.classList.toggle("leads", !hand.struck && hand.totals[side] === hand.best);
  setText(cell.querySelector("[data-points]"), formatPoints(hand.points[side]));
}

/**
 * A tap on a hand's row opens it and starts correcting the hand. Calls `start` with the hand's number and the side that
 * contests it (empty if none), and `cancel`.
 * @param {(number: number, contests: string) => void} start
 * @param {() => void} cancel
 */
export function listenForCorrections(start, cancel) {
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const row = target.closest("[data-hand]");
    const isOpening = target.closest("summary") && row?.querySelector("[data-correct]") && !row.querySelector("details").open;
    const correct = target.closest("[data-correct]");
    if (correct || target.closest("[data-cancel]")) event.preventDefault();
    if (correct || isOpening) start(Number(row.dataset.hand), correct?.dataset.contests ?? "");
    else if (target.closest("[data-cancel]")) cancel();
  });
}
