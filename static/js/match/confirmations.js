/** Which sides confirmed the hands, or the result once the match is over; and the sentences beside each hand. */

import { setItems, setText } from "../shared/dom.js";
import { formatNumber } from "./texts.js";

/**
 * Show what a state says of it. The rows of the hands are there already.
 * @param {MatchState} state
 */
export function showConfirmations(state) {
  showSentences(state);
  const part = document.querySelector("[data-agreed]");
  if (!part || !state.agreed) return;
  const over = state.status !== "in_progress";
  const nothing = !over && (state.agreed.what === "result" || !state.hands.length);
  const asks = part.querySelector("[data-asks-side]") && (over || state.agreed.what === "hands");
  part.hidden = nothing && !asks;
  part.querySelector("[data-agreed-what]").hidden = nothing;
  for (const place of part.querySelectorAll("[data-agreed-side]")) {
    place.hidden = nothing;
    showSide(place, part.dataset, state, over);
  }
  setItems(part.querySelector("[data-told-of]"), state.agreed.told.result ?? []);
}

/**
 * @param {HTMLElement} place
 * @param {DOMStringMap} texts
 * @param {MatchState} state
 * @param {boolean} over
 */
function showSide(place, { own, handText, resultText }, state, over) {
  const side = Number(place.dataset.agreedSide);
  const next = over ? null : state.agreed.next[side];
  const agrees = over ? state.agreed.result.includes(side) : !next;
  const may = own !== "" && (Number(own) === side || !state.agreed.phones.includes(side));
  const points = next && state.hands.find((hand) => hand.number === next).points.map(formatNumber).join(" – ");
  const about = next ? handText.replace("{hand}", String(next)).replace("{points}", points) : resultText;
  place.querySelector("[data-agreed-yes]").hidden = !agrees;
  const waits = place.querySelector("[data-agreed-waits]");
  waits.hidden = agrees || may;
  setText(waits, `${about} …`);
  const form = /** @type {PostForm} */ (place.querySelector("form"));
  if (!form) return;
  form.elements.hand.value = String(next ?? "");
  form.querySelector("[data-agree]").hidden = agrees || !may;
  setText(form.querySelector("[data-agreed-about]"), about);
  form.querySelector("[data-agreed-lent]").hidden = agrees || !may || Number(own) === side;
}

/**
 * Beside each hand: who confirmed it and when, and what newer rules made of it.
 * @param {MatchState} state
 */
function showSentences(state) {
  for (const row of document.querySelectorAll("[data-hands] > [data-hand]")) {
    const place = row.querySelector("[data-told]");
    if (place) setItems(place, [state.rescored, state.agreed].flatMap((each) => each?.told[row.dataset.hand] ?? []));
  }
}

/**
 * Whether the same is confirmed as before, and by the same clock: the page has a part for each.
 * @param {MatchState} before
 * @param {MatchState} after
 */
export function hasSameParts(before, after) {
  const parts = ({ agreed, clock }) => JSON.stringify([agreed?.what, clock?.ends]);
  return parts(before) === parts(after);
}
