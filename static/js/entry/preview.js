/** What the hand in the form would score, a moment after every change of it: lines, problems, and what the key will do. */

import { showLines } from "../match/lines.js";
import { postPreview } from "../match/post.js";
import { formatNumber, pageText } from "../match/texts.js";
import { tellKeys } from "./pad-keys.js";
import { isLast } from "./pad-targets.js";

const AFTER = 80; // ms without another tap
// Texts of the key: before a hand can be scored, with its points, with those that end the match, or lose it.
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
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), AFTER);
  }

  /** What is under way is of no use any more. */
  stop() {
    clearTimeout(this.timer);
    this.request?.abort();
  }

  async now() {
    this.stop();
    this.request = new AbortController();
    try {
      const answer = await postPreview(`${this.base}/preview`, this.entry.fields(), this.request.signal);
      this.entry.showProblems(answer.problems ?? []);
      this.show(answer.problems ? null : answer, this.entry.missing(answer.problems ?? []));
      await this.showChoices(this.request.signal);
    } catch (error) {
      if (error.name !== "AbortError") this.show(null); // without a connection there is no preview; saving still waits for one
    }
  }

  /**
   * Where the next tap records: what each choice would make of the hand.
   * @param {AbortSignal} signal
   */
  async showChoices(signal) {
    const { pad } = this.entry;
    if (!isLast(this.form, pad.target)) return;
    const [fields, choices] = [this.entry.fields(), Array.from(pad.target.querySelectorAll("input"))];
    const hands = [];
    for (const { name, value } of choices) {
      fields.set(name, value);
      hands.push(await postPreview(`${this.base}/preview`, fields, signal));
    }
    tellKeys(pad.values, hands.map(({ points = [] }) => points.map(formatNumber).join(" – ")));
    this.form.dispatchEvent(new CustomEvent("choices", { detail: hands }));
  }

  /** @param {Preview | null} hand */
  keyText(hand) {
    const texts = this.entry.number ? SAVE : RECORD;
    if (!hand) return pageText(texts.bare);
    const kind = hand.ends ? (hand.won_by === "claim_failed" ? "lost" : "ends") : "scored";
    const name = document.querySelector(`.panel-side[data-side="${hand.winner}"] .name`)?.textContent;
    return pageText(texts[kind], { points: hand.points.map(formatNumber).join(" – "), name });
  }

  /**
   * Show a scored hand, or none and what is `missing` for one.
   * @param {Preview | null} hand
   */
  show(hand, missing = "") {
    const record = document.querySelector("[data-record]");
    record.textContent = missing || this.keyText(hand);
    record.toggleAttribute("data-asks", Boolean(missing)); // which may be long
    const outcome = this.form.querySelector("[data-outcome]");
    if (!outcome.firstElementChild) outcome.append(Object.assign(document.createElement("div"), { className: "explanation" }));
    showLines(outcome.querySelector("div"), hand?.lines ?? []);
    this.form.dispatchEvent(new CustomEvent("scored", { detail: hand }));
  }
}
