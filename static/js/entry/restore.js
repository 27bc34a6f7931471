/** The form as it was left: with the draft of its hand, and what the address carries into it. */

import { carriedIn, withCarried } from "./carried.js";
import { isBegun } from "./fields.js";

/**
 * Go on with a hand that was left half entered, and add to it what the address carries, once. A part of a hand becomes part
 * of the draft; a whole hand, which brings its way, is there for the person who follows the link and gone with the page.
 * @param {import("./form.js").EntryForm} entry
 * @param {import("./draft.js").Draft} draft
 * @param {number} number of the hand
 */
export function restore(entry, draft, number) {
  const carried = carriedIn(location.search, entry.form);
  const saved = draft.read(number);
  if (saved && (carried.length || entry.number || !isBegun(entry.way))) {
    const paths = carried.map(([path]) => path);
    entry.fill(withCarried(saved.typed, carried), entry.has(saved.way, paths) ? saved.way : entry.way.dataset.way);
  }
  if (!carried.length) return;
  history.replaceState(null, "", location.pathname);
  if (!carried.some(([path]) => path === "way")) draft.save(number, entry.way);
}
