/** The entry form: its ways, what is typed in it, and the hand that it corrects. */

import { setText } from "../shared/dom.js";
import { rootOf } from "./carried.js";
import { fill, isBegun, typedEntry } from "./fields.js";
import { Pad } from "./pad.js";
import { firstProblem, missingText, showProblems } from "./problems.js";
import { addRow, makeRows, wayOf } from "./rows.js";
import { startShares } from "./shares.js";
import { startSteppers } from "./steppers.js";

const BEFORE = 48; // px of the way before the chosen one that stay in sight

export class EntryForm {
  /**
   * @param {PostForm} form
   * @param {string} base the match's address
   */
  constructor(form, base) {
    this.form = form;
    this.base = base;
    this.filling = false; // by the page, not by hand
    this.tried = firstProblem(form) !== null; // a save was refused: every problem is shown, else only those of what was typed
    this.dock = document.querySelector("[data-dock]");
    this.wayBefore = ""; // the way in use before a correction, in which the next hand goes on
    this.pad = new Pad(form);
    startShares(form);
    startSteppers(form);
    form.addEventListener("click", (event) => this.clicked(event));
  }

  /** The hand that is corrected; null for a new one. */
  get number() {
    return Number(this.form.elements.hand.value) || null;
  }

  get way() {
    return this.form.querySelector(".way:not([hidden])");
  }

  /** What would be sent. */
  fields() {
    return fieldsOf(this.form);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const link = target.closest("[data-way-link]");
    const more = target.closest("[data-add-row]");
    if (link) {
      event.preventDefault();
      this.useWay(link.dataset.wayLink);
    } else if (more) addRow(this.form, more.dataset.addRow);
    if (target.closest("summary")) focusNote(target.closest("details"));
  }

  /**
   * Show one way to enter the hand; the others are not sent.
   * @param {string} slug
   */
  useWay(slug) {
    for (const way of /** @type {NodeListOf<any>} */ (this.form.querySelectorAll(".way"))) {
      way.hidden = way.disabled = way.dataset.way !== slug;
    }
    for (const link of this.form.querySelectorAll("[data-way-link]")) {
      if (link.dataset.wayLink !== slug) link.removeAttribute("aria-current");
      else {
        link.setAttribute("aria-current", "true");
        link.parentElement.scrollLeft = link.offsetLeft - link.parentElement.offsetLeft - BEFORE;
      }
    }
    this.pad.start();
    this.form.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Ready for the next hand. */
  clear() {
    fill(this.form, {});
    this.tried = false;
    this.showProblems([]);
    for (const fold of this.form.querySelectorAll("details[open]")) {
      fold.open = false;
      fold.removeAttribute("data-asked");
    }
    this.correct();
  }

  /**
   * Correct a recorded hand; with none, enter the next one.
   * @param {Hand} [hand]
   */
  correct(hand) {
    this.form.elements.hand.value = String(hand?.number ?? "");
    this.form.action = hand ? `${this.base}/hands/${hand.number}` : `${this.base}/hands`;
    this.form.querySelector("[data-correcting]").hidden = !hand;
    this.form.querySelector("[data-strike-rest]").hidden = true;
    setText(this.form.querySelector("[data-correcting-number]"), hand?.number ?? "");
    this.dock.querySelector("[data-acts]").hidden = !hand;
    for (const act of this.dock.querySelectorAll("[data-act]")) {
      act.setAttribute("formaction", `${this.form.action}/${act.dataset.act}`);
      if (act.dataset.act === "strike") act.hidden = Boolean(hand?.struck);
    }
    if (!hand) return this.goOnIn(this.wayBefore);
    this.wayBefore = this.way.dataset.way;
    this.fill(typedEntry(hand.entry), wayOf(this.form, hand.entry));
    this.pad.open(null);
  }

  /**
   * After a correction: the way that was in use before it, if it is still offered.
   * @param {string} slug
   */
  goOnIn(slug) {
    this.wayBefore = "";
    if (slug && this.form.querySelector(`[data-way-link="${slug}"]:not([hidden], [aria-current])`)) this.useWay(slug);
  }

  /**
   * Whether there is a hand to enter: the form and what belongs to it in the dock.
   * @param {boolean} entering
   */
  show(entering) {
    const comes = entering && this.form.hidden;
    this.form.hidden = !entering;
    this.dock.querySelector("[data-record-keys]").hidden = !entering;
    if (!entering) this.pad.open(null);
    if (comes) this.pad.start();
  }

  /**
   * Have the form hold these texts, by their paths, in that way.
   * @param {Typed} typed
   * @param {string} slug
   */
  fill(typed, slug) {
    this.filling = true;
    makeRows(this.form, typed);
    fill(this.form, typed);
    this.useWay(slug);
    for (const control of this.way.querySelectorAll("[name]")) {
      if (!(String(control.getAttribute("name")) in typed)) continue;
      const fold = /** @type {HTMLDetailsElement} */ (control.closest("details:not([open])"));
      if (fold) fold.open = true;
      control.dispatchEvent(new Event("input", { bubbles: true })); // what follows by itself fills itself in
    }
    for (const box of this.way.querySelectorAll("input[data-filled]")) if (typed[box.name]) delete box.dataset.filled;
    this.filling = false;
  }

  /**
   * Whether a way has fields of these paths.
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
   * What is still missing, in words for the key that records; empty where nothing was begun or nothing is missing.
   * @param {Problem[]} problems
   */
  missing(problems) {
    return isBegun(this.way) ? missingText(this.way, problems) : "";
  }

  /** Take the thumb to the first thing that is wrong. */
  goToProblem() {
    const found = firstProblem(this.form);
    if (!found) return;
    if (found.target?.matches("input[data-pad], [data-ask]")) this.pad.open(found.target, null, true);
    else found.target?.focus({ preventScroll: true });
    found.row.scrollIntoView({ block: "center" });
  }
}

/**
 * Whoever opens a note is going to write one.
 * @param {HTMLDetailsElement} fold
 */
function focusNote(fold) {
  const note = fold.open ? null : fold.querySelector("input[name=note]");
  if (note) fold.addEventListener("toggle", () => note.focus(), { once: true });
}

/**
 * What a form would send.
 * @param {HTMLFormElement} form
 */
export function fieldsOf(form) {
  return new URLSearchParams(/** @type {any} */ (new FormData(form)));
}
