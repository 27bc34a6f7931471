/**
 * The seats of a new match, in the order of the deal: players are added and removed at the table, names stay in their order,
 * and the seat that was tapped last is marked. The server draws all seats, and may draw them again; this script shows and hides
 * them.
 */

const form = /** @type {PostForm} */ (document.querySelector("[data-start]"));

/** @typedef {[sides: number, players: number]} Shape */

/** @param {string} selector */
const find = (selector) => /** @type {any} */ (form.querySelector(selector));
const all = () => /** @type {HTMLElement[]} */ (Array.from(form.querySelectorAll(".seat")));

/** Returns the seats that are shown. */
export const seats = () => all().filter((seat) => !seat.hidden);
const lastSeat = () => /** @type {HTMLElement} */ (seats().at(-1));

/** @param {Element} seat */
export const nameField = (seat) => /** @type {HTMLInputElement} */ (seat.querySelector("input[type=text]"));
export const names = () => seats().map((seat) => nameField(seat).value.trim());

const radios = () => /** @type {HTMLInputElement[]} */ (Array.from(form.querySelectorAll("[name=shape]")));
const cards = () => /** @type {HTMLInputElement[]} */ (Array.from(form.querySelectorAll("[name=first_dealer]")));
/** @param {string} text */
const shapeOf = (text) => /** @type {Shape} */ (text.split("x").map(Number));
const shape = () => shapeOf(find("[name=shown_shape]").value);
/** @param {Shape} shape */
const count = ([sides, players]) => sides * players;

/**
 * Returns the nearest shape with more seats (`step` 1) or fewer (-1), if possible with as many players on a side.
 * @param {number} step
 * @returns {any} a Shape, or undefined if there is none
 */
function nearest(step) {
  const now = shape();
  const others = radios().map((radio) => shapeOf(radio.value));
  const beyond = others.filter((other) => (count(other) - count(now)) * step > 0);
  const alike = beyond.filter(([, players]) => players === now[1]);
  return (alike.length ? alike : beyond).sort((one, other) => (count(one) - count(other)) * step)[0];
}

/**
 * Shows the seats of a shape with these names. Names without a seat are offered below the table.
 * @param {Shape} wanted
 * @param {string[]} [named]
 */
export function arrange(wanted, named = names()) {
  const [sides] = wanted;
  const signs = find("[data-signs]").content.children;
  for (const [number, seat] of all().entries()) {
    const side = number % sides;
    seat.hidden = number >= count(wanted);
    if (seat.hidden) delete seat.dataset.unasked;
    seat.className = `seat side-${side}`;
    seat.querySelector(".sign").replaceWith(document.importNode(signs[side], true));
    for (const input of seat.querySelectorAll("input")) input.disabled = seat.hidden;
    nameField(seat).value = seat.hidden ? "" : (named[number] ?? "");
  }
  for (const name of named.slice(count(wanted))) offer(name);
  if (!cards().some((card) => card.checked && !card.disabled)) cards()[0].checked = true;
  find("[name=shown_shape]").value = wanted.join("x");
  find("[data-around]").dataset.around = String(count(wanted));
  find("[data-partners]").hidden = wanted[1] === 1;
  for (const radio of radios()) {
    radio.checked = radio.value === wanted.join("x");
    radio.closest("label").toggleAttribute("data-other", count(shapeOf(radio.value)) !== count(wanted));
  }
  const isFull = !nearest(1);
  find("[data-add-seat]").hidden = isFull;
  find("[data-count]").className = isFull ? "add-player full" : "unseen";
  find("[data-count] b").textContent = String(count(wanted));
  mark(null);
  form.dispatchEvent(new CustomEvent("arranged", { detail: wanted }));
}

/**
 * Adds a seat without a tap on "player"; `dropUnasked` removes it if it stays empty. Returns the seat.
 * @returns {HTMLElement | undefined} undefined if no single player can join
 */
export function oneMore() {
  const more = nearest(1);
  if (!more || count(more) !== count(shape()) + 1) return undefined;
  arrange(more);
  const seat = lastSeat();
  seat.dataset.unasked = "";
  return seat;
}

/** Removes the last seat if `oneMore` added it and it is still empty. */
export function dropUnasked() {
  const last = lastSeat();
  if ("unasked" in last.dataset && !nameField(last).value.trim() && nearest(-1)) arrange(nearest(-1));
}

/** Returns a function that fills the present names into seats that were drawn again; see `arrange`. */
export function keepNames() {
  const before = names();
  return () => {
    for (const [number, seat] of seats().entries()) nameField(seat).value ||= before[number] ?? "";
    for (const name of before.slice(seats().length)) offer(name);
  };
}

/**
 * Offers a name below the table.
 * @param {string} name
 */
function offer(name) {
  const list = find("[data-people]");
  const known = Array.from(list.querySelectorAll("[data-name]"), (/** @type {HTMLElement} */ chip) => chip.dataset.name);
  if (!name || known.includes(name)) return;
  const item = document.importNode(find("[data-person]").content, true);
  item.querySelector("[data-name]").dataset.name = name;
  item.querySelector("bdi").textContent = name;
  list.append(item);
}

/**
 * Marks a seat: the line below the table has its name and keys, and comes after it in the order of the tab key.
 * @param {HTMLElement | null} seat null to mark none
 */
function mark(seat) {
  const acts = find("[data-seat-acts]");
  for (const each of all()) each.classList.toggle("marked", each === seat);
  acts.hidden = !seat;
  if (!seat) return;
  if (acts.previousElementSibling !== seat) seat.after(acts);
  acts.querySelector("[data-remove-seat]").hidden = !nearest(-1);
  tellName();
}

/** Repeats the sign and name of the marked seat in the line below the table. */
export function tellName() {
  const seat = find(".seat.marked");
  if (!seat) return;
  const field = nameField(seat);
  const sign = seat.querySelector(".sign").cloneNode(true);
  find("[data-seat-name]").replaceChildren(sign, " ", field.value.trim() || field.placeholder);
}

/** @param {HTMLElement} seat */
function remove(seat) {
  const at = seats().indexOf(seat);
  const dealer = cards().findIndex((card) => card.checked);
  const fewer = nearest(-1);
  const left = names();
  offer(left.splice(at, 1)[0]);
  while (left.length > count(fewer) && left.includes("")) left.splice(left.lastIndexOf(""), 1);
  if (dealer > at) cards()[dealer - 1].checked = true;
  arrange(fewer, left);
  find("[data-add-seat]").focus();
}

form.addEventListener("focusin", ({ target }) => {
  const control = /** @type {Element} */ (target);
  if (!control.closest("[data-seat-acts]")) mark(control.closest(".seat"));
});

form.addEventListener("click", ({ target }) => {
  const key = /** @type {Element} */ (target).closest("[data-add-seat], [data-seat-deals], [data-remove-seat]");
  const marked = find(".seat.marked");
  if (key?.matches("[data-add-seat]")) arrange(nearest(1));
  else if (key?.matches("[data-remove-seat]")) remove(marked);
  else if (key) {
    marked.querySelector("[name=first_dealer]").checked = true;
    form.dispatchEvent(new Event("change"));
  }
});

form.addEventListener("change", ({ target }) => {
  const radio = /** @type {HTMLInputElement} */ (target);
  if (radio.name === "shape") arrange(shapeOf(radio.value));
});
