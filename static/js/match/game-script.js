/** Each game's own script (static/games/<game>/entry.js), where it has one: it adds to the form what follows by itself. */

import { numberOf } from "../entry/numbers.js";

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
