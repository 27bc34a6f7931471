/** Controls that fill in or count: shares of a total, plus and minus beside a number, keys that count taps. */

import { numberOf } from "./numbers.js";

/**
 * Fills the last share of each row when another one changes, and all that are left if the total is reached.
 * @param {HTMLFormElement} form
 */
export function startShares(form) {
  form.addEventListener("click", ({ target }) => {
    const key = /** @type {Element} */ (target).closest("[data-all-key]");
    if (key) takeAll(key.closest("[data-total]"));
  });
  form.addEventListener("input", ({ target }) => {
    const control = /** @type {HTMLInputElement} */ (target);
    delete control.dataset.filled;
    const row = control.closest("[data-total]");
    if (row) fillRow(row, control);
    for (const key of form.querySelectorAll("[data-all-key]")) key.hidden = !boxWithTotal(key.closest("[data-total]"));
    for (const other of form.querySelectorAll(`[data-less="${CSS.escape(control.name)}"]`)) fillRow(other, null);
  });
}

/**
 * Returns the box with the whole total; `data-all` is another value that may be meant by it.
 * @param {HTMLElement} row
 */
function boxWithTotal(row) {
  return Array.from(row.querySelectorAll("input[data-pad]")).find((box) => box.value === row.dataset.total);
}

/** @param {HTMLElement} row */
function takeAll(row) {
  const box = boxWithTotal(row);
  if (!box) return;
  box.value = row.dataset.all ?? "";
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * @param {HTMLElement} row
 * @param {HTMLInputElement | null} typed
 */
function fillRow(row, typed) {
  const boxes = Array.from(row.querySelectorAll("input[data-pad]:not([data-sits])")); // who is out has no share
  const open = boxes.filter((box) => box !== typed && (box.value === "" || "filled" in box.dataset));
  const targets = boxes.length === 2 && typed ? boxes.filter((box) => box !== typed) : open;
  const given = boxes.filter((box) => !targets.includes(box)).map((box) => numberOf(box.value) ?? NaN); // Number("") would be 0
  const all = Number(row.dataset.all ?? NaN);
  const left = totalOf(row) - given.reduce((sum, number) => sum + number, 0);
  const signed = boxes.some((box) => "signed" in box.dataset);
  const least = signed ? left : 0; // of too many none are left, and the rules say how many too many
  const rest = given.includes(all) ? 0 : Math.max(left, least);
  const known = targets.length === 1 || (rest === 0 && !signed); // several are 0 if the total is reached
  for (const target of targets) {
    target.value = Number.isNaN(rest) || !known ? "" : String(rest);
    if (target.value === "") delete target.dataset.filled;
    else target.dataset.filled = "";
  }
}

/**
 * Returns what the shares of a row add up to.
 * @param {HTMLElement} row
 */
export function totalOf(row) {
  const { less, amounts = "{}", total } = row.dataset;
  const chosen = less ? String(new FormData(row.closest("form")).get(less) ?? "") : "";
  return Number(total) - (chosen ? JSON.parse(amounts)[chosen] ?? 0 : 0);
}

/** @param {Element} part */
export function startSteppers(part) {
  part.addEventListener("click", (event) => {
    const key = /** @type {Element} */ (event.target).closest("[data-step]");
    if (!key) return;
    const input = key.closest("[data-stepper]").querySelector("input");
    input.value = String(Math.max(0, (numberOf(input.value) || 0) + Number(key.dataset.step)));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/**
 * Keys that count: each tap adds one, ⌫ on the pad removes one.
 * @param {HTMLFormElement} form
 */
export function startTapCounts(form) {
  /** The key that was tapped last. @type {any} */
  let last = null;
  for (const input of form.querySelectorAll("[data-tap] input")) input.inputMode = "none"; // only keyboards reach it
  form.addEventListener("click", (event) => {
    const key = /** @type {Element} */ (event.target).closest("[data-tap]");
    if (!key) return;
    event.preventDefault();
    last = key;
    count(key, 1);
  });
  const takeBack = (/** @type {Event} */ event) => {
    const digit = /** @type {Element} */ (event.target).closest("[data-digit]");
    if (last && digit?.dataset.digit === "back") {
      event.stopImmediatePropagation();
      count(last, -1);
    } else last = null;
  };
  document.querySelector("[data-pad-digits]").addEventListener("click", takeBack, { capture: true });
  const draw = () => {
    for (const key of form.querySelectorAll("[data-tap]")) key.classList.toggle("has", key.querySelector("input").value !== "");
  };
  form.addEventListener("input", draw);
  form.addEventListener("board", draw);
}

/**
 * @param {Element} key
 * @param {number} more
 */
function count(key, more) {
  const input = key.querySelector("input");
  const number = Math.max(0, (numberOf(input.value) || 0) + more);
  input.value = number ? String(number) : "";
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
