/** Who agrees with the hands, or with the result once the match is over; and what is told beside each hand. */

import { put, written } from "./match-words.js";

/** Show what a board says of it. The rows of the hands are there already. */
export function showAgreed(board) {
  showTold(board);
  const part = document.querySelector("[data-agreed]");
  if (!part || !board.agreed) return;
  const over = board.status !== "in_progress";
  const nothing = !over && (board.agreed.what === "result" || !board.hands.length);
  const asks = part.querySelector("[data-asks-side]") && (over || board.agreed.what === "hands");
  part.hidden = nothing && !asks;
  part.querySelector("[data-agreed-what]").hidden = nothing;
  for (const place of part.querySelectorAll("[data-agreed-side]")) {
    place.hidden = nothing;
    showSide(place, part.dataset, board, over);
  }
  list(part.querySelector("[data-told-of]"), board.agreed.told.result ?? []);
}

function showSide(place, { own, handText, resultText }, board, over) {
  const side = Number(place.dataset.agreedSide);
  const next = over ? null : board.agreed.next[side];
  const agrees = over ? board.agreed.result.includes(side) : !next;
  const may = own !== "" && (Number(own) === side || !board.agreed.phones.includes(side));
  const points = next && board.hands.find((hand) => hand.number === next).points.map(written).join(" – ");
  const about = next ? handText.replace("{hand}", next).replace("{points}", points) : resultText;
  place.querySelector("[data-agreed-yes]").hidden = !agrees;
  const waits = place.querySelector("[data-agreed-waits]");
  waits.hidden = agrees || may;
  put(waits, `${about} …`);
  const form = place.querySelector("form");
  if (!form) return;
  form.elements.hand.value = next ?? "";
  form.querySelector("[data-agree]").hidden = agrees || !may;
  put(form.querySelector("[data-agreed-about]"), about);
  form.querySelector("[data-agreed-lent]").hidden = agrees || !may || Number(own) === side;
}

/** Beside each hand: who agreed with it and when, and what newer rules made of it. */
function showTold(board) {
  for (const row of document.querySelectorAll("[data-hands] > [data-hand]")) {
    const number = row.dataset.hand;
    const told = [board.rescored, board.agreed].flatMap((each) => each?.told[number] ?? []);
    list(row.querySelector("[data-told]"), told);
  }
}

function list(place, texts) {
  if (!place || JSON.stringify(Array.from(place.children, (item) => item.textContent)) === JSON.stringify(texts)) return;
  place.replaceChildren(...texts.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
}

/** Whether the same is confirmed as before, and by the same clock: the page has a part for each. */
export function hasSameAgreements(board, news) {
  const agreed = ({ agreed, clock }) => JSON.stringify([agreed?.what, clock?.ends]);
  return agreed(board) === agreed(news);
}
