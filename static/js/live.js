/**
 * Following a match or an evening: its state is asked for every second while something happens there, less and less often
 * once it has gone quiet (docs/watching.md), and not at all while nobody looks. An unchanged state costs the server one
 * row and no body.
 */

const QUICK = 1000; // ms between questions: what is saved is seen within two seconds
const STILL_PLAYED = 30 * 60_000; // ms without news; a hand may take a good while: that is no quiet table
const PART = 1 / 300; // of how long it has been quiet, one waits after that: 6 s after half an hour, 12 s after one
const SLOWEST = 60_000;
const LONGEST_WAIT = 30_000; // between tries without a connection
const TIMEOUT = 10_000;
const ENDED = [403, 404, 410];
const isNumber = (version) => typeof version === "number"; // an evening's is a text

/**
 * Follow the state at an address from this version on. `news(state)` gets every newer state, `trouble(what)` hears
 * "offline" and "ended", and null once all is well again.
 */
export function follow(address, version, { news, trouble = () => {} }) {
  return new Follower(address, version, news, trouble);
}

/** How long to wait between two questions (ms) where nothing has happened for so long (ms). */
export function pauseAfter(quiet) {
  return quiet < STILL_PLAYED ? QUICK : Math.min(quiet * PART, SLOWEST);
}

class Follower {
  constructor(address, version, news, trouble) {
    Object.assign(this, { address, version, news, trouble, held: false, failures: 0, timer: 0, ended: false, asking: false });
    this.stirred = Date.now();
    document.addEventListener("visibilitychange", () => this.wake());
    for (const event of ["online", "focus"]) window.addEventListener(event, () => this.wake());
    for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, () => this.stir(), { passive: true });
    this.wait(this.pace());
  }

  /** This page knows the state of that version already. */
  know(version) {
    this.version = version;
    this.stirred = Date.now();
  }

  /** Somebody is here: go on quickly. */
  stir() {
    if (this.pace() > QUICK) this.wake();
    this.stirred = Date.now();
  }

  /** Ask now, if anybody looks. */
  wake() {
    clearTimeout(this.timer);
    this.stirred = Date.now();
    if (!document.hidden) this.ask();
  }

  wait(pause) {
    clearTimeout(this.timer);
    if (!document.hidden && !this.ended) this.timer = setTimeout(() => this.ask(), pause);
  }

  pace() {
    return pauseAfter(Date.now() - this.stirred);
  }

  async ask() {
    if (this.asking || this.ended) return;
    this.asking = true;
    try {
      this.heard(await this.fetch());
    } catch {
      this.failed();
    } finally {
      this.asking = false;
    }
    this.wait(this.failures ? Math.min(1000 * 2 ** this.failures, LONGEST_WAIT) : this.pace());
  }

  /** The newest state; its page in the browser's cache where the server says that nothing has changed. */
  async fetch() {
    const asked = new URLSearchParams({ since: this.version, lang: document.documentElement.lang });
    const response = await fetch(`${this.address}?${asked}`, { credentials: "omit", signal: AbortSignal.timeout(TIMEOUT) });
    if (ENDED.includes(response.status)) return null;
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return response.json();
  }

  heard(state) {
    this.ended = state === null;
    if (this.ended) return this.trouble("ended");
    if (this.failures) this.trouble(null);
    this.failures = 0;
    if (this.held || state.version === this.version || (isNumber(state.version) && state.version < this.version)) return undefined;
    this.know(state.version);
    return this.news(state);
  }

  failed() {
    this.failures += 1;
    if (this.failures === 2) this.trouble("offline");
  }
}
