/**
 * Polling the state of a match or an evening: every second while something happens there, less and less often once it has
 * gone quiet (docs/watching.md), and not at all while the page is hidden. An unchanged state costs the server one row and
 * no body.
 */

const QUICK = 1000; // ms between requests: what is saved is seen within two seconds
const STILL_PLAYED = 30 * 60_000; // ms without a change; a hand may take a good while: that is no quiet table
const PART = 1 / 300; // of how long it has been quiet, one waits after that: 6 s after half an hour, 12 s after one
const SLOWEST = 60_000;
const LONGEST_RETRY = 30_000; // without a connection
const TIMEOUT = 10_000;
const ENDED = [403, 404, 410];

/** @typedef {number | string} Version an evening's is a text */
/** @typedef {"offline" | "ended" | null} Trouble null once all is well again */

/**
 * Poll the state at an address from this version on.
 * @param {string} address
 * @param {Version} version
 * @param {{ onState: (state: any) => unknown, onTrouble?: (trouble: Trouble) => void }} handlers
 */
export function poll(address, version, { onState, onTrouble = () => {} }) {
  return new Poller(address, version, onState, onTrouble);
}

/**
 * How long to wait between two requests (ms) where nothing has changed for so long (ms).
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
    this.paused = false; // while a save is under way
    this.called = 0; // how often something was called at the table: that has no version
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
   * The page has the state of that version already.
   * @param {Version} version
   */
  setVersion(version) {
    this.version = version;
    this.changedAt = Date.now();
  }

  /** Somebody is here: go on quickly. */
  touched() {
    if (this.pause() > QUICK) this.wake();
    this.changedAt = Date.now();
  }

  /** Request now, if the page is visible. */
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

  /** The newest state, from the browser's cache where the server says that nothing has changed; null at a link's end. */
  async fetch() {
    const query = new URLSearchParams({ since: String(this.version), lang: document.documentElement.lang });
    const response = await fetch(`${this.address}?${query}`, { credentials: "omit", signal: AbortSignal.timeout(TIMEOUT) });
    if (ENDED.includes(response.status)) return null;
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return response.json();
  }

  /** @param {{ version: Version, called?: number } | null} state */
  receive(state) {
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
    if (trouble !== this.trouble) this.onTrouble(trouble);
    this.trouble = trouble;
  }

  /** @param {{ version: Version, called?: number }} state */
  isNew({ version, called = 0 }) {
    if (typeof version === "string") return version !== this.version;
    return version > Number(this.version) || (version === this.version && called > this.called);
  }
}
