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
    for (const other of form.querySelectorAll(`[data-less="${control.name}"]`)) fillRow(form, other, null);
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} row
 * @param {HTMLInputElement | null} typed
 */
function fillRow(form, row, typed) {
  const boxes = Array.from(row.querySelectorAll("input[data-pad]"));
  const rest = boxes.filter((box) => box !== typed && (box.value === "" || "filled" in box.dataset));
  const target = boxes.length === 2 && typed ? boxes.find((box) => box !== typed) : rest.length === 1 ? rest[0] : null;
  if (!target) return;
  const given = boxes.filter((box) => box !== target).map((box) => numberOf(box.value));
  const isWhole = given.every((number) => Number.isInteger(number));
  target.value = isWhole ? String(totalOf(form, row) - given.reduce((sum, number) => sum + number, 0)) : "";
  if (target.value === "") delete target.dataset.filled;
  else target.dataset.filled = "";
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} row
 */
function totalOf(form, row) {
  const chosen = row.dataset.less ? String(new FormData(form).get(row.dataset.less) ?? "") : "";
  const less = chosen ? JSON.parse(row.dataset.amounts)[chosen] ?? 0 : 0;
  return Number(row.dataset.total) - less;
}
