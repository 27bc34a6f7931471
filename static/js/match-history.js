/** The hands as on paper, newest first. A row is made anew only when its hand has changed, so an open one stays open. */

import { showLines } from "./match-lines.js";
import { added, copy, put, written } from "./match-words.js";

const shown = new Map(); // hand number → the JSON that its row shows

/** Show these hands; `base` is the match's address. */
export function showHands(hands, sides, base) {
  const list = document.querySelector("[data-hands]");
  const rows = new Map(Array.from(list.children, (row) => [Number(row.dataset.hand), row]));
  const wanted = hands.map((hand) => {
    const old = rows.get(hand.number);
    return old && shown.get(hand.number) === JSON.stringify(hand) ? old : rowOf(hand, sides, base, old);
  });
  for (const hand of hands) shown.set(hand.number, JSON.stringify(hand));
  arrange(list, wanted.reverse());
  document.querySelector("[data-no-hands]").hidden = hands.length > 0;
}

/** Have a list hold these rows in this order. What is in place is not touched: somebody may be typing in it. */
function arrange(list, rows) {
  for (const row of Array.from(list.children)) if (!rows.includes(row)) row.remove();
  rows.forEach((row, at) => list.children[at] === row || list.insertBefore(row, list.children[at] ?? null));
}

/** Take the rows that the server made as they are. */
export function keepHands(hands) {
  for (const hand of hands) shown.set(hand.number, JSON.stringify(hand));
}

function rowOf(hand, sides, base, old) {
  const row = copy("hand-row");
  row.dataset.hand = hand.number;
  row.classList.toggle("struck", hand.struck);
  row.querySelector("details").open = Boolean(old?.querySelector("details").open);
  put(row.querySelector("[data-number]"), hand.number);
  put(row.querySelector("[data-dealer]"), hand.dealer);
  put(row.querySelector("[data-short]"), hand.short.join(" · "));
  row.querySelectorAll("[data-cell]").forEach((cell, side) => showCell(cell, hand, side));
  row.querySelector("[data-struck]").hidden = !hand.struck;
  row.querySelector("[data-corrected]").hidden = !hand.corrected;
  showLines(row.querySelector("[data-lines]"), hand.lines);
  put(row.querySelector("[data-note]"), hand.note);
  row.querySelector("[data-note]").hidden = !hand.note;
  const correct = row.querySelector("[data-correct]"); // not there for who only watches
  if (correct) correct.href = `${base}/hands/${hand.number}`;
  return row;
}

function showCell(cell, hand, side) {
  const total = cell.querySelector("[data-total]");
  put(total, written(hand.totals[side]));
  total.classList.toggle("leads", !hand.struck && hand.totals[side] === Math.max(...hand.totals));
  put(cell.querySelector("[data-points]"), added(hand.points[side]));
}
