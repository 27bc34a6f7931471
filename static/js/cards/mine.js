/** My games: lists the cards that this phone keeps, and opens a card that is behind the # of the address. */

import { dropCard, keptCards } from "./shelf.js";

const section = /** @type {HTMLElement} */ (document.querySelector("[data-mine]"));
const list = section.querySelector("ul");

if (location.hash.length > 20) {
  location.replace(`${section.dataset.open}?card=${encodeURIComponent(location.hash.slice(1))}`);
}
showKept();

function showKept() {
  const kept = keptCards();
  section.hidden = !kept.length;
  list.replaceChildren(...kept.map(rowOf));
}

/** @param {import("./shelf.js").KeptCard} kept */
function rowOf({ name, card }) {
  const row = document.createElement("li");
  const link = Object.assign(document.createElement("a"), { href: `${section.dataset.open}?card=${encodeURIComponent(card)}` });
  link.append(Object.assign(document.createElement("span"), { className: "grow", textContent: name }));
  const remove = Object.assign(document.createElement("button"), { type: "button", className: "button quiet danger" });
  const whose = Object.assign(document.createElement("span"), { className: "unseen", textContent: ` ${name}` });
  remove.append(section.dataset.remove ?? "", whose);
  remove.addEventListener("click", () => {
    dropCard(name);
    showKept();
  });
  row.className = "row";
  link.classList.add("grow");
  row.append(link, remove);
  return row;
}
