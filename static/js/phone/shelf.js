/** The matches that this phone stores, as the engine's pages take them. */

import { allMatches } from "./store.js";

/** Those of this phone, but for what lives on at another address; the last one that was opened first. */
export async function onShelf() {
  return (await allMatches()).filter((each) => !each.arrived).sort((one, other) => other.touched - one.touched);
}

/**
 * A match as pages show it, its day in words of the language.
 * @param {StoredMatch} match
 */
export function shelved({ token, number, kept, sitting, may_score, own_side = null }) {
  const day = new Date(sitting.opened_at);
  const { lang } = document.documentElement;
  const language = navigator.languages.find((tag) => tag.split("-")[0] === lang.split("-")[0]) ?? lang; // with its region
  const opened_at = Number.isNaN(day.getTime()) ? "" : day.toLocaleDateString(language, { dateStyle: "medium" });
  return { token, number, kept, may_score, own_side, sitting: { ...sitting, opened_at, date: sitting.opened_at.slice(0, 10) } };
}
