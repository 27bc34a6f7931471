/**
 * Polls the state of a match or evening: every second while something happens, less often once it is quiet
 * (docs/watching.md), and not at all while the page is hidden. An unchanged state costs the server one row and no body.
 */

const QUICK = 1000; // ms between requests, so that changes are seen within two seconds
const STILL_PLAYED = 30 * 60_000; // ms without a change; long hands do not make a table quiet
const PART = 1 / 300; // of the quiet time is waited after that: 6 s after half an hour, 12 s after one
const SLOWEST = 60_000;
const LONGEST_RETRY = 30_000; // without a connection
const TIMEOUT = 10_000;
const ENDED = [403, 404, 410];

/** @typedef {number | string} Version an evening's is a text */
/** @typedef {"offline" | "ended" | null} Trouble null once all is well again */

/**
 * Polls the state at an address, starting from this version.
 * @param {string} address
 * @param {Version} version
 * @param {{ onState: (state: any) => unknown, onTrouble?: (trouble: Trouble) => void }} handlers
 */
export function poll(address, version, { onState, onTrouble = () => {} }) {
  return new Poller(address, version, onState, onTrouble);
}

/**
 * Returns the pause between two requests (ms) after so many ms without a change.
 * @param {number} quiet
 */
export function pauseAfter(quiet) {
  return quiet < STILL_PLAYED ? QUICK : Math.min(quiet * PART, SLOWEST);
}

class Poller {
  /**
   * @param {string} address
   * @param {Version} version
   * @param {(state: any) => unknown} onState
   * @param {(trouble: Trouble) => void} onTrouble
   */
  constructor(address, version, onState, onTrouble) {
    this.address = address;
    this.version = version;
    this.onState = onState;
    this.onTrouble = onTrouble;
    this.paused = false; // during a save
    this.called = 0; // number of calls at the table, which have no version
    this.failures = 0;
    /** @type {Trouble} */
    this.trouble = null;
    this.timer = 0;
    this.requesting = false;
    this.changedAt = Date.now();
    document.addEventListener("visibilitychange", () => this.wake());
    for (const event of ["online", "offline", "focus"]) window.addEventListener(event, () => this.wake());
    for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, () => this.touched(), { passive: true });
    this.schedule(this.pause());
  }

  /**
   * The page already has the state of this version.
   * @param {Version} version
   */
  setVersion(version) {
    this.version = version;
    this.changedAt = Date.now();
  }

  /** The user is active: poll quickly again. */
  touched() {
    if (this.pause() > QUICK) this.wake();
    this.changedAt = Date.now();
  }

  /** Polls no more. */
  stop() {
    clearTimeout(this.timer);
    this.trouble = "ended";
  }

  /** Polls now, if the page is visible. */
  wake() {
    clearTimeout(this.timer);
    this.changedAt = Date.now();
    if (!document.hidden) this.request();
  }

  /** @param {number} pause ms */
  schedule(pause) {
    clearTimeout(this.timer);
    if (!document.hidden && this.trouble !== "ended") this.timer = setTimeout(() => this.request(), pause);
  }

  pause() {
    return pauseAfter(Date.now() - this.changedAt);
  }

  async request() {
    if (this.requesting || this.trouble === "ended") return;
    this.requesting = true;
    try {
      this.receive(await this.fetch());
    } catch {
      this.failures += 1;
      if (this.failures > 1 || !navigator.onLine) this.tell("offline");
    } finally {
      this.requesting = false;
    }
    this.schedule(this.failures ? Math.min(1000 * 2 ** this.failures, LONGEST_RETRY) : this.pause());
  }

  /** Returns the newest state, from the browser's cache after a 304; null if the link was revoked. */
  async fetch() {
    const query = new URLSearchParams({ since: String(this.version), lang: document.documentElement.lang });
    const response = await fetch(`${this.address}?${query}`, { credentials: "omit", signal: AbortSignal.timeout(TIMEOUT) });
    if (ENDED.includes(response.status)) return null;
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return response.json();
  }

  /** @param {{ version: Version, called?: number } | null} state */
  receive(state) {
    if (this.trouble === "ended") return;
    this.tell(state === null ? "ended" : null);
    if (state === null) return;
    this.failures = 0;
    if (this.paused || !this.isNew(state)) return;
    this.setVersion(state.version);
    this.called = state.called ?? 0;
    this.onState(state);
  }

  /** @param {Trouble} trouble */
  tell(trouble) {
    if (trouble === this.trouble || this.trouble === "ended") return;
    this.trouble = trouble;
    this.onTrouble(trouble);
  }

  /** @param {{ version: Version, called?: number }} state */
  isNew({ version, called = 0 }) {
    if (typeof version === "string") return version !== this.version;
    return version > Number(this.version) || (version === this.version && called > this.called);
  }
}
