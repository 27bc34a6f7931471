/** Each game's own script (static/games/<game>/entry.js), where it has one: it adds to the form what follows by itself. */

import { numberOf } from "../entry/numbers.js";

/**
 * Load the game's script and let it listen to the form.
 * @param {HTMLFormElement} form
 * @param {string} [address]
 */
export async function startGameScript(form, address) {
  if (address) (await import(address)).start(form, { numberOf });
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
