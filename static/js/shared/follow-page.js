/**
 * Polls the current page while it is visible; unchanged, the server responds with 304. The content of each `data-live`
 * is replaced; `data-live-status` is shown while the server cannot be reached.
 */

const SECOND = 1000; // ms; the resolution of the Date header

let ahead = 0; // ms by which the server's clock is ahead

/** Returns the server's time (ms). */
export const serverNow = () => Date.now() + ahead;

/**
 * Polls every so many ms; calls `onFresh` after live parts were replaced.
 * @param {number} every
 * @param {() => void} [onFresh]
 */
export function followPage(every, onFresh = () => {}) {
  const parts = [...document.querySelectorAll("[data-live]")];
  const status = document.querySelector("[data-live-status]");
  const shown = parts.map((part) => part.innerHTML); // as received from the server

  async function poll() {
    if (document.visibilityState !== "visible") return;
    try {
      const asked = Date.now();
      const response = await fetch(location.href, { cache: "no-cache" });
      status.hidden = response.ok;
      if (!response.ok) return;
      readTime(response.headers.get("Date"), asked);
      const fresh = new DOMParser().parseFromString(await response.text(), "text/html").querySelectorAll("[data-live]");
      const changed = [...fresh.entries()].filter(([at, part]) => part.innerHTML !== shown[at] && !isInUse(parts[at]));
      for (const [at, part] of changed) {
        shown[at] = part.innerHTML;
        parts[at].replaceChildren(...part.children);
      }
      if (changed.length) onFresh();
    } catch {
      status.hidden = false; // offline: the old content stays, and the status says so
    }
  }

  setInterval(poll, every);
  document.addEventListener("visibilitychange", poll);
}

/**
 * True if the user is typing or has focused something in this part.
 * @param {Element} part
 */
function isInUse(part) {
  const typed = Array.from(part.querySelectorAll("input"), (input) => input.value !== input.defaultValue);
  return part.contains(document.activeElement) || typed.includes(true);
}

/**
 * @param {string | null} told when the server answered
 * @param {number} asked when it was asked (ms, this clock)
 */
function readTime(told, asked) {
  const off = Date.parse(told ?? "") + SECOND / 2 - (asked + Date.now()) / 2;
  if (!Number.isNaN(off)) ahead = Math.abs(off) > 2 * SECOND ? off : 0;
}
