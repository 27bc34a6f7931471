/** The page's texts in its language, and how numbers are written. */

import { readJson } from "../shared/dom.js";

/** @type {Record<string, string>} */
const texts = readJson("words");

/**
 * A text by its name, its {placeholders} filled.
 * @param {string} name
 * @param {Record<string, any>} values
 */
export function pageText(name, values = {}) {
  return texts[name].replace(/\{(\w+)\}/g, (_all, key) => values[key] ?? "");
}

/**
 * A number as scores are written, with a true minus.
 * @param {number} number
 */
export function formatNumber(number) {
  return String(number).replace("-", "−");
}

/**
 * Points as they are added: +8, −160, 0.
 * @param {number} points
 */
export function formatPoints(points) {
  return (points > 0 ? "+" : "") + formatNumber(points);
}
