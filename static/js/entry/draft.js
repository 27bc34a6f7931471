/** Drafts: an unfinished hand is stored on this phone; values can also come from the address, for example from a claim. */

import { controlsOf, isBegun, isChanged, lastRow } from "./fields.js";
import { numberOf } from "./numbers.js";

const CLAIM = "claim"; // ending a match by agreement leaves no draft
const LONGEST = 7 * 24 * 3600 * 1000; // ms that a draft is used

export class Draft {
  /** @param {string} base the match's address */
  constructor(base) {
    this.base = base;
  }

  /** @param {number} number of the hand */
  key(number) {
    return `draft ${this.base} ${number}`;
  }

  /**
   * Saves what was typed in this way of entering a hand; a blank form removes the draft.
   * @param {number} number
   * @param {HTMLElement} way
   */
  save(number, way) {
    if (way.dataset.way === CLAIM) return;
    if (isBegun(way)) this.write(number, String(way.dataset.way), typedIn(way));
    else this.remove(number);
  }

  /**
   * Saves a form's fields (pairs of name and text) as the draft of a hand.
   * @param {number} number
   * @param {[string, string][]} fields
   */
  saveFields(number, fields) {
    const sent = Object.fromEntries(fields.filter(([, text]) => text !== ""));
    const { way, hand: _hand, strike_rest: _rest, asks: _asks, ...typed } = sent;
    for (const name of Object.keys(typed).filter((each) => each.includes(","))) {
      name.split(",").forEach((part, at) => (typed[part] = typed[name].split(",")[at] ?? ""));
      delete typed[name];
    }
    this.write(number, way, typed);
  }

  /**
   * @param {number} number
   * @param {string} way
   * @param {Typed} typed
   */
  write(number, way, typed) {
    tryStorage((storage) => storage.setItem(this.key(number), JSON.stringify({ at: Date.now(), way, typed })));
  }

  /** @param {number} number */
  remove(number) {
    tryStorage((storage) => storage.removeItem(this.key(number)));
  }

  /**
   * Returns a hand's draft; null if there is none.
   * @param {number} number
   * @returns {{ way: string, typed: Typed } | null}
   */
  read(number) {
    return tryStorage((storage) => {
      const draft = JSON.parse(storage.getItem(this.key(number)) ?? "null");
      return draft && Date.now() - draft.at < LONGEST ? draft : null;
    });
  }
}

/**
 * Storage may be unavailable (private window, full disk); then there are no drafts and everything else works.
 * @template Result
 * @param {(storage: Storage) => Result} act
 */
function tryStorage(act) {
  try {
    return act(localStorage) ?? null;
  } catch {
    return null;
  }
}

/** @param {HTMLElement} way */
function typedIn(way) {
  /** @type {Typed} */
  const typed = {};
  for (const control of controlsOf(way).filter(isChanged)) {
    const [names, texts] = [control.name, control.value].map((text) => (control.name.includes(",") ? text.split(",") : [text]));
    names.forEach((name, at) => (typed[name] = texts[at] ?? ""));
  }
  return typed;
}

const ADDED = "add."; // prefix of a field's path: the number is added to the current one (pages/entry_form.py)

/**
 * Returns the form's values from the address, by field.
 * @param {string} search
 * @param {HTMLFormElement} form
 * @returns {Carried[]}
 */
function carriedIn(search, form) {
  const found = Array.from(new URLSearchParams(search), ([name, text]) => {
    return /** @type {Carried} */ ([name.replace(ADDED, ""), text, name.startsWith(ADDED)]);
  });
  const names = Array.from(form.querySelectorAll(".way [name]"), (control) => rootOf(String(control.getAttribute("name"))));
  const rows = Array.from(form.querySelectorAll("[data-rows]"), (each) => each.dataset.rows);
  const known = new Set([...names, ...rows]);
  return found.filter(([path]) => known.has(rootOf(path)));
}

/**
 * Returns the entry's field in a path: `melds` of `melds.0.cards`.
 * @param {string} path
 */
export function rootOf(path) {
  return path.split(".")[0];
}

/**
 * Merges values into a draft: numbers are added, rows are appended.
 * @param {Typed} typed
 * @param {Carried[]} carried
 */
function withCarried(typed, carried) {
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
 * Restores an unfinished hand and adds the values from the address, once. Values for part of a hand become part of the draft;
 * a whole hand (with its way) is shown but not stored.
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
  if (!carried.some(([path]) => path === "way")) draft.save(number, entry.way);
}
