/**
 * The form of a new match: choosing another preset or shape fetches its seats and options from the server's form, and keeps
 * what was typed.
 */

const form = /** @type {PostForm} */ (document.querySelector("[data-start]"));
const PARTS = ["table", "way", "shape", "clock", "options", "agreement"];
const EXAMPLE = ["way", "agreement"]; // in words with a hand: text that is being typed is kept
let newest = 0; // the number of the last request

form.addEventListener("change", ({ target }) => {
  const { name } = /** @type {HTMLInputElement} */ (target);
  if (["variant", "shape", "options.direction"].includes(name)) redraw(PARTS);
  else if (name.startsWith("options.") && partOf(form, "agreement")) redraw(EXAMPLE);
});

// A chip seats its player at the first free seat, or removes a seated player.
form.querySelector("[data-people]")?.addEventListener("click", ({ target }) => {
  const chip = /** @type {Element} */ (target).closest("[data-name]");
  if (!chip) return;
  const inputs = /** @type {any[]} */ (Array.from(form.querySelectorAll(".seat input[type=text]")));
  const seated = inputs.find((input) => input.value.trim() === chip.dataset.name);
  const free = inputs.find((input) => input.value.trim() === "");
  const input = seated ?? free;
  if (!input) return;
  input.value = seated ? "" : chip.dataset.name;
  input.dispatchEvent(new Event("input", { bubbles: true }));
});

form.addEventListener("input", showPeople);
form.addEventListener("change", showPeople);
showPeople();

/** Shows which of the last players are seated, and who deals first. */
function showPeople() {
  const inputs = /** @type {any[]} */ (Array.from(form.querySelectorAll(".seat input[type=text]")));
  const names = inputs.map((input) => input.value.trim());
  for (const chip of form.querySelectorAll("[data-name]")) {
    chip.setAttribute("aria-pressed", String(names.includes(chip.dataset.name)));
  }
  const key = form.querySelector("[data-start-key]");
  const dealer = inputs[Number(new FormData(form).get("first_dealer") ?? 0)];
  if (dealer) key.textContent = key.dataset.text.replace("{name}", dealer.value.trim() || dealer.placeholder);
}

// Enter goes to the next field: only the button starts a match.
form.addEventListener("keydown", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (event.key !== "Enter" || event.isComposing || !field.matches("input[type=text]")) return;
  event.preventDefault();
  const fields = /** @type {HTMLInputElement[]} */ (Array.from(form.querySelectorAll("input[type=text]")));
  const shown = fields.filter((each) => each.getClientRects().length);
  (shown[shown.indexOf(field) + 1] ?? form.elements.start).focus();
});

form.addEventListener("submit", (event) => {
  if (event.submitter?.getAttribute("name") === "show") {
    event.preventDefault();
    redraw(EXAMPLE);
    return;
  }
  // After submitting: a second tap does nothing.
  setTimeout(() => (form.elements.start.disabled = true));
});

// A page restored from the history may be submitted again.
addEventListener("pageshow", () => (form.elements.start.disabled = false));

/** @param {string[]} parts */
async function redraw(parts) {
  newest += 1;
  const number = newest;
  const html = (await drawnByServer()) ?? (await drawnHere().catch(() => null));
  if (html && number === newest) replaceParts(new DOMParser().parseFromString(html, "text/html"), parts);
}

async function drawnByServer() {
  try {
    const response = await fetch(form.action, { method: "POST", body: new FormData(form) });
    return response.ok ? await response.text() : null;
  } catch {
    return null; // offline
  }
}

/** Offline, the phone renders the form; if it cannot, the form stays and the seats follow on the next page. */
async function drawnHere() {
  const { askEngine } = await import("../phone/engine.js");
  const fields = Array.from(new FormData(form));
  return (await askEngine({ ask: "page", path: location.pathname, query: [], fields, key: "", shelf: [] })).html;
}

/**
 * @param {ParentNode} page
 * @param {string} name
 */
const partOf = (page, name) => page.querySelector(`[data-part="${name}"]`);

/**
 * @param {Document} drawn
 * @param {string[]} parts
 */
function replaceParts(drawn, parts) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  for (const name of parts) {
    const [old, fresh] = /** @type {any[]} */ ([partOf(form, name), partOf(drawn, name)]);
    if (!old || !fresh) continue;
    if (old.open !== undefined) fresh.open = old.open;
    old.replaceWith(document.adoptNode(fresh));
  }
  showPeople();
  if (!form.contains(focused)) sameAs(/** @type {HTMLInputElement} */ (focused))?.focus({ preventScroll: true });
}

/**
 * Returns the control that replaced another one.
 * @param {HTMLInputElement} control
 */
function sameAs(control) {
  const same = Array.from(/** @type {Iterable<any>} */ (form.elements)).filter((each) => each.name === control.name);
  return same.find((each) => each.value === control.value) ?? same[0];
}
