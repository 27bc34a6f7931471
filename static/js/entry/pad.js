/**
 * The pad: big keys for the one field that is being filled. A small number has a key for each value, a larger one digits;
 * a choice that is asked for along with them has its own keys. After a finished field comes the next blank one.
 */

import { pageText } from "../match/texts.js";
import { copyTemplate } from "../shared/dom.js";
import { choiceKeys, hasKeys, numberKeys } from "./pad-keys.js";
import { isBlank, isBox, isLast, nextAfter } from "./pad-targets.js";
import { isFull } from "./room.js";

const FEW_KEYS = 12;
const LONG = 4; // signs; more are written smaller
const MEASURED = 60; // ms until the page knows the new height of the dock

/** @typedef {import("./pad-targets.js").Target} Target */

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
    /** @type {Target} */
    this.target = null;
    /** @type {Target} */
    this.previous = null; // the field after which this one came by itself
    this.fresh = true; // the next digit replaces what the field holds
    for (const box of form.querySelectorAll("input[data-pad]")) box.inputMode = "none";
    form.addEventListener("focusin", ({ target }) => isBox(target) && this.open(target));
    form.addEventListener("input", () => this.fitSums());
    form.addEventListener("keydown", (event) => this.keyPressed(event));
    this.digits.addEventListener("click", (event) => this.digitPressed(event));
  }

  /** Begin with the first blank field of the way that is shown; where a hand is long, wait for a tap on a field. */
  start() {
    this.open("padWaits" in this.form.dataset ? null : nextAfter(this.form, null), null, true);
  }

  /**
   * Fill this field; with none, close the pad.
   * @param {Target} target
   * @param {Target} previous the field after which it came by itself
   * @param {boolean} first spares the scrolling
   */
  open(target, previous = null, first = false) {
    this.target?.removeAttribute("data-active");
    this.target = target;
    this.previous = previous;
    this.fresh = true;
    const pressed = this.panel.contains(document.activeElement); // by a key that may be gone in a moment
    this.panel.hidden = target === null;
    this.panel.removeAttribute("data-waiting"); // its place was reserved (matches/_form.html)
    if (pressed && target === null) this.record.focus({ preventScroll: true });
    if (target === null) return;
    target.dataset.active = "";
    this.showTitle();
    const byValue = target.matches("[data-ask]") || hasKeys(target);
    this.showKeys(byValue);
    if (pressed && byValue) this.values.querySelector("button").focus({ preventScroll: true });
    if (!first) setTimeout(() => target.scrollIntoView({ block: "nearest" }), MEASURED);
  }

  /**
   * A key for each value, or digits.
   * @param {boolean} byValue
   */
  showKeys(byValue) {
    this.values.hidden = !byValue;
    this.digits.hidden = byValue;
    if (byValue) this.showValues();
    this.allowMinus();
  }

  showTitle() {
    const side = this.target.dataset.side;
    const label = this.target.dataset.label ?? this.target.querySelector(".entry-label").textContent;
    this.title.replaceChildren(isLast(this.form, this.target) ? pageText("at_last", { what: label }) : label);
    if (side !== undefined) {
      const name = document.querySelector(`.panel-side[data-side="${side}"] .name`).textContent;
      this.title.replaceChildren(copyTemplate(`sign-${side}`), pageText("pad_title", { what: label, who: name }));
    }
  }

  showValues() {
    const keys = this.target.matches("[data-ask]")
      ? choiceKeys(this.target, (radio) => this.pick(radio, () => (radio.checked = true)))
      : numberKeys(this.target, (text) => this.pick(this.target, () => (this.target.value = text)), () => this.askDigits());
    this.values.toggleAttribute("data-few", keys.length <= FEW_KEYS);
    this.values.toggleAttribute("data-more", "more" in keys.at(-1).dataset);
    this.values.replaceChildren(...keys);
  }

  /** Digits for a field of which only the usual values have keys. */
  askDigits() {
    this.showKeys(false);
    this.digits.querySelector("button").focus({ preventScroll: true });
  }

  /**
   * A key of the values.
   * @param {Element} control
   * @param {() => void} change
   */
  pick(control, change) {
    const last = isLast(this.form, this.target);
    change();
    this.changed(control);
    this.advance();
    if (last) this.form.requestSubmit(this.record);
  }

  /**
   * A key of the digits.
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
    this.allowMinus();
    if (isFull(this.target)) this.advance(true);
  }

  /** A sum is longer than a number: it is written smaller, and of a very long one the end is seen. */
  fitSums() {
    for (const box of this.form.querySelectorAll("input[data-pad]")) {
      box.toggleAttribute("data-long", box.value.length > LONG);
      if (box.value.length > LONG) box.scrollLeft = box.scrollWidth;
    }
  }

  /** A minus is for what can be negative, and within a sum. */
  allowMinus() {
    this.minus.disabled = !("signed" in this.target.dataset) && this.target.value === "";
  }

  /** @param {Element} control */
  changed(control) {
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** On to the next field; where the last one went on by itself, whoever taps this all the same is there already. */
  next() {
    if (this.previous && this.fresh && isBlank(this.target)) this.previous = null;
    else this.advance();
  }

  advance(byItself = false) {
    this.open(nextAfter(this.form, this.target), byItself ? this.target : null);
  }

  /**
   * Return moves on, as the pad's own key does.
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
