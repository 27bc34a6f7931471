/**
 * Posts a form and retries until there is a response. The form's key is sent each time, so duplicates have no effect. A phone
 * that has stored the match (phone/write.js) computes the response while offline and sends the form later.
 */

import { pageText } from "./texts.js";

const LONGEST_WAIT = 30; // seconds

/**
 * Posts fields to an address and retries while the server cannot be reached.
 * @param {string} address
 * @param {URLSearchParams} fields
 * @param {(seconds: number) => void} onWait
 * @returns {Promise<Reply>}
 */
export async function post(address, fields, onWait) {
  const done = await onThisPhone((phone) => phone.save(address, fields));
  if (done) return done;
  for (let wait = 1; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      const response = await request(address, fields);
      const answer = response.status < 500 ? await response.json() : null;
      if (answer && (response.status !== 429 || answer.problems)) return { status: response.status, answer };
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    }
    onWait(wait);
    await untilOnlineOr(wait);
  }
}

/**
 * Returns what a form would score, or its problems so far; without retries.
 * @param {string} address
 * @param {URLSearchParams} fields
 * @param {AbortSignal} signal
 * @returns {Promise<Preview & { problems?: Problem[] }>}
 */
export async function postPreview(address, fields, signal) {
  const scored = await onThisPhone((phone) => phone.previewHere(address, fields));
  signal.throwIfAborted();
  return scored ?? (await request(address, fields, signal)).json();
}

/**
 * Forms sent from now on carry this version, except for a hand that was started before it.
 * @param {number} version
 * @param {HTMLFormElement | null} begun
 */
export function markSeen(version, begun = null) {
  for (const seen of document.querySelectorAll("input[name=seen]")) if (seen.form !== begun) seen.value = String(version);
}

/**
 * True if this phone has unsent changes, so that the server's state is outdated.
 * @param {string} base
 */
export function isAhead(base) {
  return onThisPhone((phone) => phone.isAhead(base));
}

/**
 * Calls the offline scripts; null if this browser cannot run them.
 * @template Result
 * @param {(phone: typeof import("../phone/write.js")) => Promise<Result>} act
 * @returns {Promise<Result | null>}
 */
export async function onThisPhone(act) {
  try {
    return await act(await import("../phone/write.js"));
  } catch {
    return null;
  }
}

/**
 * @param {string} address
 * @param {URLSearchParams} fields
 * @param {AbortSignal} [signal]
 */
function request(address, fields, signal) {
  return fetch(address, { method: "POST", body: fields, headers: { Accept: "application/json" }, signal });
}

/** @param {number} seconds */
function untilOnlineOr(seconds) {
  return /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      const timer = setTimeout(done, 1000 * seconds);
      function done() {
        clearTimeout(timer);
        window.removeEventListener("online", done);
        resolve();
      }
      window.addEventListener("online", done);
    })
  );
}

export class Sender {
  /**
   * @param {() => ParentNode} page
   * @param {(busy: boolean) => void} onBusy
   */
  constructor(page, onBusy) {
    this.page = page;
    this.onBusy = onBusy;
    this.isBusy = false;
  }

  /**
   * Posts fields until there is a response.
   * @param {string} address
   * @param {URLSearchParams} fields
   * @param {boolean} entering true if the page shows a form, whose key can show that it waits
   */
  async send(address, fields, entering) {
    const page = this.page();
    const record = page.querySelector("[data-record]");
    const note = page.querySelector(entering ? "[data-sending]" : "[data-said]");
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
