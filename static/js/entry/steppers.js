/** Small counts: minus and plus beside a number, and keys that count their taps. */

import { numberOf } from "./numbers.js";

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
 * Keys that count: a tap is one more, ⌫ on the pad takes the last one back.
 * @param {HTMLFormElement} form
 */
export function startTapCounts(form) {
  /** @type {any} */
  let last = null;
  const mark = (/** @type {any} */ key) => {
    last?.classList.remove("last");
    last = key;
    last?.classList.add("last");
  };
  for (const input of form.querySelectorAll("[data-tap] input")) input.setAttribute("readonly", "");
  form.addEventListener("click", (event) => {
    const key = /** @type {Element} */ (event.target).closest("[data-tap]");
    if (!key) return;
    event.preventDefault();
    mark(key);
    count(key, 1);
  });
  const takeBack = (/** @type {Event} */ event) => {
    const digit = /** @type {Element} */ (event.target).closest("[data-digit]");
    if (last && digit?.dataset.digit === "back") {
      event.stopImmediatePropagation();
      count(last, -1);
    } else mark(null);
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
