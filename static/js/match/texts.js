/** The page's translated texts, and number formats. */

import { readJson } from "../shared/dom.js";

/** @type {Record<string, string>} */
const texts = readJson("words");

/**
 * Returns a text by its name, with its {placeholders} filled in.
 * @param {string} name
 * @param {Record<string, any>} values
 */
export function pageText(name, values = {}) {
  return texts[name].replace(/\{(\w+)\}/g, (_all, key) => values[key] ?? "");
}

/**
 * Returns a number with a real minus sign.
 * @param {number} number
 */
export function formatNumber(number) {
  return String(number).replace("-", "−");
}

/**
 * Returns the sides' points: “23 – 21”; without a dash beside a minus sign or between more than two.
 * @param {number[]} points
 */
export function sideBySide(points) {
  return points.map(formatNumber).join(points.length === 2 && Math.min(...points) >= 0 ? " – " : " · ");
}

/**
 * Returns points with a sign: +8, −160, 0.
 * @param {number} points
 */
export function formatPoints(points) {
  return (points > 0 ? "+" : "") + formatNumber(points);
}
