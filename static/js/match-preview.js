/** What the hand in the form would score, a moment after every change of it: lines, problems, and what the key will do. */

import { showLines } from "./match-lines.js";
import { preview as scored } from "./match-send.js";
import { say, written } from "./match-words.js";

const AFTER = 80; // ms without another tap

export class Preview {
  constructor(form, base, entry) {
    Object.assign(this, { form, base, entry, asking: null, timer: 0 });
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), AFTER);
  }

  /** What is under way is of no use any more. */
  stop() {
    clearTimeout(this.timer);
    this.asking?.abort();
  }

  async now() {
    this.stop();
    this.asking = new AbortController();
    try {
      const answer = await scored(`${this.base}/preview`, this.entry.fields(), this.asking.signal);
      this.show(answer.problems ? null : answer);
      this.entry.showProblems(answer.problems ?? []);
    } catch (error) {
      if (error.name !== "AbortError") this.show(null); // without a connection there is no preview; saving still waits for one
    }
  }

  /** Show a scored hand, or none. */
  show(hand) {
    const points = hand?.points.map(written).join(" – ");
    const names = this.entry.number ? ["save", "save_points", "save_points"] : ["record", "record_points", "record_points_end"];
    this.form.querySelector("[data-record]").textContent = hand ? say(names[hand.ends ? 2 : 1], { points }) : say(names[0]);
    const outcome = this.form.querySelector("[data-outcome]");
    const list = outcome.firstElementChild ?? outcome.appendChild(Object.assign(document.createElement("div"), { className: "explanation" }));
    showLines(list, hand?.lines ?? []);
    this.form.dispatchEvent(new CustomEvent("scored", { detail: hand }));
  }
}
