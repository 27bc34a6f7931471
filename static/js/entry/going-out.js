/**
 * Players who are out have no field and cannot be chosen, unless they come back with the hand; who may come back is asked only
 * then. Boxes of players who are out have `data-sits`.
 */

import { formatNumber } from "../match/texts.js";
import { setText } from "../shared/dom.js";

/** @param {HTMLFormElement} form */
export function startGoingOut(form) {
  /** @type {number[]} */
  let out = [];
  /** @type {number[]} */
  let mayReenter = [];
  const show = () => {
    const ticks = Array.from(form.querySelectorAll('input[data-one-of="reenter"]'));
    for (const tick of ticks) allow(tick, mayReenter.includes(Number(tick.value)));
    const back = ticks.filter(({ checked }) => checked).map(({ value }) => Number(value));
    const sits = (/** @type {any} */ { dataset: { side } }) => out.includes(Number(side)) && !back.includes(Number(side));
    for (const key of form.querySelectorAll("input[type=radio][data-side]")) allow(key, !sits(key));
    for (const box of form.querySelectorAll("input[data-side][data-pad]")) showBox(box, sits(box));
  };
  form.addEventListener("board", ({ detail: { board, correcting } }) => {
    if (!("out" in board.next_hand) && !out.length) return;
    out = correcting ? [] : board.next_hand.out ?? []; // other players may have been in when a past hand was played
    mayReenter = correcting ? board.sides.map(({ index }) => index) : board.next_hand.may_reenter ?? [];
    showBack(form.querySelector("[data-back]"), mayReenter.length > 0, board.next_hand.reenter_at);
    show();
  });
  form.addEventListener("input", ({ target }) => {
    if (out.length) show();
    const asked = form.querySelector("[data-ask][data-active]"); // its keys follow from who comes back
    if (target instanceof HTMLInputElement && target.dataset.oneOf === "reenter") {
      asked?.dispatchEvent(new Event("ask", { bubbles: true }));
    }
  });
}

/**
 * Shows who may come back, and at what total.
 * @param {HTMLElement | null} part
 * @param {boolean} asks
 * @param {number | null} [at]
 */
function showBack(part, asks, at) {
  if (!part) return;
  part.hidden = !asks;
  for (const text of part.querySelectorAll("[data-at]")) setText(text, text.dataset.at.replace("{total}", formatNumber(at ?? 0)));
}

/**
 * @param {HTMLInputElement} box
 * @param {boolean} sits
 */
function showBox(box, sits) {
  box.toggleAttribute("data-sits", sits);
  box.disabled = sits;
  box.placeholder = sits ? "–" : " ";
  if (sits) box.value = "";
}

/**
 * Disables a key that would have no meaning.
 * @param {HTMLInputElement} control
 * @param {boolean} means
 */
export function allow(control, means) {
  control.disabled = !means;
  if (!means) control.checked = false;
}
