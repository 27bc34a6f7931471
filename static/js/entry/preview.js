/** Preview of the hand in the form, shortly after each change: lines, problems, and the label of the save key. */

import { showLines } from "../match/history.js";
import { postPreview } from "../match/post.js";
import { formatNumber, pageText } from "../match/texts.js";
import { copyTemplate } from "../shared/dom.js";
import { describe } from "./pad-targets.js";
import { pointsNodes } from "./pad-keys.js";

const MOST_SIDES = 4; // whose points fit on the key
const WIDEST = 11; // characters of the points on the key in its usual size, a side's sign counts as two
const AFTER = 80; // ms after the last tap
// Labels of the key: hand not complete, with points, with points that win the match, or lose it.
const RECORD = { bare: "record", scored: "record_points", ends: "record_points_end", lost: "record_points_lost" };
const SAVE = { bare: "save", scored: "save_points", ends: "save_points", lost: "save_points" };

/** @typedef {import("./form.js").EntryForm} EntryForm */

export class HandPreview {
  /**
   * @param {PostForm} form
   * @param {string} base the match's address
   * @param {EntryForm} entry
   */
  constructor(form, base, entry) {
    this.form = form;
    this.base = base;
    this.entry = entry;
    /** @type {AbortController | null} */
    this.request = null;
    this.timer = 0;
    /** The field or choice that the key asks for. @type {any} */
    this.missing = null;
    this.isOutdated = false; // true from a change of the fields until the key shows what follows
    form.addEventListener("tell", () => this.soon());
  }

  soon() {
    this.isOutdated = true;
    this.stop(); // what it would say is of other fields
    this.timer = setTimeout(() => this.now(), AFTER);
  }

  /** Cancels the current preview. */
  stop() {
    clearTimeout(this.timer);
    this.request?.abort();
  }

  /** Previews the fields as they are; resolves when the key shows what follows. */
  async now() {
    this.stop();
    const { signal } = (this.request = new AbortController());
    try {
      const answer = await postPreview(`${this.base}/preview`, this.entry.fields(), signal);
      this.entry.showProblems(answer.problems ?? []);
      const { problems = null } = answer;
      if (problems === null) this.show(answer);
      else this.show(null, this.entry.missing(problems), true);
      this.showChoices(signal).catch(() => null); // without them the choices keep their plain labels
    } catch (error) {
      if (error.name !== "AbortError") this.show(null); // no preview while offline; saving still works
    }
  }

  /**
   * Shows what each key would score, if it records or its points are certain before the hand is complete.
   * @param {AbortSignal} signal
   */
  async showChoices(signal) {
    const { pad } = this.entry;
    const { target } = pad;
    if (!target || !pad.tells()) return;
    const fields = this.entry.fields();
    for (const name of pad.following()) fields.set(name, "");
    for (const { name, value } of pad.endings()) fields.append("tries", `${name}=${value}`);
    const { tries = [] } = await postPreview(`${this.base}/preview`, fields, signal);
    if (pad.target !== target || !tries.length) return;
    pad.tellEndings(tries);
    this.form.dispatchEvent(new CustomEvent("choices", { detail: tries }));
  }

  /** @param {Preview | null} hand */
  keyText(hand) {
    const texts = this.entry.number ? SAVE : RECORD;
    if (!hand) return pageText(texts.bare);
    const kind = hand.ends ? (hand.won_by === "claim_failed" ? "lost" : "ends") : "scored";
    const name = document.querySelector(`.half[data-side="${hand.winner}"] .name`)?.textContent;
    return pageText(texts[kind], { points: hand.points.map(formatNumber).join(" – "), name });
  }

  /**
   * Shows a scored hand, or what it still needs.
   * @param {Preview | null} hand
   * @param {any} [missing] the field or choice; null where it is not known
   * @param {boolean} [refused] true if the rules refuse it
   */
  show(hand, missing = null, refused = missing !== null) {
    const record = document.querySelector("[data-record]");
    const { isUnchanged } = this.entry;
    if (isUnchanged) [hand, missing, refused] = [null, this.entry.first, true];
    this.missing = missing;
    this.isOutdated = false;
    record.classList.toggle("waits", refused);
    if (refused) record.setAttribute("aria-disabled", "true");
    else record.removeAttribute("aria-disabled");
    record.parentElement.classList.toggle("ready", hand !== null);
    const figure = hand && this.entry.pad.figureSoFar(); // beside its endings, which record more
    record.classList.toggle("only", Boolean(figure));
    const label = figure ? pageText("record_only", { figure }) : pageText(this.entry.number ? SAVE.bare : RECORD.bare);
    if (isUnchanged) record.replaceChildren(pageText("change_it"));
    else if (missing) record.replaceChildren(missingText(missing));
    else record.replaceChildren(label, ...this.pointsOf(hand));
    if (hand) record.setAttribute("aria-label", figure ? `${label}: ${this.keyText(hand)}` : this.keyText(hand));
    else record.removeAttribute("aria-label");
    const outcome = this.form.querySelector("[data-outcome]");
    if (!outcome.firstElementChild) outcome.append(Object.assign(document.createElement("div"), { className: "explanation" }));
    showLines(outcome.querySelector("div"), hand?.lines ?? []);
    this.form.dispatchEvent(new CustomEvent("scored", { detail: hand }));
  }

  /**
   * Returns each side's points for the key, if they fit.
   * @param {Preview | null} hand
   */
  pointsOf(hand) {
    if (!hand || hand.points.length > MOST_SIDES) return [];
    const width = hand.points.map(formatNumber).join("").length + 2 * hand.points.length;
    const points = Object.assign(document.createElement("span"), { className: "record-points" });
    points.classList.toggle("long", width > WIDEST);
    points.append(...pointsNodes(hand.points));
    return [points];
  }
}

/**
 * Returns the label for a missing field, with its side's sign.
 * @param {any} missing
 */
function missingText(missing) {
  const { what, side, who } = describe(missing, true);
  const text = document.createElement("span");
  const [before, after] = pageText("missing_of", { what, who: "\n" }).split("\n");
  if (what.endsWith("?")) text.append(what);
  else if (side === undefined) text.append(pageText("missing", { what }));
  else {
    const name = Object.assign(document.createElement("span"), { className: "unseen", textContent: who });
    const end = Object.assign(document.createElement("span"), { className: "whole" });
    end.append(copyTemplate(`sign-${side}`), name, after);
    text.append(before, end);
  }
  return text;
}
