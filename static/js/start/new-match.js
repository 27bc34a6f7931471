/**
 * A new match, without page loads: another preset or shape brings its own seats and house rules from the server, which
 * draws them from the same form. What was typed goes along and comes back.
 */

const form = /** @type {PostForm} */ (document.querySelector("[data-start]"));
const PARTS = ["table", "clock", "options"];
let newest = 0; // the number of the last request

form.addEventListener("change", ({ target }) => {
  if (["variant", "shape", "options.direction"].includes(/** @type {HTMLInputElement} */ (target).name)) redraw();
});

form.addEventListener("submit", () => {
  // After the form is on its way: a second tap starts nothing.
  setTimeout(() => (form.elements.start.disabled = true));
});

// Return goes on to the next field; only the key that starts the match starts it.
form.addEventListener("keydown", (event) => {
  const fields = Array.from(form.querySelectorAll("input[type=text]")).filter((each) => each.getClientRects().length);
  const at = fields.findIndex((each) => each === event.target);
  if (event.key !== "Enter" || at < 0) return;
  event.preventDefault();
  (fields[at + 1] ?? form.elements.start).focus();
});

// A page that comes back from the history may be sent again.
addEventListener("pageshow", () => (form.elements.start.disabled = false));

async function redraw() {
  newest += 1;
  const number = newest;
  try {
    const response = await fetch(form.action, { method: "POST", body: new FormData(form) });
    const drawn = new DOMParser().parseFromString(await response.text(), "text/html");
    if (response.ok && number === newest) replaceParts(drawn);
  } catch {
    // Without a network the form stays as it is; starting the match shows the seats before it starts.
  }
}

/** @param {Document} drawn */
function replaceParts(drawn) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  for (const name of PARTS) {
    const part = `[data-part="${name}"]`;
    const [old, fresh] = /** @type {any[]} */ ([form.querySelector(part), drawn.querySelector(part)]);
    if (old.open !== undefined) fresh.open = old.open;
    old.replaceWith(document.adoptNode(fresh));
  }
  if (!form.contains(focused)) sameAs(/** @type {HTMLInputElement} */ (focused))?.focus({ preventScroll: true });
}

/**
 * The control that now stands where a replaced one stood.
 * @param {HTMLInputElement} control
 */
function sameAs(control) {
  const same = Array.from(/** @type {Iterable<any>} */ (form.elements)).filter((each) => each.name === control.name);
  return same.find((each) => each.value === control.value) ?? same[0];
}
