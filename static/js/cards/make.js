/**
 * Making a card: after each change the server draws the form again, and the parts that changed are replaced. Buttons do the
 * same at once. Without an answer the form stays, and its buttons send it as a page.
 */

const AFTER = 250; // ms after the last key
const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-maker]"));
let timer = 0;
/** @type {AbortController | null} */
let request = null;

for (const kind of ["input", "change"]) {
  form.addEventListener(kind, () => {
    clearTimeout(timer);
    timer = setTimeout(() => redraw(null), AFTER);
  });
}

form.addEventListener("submit", (event) => {
  const button = /** @type {HTMLButtonElement} */ (event.submitter);
  if (!button || ["save", "to", "begin"].includes(button.name)) return;
  event.preventDefault();
  redraw(button);
});

/**
 * Fetches the form as the server draws it now.
 * @param {HTMLButtonElement | null} button that was pressed; null after a change
 */
async function redraw(button) {
  clearTimeout(timer);
  request?.abort();
  const { signal } = (request = new AbortController());
  const fields = new FormData(form);
  fields.set(button?.name ?? "show", button?.value ?? "1");
  try {
    const body = new URLSearchParams(/** @type {any} */ (fields));
    const response = await fetch(form.action, { method: "POST", body, signal });
    if (response.ok) show(new DOMParser().parseFromString(await response.text(), "text/html"), button);
  } catch (error) {
    if (error.name !== "AbortError" && button) form.requestSubmit(button); // offline: the browser says so
  }
}

/**
 * Replaces the parts that are drawn otherwise now, except for the one in which somebody types.
 * @param {Document} drawn
 * @param {HTMLButtonElement | null} button
 */
function show(drawn, button) {
  const open = openRows();
  const focused = /** @type {HTMLInputElement} */ (document.activeElement);
  const isTyping = !button && focused.matches("input:not([type])");
  for (const old of form.querySelectorAll("[data-part]")) {
    const fresh = drawn.querySelector(`[data-part="${old.getAttribute("data-part")}"]`);
    const isBusy = isTyping && old.contains(focused);
    if (fresh && !isBusy && fresh.innerHTML !== old.innerHTML) old.replaceWith(document.adoptNode(fresh));
  }
  if (!button || button.name === "add") for (const row of rows()) row.open ||= open.has(row.dataset.row);
  if (button?.name === "add") focusLast(button);
  else keepFocus(focused);
}

/** @returns {HTMLDetailsElement[]} */
const rows = () => Array.from(form.querySelectorAll("details[data-row]"));

/** Returns the rows that are open, which replacing a part would close. */
const openRows = () => new Set(rows().filter((row) => row.open).map((row) => row.dataset.row));

/**
 * Sets the focus into the row that was added.
 * @param {HTMLButtonElement} button
 */
function focusLast(button) {
  const now = form.querySelector(`button[name=add][value=${button.value}]`);
  const added = now.closest("[data-part]").querySelector(".card-rows > li:last-child");
  /** @type {HTMLElement | undefined} */ (added?.querySelector("input.input, select"))?.focus();
}

/** @param {HTMLInputElement} focused */
function keepFocus(focused) {
  if (!form.contains(focused)) sameAs(focused)?.focus({ preventScroll: true });
}

/**
 * Returns the control that replaced another one.
 * @param {HTMLInputElement} control
 * @returns {HTMLElement | null}
 */
function sameAs({ name, value, type }) {
  if (!name) return null;
  const all = /** @type {HTMLInputElement[]} */ (Array.from(form.elements));
  return all.find((each) => each.name === name && (type !== "radio" || each.value === value)) ?? null;
}
