/**
 * A hand that is half entered is kept in this browser until it is recorded: it survives a reload, a phone call, an empty
 * battery. What an address carries into the form (from a claim's verdict) is added to it once.
 */

import { isBegun, isGiven, numberOf } from "./match-fields.js";

const LONGEST = 7 * 24 * 3600 * 1000; // ms that a draft is kept
const ADDED = "add."; // before a field's path: the number is added to what is there (forms/entry.py)

export class Draft {
  constructor(base) {
    this.base = base;
  }

  key(number) {
    return `draft ${this.base} ${number}`;
  }

  /** Keep what was typed for a hand in the way that is shown; a blank form leaves nothing. */
  keep(number, way) {
    if (!isBegun(way)) return this.forget(number);
    return store((kept) => kept.setItem(this.key(number), JSON.stringify({ at: Date.now(), way: way.dataset.way, typed: typedIn(way) })));
  }

  /** Keep what a form would have sent for a hand: pairs of names and texts. */
  hold(number, fields) {
    const sent = Object.fromEntries(fields.filter(([, text]) => text !== ""));
    const { way, hand: _hand, strike_rest: _rest, ...typed } = sent;
    for (const name of Object.keys(typed).filter((each) => each.includes(","))) {
      name.split(",").forEach((part, at) => (typed[part] = typed[name].split(",")[at] ?? ""));
      delete typed[name];
    }
    return store((kept) => kept.setItem(this.key(number), JSON.stringify({ at: Date.now(), way, typed })));
  }

  forget(number) {
    store((kept) => kept.removeItem(this.key(number)));
  }

  /** `{way, typed}` of a hand; null where nothing was kept. */
  read(number) {
    return store((kept) => {
      const draft = JSON.parse(kept.getItem(this.key(number)));
      return draft && Date.now() - draft.at < LONGEST ? draft : null;
    });
  }
}

/** A browser may refuse to keep anything (private windows, a full store): then nothing is kept, and all else works. */
function store(act) {
  try {
    return act(localStorage) ?? null;
  } catch {
    return null;
  }
}

function typedIn(way) {
  const typed = {};
  for (const control of way.querySelectorAll("input:not([type=hidden]), select")) {
    if (control.tagName === "SELECT" ? control.selectedIndex < 1 : !isGiven(control)) continue;
    const [names, texts] = [control.name, control.value].map((text) => (control.name.includes(",") ? text.split(",") : [text]));
    names.forEach((name, at) => (typed[name] = texts[at] ?? ""));
  }
  return typed;
}

/** What the address carries: `[path, text, whether it is added]` for every field of the form that it names. */
export function carriedIn(search, form) {
  const found = Array.from(new URLSearchParams(search), ([name, text]) => [name.replace(ADDED, ""), text, name.startsWith(ADDED)]);
  const names = new Set(Array.from(form.querySelectorAll(".way [name]"), (control) => control.name.split(".")[0]));
  const rows = Array.from(form.querySelectorAll("[data-rows]"), (each) => each.dataset.rows);
  return found.filter(([path]) => names.has(path.split(".")[0]) || rows.includes(path.split(".")[0]));
}

/** A draft with what is carried to it: numbers are summed, rows of a list come after those that are there. */
export function withCarried(typed, carried) {
  const sum = { ...typed };
  for (const [path, text, adds] of carried) {
    if (adds) sum[path] = String((numberOf(typed[path] ?? "") || 0) + (numberOf(text) || 0));
    else sum[afterRows(path, typed)] = text;
  }
  return sum;
}

function afterRows(path, typed) {
  const [name, row, ...rest] = path.split(".");
  if (!rest.length || !/^\d+$/.test(row)) return path;
  const taken = Object.keys(typed).filter((each) => each.startsWith(`${name}.`)).map((each) => Number(each.split(".")[1]));
  return [name, Number(row) + Math.max(-1, ...taken) + 1, ...rest].join(".");
}
