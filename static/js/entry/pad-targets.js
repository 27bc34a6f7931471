/** What the pad can fill, in order: number fields, and choices that are asked for along with them (data-ask). */

/** @typedef {any} Target an input, or the group of a choice */

/**
 * Everything in the shown way that the pad can fill.
 * @param {HTMLFormElement} form
 * @returns {Target[]}
 */
function targetsOf(form) {
  const all = form.querySelectorAll(".way:not([hidden]) :is(input[data-pad]:enabled, [data-ask])");
  return Array.from(all).filter((each) => !each.closest("[hidden], details:not([open])") && each.getClientRects().length);
}

/**
 * The next blank field. Who counts one side's pile goes on with that side, where the other's share follows by itself.
 * @param {HTMLFormElement} form
 * @param {Target} target
 * @returns {Target}
 */
export function nextAfter(form, target) {
  const all = targetsOf(form);
  const next = all.slice(all.indexOf(target) + 1).find((each) => isBlank(each)) ?? null;
  const row = next?.closest("[data-total]");
  if (!row || !target?.closest("[data-total]") || row.contains(target)) return next;
  return row.querySelector(`input[data-side="${target.dataset.side}"]`);
}

/**
 * Whether this choice is all that a new hand still lacks, so that its key records.
 * @param {PostForm} form
 * @param {Target} target
 */
export function isLast(form, target) {
  if (!target?.matches("[data-at-last]") || form.elements.hand.value) return false;
  return targetsOf(form).every((each) => each === target || !isBlank(each));
}

/** @param {Target} target */
export function isBox(target) {
  return target.matches("input[data-pad]");
}

/**
 * Nothing entered yet; a share that filled itself in needs nothing either.
 * @param {Target} target
 */
export function isBlank(target) {
  if (target.matches("[data-ask]")) return !target.querySelector("input:checked");
  return target.value === "";
}
