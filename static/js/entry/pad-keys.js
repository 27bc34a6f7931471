/** The pad's keys for few values: one for each choice of a group, one for each value of a small number. */

import { copyTemplate, setText } from "../shared/dom.js";

const MOST_KEYS = 20;

/**
 * A key for each choice of a group (data-ask).
 * @param {Element} group
 * @param {(radio: HTMLInputElement) => void} onPick
 */
export function choiceKeys(group, onPick) {
  return Array.from(group.querySelectorAll("input[type=radio]:enabled"), (radio) => {
    const key = copyTemplate("pad-key");
    key.className += ` side-${radio.value}`;
    key.append(...Array.from(radio.nextElementSibling?.childNodes ?? [], (node) => node.cloneNode(true)));
    key.addEventListener("click", () => onPick(radio));
    return key;
  });
}

/**
 * Whether a field's usual values have a key each: all of a small number, or the lower ones of points that go in steps.
 * @param {HTMLInputElement} box
 */
export function hasKeys(box) {
  const { most, every } = box.dataset;
  return Number(most) <= MOST_KEYS || (every !== undefined && (box.value === "" || valuesOf(box).includes(Number(box.value))));
}

/**
 * @param {HTMLInputElement} box
 * @returns {number[]}
 */
function valuesOf({ dataset: { most, every } }) {
  const count = every === undefined ? Number(most) + 1 : MOST_KEYS;
  return Array.from({ length: count }, (_nothing, at) => at * Number(every ?? 1));
}

/**
 * What each key of a choice would make of the hand, beside what it says.
 * @param {Element} keys
 * @param {string[]} texts
 */
export function tellKeys(keys, texts) {
  for (const [at, key] of Array.from(keys.children).entries()) {
    const told = key.querySelector("small") ?? document.createElement("small");
    setText(told, texts[at] ?? "");
    key.append(told);
  }
}

/**
 * A key for each usual value of a field, the present one pressed; where there are more, the last key brings digits.
 * @param {HTMLInputElement} box
 * @param {(text: string) => void} onPick
 * @param {() => void} onMore
 */
export function numberKeys(box, onPick, onMore) {
  const values = valuesOf(box);
  const keys = values.map((number) => {
    const key = copyTemplate("pad-key");
    key.textContent = number;
    key.setAttribute("aria-pressed", box.value === String(number));
    key.addEventListener("click", () => onPick(String(number)));
    return key;
  });
  const next = Number(values.at(-1)) + Number(box.dataset.every);
  if (!(next <= Number(box.dataset.most))) return keys;
  const more = Object.assign(copyTemplate("pad-key"), { textContent: `${next} +` });
  more.dataset.more = "";
  more.addEventListener("click", onMore);
  return [...keys, more];
}
