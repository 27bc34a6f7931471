/** Accidental taps: the second of two quick taps is ignored, and a choice can be cleared by tapping it again. */

const BOUNCE = 300; // ms; an accidental second tap comes within this time
const NEAR = 24; // px
const REST = 350; // ms after saving
const RESTING = "resting";
let restsUntil = 0;

/**
 * Lets choices be cleared, and records with one tap where that is enough.
 * @param {HTMLFormElement} form
 * @param {() => boolean} isNew returns true if the form is for a new hand
 */
export function startTaps(form, isNew) {
  letChoicesGo(form);
  recordAtOnce(form, isNew);
}

/**
 * Ignores taps for a moment after something was saved.
 * @param {HTMLFormElement} form
 */
export function rest(form) {
  restsUntil = performance.now() + REST;
  form.classList.add(RESTING);
  setTimeout(() => form.classList.remove(RESTING), REST);
}

export const isResting = () => performance.now() < restsUntil;

/** Ignores the second of two quick taps at the same place, except on keys such as plus; the pad judges its own (pad-rest.js). */
export function ignoreSecondTaps() {
  let last = { at: -Infinity, x: 0, y: 0, target: /** @type {EventTarget | null} */ (null), isOnPad: false };
  // A click on a label is followed by a click on its control, which is the same tap.
  const isSameTap = (/** @type {EventTarget | null} */ target) =>
    last.target instanceof Element && target !== last.target && last.target.closest("label")?.control === target;
  const isSecond = (/** @type {MouseEvent} */ { timeStamp, clientX, clientY, target }) =>
    timeStamp - last.at < BOUNCE && Math.hypot(clientX - last.x, clientY - last.y) < NEAR && !isSameTap(target);
  document.addEventListener(
    "click",
    (event) => {
      if (!event.isTrusted || event.detail === 0) return; // from a keyboard
      const { timeStamp: at, clientX: x, clientY: y, target } = event;
      const isOnPad = target instanceof Element && target.closest("[data-pad-panel]") !== null;
      if (!(isOnPad && last.isOnPad) && isSecond(event) && (target !== last.target || isChoice(target))) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      last = { at, x, y, target, isOnPad };
    },
    { capture: true },
  );
}

/**
 * A later second tap on a chosen option clears it.
 * @param {HTMLFormElement} form
 */
function letChoicesGo(form) {
  /** @type {EventTarget | null} */
  let held = null;
  form.addEventListener("pointerdown", ({ target }) => {
    const choice = target instanceof Element ? (target.closest("label")?.control ?? target) : null; // a tap may begin on its text
    held = isChoice(choice) && choice.checked ? choice : null;
  });
  form.addEventListener("click", ({ target }) => {
    if (!isChoice(target) || target !== held || target.closest("[data-at-once]")) return;
    held = null;
    target.checked = false;
    target.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/**
 * Records at the first tap where one choice is the whole hand (data-at-once).
 * @param {HTMLFormElement} form
 * @param {() => boolean} isNew
 */
function recordAtOnce(form, isNew) {
  form.addEventListener("click", (event) => {
    const { target, detail } = event;
    if (detail === 0 || !isChoice(target) || !target.closest("[data-at-once]") || !isNew()) return; // arrow keys only select
    form.requestSubmit();
  });
}

/**
 * @param {EventTarget | null} target
 * @returns {target is HTMLInputElement}
 */
function isChoice(target) {
  return target instanceof HTMLInputElement && target.type === "radio";
}
