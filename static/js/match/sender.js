/** One write at a time: while it is under way the key that records waits, and the page says so where there is no network. */

import { post } from "./post.js";
import { pageText } from "./texts.js";

export class Sender {
  /**
   * @param {ParentNode} page
   * @param {(busy: boolean) => void} onBusy
   */
  constructor(page, onBusy) {
    this.page = page;
    this.onBusy = onBusy;
    this.isBusy = false;
  }

  /**
   * Post fields until they are answered.
   * @param {string} address
   * @param {URLSearchParams} fields
   * @param {boolean} entering whether there is a form, beside whose key the page can say that it waits
   */
  async send(address, fields, entering) {
    const record = this.page.querySelector("[data-record]");
    const note = this.page.querySelector(entering ? "[data-sending]" : "[data-said]");
    this.setBusy(true);
    record.setAttribute("aria-busy", "true");
    try {
      const reply = await post(address, fields, (seconds) => {
        note.hidden = false;
        note.textContent = pageText("waiting", { seconds });
      });
      note.hidden = entering;
      return reply;
    } finally {
      this.setBusy(false);
      record.removeAttribute("aria-busy");
    }
  }

  /** @param {boolean} busy */
  setBusy(busy) {
    this.isBusy = busy;
    this.onBusy(busy);
  }
}
