/**
 * A page that is asked for again while it is seen. Where nothing has changed the server answers 304, and the browser has
 * the page. What stands in its `data-live` is replaced; `data-live-status` shows while there is no answer.
 */

const SECOND = 1000; // ms; as exact as a server tells the time

let ahead = 0; // ms by which the server's clock is ahead of this one

/** What time it is on the server (ms). */
export const serverNow = () => Date.now() + ahead;

/**
 * Ask every so many ms. `onFresh` runs when the live part has been replaced.
 * @param {number} every
 * @param {() => void} [onFresh]
 */
export function followPage(every, onFresh = () => {}) {
  const live = document.querySelector("[data-live]");
  const status = document.querySelector("[data-live-status]");
  let shown = live.innerHTML; // as the server sent it

  async function poll() {
    if (document.visibilityState !== "visible") return;
    try {
      const asked = Date.now();
      const response = await fetch(location.href, { cache: "no-cache" });
      status.hidden = response.ok;
      if (!response.ok) return;
      readTime(response.headers.get("Date"), asked);
      const fresh = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("[data-live]");
      if (!fresh || fresh.innerHTML === shown || isInUse(live)) return;
      shown = fresh.innerHTML;
      live.replaceChildren(...fresh.children);
      onFresh();
    } catch {
      status.hidden = false; // no network: what is shown stays, and says that it is old
    }
  }

  setInterval(poll, every);
  document.addEventListener("visibilitychange", poll);
}

/**
 * Whether somebody is about to do or write something in it.
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
