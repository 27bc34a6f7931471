/** The form of a match on a card that was just made: keeps the card on this phone. */

import { keepCard } from "./shelf.js";

const told = /** @type {HTMLElement} */ (document.querySelector("[data-made]"));
const { made = "", name = "", full = "", kept = "" } = told.dataset;

told.querySelector("[data-told]").textContent = keepCard({ name, card: made }, true) === null ? full : kept;
