/** A hand as it was left: the draft that this phone keeps, and what an address carries into the form, from a claim's verdict. */

import { controlsOf, isBegun, isChanged, lastRow } from "./fields.js";
import { numberOf } from "./numbers.js";

const CLAIM = "claim"; // the way that ends the match by what somebody says: said now or not at all, so it leaves no draft
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
   * Save what was typed for a hand in the way that is shown; a blank form leaves nothing, a claim what there was before.
   * @param {number} number
   * @param {HTMLElement} way
   */
  save(number, way) {
    if (way.dataset.way === CLAIM) return;
    if (isBegun(way)) this.write(number, String(way.dataset.way), typedIn(way));
    else this.remove(number);
  }

  /**
   * Save what a form would have sent for a hand: pairs of names and texts.
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
   * The draft of a hand; null where there is none.
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
 * A browser may refuse to store anything (private windows, a full disk): then there are no drafts, and all else works.
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

const ADDED = "add."; // before a field's path: the number is added to what is there (pages/entry_form.py)

/**
 * What the address carries, for every field of the form that it names.
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
 * Go on with a hand that was left half entered, and add to it what the address carries, once. A part of a hand becomes part
 * of the draft; a whole hand, which brings its way, is there for the person who follows the link and gone with the page.
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
