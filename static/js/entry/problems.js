/** What is wrong with the entry, beside its fields. */

import { copyTemplate, linkRule, setText } from "../shared/dom.js";
import { isGiven, pathOf } from "./fields.js";

/**
 * Put every problem beside its field. Until a save was `tried`, a field that was left alone is not complained of.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} way the one that is shown
 * @param {Problem[]} problems
 * @param {{ tried: boolean, number: number | null }} entry `number` of the hand that is corrected
 */
export function showProblems(form, way, problems, { tried, number }) {
  for (const place of form.querySelectorAll("[data-wrong]")) place.replaceChildren();
  for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  const elsewhere = problems.some((problem) => number && problem.hand && problem.hand > number);
  form.querySelector("[data-strike-rest]").hidden = !elsewhere;
  for (const problem of problems) {
    const controls = controlsAt(way, problem.field);
    const place = placeOf(form, way, problem.field);
    const fold = /** @type {HTMLDetailsElement} */ (place.closest("details:not([open]), details[data-asked]"));
    if (!tried && !controls.some(isGiven) && !fold) continue;
    if (fold) fold.open = true;
    fold?.setAttribute("data-asked", ""); // opened because the game asks for what is in it
    place.append(mistakeOf(problem));
    for (const control of controls) control.setAttribute("aria-invalid", "true");
  }
}

/**
 * @param {HTMLElement} way
 * @param {string | null} field
 * @returns {Control[]}
 */
function controlsAt(way, field) {
  if (!field) return [];
  const controls = /** @type {NodeListOf<any>} */ (way.querySelectorAll("[name]"));
  return Array.from(controls).filter((control) => control.name.split(",").includes(pathOf(field)));
}

/**
 * Where a problem of this field is shown: at the field, else at what it is part of, else above the form.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} way
 * @param {string | null} field
 */
function placeOf(form, way, field) {
  for (let path = pathOf(field ?? ""); path; path = path.slice(0, Math.max(path.lastIndexOf("."), 0))) {
    const place = way.querySelector(`[data-wrong="${CSS.escape(path)}"]`);
    if (place) return place;
  }
  return form.querySelector('[data-wrong=""]');
}

/** @param {Problem} problem */
function mistakeOf(problem) {
  const mistake = copyTemplate("mistake");
  setText(mistake.querySelector("[data-text]"), problem.text);
  linkRule(mistake.querySelector("[data-rule]"), problem.rule);
  return mistake;
}
