/** What an address carries into the form, from a claim's verdict, and the form as it was left: with the draft of its hand. */

import { isBegun } from "./fields.js";
import { numberOf } from "./numbers.js";

const ADDED = "add."; // before a field's path: the number is added to what is there (pages/entry_form.py)

/**
 * What the address carries, for every field of the form that it names.
 * @param {string} search
 * @param {HTMLFormElement} form
 * @returns {Carried[]}
 */
export function carriedIn(search, form) {
  const found = Array.from(new URLSearchParams(search), ([name, text]) => {
    return /** @type {Carried} */ ([name.replace(ADDED, ""), text, name.startsWith(ADDED)]);
  });
  const names = Array.from(form.querySelectorAll(".way [name]"), (control) => rootOf(String(control.getAttribute("name"))));
  const rows = Array.from(form.querySelectorAll("[data-rows]"), (each) => each.dataset.rows);
  const known = new Set([...names, ...rows]);
  return found.filter(([path]) => known.has(rootOf(path)));
}

/**
 * The entry's field that a path is in: `melds` of `melds.0.cards`.
 * @param {string} path
 */
export function rootOf(path) {
  return path.split(".")[0];
}

/**
 * A draft with what is carried to it: numbers are summed, rows of a list come after those that are there.
 * @param {Typed} typed
 * @param {Carried[]} carried
 */
export function withCarried(typed, carried) {
  const sum = { ...typed };
  for (const [path, text, adds] of carried) {
    if (adds) sum[path] = String((numberOf(typed[path] ?? "") || 0) + (numberOf(text) || 0));
    else sum[afterRows(path, typed)] = text;
  }
  return sum;
}

/**
 * @param {string} path
 * @param {Typed} typed
 */
function afterRows(path, typed) {
  const [name, row, ...rest] = path.split(".");
  if (!rest.length || !/^\d+$/.test(row)) return path;
  return [name, Number(row) + lastRow(typed, name) + 1, ...rest].join(".");
}

/**
 * The number of the last row of a list that is typed, from 0; −1 where there is none.
 * @param {Typed} typed
 * @param {string} name
 */
export function lastRow(typed, name) {
  const paths = Object.keys(typed).filter((path) => path.startsWith(`${name}.`));
  return Math.max(-1, ...paths.map((path) => Number(path.split(".")[1])));
}

/**
 * Go on with a hand that was left half entered, and add to it what the address carries; a reload adds it only once.
 * @param {import("./form.js").EntryForm} entry
 * @param {import("./draft.js").Draft} draft
 * @param {number} number of the hand
 */
export function restore(entry, draft, number) {
  const carried = carriedIn(location.search, entry.form);
  const saved = draft.read(number);
  if (saved && (carried.length || entry.number || !isBegun(entry.way))) {
    const paths = carried.map(([path]) => path);
    entry.fill(withCarried(saved.typed, carried), entry.has(saved.way, paths) ? saved.way : entry.way.dataset.way);
  }
  if (!carried.length) return;
  history.replaceState(null, "", location.pathname);
  draft.save(number, entry.way);
}
