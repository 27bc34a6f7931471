/** This phone's stored matches, in the form that the engine's pages need. */

import { allMatches } from "./store.js";

/** Returns the stored matches without those that were moved to another address, last opened first. */
export async function onShelf() {
  return (await allMatches()).filter((each) => !each.arrived).sort((one, other) => other.touched - one.touched);
}

/**
 * Returns a match as pages show it, with its date as text.
 * @param {StoredMatch} match
 */
export function shelved({ token, number, kept, sitting, may_score, own_side = null }) {
  const day = new Date(sitting.opened_at);
  const { lang } = document.documentElement;
  const language = navigator.languages.find((tag) => tag.split("-")[0] === lang.split("-")[0]) ?? lang; // with region
  const opened_at = Number.isNaN(day.getTime()) ? "" : day.toLocaleDateString(language, { dateStyle: "medium" });
  return { token, number, kept, may_score, own_side, sitting: { ...sitting, opened_at, date: sitting.opened_at.slice(0, 10) } };
}
