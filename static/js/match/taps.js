/**
 * A thumb in bad light: what it taps twice by mistake must not arrive at what the first tap has put there, and what it
 * has chosen can be taken back.
 */

const BOUNCE = 300; // ms in which a thumb that bounces comes down again
const AT_ONCE = 20; // ms: a label's tap arrives at its control
const NEAR = 24; // px
const REST = 350; // ms after a record
const RESTING = "resting";

/**
 * Catch second taps, let choices be taken back, and record with the first tap where that says all there is to say.
 * @param {HTMLFormElement} form
 * @param {() => boolean} isNew whether the form is for a new hand
 */
export function startTaps(form, isNew) {
  catchSecondTaps();
  letChoicesGo(form);
  recordAtOnce(form, isNew);
}

/**
 * What a bouncing thumb does after a hand was recorded records nothing.
 * @param {HTMLFormElement} form
 */
export function rest(form) {
  form.classList.add(RESTING);
  setTimeout(() => form.classList.remove(RESTING), REST);
}

/** @param {HTMLFormElement} form */
export function isResting(form) {
  return form.classList.contains(RESTING);
}

/** Let the second of two quick taps at one place do nothing, but for keys that are meant to be tapped so: digits, plus. */
function catchSecondTaps() {
  let last = { at: -Infinity, x: 0, y: 0, target: /** @type {EventTarget | null} */ (null) };
  const isSecond = (/** @type {MouseEvent} */ { timeStamp, clientX, clientY }) => {
    const pause = timeStamp - last.at;
    return pause > AT_ONCE && pause < BOUNCE && Math.hypot(clientX - last.x, clientY - last.y) < NEAR;
  };
  document.addEventListener(
    "click",
    (event) => {
      if (!event.isTrusted || event.detail === 0) return; // from a keyboard
      const { timeStamp: at, clientX: x, clientY: y, target } = event;
      if (isSecond(event) && (target !== last.target || isChoice(target))) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      last = { at, x, y, target };
    },
    { capture: true },
  );
}

/**
 * A second tap, later, on a choice that is made takes it back.
 * @param {HTMLFormElement} form
 */
function letChoicesGo(form) {
  /** @type {EventTarget | null} */
  let held = null;
  form.addEventListener("pointerdown", ({ target }) => (held = isChoice(target) && target.checked ? target : null));
  form.addEventListener("click", ({ target }) => {
    if (!isChoice(target) || target !== held || target.closest("[data-at-once]")) return;
    held = null;
    target.checked = false;
    target.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/**
 * Where one tap says all there is to say of a hand (data-at-once), it records.
 * @param {HTMLFormElement} form
 * @param {() => boolean} isNew
 */
function recordAtOnce(form, isNew) {
  form.addEventListener("click", (event) => {
    const { target, detail } = event;
    if (detail === 0 || !isChoice(target) || !target.closest("[data-at-once]") || !isNew()) return; // arrow keys only choose
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
