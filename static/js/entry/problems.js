/** Problems of the entry, shown beside its fields. */

import { copyTemplate, linkRule, setText } from "../shared/dom.js";
import { isGiven, pathOf } from "./fields.js";

/**
 * Shows every problem beside its field. Before a save was `tried`, untouched fields show none. Mistakes that are shown already
 * stay as they are: screen readers announce only new ones, and a finger that is on its way to one still meets it.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} way the one that is shown
 * @param {Problem[]} problems
 * @param {{ tried: boolean, number: number | null }} entry `number` of the hand that is corrected
 */
export function showProblems(form, way, problems, { tried, number }) {
  /** @type {Map<HTMLElement, Problem[]>} */
  const wrong = new Map();
  for (const place of form.querySelectorAll("[data-wrong]")) wrong.set(place, []);
  for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  const elsewhere = problems.some((problem) => number && problem.hand && problem.hand > number);
  form.querySelector("[data-strike-rest]").hidden = !elsewhere;
  for (const problem of problems) {
    const controls = controlsAt(way, problem.field);
    const place = placeOf(form, way, problem.field);
    const fold = foldOf(place, controls);
    if (controls.some(isHalfTyped) || (!tried && !partsAt(way, problem.field).some(isGiven) && !fold)) continue;
    if (fold) fold.open = true;
    fold?.setAttribute("data-asked", ""); // opened because the rules need its content
    if (!isSaid(wrong, place, problem)) wrong.get(place)?.push(problem);
    for (const control of controls) control.setAttribute("aria-invalid", "true");
  }
  for (const [place, its] of wrong) showAt(place, its, tried);
}

/**
 * Shows the problems of one place; does nothing if it shows the same ones.
 * @param {HTMLElement} place
 * @param {Problem[]} problems
 * @param {boolean} tried
 */
function showAt(place, problems, tried) {
  const shown = Array.from(place.querySelectorAll("[data-text]"), (each) => each.textContent);
  if (shown.join("\n") !== problems.map(({ text }) => text).join("\n")) place.replaceChildren();
  if (tried) place.setAttribute("role", "alert");
  else place.removeAttribute("role");
  if (!place.firstElementChild) place.append(...problems.map((problem) => mistakeOf(problem, place.dataset.wrongSide)));
}

/**
 * True if a figure that must end in 0 or 5 is still being typed.
 * @param {Control} control
 */
function isHalfTyped({ dataset: { every, active }, value }) {
  return every !== undefined && active !== undefined && !/[05]$/.test(value);
}

/**
 * Returns the fold that hides the problem's place, if the field cannot be filled outside of it.
 * @param {Element} place
 * @param {Control[]} controls
 */
function foldOf(place, controls) {
  const fold = /** @type {HTMLDetailsElement | null} */ (place.closest("details:not([open]), details[data-asked]"));
  return controls.every((control) => fold?.contains(control)) ? fold : null;
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
 * Returns where a field's problem is shown: at the field, its group, or above the form.
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

/**
 * True if a row will show the same text already: two fields filled by one tap are missing once.
 * @param {Map<HTMLElement, Problem[]>} wrong the problems so far, by place
 * @param {Element} place
 * @param {Problem} problem
 */
function isSaid(wrong, place, { text }) {
  const row = place.closest("[data-field]") ?? place;
  return Array.from(wrong).some(([each, its]) => row.contains(each) && its.some((problem) => problem.text === text));
}

/**
 * Returns the first shown problem: its row, and its control or choice.
 * @param {HTMLFormElement} form
 * @returns {{ row: Element, target: any } | null}
 */
export function firstProblem(form) {
  const shown = Array.from(form.querySelectorAll("[data-wrong] > .error")).find((each) => each.getClientRects().length);
  if (!shown) return null;
  const row = shown.closest("[data-field]") ?? shown;
  const mending = mendingOf(row);
  if (mending) return { row: mending.closest("[data-field]"), target: mending };
  const control = row.querySelector("[aria-invalid]:not(:disabled)") ?? row.querySelector("input:not([type=hidden]), select");
  return { row, target: row.matches("[data-ask]") ? row : control };
}

/**
 * Returns the first missing control or choice: the one in the pad, else the first blank one.
 * @param {HTMLElement} way
 * @param {Problem[]} problems
 * @param {any} asked the field or choice shown in the pad
 * @returns {any} null where nothing is blank
 */
export function firstMissing(way, problems, asked) {
  if (asked && isUnfilled(asked)) return asked;
  const blank = problems.flatMap(({ field }) => blankAt(way, field));
  const isBefore = (/** @type {Node} */ one, /** @type {Node} */ other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  const [first] = blank.sort((one, other) => (isBefore(one, other) ? -1 : 1));
  const wrong = problems.flatMap(({ field }) => controlsAt(way, field));
  const found = first ?? wrong.find((control) => control === asked) ?? wrong[0];
  return found ? (mendingOf(found) ?? found) : null;
}

/**
 * Returns the field that mends an answer which the rules refuse (data-mended-by, `*` is the answered side); null for others.
 * @param {Element} part
 * @returns {HTMLInputElement | null}
 */
function mendingOf(part) {
  const row = part.closest("[data-mended-by]");
  const answer = /** @type {HTMLInputElement | null} */ (row?.querySelector("input:checked"));
  const path = answer && row.dataset.mendedBy.replace("*", answer.value.split(",")[0]);
  return path ? row.closest(".way").querySelector(`input[name="${path}"]`) : null;
}

/**
 * Returns what is blank in a field, or in the parts of a composite field.
 * @param {HTMLElement} way
 * @param {string | null} field
 * @returns {Control[]}
 */
function blankAt(way, field) {
  const parts = partsAt(way, field);
  const given = new Set(parts.filter(isGiven).map(({ name }) => name)); // one key of a choice fills all of it
  return parts.filter(({ name }) => !given.has(name));
}

/**
 * Returns a field's own controls, or those in the parts of a composite field.
 * @param {HTMLElement} way
 * @param {string | null} field
 * @returns {Control[]}
 */
function partsAt(way, field) {
  const own = controlsAt(way, field);
  const parts = /** @type {NodeListOf<any>} */ (way.querySelectorAll(`[name^="${CSS.escape(pathOf(field ?? ""))}."]`));
  return own.length ? own : Array.from(parts);
}

/** @param {any} asked */
function isUnfilled(asked) {
  return asked.matches("[data-ask]") ? !asked.querySelector("input:checked") : !isGiven(asked);
}

/**
 * @param {Problem} problem
 * @param {string} [side] the side of the field
 */
function mistakeOf(problem, side) {
  const mistake = copyTemplate("mistake");
  if (side) mistake.prepend(copyTemplate(`sign-${side}`));
  setText(mistake.querySelector("[data-text]"), problem.text);
  linkRule(mistake.querySelector("[data-rule]"), problem.rule);
  return mistake;
}
