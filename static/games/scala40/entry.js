/** Scala 40: the player who closed holds no cards; players who have not opened have no field. */

import { allow } from "../../js/entry/going-out.js";

const UNOPENED = "100";

/** @param {HTMLFormElement} form */
export function start(form) {
  const show = () => {
    const closed = form.querySelector('input[name="closed"]:checked')?.value ?? "";
    for (const tick of form.querySelectorAll('input[data-one-of="unopened"]')) {
      allow(tick, boxOf(form, tick.value)?.dataset.sits === undefined && closed !== tick.value);
    }
    for (const box of form.querySelectorAll('input[name^="counts."]')) if (!("sits" in box.dataset)) showBox(form, box, closed);
  };
  form.addEventListener("board", show);
  form.addEventListener("input", show);
}

/**
 * @param {HTMLFormElement} form
 * @param {string} side
 */
function boxOf(form, side) {
  return form.querySelector(`input[name="counts.${side}"]`);
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} box
 * @param {string} closed the side that closed
 */
function showBox(form, box, closed) {
  const { side } = box.dataset;
  const unopened = form.querySelector(`input[name="unopened.${side}"]`)?.checked ?? false;
  box.disabled = unopened;
  box.placeholder = unopened ? UNOPENED : " ";
  if (unopened) empty(box);
  else if (closed !== side) {
    if ("filled" in box.dataset) empty(box);
  } else if (box.value === "") {
    box.value = "0";
    box.dataset.filled = "";
  }
}

/** @param {HTMLInputElement} box */
function empty(box) {
  box.value = "";
  delete box.dataset.filled;
}
