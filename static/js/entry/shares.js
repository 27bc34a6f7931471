/** Shares that make a total: what is left over fills itself in, for one side more than was entered. */

import { numberOf } from "./numbers.js";

/**
 * Fill the last share of every row that a change touches.
 * @param {HTMLFormElement} form
 */
export function startShares(form) {
  form.addEventListener("input", ({ target }) => {
    const control = /** @type {HTMLInputElement} */ (target);
    delete control.dataset.filled;
    const row = control.closest("[data-total]");
    if (row) fillRow(form, row, control);
    for (const other of form.querySelectorAll(`[data-less="${CSS.escape(control.name)}"]`)) fillRow(form, other, null);
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} row
 * @param {HTMLInputElement | null} typed
 */
function fillRow(form, row, typed) {
  const boxes = Array.from(row.querySelectorAll("input[data-pad]"));
  const open = boxes.filter((box) => box !== typed && (box.value === "" || "filled" in box.dataset));
  const target = boxes.length === 2 && typed ? boxes.find((box) => box !== typed) : open.length === 1 ? open[0] : null;
  if (!target) return;
  const given = boxes.filter((box) => box !== target).map((box) => numberOf(box.value) ?? NaN); // blank is no number either
  const rest = totalOf(form, row) - given.reduce((sum, number) => sum + number, 0);
  target.value = Number.isNaN(rest) ? "" : String(rest);
  if (target.value === "") delete target.dataset.filled;
  else target.dataset.filled = "";
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} row
 */
function totalOf(form, row) {
  const { less, amounts = "{}", total } = row.dataset;
  const chosen = less ? String(new FormData(form).get(less) ?? "") : "";
  return Number(total) - (chosen ? JSON.parse(amounts)[chosen] ?? 0 : 0);
}
