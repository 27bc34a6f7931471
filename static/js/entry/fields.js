/** Form fields: an entry as texts by field, filling controls, rows of lists, and the way an entry was made. */

const CONTROLS = "input:not([type=hidden]), select";

/**
 * Returns the controls in a part of the form.
 * @param {ParentNode} part
 * @returns {Control[]}
 */
export function controlsOf(part) {
  return Array.from(/** @type {NodeListOf<any>} */ (part.querySelectorAll(CONTROLS)));
}

/**
 * Escapes a name for use in a path, where a comma would separate fields.
 * @param {string} name
 */
export function pathOf(name) {
  return name.replaceAll(",", "‚");
}

/**
 * Fills the controls in a part of the page; those without a text become blank.
 * @param {ParentNode} part
 * @param {Typed} typed
 */
export function fill(part, typed) {
  for (const control of controlsOf(part)) {
    const text = control.name.split(",").map((name) => typed[name] ?? "").join(",");
    const { oneOf } = control.dataset;
    if (isTick(control)) control.checked = oneOf ? isAmong(typed, oneOf, control.value) : control.value === text;
    else if (control instanceof HTMLSelectElement) choose(control, text);
    else control.value = text === "null" ? "" : text;
    delete control.dataset.filled;
  }
}

/**
 * True if a list contains this text at any position.
 * @param {Typed} typed
 * @param {string} list
 * @param {string} text
 */
function isAmong(typed, list, text) {
  return Object.keys(typed).some((path) => path.startsWith(`${list}.`) && typed[path] === text);
}

/**
 * True if the user entered something in the control.
 * @param {Control} control
 */
export function isGiven(control) {
  if ("filled" in control.dataset) return false;
  return isTick(control) ? control.checked : control.value.replaceAll(",", "") !== "";
}

/**
 * True if the control's value differs from its default.
 * @param {Control} control
 */
export function isChanged(control) {
  return control instanceof HTMLSelectElement ? control.selectedIndex > 0 && isGiven(control) : isGiven(control);
}

/**
 * True if a hand was started in this part of the form.
 * @param {ParentNode} part
 */
export function isBegun(part) {
  return controlsOf(part).some(isChanged);
}

/**
 * @param {Control} control
 * @returns {control is HTMLInputElement & { type: "radio" | "checkbox" }}
 */
function isTick(control) {
  return control.type === "radio" || control.type === "checkbox";
}

/**
 * @param {HTMLSelectElement} select
 * @param {string} text
 */
function choose(select, text) {
  const index = Array.from(select.options).findIndex((option) => option.value === text);
  select.selectedIndex = Math.max(index, 0);
}

/**
 * Adds a row to a repeated group, in every way that has it.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function addRow(form, name) {
  for (const rows of form.querySelectorAll(`[data-rows="${name}"]`)) {
    const template = rows.parentElement.querySelector(`[data-row-template="${name}"]`);
    const holder = document.createElement("template");
    holder.innerHTML = template.innerHTML.replaceAll(`${name}.N`, `${name}.${rows.children.length}`);
    rows.append(holder.content);
  }
}

/**
 * Adds rows until there are as many as in the texts.
 * @param {HTMLFormElement} form
 * @param {Typed} typed
 */
export function makeRows(form, typed) {
  for (const rows of form.querySelectorAll("[data-rows]")) {
    const last = lastRow(typed, rows.dataset.rows);
    while (rows.children.length <= last) addRow(form, rows.dataset.rows);
  }
}

/**
 * Returns the index of a list's last typed row; −1 if there is none.
 * @param {Typed} typed
 * @param {string} name
 */
export function lastRow(typed, name) {
  const paths = Object.keys(typed).filter((path) => path.startsWith(`${name}.`));
  return Math.max(-1, ...paths.map((path) => Number(path.split(".")[1])));
}
