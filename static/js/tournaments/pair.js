/**
 * Swapping seats: tap one and then another, or drag one onto the other. Submits the form for two numbers, which are typed
 * without this script.
 */

const form = document.querySelector("form[data-exchange]");
const seats = Array.from(document.querySelectorAll("button[data-entrant]"));
/** @type {HTMLButtonElement | null} */
let chosen = null;

/** @param {HTMLButtonElement} seat */
function choose(seat) {
  chosen?.setAttribute("aria-pressed", "false");
  chosen = seat === chosen ? null : seat;
  chosen?.setAttribute("aria-pressed", "true");
}

/**
 * @param {string} one
 * @param {string} other
 */
function exchange(one, other) {
  for (const [name, number] of [["one", one], ["other", other]]) {
    form.querySelector(`input[name=${name}]`).value = number;
  }
  form.requestSubmit(form.querySelector("button[value=entrants]"));
}

for (const seat of seats) {
  const own = seat.dataset.entrant ?? "";
  seat.disabled = false;
  seat.draggable = true;
  seat.addEventListener("click", () => {
    if (chosen && chosen !== seat) exchange(chosen.dataset.entrant ?? "", own);
    else choose(seat);
  });
  seat.addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/plain", own));
  seat.addEventListener("dragover", (event) => event.preventDefault());
  seat.addEventListener("drop", (event) => {
    event.preventDefault();
    const dragged = event.dataTransfer?.getData("text/plain") ?? "";
    if (dragged !== own && seats.some((each) => each.dataset.entrant === dragged)) exchange(dragged, own);
  });
}
for (const hint of document.querySelectorAll("p[data-how]")) hint.hidden = seats.length === 0;
