/**
 * Shows beside the two fields of a table what they are worth while they are typed. Without this script the server shows the
 * same after sending.
 */

import { leadOf, worthOf } from "../shared/worth.js";

const SEPARATORS = /[ .,'\u2019\u00a0\u202f]/g;
const language = document.documentElement.lang || undefined;
const plain = new Intl.NumberFormat(language);
const signed = new Intl.NumberFormat(language, { signDisplay: "exceptZero" });

/** @param {HTMLInputElement} field */
function numberIn(field) {
  const digits = field.value.trim().replace(/\u2212/g, "-").replace(SEPARATORS, "");
  return /^-?\d+$/.test(digits) ? Number(digits) : null;
}

/**
 * @param {DOMStringMap} data
 * @param {number} one
 * @param {number} other
 */
function textOf(data, one, other) {
  const worth = worthOf(data, one, other) ?? [0, 0];
  return (data.text ?? "")
    .replace("{one}", plain.format(worth[0]))
    .replace("{other}", plain.format(worth[1]))
    .replace("{difference}", signed.format(leadOf(data, one, other)).replace("-", "\u2212"));
}

for (const fields of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-scale]"))) {
  const both = /** @type {HTMLInputElement[]} */ (Array.from(fields.querySelectorAll("input.figure-input")));
  const shown = fields.querySelector("[data-score]");
  fields.addEventListener("input", () => {
    const [one, other] = both.map(numberIn);
    const isTyped = both.length === 2 && one !== null && other !== null;
    if (shown) shown.textContent = isTyped ? textOf(fields.dataset, one, other) : "";
  });
}
