/** Claims: cards picked without loading the page again; what a key sends without a script is done here at once. */

import { startShares } from "./match-shares.js";
import { startSteppers } from "./steppers.js";

const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const form = document.querySelector("[data-claim]");

for (const picker of form.querySelectorAll("[data-picker]")) startPicker(picker);
startShares(form);
startSteppers(form);
document.querySelector("[data-verdict]")?.focus({ preventScroll: false });

function startPicker(picker) {
  const typed = picker.querySelector("[data-typed]");
  const cards = () => typed.value.split(/[\s,]+/).filter(Boolean);
  const change = (picked) => {
    typed.value = picked.join(" ");
    show(picker, picked);
    typed.dispatchEvent(new Event("input", { bubbles: true }));
  };
  picker.addEventListener("click", (event) => {
    const rank = event.target.closest("[data-rank]")?.dataset.rank;
    const picked = event.target.closest("[data-drop]");
    if (!rank && !picked) return;
    event.preventDefault();
    if (rank) change(withOneMore(picker, cards(), rank));
    else change(cards().filter((_card, at) => at !== [...picker.querySelectorAll("[data-drop]")].indexOf(picked)));
  });
  typed.addEventListener("change", () => show(picker, cards()));
  form.addEventListener("change", (event) => {
    if (event.target.name === `${picker.dataset.picker}.led`) show(picker, cards());
  });
}

function withOneMore(picker, cards, rank) {
  const most = Number(picker.dataset.most) || Infinity;
  if (cards.length >= most) return cards;
  const suit = picker.querySelector(".suit-keys input:checked").value;
  return [...cards, rank === "JOKER" || rank === "back" ? rank : rank + suit];
}

/** Show the cards; in a trick the sides take turns from the one that led. */
function show(picker, cards) {
  const list = picker.querySelector("[data-picked]");
  const model = picker.querySelector("[data-picked-template]").content.firstElementChild;
  const led = Number(form.elements[`${picker.dataset.picker}.led`]?.value ?? -1);
  list.replaceChildren(
    ...cards.map((card, at) => {
      const item = model.cloneNode(true);
      const button = item.querySelector("[data-drop]");
      button.value = `${picker.dataset.picker}:${at}`;
      button.querySelector("[data-card]").textContent = named(picker, card);
      if (led >= 0) mark(button, (led + at) % 2);
      return item;
    }),
  );
}

function named(picker, card) {
  const key = picker.querySelector(`[data-rank="${CSS.escape(card)}"].extra`);
  if (key) return key.textContent;
  const suit = SIGNS[card.slice(-1).toUpperCase()];
  return suit ? `${card.slice(0, -1).toUpperCase()}${suit}\ufe0e` : card;
}

function mark(button, side) {
  button.classList.add(`side-${side}`);
  button.prepend(form.querySelector(`.key.side-${side} .sign`).cloneNode(true));
}
