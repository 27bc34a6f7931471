/**
 * The form of a new match: who of the last players sits at the table, and Enter from one name to the next. Choosing another
 * variant fetches its seats and options from the server's form, and keeps what was typed.
 */

import { dropUnasked, keepNames, nameField, names, oneMore, seats, tellName } from "./seats.js";

const form = /** @type {PostForm} */ (document.querySelector("[data-start]"));
const LONG = 8; // letters of a name that needs narrow ones
const PARTS = ["table", "way", "shape", "clock", "options", "agreement"];
const EXAMPLE = ["way", "agreement"]; // in words with a hand: text that is being typed is kept
let newest = 0; // the number of the last request
/** @type {Set<string>} */
const due = new Set(); // parts that no response has replaced yet

// Going back to this form and pressing Start again is no second match: the history keeps its key.
if (history.state?.key) form.elements.key.value = history.state.key;
else history.replaceState({ ...history.state, key: form.elements.key.value }, "");

form.addEventListener("change", ({ target }) => {
  const { name = "" } = /** @type {HTMLInputElement} */ (target);
  if (["variant", "options.direction", "options.card"].includes(name)) redraw(PARTS);
  else if (name.startsWith("options.") && partOf(form, "agreement")) redraw(EXAMPLE);
});

// Pairs have names, and what players agree on is told with a hand of theirs.
form.addEventListener("arranged", (event) => {
  const [, players] = /** @type {CustomEvent} */ (event).detail;
  const hasNames = partOf(form, "shape").childElementCount > 0;
  if (players > 1 || hasNames || partOf(form, "agreement")) redraw(["shape", "agreement"]);
  showPeople();
});

// A chip seats its player on the first free seat or on a new one; a seated player stands up.
form.querySelector("[data-people]").addEventListener("click", ({ target }) => {
  const chip = /** @type {Element} */ (target).closest("[data-name]");
  if (!chip) return;
  const at = names().indexOf(chip.dataset.name);
  const seat = seats()[at] ?? seats()[names().indexOf("")] ?? oneMore();
  if (!seat) return;
  nameField(seat).value = at < 0 ? chip.dataset.name : "";
  showPeople();
});

form.addEventListener("input", showPeople);
form.addEventListener("change", showPeople);
showPeople();

/** Shows which of the last players are seated, and who deals first. */
function showPeople() {
  const seated = names();
  for (const chip of form.querySelectorAll("[data-name]")) {
    chip.setAttribute("aria-pressed", String(seated.includes(chip.dataset.name)));
  }
  for (const seat of seats()) seat.classList.toggle("long", nameField(seat).value.length > LONG);
  const dealer = Number(new FormData(form).get("first_dealer") ?? 0);
  const key = form.querySelector("[data-start-key]");
  key.textContent = key.dataset.text.replace("{name}", seated[dealer] || nameField(seats()[dealer]).placeholder);
  tellName();
}

// Enter goes to the next field, from the last seat to a new one: only the button starts a match.
form.addEventListener("keydown", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (event.key !== "Enter" || event.isComposing || !field.matches("input[type=text]")) return;
  event.preventDefault();
  const fields = /** @type {HTMLInputElement[]} */ (Array.from(form.querySelectorAll("input[type=text]")));
  const shown = fields.filter((each) => each.getClientRects().length);
  const isLast = field === nameField(seats()[seats().length - 1]);
  const added = isLast && field.value.trim() && oneMore();
  (added ? nameField(added) : ((!isLast && shown[shown.indexOf(field) + 1]) || form.elements.start)).focus();
});

form.addEventListener("submit", (event) => {
  if (event.submitter?.getAttribute("name") === "show") {
    event.preventDefault();
    redraw(EXAMPLE);
    return;
  }
  dropUnasked();
  // After submitting: a second tap does nothing.
  setTimeout(() => (form.elements.start.disabled = true));
});

// A page restored from the history may be submitted again.
addEventListener("pageshow", () => (form.elements.start.disabled = false));

/** @param {string[]} parts */
async function redraw(parts) {
  newest += 1;
  const number = newest;
  for (const part of parts) due.add(part);
  const html = (await drawnByServer()) ?? (await drawnHere().catch(() => null));
  if (!html || number !== newest) return;
  replaceParts(new DOMParser().parseFromString(html, "text/html"), [...due]);
  due.clear();
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
  const fillSeats = keepNames();
  for (const name of parts) {
    const [old, fresh] = /** @type {any[]} */ ([partOf(form, name), partOf(drawn, name)]);
    if (!old || !fresh) continue;
    if (old.open !== undefined) fresh.open = old.open;
    old.replaceWith(document.adoptNode(fresh));
  }
  if (parts.includes("table")) fillSeats();
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
