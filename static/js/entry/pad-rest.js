/**
 * Ignores taps for a moment on keys that have just replaced others at the same place, as the tap was meant for those others. Such
 * a key has `data-rests`. Keys that kept their place and meaning, such as digits, work at once.
 */

const REST = 500; // ms
const BOUNCE = 150; // ms within which a second tap on the same key is accidental
const NEAR = 24; // px
const OVERLAP = 4; // px

/** @typedef {{ box: DOMRect, meaning: string }} Place */

/** The keys when one was last pressed, and that tap; modules outlive the form's elements. @type {Place[]} */
let before = [];
let last = { at: -Infinity, x: 0, y: 0, hasAdvanced: false };
let timer = 0;

/**
 * Ignores taps on resting keys, and accidental second taps after the pad has advanced. Calls `onIgnored` for each.
 * @param {HTMLElement} panel
 * @param {() => void} onIgnored
 */
export function ignoreHastyTaps(panel, onIgnored) {
  panel.addEventListener("click", (event) => {
    const { timeStamp: at, clientX: x, clientY: y, detail, target } = event;
    const key = /** @type {Element} */ (target).closest("button");
    const isBounce = last.hasAdvanced && at - last.at < BOUNCE && Math.hypot(x - last.x, y - last.y) < NEAR;
    if (detail && key && (isBounce || "rests" in key.dataset)) { // a keyboard's clicks have no detail
      event.stopImmediatePropagation();
      return onIgnored();
    }
    before = placesOf(panel);
    last = { at, x, y, hasAdvanced: false };
  }, { capture: true });
}

/** Lets all keys work at once, because the user has opened the field. */
export function forgetKeys() {
  before = [];
}

/**
 * Marks the keys that are now where keys with another meaning were (data-rests), for a moment.
 * @param {HTMLElement} panel
 */
export function restKeys(panel) {
  last.hasAdvanced = true;
  wake(panel);
  for (const key of keysOf(panel)) {
    const { box, meaning } = placeOf(key);
    if (before.some((old) => old.meaning !== meaning && overlaps(old.box, box))) key.dataset.rests = "";
  }
  clearTimeout(timer);
  timer = setTimeout(wake, REST, panel);
}

/** @param {HTMLElement} panel */
function wake(panel) {
  for (const key of panel.querySelectorAll("[data-rests]")) key.removeAttribute("data-rests");
}

/** @param {HTMLElement} panel */
function keysOf(panel) {
  return Array.from(panel.querySelectorAll("button")).filter((key) => key.getClientRects().length);
}

/** @param {HTMLElement} panel */
function placesOf(panel) {
  return keysOf(panel).map(placeOf);
}

/**
 * @param {HTMLElement} key
 * @returns {Place}
 */
function placeOf(key) {
  const { digit, ends, value } = key.dataset;
  const row = key.parentElement?.dataset.of; // the same value means something else in another row
  return { box: key.getBoundingClientRect(), meaning: digit ?? (ends ? `ends ${ends}` : `${row} ${value}`) };
}

/**
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
function overlaps(one, other) {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.min(across, down) > OVERLAP;
}
