/** Shares that make a total: what is left over fills itself in, for one side more than was entered. */

import { numberOf } from "./match-fields.js";

/** Fill the last share of every row that a change touches. */
export function startShares(form) {
  form.addEventListener("input", (event) => {
    delete event.target.dataset.filled;
    const row = event.target.closest("[data-total]");
    if (row) fillRow(form, row, event.target);
    for (const other of form.querySelectorAll(`[data-less="${event.target.name}"]`)) fillRow(form, other, null);
  });
}

function fillRow(form, row, typed) {
  const boxes = Array.from(row.querySelectorAll("input[data-pad]"));
  const rest = boxes.filter((box) => box !== typed && (box.value === "" || "filled" in box.dataset));
  const target = boxes.length === 2 && typed ? boxes.find((box) => box !== typed) : rest.length === 1 ? rest[0] : null;
  if (!target) return;
  const given = boxes.filter((box) => box !== target).map((box) => numberOf(box.value));
  const isWhole = given.every((number) => Number.isInteger(number));
  target.value = isWhole ? totalOf(form, row) - given.reduce((sum, number) => sum + number, 0) : "";
  if (target.value === "") delete target.dataset.filled;
  else target.dataset.filled = "";
}

function totalOf(form, row) {
  const chosen = row.dataset.less ? new FormData(form).get(row.dataset.less) : null;
  const less = chosen ? JSON.parse(row.dataset.amounts)[chosen] ?? 0 : 0;
  return Number(row.dataset.total) - less;
}
