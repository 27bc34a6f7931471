/**
 * Shows beside the two fields of a table what they are worth while they are typed. The server renders the scale into data
 * attributes; without this script it shows the same after sending.
 * @typedef {[upper: number | null, leader: number, other: number]} Row
 */

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
 * @param {number} lead
 */
function scoreOf(data, lead) {
  const rows = /** @type {Row[]} */ (JSON.parse(data.scale ?? "[]"));
  const [, leader, other] = rows.find(([upper]) => upper === null || Math.abs(lead) <= upper) ?? [null, 0, 0];
  const [one, two] = lead < 0 ? [other, leader] : [leader, other];
  return (data.text ?? "")
    .replace("{one}", plain.format(one))
    .replace("{other}", plain.format(two))
    .replace("{difference}", signed.format(lead).replace("-", "\u2212"));
}

for (const fields of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-scale]"))) {
  const both = /** @type {HTMLInputElement[]} */ (Array.from(fields.querySelectorAll("input.figure-input")));
  const shown = fields.querySelector("[data-score]");
  fields.addEventListener("input", () => {
    const [one, other] = both.map(numberIn);
    const isTyped = one !== null && other !== null && both.length === 2;
    if (shown) shown.textContent = isTyped ? scoreOf(fields.dataset, fields.dataset.lowest ? other - one : one - other) : "";
  });
}
