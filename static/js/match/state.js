/**
 * A match's state and a newer one: which hands count, whether the page has the parts to show it; and each game's own script
 * (static/games/<game>/entry.js), which is told of it.
 */

import { numberOf } from "../entry/numbers.js";
import { hasSameParts } from "./confirmations.js";

/**
 * The whole state after a newer one came: of its hands that holds only the changed; those numbered `hand` and higher are gone.
 * @param {MatchState} state
 * @param {MatchState} newer
 * @returns {MatchState}
 */
export function mergeState(state, newer) {
  const changed = new Map(newer.hands.map((hand) => [hand.number, hand]));
  const same = state.hands.filter((hand) => hand.number < newer.hand && !changed.has(hand.number));
  return { ...newer, hands: [...same, ...changed.values()].sort((one, other) => one.number - other.number) };
}

/**
 * Whether a match ends with a newer state, goes on again or ends otherwise: its end is a page that the server draws.
 * @param {MatchState} before
 * @param {MatchState} after
 */
export function endsOtherwise(before, after) {
  /** @type {(state: MatchState) => string} */
  const end = ({ status, winner, sides }) =>
    JSON.stringify(status === "in_progress" || [winner, sides.map(({ total }) => total)]);
  return end(before) !== end(after);
}

/**
 * Whether a page drawn for one state can show another: the same people sit at the table under the same names, confirm the
 * same things, and the match is locked or not as before. Otherwise it has to be loaded again.
 * @param {MatchState} before
 * @param {MatchState} after
 */
export function fitsPage(before, after) {
  /** @type {(state: MatchState) => string} */
  const seats = ({ sides }) => JSON.stringify(sides.map(({ name, players }) => [name, players.map((player) => player.name)]));
  return seats(before) === seats(after) && before.locked?.said === after.locked?.said && hasSameParts(before, after);
}

/**
 * Load the game's script: what starts it, or null where the game has none.
 * @param {string} [address]
 * @returns {Promise<((form: HTMLFormElement) => void) | null>}
 */
export async function loadGameScript(address) {
  if (!address) return null;
  const { start } = await import(address);
  return (form) => start(form, { numberOf });
}

/**
 * Let it know what the form is for.
 * @param {HTMLFormElement} form
 * @param {MatchState} state
 * @param {boolean} correcting
 */
export function tellGameScript(form, state, correcting) {
  form.dispatchEvent(new CustomEvent("board", { detail: { board: state, correcting } }));
}
