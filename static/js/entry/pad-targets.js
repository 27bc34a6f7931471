/** The fields and choices that the pad fills, in order, and when a field is complete. */

import { totalOf } from "./counting.js";
import { numberOf } from "./numbers.js";

const MOST_IN_ROW = 12;

/** @typedef {any} Target an input, or the group of a choice */

/**
 * Returns everything in the visible way that the pad can fill, in the order in which it asks: row by row, within a row by turn.
 * @param {HTMLFormElement} form
 * @returns {Target[]}
 */
export function targetsOf(form) {
  const all = form.querySelectorAll(".way:not([hidden]) :is(input[data-pad]:enabled, [data-ask])");
  const drawn = Array.from(all).filter((each) => !each.closest("[hidden], details:not([open])") && drawnPart(each));
  const rows = [...new Set(drawn.map((each) => each.closest("[data-field]")))];
  const placeOf = (/** @type {Target} */ each) =>
    MOST_IN_ROW * rows.indexOf(each.closest("[data-field]")) + Number(each.dataset.turn ?? 0);
  return drawn.sort((one, other) => placeOf(one) - placeOf(other));
}

/**
 * Returns the target, or its first part with a place on the page: a row over the halves has none itself.
 * @param {Target} target
 * @returns {Element | undefined}
 */
export function drawnPart(target) {
  return [target, ...target.children].find((part) => part.getClientRects().length);
}

/**
 * Returns the next blank field. With shares, it stays with the side that was counted, because the other follows.
 * @param {HTMLFormElement} form
 * @param {Target} target
 * @returns {Target}
 */
export function nextAfter(form, target) {
  const all = targetsOf(form);
  if (target?.dataset.values) return null; // rare points: nothing depends on them
  const next = all.slice(all.indexOf(target) + 1).find((each) => isBlank(each)) ?? null;
  const row = next?.closest("[data-total]");
  if (!row || !target?.closest("[data-total]") || row.contains(target)) return next;
  return row.querySelector(`input[data-side="${target.dataset.side}"]`);
}

/**
 * True if this is the only thing that a new hand still needs, so that its key records the hand.
 * @param {PostForm} form
 * @param {Target} target
 */
export function isLast(form, target) {
  if (!target?.matches("[data-at-last], [data-every], [data-ends-hand]") || form.elements.hand.value) return false;
  const open = targetsOf(form).filter((each) => each !== target && isBlank(each));
  return !open.length || (open.length === 1 && isBox(target) && rowOf(target)?.contains(open[0]) === true); // that one follows
}

/**
 * Returns the sides whose number of a row is not given yet: that of the box, and the one that follows.
 * @param {HTMLInputElement} box
 */
export function openSides(box) {
  const boxes = Array.from(rowOf(box)?.querySelectorAll("input[data-pad]") ?? []);
  return boxes.filter((each) => each === box || each.value === "").map(({ dataset }) => Number(dataset.side));
}

/**
 * Returns a field's name, and its side's number and name (undefined if it has none).
 * @param {Target} target
 * @param {boolean} asks true if answered fields are not named by their question
 * @returns {{ what: string, side: string | undefined, who: string }}
 */
export function describe(target, asks = false) {
  const side = target.matches("[data-ask], [type=radio]") ? undefined : target.dataset.side;
  const row = target.closest("[data-field]");
  const question = asks && row?.querySelector("input:checked") ? undefined : row?.dataset.question;
  const what = question ?? target.dataset.label ?? row?.querySelector(".entry-label, .label")?.textContent ?? "";
  const who = side === undefined ? "" : document.querySelector(`.half[data-side="${side}"] .name`).textContent;
  return { what: what.trim(), side, who: who.trim() };
}

/** @param {Target} target */
export function isBox(target) {
  return target.matches("input[data-pad]");
}

/**
 * True if nothing was entered; a computed share counts as filled.
 * @param {Target} target
 */
export function isBlank(target) {
  if (target.matches("[data-ask]")) return !target.querySelector("input:checked");
  return target.value === "";
}

/**
 * True if no more digits fit into a field.
 * @param {HTMLInputElement} box
 */
export function isFull(box) {
  return /^\d+$/.test(box.value) && !Array.from("0123456789").some((digit) => fits(box, box.value + digit));
}

/**
 * True if a text is a possible value of a field, or the beginning of one; the rules judge sums and negative numbers.
 * @param {HTMLInputElement} box
 * @param {string} text
 */
export function fits(box, text) {
  const all = rowOf(box)?.dataset.all ?? ""; // what one side may have instead of a share
  return !/^\d+$/.test(text) || Number(text) <= roomFor(box) || all.startsWith(text);
}

/**
 * Returns the largest value of a field; with shares, what the others leave. If the others are all given, each may change first.
 * @param {HTMLInputElement} box
 */
function roomFor(box) {
  const row = rowOf(box);
  if (!row) return Number(box.dataset.most ?? Infinity);
  const total = totalOf(row);
  const others = Array.from(row.querySelectorAll("input[data-pad]:not([data-sits])")).filter((other) => other !== box);
  const open = others.filter((other) => other.value === "" || "filled" in other.dataset);
  const given = others.filter((other) => !open.includes(other));
  return open.length ? total - given.reduce((sum, other) => sum + (numberOf(other.value) || 0), 0) : total;
}

/**
 * Returns what is left for the sides without a share, if others have one; null in other fields.
 * @param {HTMLInputElement} box
 */
export function leftFor(box) {
  const row = rowOf(box);
  const room = roomFor(box);
  return row && room < totalOf(row) ? room : null;
}

/**
 * Returns the row of shares that a field belongs to.
 * @param {HTMLInputElement} box
 * @returns {HTMLElement | null}
 */
function rowOf(box) {
  return box.closest("[data-total]");
}
