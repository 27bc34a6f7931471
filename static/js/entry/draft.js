/** A hand that is half entered stays in this browser until it is recorded: it survives a reload or an empty battery. */

import { controlsOf, isBegun, isChanged } from "./fields.js";

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
