/**
 * Lists the games that this phone keeps, by a template of the page: as tiles, rows or chips, or with a key that removes them
 * and brings them back. On the page of My games a card that is behind the # of the address is opened.
 */

import { dropCard, keepCard, keptCards } from "./shelf.js";

const TINTS = 6; // as in pages/games_page.py
const template = /** @type {HTMLTemplateElement} */ (document.querySelector("template[data-kept-card]"));
const { open } = template.dataset;

if (open && location.hash.length > 20) location.replace(open + encodeURIComponent(location.hash.slice(1)));
showKept();

function showKept() {
  const list = /** @type {HTMLElement} */ (template.parentElement);
  for (const shown of list.querySelectorAll("[data-kept]")) shown.remove();
  const kept = keptCards();
  list.append(...kept.map(entryOf));
  const section = /** @type {HTMLElement | null} */ (list.closest("[data-mine]"));
  if (section) section.hidden = !kept.length && list.childElementCount === 1;
}

/** @param {import("./shelf.js").KeptCard} kept */
function entryOf({ name, card, giver = "" }) {
  const entry = /** @type {HTMLElement} */ (template.content.querySelector("li").cloneNode(true));
  const link = /** @type {Element} */ (entry.querySelector("a"));
  link.setAttribute("href", link.getAttribute("href") + encodeURIComponent(card));
  entry.dataset.kept = "";
  entry.dataset.game = name.toLowerCase();
  entry.querySelector("bdi").textContent = name;
  const letter = entry.querySelector(".letter");
  if (letter) {
    letter.textContent = name.slice(0, 1).toUpperCase();
    letter.classList.add(`side-${Array.from(name).reduce((sum, sign) => sum + Number(sign.codePointAt(0)), 0) % TINTS}`);
  }
  const from = /** @type {HTMLElement | null} */ (entry.querySelector("[data-giver]"));
  if (from && giver) from.textContent = String(from.dataset.giver).replace("{name}", () => giver);
  entry.querySelector("button")?.addEventListener("click", () => {
    if (entry.classList.toggle("gone")) dropCard(name);
    else keepCard({ name, card, giver }, false);
  });
  for (const unseen of entry.querySelectorAll("button .unseen")) unseen.textContent = ` ${name}`;
  return entry;
}
