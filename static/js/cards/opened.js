/**
 * A card that was opened: keeps it on this phone, says what differs from the phone's card of the same name, and shares a link
 * with the card behind the #.
 */

import { keepCard, keptCards } from "./shelf.js";

const page = /** @type {HTMLElement} */ (document.querySelector(".opened"));
const { card = "", name = "", full = "", kept = "" } = page.dataset;
const told = page.querySelector("[data-told]");

const link = /** @type {HTMLInputElement} */ (page.querySelector("[data-link]"));
link.value = link.value.replace("?card=", "#"); // a phone that opens it sends the card to nobody before it is shown

for (const button of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-keep]"))) {
  button.addEventListener("click", () => keep(button.dataset.keep === "replace"));
}

const mine = keptCards().find((each) => each.name === name);
if ("made" in page.dataset) keep(true);
else if (mine && mine.card !== card && !new URLSearchParams(location.search).has("mine")) await compare(mine.card);

/** @param {boolean} replaces */
function keep(replaces) {
  told.textContent = keepCard(name, card, replaces) === null ? full : kept;
}

/**
 * Shows what differs from a card that this phone keeps.
 * @param {string} other
 */
async function compare(other) {
  const address = new URL(location.href);
  address.searchParams.set("mine", other);
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) return;
  const drawn = new DOMParser().parseFromString(await response.text(), "text/html");
  page.querySelector('[data-part="differs"]').replaceWith(drawn.querySelector('[data-part="differs"]'));
  for (const button of page.querySelectorAll("[data-keep]")) {
    const fresh = /** @type {HTMLElement} */ (drawn.querySelector(`[data-keep="${button.getAttribute("data-keep")}"]`));
    button.textContent = fresh.textContent;
    /** @type {HTMLElement} */ (button).hidden = fresh.hidden;
  }
}
