/** What this phone has not sent yet, and if it is time to say so. */

import { allMatches, allWrites } from "./store.js";

export const UNNOTICED = 1000; // ms in which a change is usually sent, and not mentioned

/** Returns the unsent changes, the matches stored here, and `isDue`: true if there is something to say about them. */
export async function unsent() {
  const writes = (await allWrites()).filter((write) => !("refused" in write));
  const matches = (await allMatches()).filter((match) => !match.arrived);
  const isLate = (/** @type {Write} */ { at }) => !navigator.onLine || Math.abs(Date.now() - Date.parse(at)) >= UNNOTICED;
  const isOnlyHere = matches.some((match) => match.start);
  // A question is told of however soon it is asked: what becomes of its answer is told too.
  const isAsked = matches.some(({ conflict }) => conflict && writes.some(({ id }) => id === conflict.write));
  return { writes, matches, waits: isOnlyHere || writes.length > 0, isDue: isOnlyHere || isAsked || writes.some(isLate) };
}
