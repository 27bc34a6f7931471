/** The entry form: ways to enter a hand, typed values, and the hand being corrected. */

import { setText } from "../shared/dom.js";
import { rootOf } from "./draft.js";
import { addRow, controlsOf, fill, makeRows } from "./fields.js";
import { Pad } from "./pad.js";
import { targetsOf } from "./pad-targets.js";
import { firstMissing, firstProblem, showProblems } from "./problems.js";
import { startShares, startSteppers, startTapCounts } from "./counting.js";

export class EntryForm {
  /** @param {PostForm} form */
  constructor(form) {
    this.form = form;
    this.filling = false; // set by the page, not by the user
    this.tried = firstProblem(form) !== null; // after a refused save all problems are shown, before only those of typed fields
    this.dock = document.querySelector("[data-dock]");
    this.told = ""; // the fields of the contested hand as it is recorded; empty if none is contested
    this.pad = new Pad(form);
    startShares(form);
    startSteppers(form);
    startTapCounts(form);
    form.addEventListener("click", (event) => this.clicked(event));
    form.addEventListener("board", ({ detail: { board, correcting } }) => correcting || this.offerWays(board.next_hand));
    form.addEventListener("uncover", () => this.pad.target ?? (this.number || this.pad.start())); // no panel covers the form
    this.dock.addEventListener("click", (event) => this.clicked(event));
    this.dock.querySelector("[data-ways]").addEventListener("toggle", () => this.listFolds());
  }

  /** The number of the hand being corrected; null for a new one. */
  get number() {
    return Number(this.form.elements.hand.value) || null;
  }

  get way() {
    return this.form.querySelector(".way:not([hidden])");
  }

  /** True if the next hand needs another form: this one corrects a hand, or is for a rare one. */
  get isForOneHand() {
    return this.number !== null || this.way.matches("[data-once]");
  }

  /** The first field or choice of the shown way. */
  get first() {
    return targetsOf(this.form)[0] ?? controlsOf(this.way)[0];
  }

  /** Stores the contested hand's fields as they are recorded, for `isUnchanged`. */
  keepTold() {
    this.told = typedIn(this.form);
  }

  /** True if the form contests a hand, but nothing was changed yet. */
  get isUnchanged() {
    return this.told !== "" && this.told === typedIn(this.form);
  }

  /** Returns the fields that would be sent. */
  fields() {
    return fieldsOf(this.form);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const link = target.closest("[data-way-link]");
    const more = target.closest("[data-add-row]");
    const fold = target.closest(".folds > details:not([open]) > summary")?.parentElement;
    if (link) {
      event.preventDefault();
      this.useWay(link.dataset.wayLink);
    } else if (more) addRow(this.form, more.dataset.addRow);
    else if (fold) {
      event.preventDefault();
      openFold(/** @type {HTMLDetailsElement} */ (fold));
    }
  }

  /**
   * Shows the ways in which the next hand can be entered, and leaves one in which it cannot. A past hand may have been entered
   * in any: the template shows them all.
   * @param {Record<string, unknown>} nextHand
   */
  offerWays(nextHand) {
    for (const link of wayLinks()) {
      if (link.dataset.known) link.hidden = !isOffered([JSON.parse(link.dataset.known)].flat(), nextHand);
    }
    if (this.dock.querySelector("[data-way-link][aria-current][hidden]")) {
      this.useWay(this.dock.querySelector("[data-way-link]:not([hidden])")?.dataset.wayLink ?? this.way.dataset.way);
    }
  }

  /** Lists the folded parts of the way beside the other ways. */
  listFolds() {
    const folds = /** @type {any[]} */ (Array.from(this.way.querySelectorAll(".folds > details:not([open])")));
    const keys = folds.map((fold) => {
      const key = document.createElement("button");
      key.type = "button";
      key.textContent = fold.querySelector("summary").textContent;
      key.addEventListener("click", () => openFold(fold));
      return key;
    });
    this.dock.querySelector("[data-fold-links]").replaceChildren(...keys);
  }

  /**
   * Shows one way to enter the hand; the others are not sent.
   * @param {string} slug
   */
  useWay(slug) {
    for (const way of /** @type {NodeListOf<any>} */ (this.form.querySelectorAll(".way"))) {
      way.hidden = way.disabled = way.dataset.way !== slug;
    }
    for (const link of wayLinks()) {
      if (link.dataset.wayLink !== slug) link.removeAttribute("aria-current");
      else {
        link.setAttribute("aria-current", "true");
        if (this.dock.contains(link)) setText(this.dock.querySelector("[data-way-now]"), link.textContent);
      }
    }
    this.pad.start();
    this.form.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Resets the form for the next hand. */
  clear() {
    fill(this.form, {});
    this.tried = false;
    this.showProblems([]);
    for (const fold of this.form.querySelectorAll("details[open]")) {
      fold.open = false;
      fold.removeAttribute("data-asked");
    }
  }

  /**
   * Fills the form of a way with texts by path.
   * @param {Typed} typed
   * @param {string} slug
   */
  fill(typed, slug) {
    this.filling = true;
    makeRows(this.form, typed);
    fill(this.form, typed);
    fill(this.form.querySelector(`.way[data-way="${slug}"]`), typed); // of keys by one name in several ways only one is chosen
    this.useWay(slug);
    for (const control of this.way.querySelectorAll("[name]")) {
      if (!(String(control.getAttribute("name")) in typed)) continue;
      const fold = /** @type {HTMLDetailsElement} */ (control.closest("details:not([open])"));
      if (fold) fold.open = true;
      control.dispatchEvent(new Event("input", { bubbles: true })); // computed fields fill themselves
    }
    for (const box of this.way.querySelectorAll("input[data-filled]")) if (typed[box.name]) delete box.dataset.filled;
    this.filling = false;
  }

  /**
   * True if a way has fields with these paths.
   * @param {string} slug
   * @param {string[]} paths
   */
  has(slug, paths) {
    const way = this.form.querySelector(`.way[data-way="${slug}"]`);
    return way !== null && paths.every((path) => way.querySelector(`[name^="${rootOf(path)}"], [data-rows="${rootOf(path)}"]`));
  }

  /** @param {Problem[]} problems */
  showProblems(problems) {
    showProblems(this.form, this.way, problems, this);
  }

  /**
   * Returns the next field or choice to fill; null if nothing is missing.
   * @param {Problem[]} problems
   */
  missing(problems) {
    return firstMissing(this.way, problems, this.pad.target);
  }

  /** Moves to the first problem. */
  goToProblem() {
    const found = firstProblem(this.form);
    if (!found) return;
    this.goTo(found.target);
    found.row.scrollIntoView({ block: "nearest" });
  }

  /**
   * Moves to a field or choice: in the pad if possible, else to the control.
   * @param {any} target
   */
  goTo(target) {
    const asked = target?.closest("input[data-pad], [data-ask]"); // any option of a choice will do
    if (asked) this.pad.open(asked, null, true);
    else {
      target?.focus({ preventScroll: true });
      target?.closest("[data-field]")?.scrollIntoView({ block: "nearest" });
    }
  }
}

/** Returns the links to the ways: those of the menu, and of a form that shows them too. */
function wayLinks() {
  return /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-way-link]"));
}

/**
 * True if a way is offered for the next hand (like `Way.is_offered` in pages/entry_form.py).
 * @param {any[]} known an item that is not null, or an item and its value, which may be one of a list
 * @param {Record<string, unknown>} nextHand
 */
function isOffered([item, ...values], nextHand) {
  const there = nextHand[item] ?? null;
  if (!values.length) return there !== null;
  const same = (/** @type {unknown} */ value) => JSON.stringify(value) === JSON.stringify(values[0]);
  return same(there) || (Array.isArray(there) && there.some(same));
}

/**
 * Opens a fold, and asks for its first number or focuses the note.
 * @param {HTMLDetailsElement} fold
 */
function openFold(fold) {
  fold.open = true;
  fold.scrollIntoView({ block: "nearest" });
  fold.querySelector("input[name=note]")?.focus();
  fold.querySelector("input[data-pad]")?.dispatchEvent(new Event("ask", { bubbles: true }));
}

/**
 * Returns all that is typed in a form, as one text.
 * @param {HTMLFormElement} form
 */
function typedIn(form) {
  const fields = fieldsOf(form);
  for (const name of ["seen", "key"]) fields.delete(name);
  return String(fields);
}

/**
 * Returns the fields that a form would send, with that of a key if it has one.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} [key]
 */
export function fieldsOf(form, key) {
  return new URLSearchParams(/** @type {any} */ (new FormData(form, key)));
}
