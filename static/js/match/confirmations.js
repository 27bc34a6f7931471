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
  part.classList.toggle("slim", !over);
  part.querySelector("[data-agreed-what]").hidden = nothing;
  for (const place of part.querySelectorAll("[data-agreed-side]")) {
    place.hidden = nothing;
    showSide(place, part.dataset, state, state.agreed);
  }
  setItems(part.querySelector("[data-told-of]"), state.agreed.told.result ?? []);
}

/**
 * @param {HTMLElement} place
 * @param {Record<string, string>} texts
 * @param {MatchState} state
 * @param {Confirmations} confirmed
 */
function showSide(place, texts, { status, hands }, confirmed) {
  const over = status !== "in_progress";
  const side = Number(place.dataset.agreedSide);
  const hand = over ? undefined : hands.find(({ number }) => number === confirmed.next[side]);
  const agrees = over ? confirmed.result.includes(side) : !hand && hasAgreed(confirmed, side);
  const waiting = !agrees && (over || hand !== undefined);
  const isOwn = texts.own !== "" && Number(texts.own) === side;
  const may = isOwn || (texts.own !== "" && !confirmed.phones.includes(side));
  const about = hand ? handText(texts.handText, hand) : texts.resultText;
  place.querySelector("[data-agreed-yes]").hidden = !agrees;
  showWaiting(place, about, waiting, may, isOwn, String(hand?.number ?? ""));
}

/**
 * Whether a side has agreed with any hand that stands.
 * @param {Confirmations} confirmed
 * @param {number} side
 */
function hasAgreed(confirmed, side) {
  return Object.values(confirmed.hands).some((sides) => sides.includes(side));
}

/**
 * What waits for a side: as a key where this phone `may` agree for it.
 * @param {HTMLElement} place
 * @param {string} about
 * @param {boolean} waiting
 * @param {boolean} may
 * @param {boolean} isOwn
 * @param {string} hand its number
 */
function showWaiting(place, about, waiting, may, isOwn, hand) {
  const waits = place.querySelector("[data-agreed-waits]");
  waits.hidden = !waiting || may;
  setText(waits, `${about} …`);
  const form = /** @type {PostForm} */ (place.querySelector("form"));
  if (!form) return;
  form.elements.hand.value = hand;
  form.querySelector("[data-agree]").hidden = !waiting || !may;
  setText(form.querySelector("[data-agreed-about]"), about);
  form.querySelector("[data-agreed-lent]").hidden = !waiting || !may || isOwn;
}

/**
 * @param {string} text
 * @param {Hand} hand
 */
function handText(text, { number, points }) {
  return text.replace("{hand}", String(number)).replace("{points}", points.map(formatNumber).join(" – "));
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
  /** @type {(state: MatchState) => string} */
  const parts = ({ agreed, clock }) => JSON.stringify([agreed?.what, clock?.ends]);
  return parts(before) === parts(after);
}
