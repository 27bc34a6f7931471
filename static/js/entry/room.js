/** How much can still come into a field, so that the pad knows when it is finished. */

import { numberOf } from "./numbers.js";

/**
 * Whether no digit more can come into a field.
 * @param {HTMLInputElement} box
 */
export function isFull(box) {
  return /^\d+$/.test(box.value) && 10 * Number(box.value) > roomOf(box);
}

/**
 * The most that can still come into a field: with shares, what the others have left.
 * @param {HTMLInputElement} box
 */
function roomOf(box) {
  const row = box.closest("[data-total]");
  if (!row) return Number(box.dataset.most);
  const others = Array.from(row.querySelectorAll("input[data-pad]"), (other) =>
    other === box || "filled" in other.dataset ? 0 : numberOf(other.value) || 0,
  );
  return Number(row.dataset.total) - others.reduce((sum, number) => sum + number, 0);
}
