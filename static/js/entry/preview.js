/** What the hand in the form would score, a moment after every change of it: lines, problems, and what the key will do. */

import { showLines } from "../match/lines.js";
import { postPreview } from "../match/post.js";
import { formatNumber, pageText } from "../match/texts.js";

const AFTER = 80; // ms without another tap
// Texts of the key: before a hand can be scored, with its points, with those that end the match.
const RECORD = ["record", "record_points", "record_points_end"];
const SAVE = ["save", "save_points", "save_points"];

/** @typedef {import("./form.js").EntryForm} EntryForm */

export class HandPreview {
  /**
   * @param {HTMLFormElement} form
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
      this.show(answer.problems ? null : answer);
      this.entry.showProblems(answer.problems ?? []);
    } catch (error) {
      if (error.name !== "AbortError") this.show(null); // without a connection there is no preview; saving still waits for one
    }
  }

  /**
   * Show a scored hand, or none.
   * @param {Preview | null} hand
   */
  show(hand) {
    const points = hand?.points.map(formatNumber).join(" – ");
    const [bare, scored, last] = this.entry.number ? SAVE : RECORD;
    this.form.querySelector("[data-record]").textContent = pageText(hand ? (hand.ends ? last : scored) : bare, { points });
    const outcome = this.form.querySelector("[data-outcome]");
    if (!outcome.firstElementChild) outcome.append(Object.assign(document.createElement("div"), { className: "explanation" }));
    showLines(outcome.querySelector("div"), hand?.lines ?? []);
    this.form.dispatchEvent(new CustomEvent("scored", { detail: hand }));
  }
}
