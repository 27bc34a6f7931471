/** Steppers: minus and plus beside a small number. */

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
