/** What of a form follows from an entry: the way that has its fields, and rows for its lists. */

import { lastRow } from "./carried.js";

/**
 * The first way that has all of an entry's fields.
 * @param {HTMLFormElement} form
 * @param {Record<string, unknown>} entry
 */
export function wayOf(form, entry) {
  const names = Object.keys(entry).filter((name) => name !== "note" && name !== "at");
  const ways = Array.from(form.querySelectorAll(".way"));
  /** @type {(way: Element, name: string) => Element | null} */
  const fieldOf = (way, name) => way.querySelector(`[name^="${name}"], [name*=",${name}"]`);
  return (ways.find((way) => names.every((name) => fieldOf(way, name))) ?? ways[0]).dataset.way;
}

/**
 * One more row of a repeated group, in every way that has it.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function addRow(form, name) {
  for (const rows of form.querySelectorAll(`[data-rows="${name}"]`)) {
    const template = rows.parentElement.querySelector(`[data-row-template="${name}"]`);
    const holder = document.createElement("template");
    holder.innerHTML = template.innerHTML.replaceAll(`${name}.N`, `${name}.${rows.children.length}`);
    rows.append(holder.content);
  }
}

/**
 * As many rows as the typed texts have.
 * @param {HTMLFormElement} form
 * @param {Typed} typed
 */
export function makeRows(form, typed) {
  for (const rows of form.querySelectorAll("[data-rows]")) {
    const last = lastRow(typed, rows.dataset.rows);
    while (rows.children.length <= last) addRow(form, rows.dataset.rows);
  }
}
