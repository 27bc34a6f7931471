/**
 * The pad: large keys for the current field. Small numbers have a key for each value, larger ones digits, choices a key for
 * each option. After a complete field comes the next blank one.
 */

import { pageText, sideBySide } from "../match/texts.js";
import { copyTemplate } from "../shared/dom.js";
import { choiceKeys, choicesOf, hasKeys, numberKeys, ownPoints, pointsNodes, rareOf, showRare, toggleRare } from "./pad-keys.js";
import { forgetKeys, ignoreHastyTaps, restKeys } from "./pad-rest.js";
import { describe, drawnPart, fits, isBlank, isBox, isFull, isLast, leftFor, nextAfter, openSides } from "./pad-targets.js";

const FEW_KEYS = 12;
const LONG = 4; // characters; longer sums are written smaller
const RING = 4; // px around a field that are to be seen
const GAP = 8; // px between a field and the dock once it was scrolled there
const NOTICED = 400; // ms that a field shows that a tap was ignored

/** @typedef {import("./pad-targets.js").Target} Target */

/** The pad in use. @type {Pad | null} */
let pad = null;

// Closes the pad, which may cover what has the focus; an open menu is closed first (shared/menu.js).
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && !document.querySelector(".menu[open]")) pad?.open(null);
}, { capture: true });

export class Pad {
  /** @param {PostForm} form */
  constructor(form) {
    this.form = form;
    const dock = document.querySelector("[data-dock]");
    this.record = dock.querySelector("[data-record]");
    this.panel = dock.querySelector("[data-pad-panel]");
    this.title = dock.querySelector("[data-pad-title]");
    this.values = dock.querySelector("[data-pad-values]");
    this.digits = dock.querySelector("[data-pad-digits]");
    this.minus = dock.querySelector("button[data-digit='-']");
    this.zero = dock.querySelector("[data-next-zero]");
    this.rare = dock.querySelector("[data-rare-key]");
    /** @type {Target} */
    this.target = null;
    /** @type {Target} */
    this.previous = null; // the field before this one, if the pad advanced automatically
    this.fresh = true; // the next digit replaces the field's value
    for (const box of form.querySelectorAll("input[data-pad]")) box.inputMode = "none";
    form.addEventListener("focusin", ({ target }) => isBox(target) && this.openTapped(target));
    form.addEventListener("ask", ({ target }) => this.openTapped(target, true));
    form.addEventListener("input", ({ target }) => this.entered(target));
    form.addEventListener("change", ({ target }) => this.chosen(target));
    form.addEventListener("keydown", (event) => this.keyPressed(event));
    ignoreHastyTaps(this.panel, () => this.showIgnored());
    form.addEventListener("restart", () => this.start());
    this.rare.addEventListener("click", () => this.pickRare());
    this.digits.addEventListener("click", (event) => this.digitPressed(event));
    for (const key of this.digits.querySelectorAll("[data-ends]")) {
      key.addEventListener("click", () => this.endWith(key.dataset.ends));
    }
    pad = this;
  }

  /** Opens the first blank field of the visible way; in a long form waits for a tap instead. */
  start() {
    const boxes = /** @type {any[]} */ (Array.from(this.form.querySelectorAll(".way:not([hidden]) input[data-pad]")));
    this.panel.classList.toggle("tall", boxes.some((box) => !hasKeys(box)));
    this.open("padWaits" in this.form.dataset ? null : nextAfter(this.form, null), null, true);
  }

  /**
   * Opens a field that the user has tapped.
   * @param {Target} target
   * @param {boolean} first true to open it without scrolling
   */
  openTapped(target, first = false) {
    forgetKeys();
    this.open(target, null, first);
  }

  /**
   * Opens a field; without one, closes the pad.
   * @param {Target} target
   * @param {Target} previous the field from which the pad advanced automatically
   * @param {boolean} first true to open it without scrolling
   */
  open(target, previous = null, first = false) {
    this.target?.removeAttribute("data-active");
    this.target = target;
    this.previous = previous;
    this.fresh = true;
    const pressed = this.panel.contains(document.activeElement); // focused by a key that is about to be removed
    this.panel.hidden = target === null;
    this.panel.removeAttribute("data-waiting"); // its space was reserved (matches/_form.html)
    if (pressed && target === null) this.record.focus({ preventScroll: true });
    if (target === null) this.title.replaceChildren();
    showRare(this.rare, rareOf(target));
    if (target === null) return;
    target.dataset.active = "";
    this.showTitle();
    const byValue = target.matches("[data-ask]") || hasKeys(target);
    this.showKeys(byValue);
    restKeys(this.panel);
    if (pressed && byValue) this.values.querySelector("button").focus({ preventScroll: true });
    if (this.foresees()) this.form.dispatchEvent(new Event("tell"));
    if (!first) requestAnimationFrame(() => bringIntoSight(target));
  }

  /**
   * Shows a key for each value, or digits.
   * @param {boolean} byValue
   */
  showKeys(byValue) {
    this.values.hidden = !byValue;
    this.digits.hidden = byValue;
    if (byValue) this.showValues();
    else this.showEnds();
    this.allowKeys();
    this.offerZero();
  }

  /** Shows the field's name, unless a marked cell shows it. */
  showTitle() {
    const { what, side, who } = describe(this.target);
    this.title.classList.toggle("asks", !isBox(this.target));
    const asked = side === undefined ? what : pageText("pad_title", { what, who });
    if (isLast(this.form, this.target)) return this.title.replaceChildren(pageText("at_last", { what: asked }));
    if (side === undefined) return this.title.replaceChildren(what);
    const left = leftFor(this.target);
    const text = left === null ? "pad_title" : "pad_title_left";
    this.title.replaceChildren(copyTemplate(`sign-${side}`), pageText(text, { what, who, left }));
  }

  /** Shows at the field that a tap was ignored. */
  showIgnored() {
    const { target } = this;
    target?.setAttribute("data-ignored", "");
    setTimeout(() => target?.removeAttribute("data-ignored"), NOTICED);
  }

  showValues() {
    const asks = this.target.matches("[data-ask]");
    const keys = asks
      ? choiceKeys(this.target, (radio) => this.pick(radio, () => check(radio)))
      : numberKeys(this.target, (text) => this.pick(this.target, () => (this.target.value = text)), () => this.showKeys(false));
    this.values.toggleAttribute("data-few", keys.length <= FEW_KEYS);
    this.values.toggleAttribute("data-named", "values" in this.target.dataset);
    this.values.dataset.of = this.target.closest("[data-field]")?.dataset.field ?? "";
    this.values.toggleAttribute("data-sides", asks);
    this.values.toggleAttribute("data-records", isLast(this.form, this.target));
    this.values.replaceChildren(...keys);
  }

  /** If every figure is a multiple of five, two keys give its last digit and complete it. */
  showEnds() {
    const { every, side } = this.target.dataset;
    this.digits.toggleAttribute("data-every", every !== undefined);
    this.digits.querySelector("[data-digit='next']").hidden = every !== undefined;
    for (const key of this.digits.querySelectorAll("[data-ends]")) {
      key.hidden = every === undefined;
      key.className = key.className.replace(/ side-\d+/, "") + (side === undefined ? "" : ` side-${side}`);
    }
  }

  /**
   * Adds the last digit and advances; records if nothing else is missing.
   * @param {string} digit
   */
  endWith(digit) {
    const last = this.isLast();
    const before = this.fresh ? "" : this.target.value;
    this.target.value = before.replace(/(^|\+)0+$/, "$1") + digit;
    this.changed(this.target);
    this.advance(true);
    if (last) this.form.requestSubmit();
  }

  /** True if the target's keys record the hand: a figure's only while it is typed. */
  isLast() {
    return isLast(this.form, this.target) && (!isBox(this.target) || !this.fresh || isBlank(this.target));
  }

  /** True if each number's points are certain before the hand is complete. */
  foresees() {
    return isBox(this.target) && hasKeys(this.target) && this.target.closest("[data-foreseen]") !== null;
  }

  /** True if each key says what it scores. */
  tells() {
    return this.isLast() || this.foresees();
  }

  /** Returns the names of the other shares of the row that follow from this one. */
  following() {
    return Array.from(this.target.closest("[data-total]")?.querySelectorAll("[data-filled]") ?? [], ({ name }) => name);
  }

  /** Returns the digits of a last figure before one of its endings; empty if there are none. */
  figureSoFar() {
    return this.target && isBox(this.target) && !this.fresh && this.isLast() ? this.target.value : "";
  }

  /** Returns what each key of the last choice or figure would enter: field name and text. */
  endings() {
    const { name, value } = this.target;
    if (isBox(this.target) && hasKeys(this.target)) return this.openKeys().map(({ dataset }) => ({ name, value: dataset.value }));
    if (isBox(this.target)) return ["0", "5"].map((digit) => ({ name, value: (this.fresh ? "" : value) + digit }));
    return choicesOf(this.target).map((radio) => ({ name: radio.name, value: radio.value }));
  }

  /** Returns the keys of a number that are possible. */
  openKeys() {
    return /** @type {any[]} */ (Array.from(this.values.querySelectorAll("button:enabled")));
  }

  /**
   * Shows on each of those keys what the hand would score.
   * @param {Preview[]} hands
   */
  tellEndings(hands) {
    if (isBox(this.target) && hasKeys(this.target)) return this.tellNumbers(hands);
    const figures = isBox(this.target);
    const keys = figures ? this.digits.querySelectorAll("[data-ends]") : this.values.children;
    const choices = figures ? [] : choicesOf(this.target);
    Array.from(keys).forEach((key, at) => {
      const points = hands[at].points ?? [];
      for (const each of key.querySelectorAll(".tok, .made")) each.remove();
      // A key has no room for the points of more sides than two: that of a side shows its own.
      const side = points.length > 2 ? choices[at]?.dataset.side : undefined;
      const told = side === undefined ? points : [points[Number(side)]];
      const made = Object.assign(document.createElement("small"), { className: told.length > 2 ? "made many" : "made" });
      made.textContent = sideBySide(told);
      key.append(...(figures ? pointsNodes(points) : [made]));
    });
  }

  /**
   * Shows on the keys of a number what they would score: one that records for all sides that are open, others for the own.
   * @param {Preview[]} hands
   */
  tellNumbers(hands) {
    const sides = openSides(this.target);
    const records = this.isLast();
    this.openKeys().forEach((key, at) => {
      const { lines, points } = hands[at];
      for (const each of key.querySelectorAll(".tok, small")) each.remove();
      if (records && lines) key.append(...pointsNodes(points, sides));
      else if (!records) key.append(...ownPoints(points[Number(this.target.dataset.side)]));
    });
  }

  /**
   * Handles a value key.
   * @param {Element} control
   * @param {() => void} change
   */
  pick(control, change) {
    const last = isLast(this.form, this.target);
    change();
    this.changed(control);
    this.advance();
    if (last) this.form.requestSubmit();
  }

  /**
   * Handles a digit key.
   * @param {MouseEvent} event
   */
  digitPressed(event) {
    const key = /** @type {Element} */ (event.target).closest("[data-digit]")?.dataset.digit;
    if (!key || !this.target) return;
    if (key === "next") return this.next();
    if ((key === "back" || key === "+") && isBlank(this.target) && this.previous) {
      this.open(this.previous);
      this.fresh = false;
    }
    const before = this.fresh && !["+", "-", "back"].includes(key) ? "" : this.target.value;
    this.fresh = false;
    this.target.value = key === "back" ? before.slice(0, -1) : before + key;
    this.changed(this.target);
    this.allowKeys();
    this.offerZero();
    if (isFull(this.target)) this.advance(true);
  }

  /**
   * Asks again for a choice that was taken back.
   * @param {any} control
   */
  entered(control) {
    if (control.matches(".marks input:not(:checked)")) this.open(control.closest("[data-ask]"), null, true);
    this.fitSums();
  }

  /** Writes a sum smaller, and scrolls to the end of a very long one. */
  fitSums() {
    for (const box of this.form.querySelectorAll("input[data-pad]")) {
      box.toggleAttribute("data-long", box.value.length > LONG);
      if (box.value.length > LONG) box.scrollLeft = box.scrollWidth;
    }
  }

  /** Allows possible digits, and minus within a sum and where a value may be negative; marks keys that record. */
  allowKeys() {
    if (!isBox(this.target)) return;
    const records = this.isLast();
    this.digits.toggleAttribute("data-records", records);
    if (!records) for (const points of this.digits.querySelectorAll(".tok")) points.remove(); // of an earlier figure
    const before = this.fresh ? "" : this.target.value;
    for (const key of this.digits.querySelectorAll("button")) {
      const digit = key.dataset.ends ?? key.dataset.digit;
      if (/\d/.test(digit)) key.disabled = !fits(this.target, before + digit);
    }
    this.minus.disabled = !("signed" in this.target.dataset) && (this.target.value === "" || "every" in this.target.dataset);
  }

  /** Gives the rare answer. If it is not an option of the question, the question stays open. */
  pickRare() {
    const control = rareOf(this.target);
    if (!control) return;
    if (this.target.contains(control)) return this.pick(control, () => check(control));
    toggleRare(control);
    this.changed(control);
    showRare(this.rare, control);
  }

  /** If blank does not mean zero, the "next" key enters 0 and shows it. */
  offerZero() {
    this.zero.hidden = !("zero" in this.target.dataset) || !isBlank(this.target) || this.previous !== null;
  }

  /** @param {Element} control */
  changed(control) {
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Goes to the next field; does nothing if the pad has just advanced automatically. */
  next() {
    if (this.previous && this.fresh && isBlank(this.target)) return this.open(this.target);
    if (!this.zero.hidden) {
      this.target.value = "0";
      this.changed(this.target);
    }
    this.advance();
  }

  /** Advances to the next blank field; after the last one the pad stays open, so that the dock keeps its height. */
  advance(byItself = false) {
    const next = nextAfter(this.form, this.target);
    const pressed = this.panel.contains(document.activeElement);
    this.open(next ?? this.target, next && byItself ? this.target : null, !next);
    if (!next) showRare(this.rare, null);
    if (!next && pressed) this.record.focus({ preventScroll: true });
  }

  /**
   * Advances after the choice that the pad asks for was made in the form.
   * @param {any} control
   */
  chosen(control) {
    if (!control.matches("input[type=radio]") || !this.target?.contains(control)) return;
    forgetKeys();
    this.advance();
  }

  /**
   * The Return key advances like the pad's key.
   * @param {KeyboardEvent} event
   */
  keyPressed(event) {
    if (event.key !== "Enter" || !isBox(event.target)) return;
    event.preventDefault();
    const next = nextAfter(this.form, event.target);
    if (next?.matches("input")) next.focus();
    else this.record.focus();
  }
}

/**
 * Selects one option of a choice whose options fill different fields; clears the others.
 * @param {HTMLInputElement} radio
 */
function check(radio) {
  for (const other of radio.closest("[data-ask]").querySelectorAll("input[type=radio]")) other.checked = other === radio;
}

/**
 * Scrolls a field into view if needed; the dock covers the end of the page.
 * @param {Element} target
 */
function bringIntoSight(target) {
  const dock = document.querySelector("[data-dock]");
  const sticks = getComputedStyle(dock).position === "sticky";
  const end = sticks ? dock.getBoundingClientRect().top : window.innerHeight;
  const { top, bottom } = (drawnPart(target) ?? target).getBoundingClientRect();
  if (!sticks) target.scrollIntoView({ block: "nearest" });
  else if (bottom + RING > end || top < RING) window.scrollBy(0, top < RING ? top - GAP : bottom + GAP - end);
}
