/** The pad's keys for few values: one for each choice of a group, one for each value of a small number. */

import { copyTemplate } from "../shared/dom.js";

const MOST_KEYS = 20;

/**
 * A key for each choice of a group (data-ask).
 * @param {Element} group
 * @param {(radio: HTMLInputElement) => void} onPick
 */
export function choiceKeys(group, onPick) {
  return Array.from(group.querySelectorAll("input[type=radio]:enabled"), (radio) => {
    const key = copyTemplate("pad-key");
    key.className += ` side-${radio.value.split(",")[0]} ${radio.dataset.key ?? ""}`;
    key.append(...Array.from(radio.nextElementSibling?.childNodes ?? [], (node) => node.cloneNode(true)));
    key.addEventListener("click", () => onPick(radio));
    return key;
  });
}

/**
 * Whether each value of a field has a key of its own.
 * @param {HTMLInputElement} box
 */
export function hasKeys({ dataset: { most } }) {
  return Number(most) <= MOST_KEYS;
}

/**
 * A key for each value of a small number, the present one pressed.
 * @param {HTMLInputElement} box
 * @param {(text: string) => void} onPick
 */
export function numberKeys(box, onPick) {
  return Array.from({ length: Number(box.dataset.most) + 1 }, (_nothing, number) => {
    const key = copyTemplate("pad-key");
    key.textContent = number;
    key.setAttribute("aria-pressed", box.value === String(number));
    key.addEventListener("click", () => onPick(String(number)));
    return key;
  });
}
