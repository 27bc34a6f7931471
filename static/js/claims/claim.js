/** Claims: picks cards without reloading; does in the page what the keys send to the server without scripts. */

import { startShares, startSteppers } from "../entry/counting.js";

const form = document.querySelector("form[data-claim]");

for (const picker of form.querySelectorAll("[data-picker]")) startPicker(picker);
startShares(form);
startSteppers(form);
document.querySelector("[data-verdict]")?.focus({ preventScroll: false });

/** @param {HTMLElement} picker */
function startPicker(picker) {
  const typed = picker.querySelector("input[data-typed]");
  const cards = () => typed.value.split(/[\s,]+/).filter(Boolean);
  /** @param {string[]} picked */
  const change = (picked) => {
    typed.value = picked.join(" ");
    show(picker, picked);
    typed.dispatchEvent(new Event("input", { bubbles: true }));
  };
  picker.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const rank = target.closest("[data-rank]")?.dataset.rank;
    const picked = target.closest("[data-drop]");
    if (!rank && !picked) return;
    event.preventDefault();
    if (rank) change(withOneMore(picker, cards(), rank));
    else change(cards().filter((_card, at) => at !== [...picker.querySelectorAll("[data-drop]")].indexOf(picked)));
  });
  typed.addEventListener("change", () => show(picker, cards()));
  form.addEventListener("change", (event) => {
    if (/** @type {HTMLInputElement} */ (event.target).name === `${picker.dataset.picker}.led`) show(picker, cards());
  });
}

/**
 * Returns the cards with one more of this rank in the chosen suit.
 * @param {HTMLElement} picker
 * @param {string[]} cards
 * @param {string} rank
 */
function withOneMore(picker, cards, rank) {
  const most = Number(picker.dataset.most) || Infinity;
  if (cards.length >= most) return cards;
  const suit = /** @type {HTMLInputElement} */ (picker.querySelector(".suit-keys input:checked")).value;
  return [...cards, rank === "JOKER" || rank === "back" ? rank : rank + suit];
}

/**
 * Shows the cards; in a trick the sides take turns, starting with the leader.
 * @param {HTMLElement} picker
 * @param {string[]} cards
 */
function show(picker, cards) {
  const list = picker.querySelector("[data-picked]");
  const model = picker.querySelector("template[data-picked-template]").content;
  const leader = /** @type {RadioNodeList} */ (form.elements.namedItem(`${picker.dataset.picker}.led`));
  const led = Number(leader?.value ?? -1);
  list.replaceChildren(
    ...cards.map((card, at) => {
      const item = document.importNode(model, true).querySelector("li");
      const button = item.querySelector("button[data-drop]");
      button.value = `${picker.dataset.picker}:${at}`;
      button.querySelector("[data-card]").textContent = cardText(picker, card);
      if (led >= 0) markSide(button, (led + at) % 2);
      return item;
    }),
  );
}

/**
 * Returns a card's text: its rank as on its key and its suit sign, or its key's text for a joker or a back.
 * @param {HTMLElement} picker
 * @param {string} card
 */
function cardText(picker, card) {
  const key = picker.querySelector(`[data-rank="${CSS.escape(card)}"].extra`);
  if (key) return key.textContent;
  const letter = card.slice(-1).toUpperCase();
  const suit = /** @type {HTMLInputElement} */ (picker.querySelector(`.suit-keys input[value="${CSS.escape(letter)}"]`));
  const rank = card.slice(0, -1).toUpperCase();
  const shown = picker.querySelector(`[data-rank="${CSS.escape(rank)}"]`)?.textContent ?? rank;
  return suit ? shown + suit.dataset.shown : card;
}

/**
 * @param {HTMLElement} button
 * @param {number} side
 */
function markSide(button, side) {
  button.classList.add(`side-${side}`);
  button.prepend(form.querySelector(`.key.side-${side} .sign`).cloneNode(true));
}
