/**
 * Which sides have confirmed the hands or the result. While a hand waits for the side that this phone plays for, or is contested,
 * a panel covers the page until it is answered or postponed. The template draws what is contested (matches/_contested.html).
 */

import { copyTemplate, setItems, setText } from "../shared/dom.js";
import { listenForContests, showContest } from "./contests.js";
import { sideBySide } from "./texts.js";

/** What was postponed: a hand's number, "side" for which side this phone plays for, or null. @type {string | null} */
let later = null;
/** The number (as text) of the side without a phone that currently uses this phone. @type {string | null} */
let lent = null;

window.addEventListener("scorekeeper:rematch", () => {
  later = lent = null;
});

/**
 * Shows the confirmations of a state.
 * @param {MatchState} state
 */
export function showConfirmations(state) {
  const part = document.querySelector("[data-agreed]");
  if (!part || !state.agreed) return;
  const over = state.status !== "in_progress";
  const nothing = over ? state.agreed.contested.length > 0 : state.agreed.what === "result" || !state.hands.length;
  for (const place of part.querySelectorAll("[data-agreed-side]")) {
    place.hidden = nothing;
    showSide(place, part.dataset, state, state.agreed);
  }
  setItems(part.querySelector("[data-told-of]"), state.agreed.told.result ?? []);
  showPanel(part, state, nothing);
}

/**
 * Handles "Ask me later", and the key in the status line for a side without a phone.
 * @param {() => MatchState} newest
 */
export function listenForConfirming(newest) {
  listenForContests(() => showConfirmations(newest()));
  document.addEventListener("click", ({ target }) => {
    const tapped = /** @type {Element} */ (target);
    const lends = tapped.closest("[data-waiting] [data-lend]");
    if (!lends && !tapped.closest("[data-confirm-else] [data-later]")) return;
    later = lends ? null : (asked() ?? "side");
    lent = lends?.dataset.lend ?? null;
    showConfirmations(newest());
  });
  showConfirmations(newest());
}

/** Returns the number (as text) of the hand that the panel asks about; null if none. */
function asked() {
  const own = document.querySelector("[data-agreed-side].own [data-agree-ask]:not([hidden])");
  const forms = /** @type {any} */ (own?.closest("form") ?? document.querySelector(`[data-agreed-side='${lent}'] form`));
  return forms?.elements.hand.value || null;
}

/**
 * Shows the panel, or otherwise the waiting sides in the status line.
 * @param {HTMLElement} part
 * @param {MatchState} state
 * @param {boolean} nothing
 */
function showPanel(part, state, nothing) {
  const over = state.status !== "in_progress";
  const hand = asked();
  const screen = document.querySelector("[data-screen]");
  const isFree = !over && !screen.classList.contains("is-correcting");
  const asks = isFree && isWanted(part, state) && later !== (hand ?? "side");
  const contest = showContest(part, isFree && !(asks && part.querySelector("[data-asks-side]")));
  const panel = asks || contest;
  markAsked(part, asks && !contest);
  cover(screen, panel);
  part.hidden = !over && !panel && !isWatched(part);
  showElse(part, hand, over || contest);
  showWaitingFor(part, state, !over && !nothing);
}

/**
 * Marks the side that the panel asks; none unless `asks`.
 * @param {HTMLElement} part
 * @param {boolean} asks
 */
function markAsked(part, asks) {
  for (const place of part.querySelectorAll("[data-agreed-side]")) {
    const isAsked = lent === null ? place.classList.contains("own") : place.dataset.agreedSide === lent;
    place.classList.toggle("asked-now", asks && isAsked);
  }
}

/**
 * @param {HTMLElement} screen
 * @param {boolean} panel true if a panel covers it
 */
function cover(screen, panel) {
  const covered = screen.classList.contains("confirms");
  screen.classList.toggle("confirms", panel);
  if (!covered || panel) return;
  document.querySelector("[data-entry]")?.dispatchEvent(new Event("uncover"));
  window.scrollTo(0, 0);
  screen.querySelector(".middle")?.scrollTo(0, 0); // the part that scrolls in landscape
}

/**
 * True if a contested hand is shown beside the score, because this phone only watches.
 * @param {HTMLElement} part
 */
function isWatched(part) {
  return part.closest(".watches") !== null && part.querySelector("[data-contest]") !== null;
}

/**
 * True if the panel has something to ask.
 * @param {HTMLElement} part
 * @param {MatchState} state
 */
function isWanted(part, state) {
  if (lent !== null) return true;
  if (part.querySelector("[data-asks-side]")) return state.agreed?.what === "hands";
  return Boolean(part.querySelector("[data-agreed-side].own [data-agree-ask]:not([hidden])"));
}

/**
 * Shows the alternatives to "yes": the hand is wrong, or not now.
 * @param {HTMLElement} part
 * @param {string | null} hand
 * @param {boolean} isHidden
 */
function showElse(part, hand, isHidden) {
  const link = part.querySelector("[data-confirm-else] [data-correct]");
  if (!link) return; // view only
  link.hidden = hand === null;
  link.dataset.hand = hand ?? "";
  link.dataset.contests = lent ?? part.dataset.own ?? "";
  part.querySelector("[data-confirm-else]").hidden = isHidden;
}

/**
 * Shows in the status line the signs of the sides that have not confirmed, with a key if this phone may confirm for one.
 * @param {HTMLElement} part
 * @param {MatchState} state
 * @param {boolean} hands
 */
function showWaitingFor(part, state, hands) {
  const line = document.querySelector("[data-waiting]");
  const waiting = Array.from(part.querySelectorAll("[data-agreed-side]")).filter((place) => {
    return Object.keys(state.agreed?.next ?? {}).includes(String(place.dataset.agreedSide));
  });
  line.hidden = !hands || !waiting.length;
  const signs = waiting.map((place) => {
    const may = place.querySelector("[data-agree-ask]:not([hidden])");
    const mark = document.createElement(may ? "button" : "span");
    if (may) Object.assign(mark, { type: "button", className: "lend" }).dataset.lend = place.dataset.agreedSide;
    mark.append(copyTemplate(`sign-${place.dataset.agreedSide}`));
    return mark;
  });
  line.querySelector("[data-waiting-signs]").replaceChildren(...signs);
}

/**
 * @param {HTMLElement} place
 * @param {Record<string, string>} texts
 * @param {MatchState} state
 * @param {Confirmations} confirmed
 */
function showSide(place, texts, state, confirmed) {
  const side = Number(place.dataset.agreedSide);
  const { agrees, waiting, hand } = standingOf(side, state, confirmed);
  const isOwn = texts.own === String(side);
  const may = isOwn || (texts.own !== "" && !confirmed.phones.includes(side));
  place.querySelector("[data-agreed-yes]").hidden = !agrees;
  place.querySelector("[data-agreed-waits]").hidden = !waiting || may;
  place.querySelector("[data-agreed-lent]").hidden = !waiting || !may || isOwn;
  const ask = place.querySelector("[data-agree-ask]");
  if (ask) ask.hidden = !waiting || !may;
  if (state.status === "in_progress") showAsked(place, texts, hand); // the template draws the result
}

/**
 * Shows the hand that waits for a side.
 * @param {HTMLElement} place
 * @param {Record<string, string>} texts
 * @param {Hand | undefined} hand
 */
function showAsked(place, texts, hand) {
  const points = hand ? sideBySide(hand.points) : "";
  const about = texts.handText.replace("{hand}", String(hand?.number)).replace("{points}", points);
  setText(place.querySelector("[data-agreed-open]"), hand ? about : "");
  const form = /** @type {PostForm} */ (place.querySelector("form"));
  if (!form) return;
  form.elements.hand.value = String(hand?.number ?? "");
  setText(form.querySelector("[data-asked-what]"), about.replace(`: ${points}`, ""));
  setText(form.querySelector("[data-agreed-about]"), points);
  setText(form.querySelector("[data-asked-short]"), (hand?.short ?? []).join(" · "));
  setText(form.querySelector("[data-agree-text]"), texts.yesText.replace("{points}", points));
}

/**
 * Returns what a side has confirmed, and what waits for it: a hand, or the result of a finished match.
 * @param {number} side
 * @param {MatchState} state
 * @param {Confirmations} confirmed
 */
function standingOf(side, { status, hands }, confirmed) {
  const over = status !== "in_progress";
  const hand = over ? undefined : hands.find(({ number }) => number === confirmed.next[side]);
  const agrees = over ? confirmed.result.includes(side) : !hand && hasAgreed(confirmed, side);
  return { agrees, waiting: !agrees && (over || hand !== undefined), hand };
}

/**
 * True if the side has confirmed a hand that was not deleted.
 * @param {Confirmations} confirmed
 * @param {number} side
 */
function hasAgreed(confirmed, side) {
  return Object.values(confirmed.hands).some((sides) => sides.includes(side));
}
