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
    const response = await fetch(form.action, { method: "POST", body: new URLSearchParams(/** @type {any} */ (fields)), signal });
    if (response.ok) show(new DOMParser().parseFromString(await response.text(), "text/html"), button);
  } catch (error) {
    if (error.name !== "AbortError" && button) form.requestSubmit(button); // offline: the browser says so
  }
}

/**
 * @param {Document} drawn
 * @param {HTMLButtonElement | null} button
 */
function show(drawn, button) {
  const rows = /** @type {HTMLDetailsElement[]} */ (Array.from(form.querySelectorAll("details[data-row]")));
  const open = new Map(rows.map((row) => [row.dataset.row, row.open]));
  const focused = /** @type {HTMLInputElement} */ (document.activeElement);
  for (const old of form.querySelectorAll("[data-part]")) {
    const fresh = drawn.querySelector(`[data-part="${old.getAttribute("data-part")}"]`);
    const isTyped = old.contains(focused) && !button && focused.matches("input:not([type]), textarea");
    if (!fresh || isTyped || fresh.innerHTML === old.innerHTML) continue;
    old.replaceWith(document.adoptNode(fresh));
  }
  for (const row of /** @type {NodeListOf<HTMLDetailsElement>} */ (form.querySelectorAll("details[data-row]"))) {
    if (!button?.name.startsWith("remove") && button?.name !== "undo_last") row.open = row.open || (open.get(row.dataset.row) ?? false);
  }
  if (button?.name === "add") focusLast(button);
  else if (!form.contains(document.activeElement) || document.activeElement === document.body) sameAs(focused)?.focus({ preventScroll: true });
}

/**
 * Sets the focus into the row that was added.
 * @param {HTMLButtonElement} button
 */
function focusLast(button) {
  const now = form.querySelector(`button[name=add][value=${button.value}]`);
  const rows = now.closest("[data-part]").querySelectorAll(".card-rows > li");
  /** @type {HTMLElement} */ (rows[rows.length - 1]?.querySelector("input.input"))?.focus();
}

/**
 * Returns the control that replaced another one.
 * @param {HTMLInputElement} control
 * @returns {HTMLElement | null}
 */
function sameAs({ name, value, type }) {
  if (!name) return null;
  const same = /** @type {HTMLInputElement[]} */ (Array.from(form.elements).filter((each) => each.getAttribute("name") === name));
  return same.find((each) => type !== "radio" || each.value === value) ?? null;
}
