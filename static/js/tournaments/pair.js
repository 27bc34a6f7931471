/**
 * Who is to sit elsewhere: tap one and then another, or draw one onto the other. The form that takes two numbers is sent
 * with them; without this script the numbers are typed.
 */

const form = document.querySelector("[data-exchange]");
const seats = Array.from(document.querySelectorAll("[data-entrant]"));
let chosen = null;

/** @param {Element | null} seat */
function choose(seat) {
  chosen?.setAttribute("aria-pressed", "false");
  chosen = seat === chosen ? null : seat;
  chosen?.setAttribute("aria-pressed", "true");
}

/**
 * @param {HTMLElement} one
 * @param {HTMLElement} other
 */
function exchange(one, other) {
  form.elements.one.value = one.dataset.entrant;
  form.elements.other.value = other.dataset.entrant;
  form.requestSubmit(form.querySelector("[value=entrants]"));
}

for (const seat of seats) {
  seat.disabled = false;
  seat.draggable = true;
  seat.addEventListener("click", () => (chosen && chosen !== seat ? exchange(chosen, seat) : choose(seat)));
  seat.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", seat.dataset.entrant));
  seat.addEventListener("dragover", (event) => event.preventDefault());
  seat.addEventListener("drop", (event) => {
    event.preventDefault();
    const one = seats.find((each) => each.dataset.entrant === event.dataTransfer.getData("text/plain"));
    if (one && one !== seat) exchange(one, seat);
  });
}
for (const hint of document.querySelectorAll("[data-how]")) hint.hidden = seats.length === 0;
