/**
 * Rules that were opened, or are shared: keeps them on this phone, says what differs from the phone's of the same name, and
 * shares a link with them behind the #.
 */

import { keepCard, keptCards } from "./shelf.js";

const GIVER = "scorekeeper-giver"; // the name that was sent along last
const PARTS = ["differs", "play", "keep", "mine"];
const page = /** @type {HTMLElement} */ (document.querySelector(".opened"));
const { card = "", name = "", giver = "", full = "", kept = "" } = page.dataset;
const told = page.querySelector("[data-told]");

const link = /** @type {HTMLInputElement | null} */ (page.querySelector("[data-link]"));
if (link) link.value = link.value.replace("?card=", "#"); // a phone that opens it sends the rules to nobody before they are shown

page.addEventListener("click", ({ target }) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-keep]"));
  if (!button) return;
  told.textContent = keepCard({ name, card, giver }, button.dataset.keep === "replace") === null ? full : kept;
});

const mine = keptCards().find((each) => each.name === name);
const isOwn = "own" in page.dataset;
if (isOwn) {
  nameTheGiver();
  if (keptCards().some((each) => each.card === card)) {
    page.querySelector('[data-part="keep"]').remove();
    told.remove();
  }
} else if (mine && !new URLSearchParams(location.search).has("mine")) await compare(mine.card);

/**
 * Shows what differs from rules that this phone keeps.
 * @param {string} other
 */
async function compare(other) {
  const address = new URL(location.href);
  address.searchParams.set("mine", other);
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) return;
  const drawn = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of PARTS) {
    const fresh = drawn.querySelector(`[data-part="${part}"]`);
    page.querySelector(`[data-part="${part}"]`).replaceWith(document.adoptNode(fresh));
  }
}

/** Proposes the name that was sent along last. */
function nameTheGiver() {
  const form = /** @type {HTMLFormElement} */ (page.querySelector("[data-giver-form]"));
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("giver"));
  try {
    field.value ||= localStorage.getItem(GIVER) ?? "";
    form.addEventListener("submit", () => localStorage.setItem(GIVER, field.value));
  } catch {
    // storage is switched off
  }
}
