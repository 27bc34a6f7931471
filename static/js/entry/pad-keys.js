/**
 * Keys of the pad for small numbers and choices, and the points that a key would score. A rare answer (data-rare) has its own
 * key, in place of the record key while the pad asks: it is an option of that question, or a control elsewhere in the form.
 */

import { formatPoints } from "../match/texts.js";
import { copyTemplate } from "../shared/dom.js";
import { fits, isBlank } from "./pad-targets.js";

const MOST_KEYS = 20;

/**
 * Returns the options of a choice (data-ask) that can be chosen; a rare one has its own key (data-rare).
 * @param {Element} group
 * @returns {HTMLInputElement[]}
 */
export function choicesOf(group) {
  return Array.from(group.querySelectorAll("input[type=radio]:enabled:not([data-rare])"));
}

/**
 * Returns a key for each option of a choice (data-ask).
 * @param {Element} group
 * @param {(radio: HTMLInputElement) => void} onPick
 */
export function choiceKeys(group, onPick) {
  return choicesOf(group).map((radio) => {
    const key = copyTemplate("pad-key");
    const { side, key: own = "" } = radio.dataset;
    key.className += side === undefined ? ` ${own}` : ` side-${side} ${own}`;
    key.dataset.value = radio.value;
    key.setAttribute("aria-pressed", radio.checked);
    key.append(...Array.from(radio.nextElementSibling?.childNodes ?? [], (node) => node.cloneNode(true)));
    key.addEventListener("click", () => onPick(radio));
    return key;
  });
}

/**
 * True if each value of a field has its own key.
 * @param {HTMLInputElement} box
 */
export function hasKeys({ dataset: { most, values } }) {
  return values !== undefined || Number(most) <= MOST_KEYS;
}

/**
 * Returns a key for each value of a small number, or for each common value with its name; the current one is pressed, and
 * impossible ones keep their place.
 * @param {HTMLInputElement} box
 * @param {(text: string) => void} onPick
 * @param {() => void} onMore for a value that has no key
 */
export function numberKeys(box, onPick, onMore) {
  const { values, most, least = 0 } = box.dataset;
  const worth = box.closest("[data-worth]")?.dataset.worth;
  const named = (/** @type {number} */ number) => [number, worth ? formatPoints(number * Number(worth)) : ""];
  const all = Array.from({ length: Number(most) + 1 }, (_nothing, number) => named(number));
  /** @type {[number | null, string][]} */
  const found = values ? JSON.parse(values) : all.slice(Number(least));
  return found.map(([number, name]) => {
    const key = copyTemplate("pad-key");
    key.dataset.value = String(number);
    key.disabled = number !== null && !fits(box, String(number));
    key.append(number ?? "…");
    if (name && !key.disabled) key.append(small(name));
    key.setAttribute("aria-pressed", box.value === String(number));
    key.addEventListener("click", () => (number === null ? onMore() : onPick(String(number))));
    return key;
  });
}

/**
 * Returns the points of each side, with its sign and colour.
 * @param {number[]} points
 * @param {number[]} [sides] those whose points are wanted; all if left out
 * @returns {Node[]}
 */
export function pointsNodes(points, sides = Array.from(points.keys())) {
  return sides.filter((side) => side in points).map((side) => {
    const part = Object.assign(document.createElement("span"), { className: `tok side-${side}` });
    part.append(copyTemplate(`sign-${side}`), formatPoints(points[side]));
    return part;
  });
}

/**
 * Returns the points of the side that is asked, if they are certain.
 * @param {number | null} [points]
 * @returns {Node[]}
 */
export const ownPoints = (points = null) => (points === null ? [] : [small(formatPoints(points))]);

/** @param {string} textContent */
const small = (textContent) => Object.assign(document.createElement("small"), { textContent });

/**
 * Returns the control of the rare answer that goes with a question; null for a field, and after the question was answered.
 * @param {import("./pad-targets.js").Target} target
 * @returns {HTMLInputElement | null}
 */
export function rareOf(target) {
  const control = target?.closest("[data-ask], [data-with-rare]")
    ? (target.querySelector("[data-rare]") ?? target.closest(".way").querySelector("[data-rare]:not([data-ask] *)"))
    : null;
  return control && (target.contains(control) || isBlank(target)) ? control : null;
}

/**
 * Shows the key of a rare answer; hides it if there is none.
 * @param {HTMLElement} key
 * @param {HTMLInputElement | null} control
 */
export function showRare(key, control) {
  key.hidden = control === null;
  if (!control) return;
  key.textContent = control.dataset.rare ?? "";
  key.setAttribute("aria-pressed", String(control.checked));
}

/**
 * Gives a rare answer or takes it back, and opens or closes the fold it is in.
 * @param {HTMLInputElement} control
 */
export function toggleRare(control) {
  control.checked = !control.checked;
  const fold = control.closest("details");
  if (fold) fold.open = control.checked;
}
