/** Albastini: the card points shared so far as a bar. */

import { numberOf } from "./entry/numbers.js";

/** @param {HTMLFormElement} form */
export function start(form) {
  const draw = () => form.querySelectorAll("[data-share-bar]").forEach((/** @type {HTMLElement} */ bar) => drawBar(form, bar));
  form.addEventListener("input", draw);
  form.addEventListener("board", draw);
  draw();
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} bar
 */
function drawBar(form, bar) {
  let from = 0;
  bar.querySelectorAll("rect").forEach((/** @type {Element} */ part, /** @type {number} */ side) => {
    const taken = Math.max(0, numberOf(form.querySelector(`input[name="${bar.dataset.shareBar}.${side}"]`).value) || 0);
    part.setAttribute("x", String(from));
    part.setAttribute("width", String(taken));
    from += taken;
  });
}
