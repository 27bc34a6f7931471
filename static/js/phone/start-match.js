/** Starts matches on this phone that the server learns of later. */

import { newKey } from "../shared/random-key.js";
import { ROOT } from "../shared/site.js";
import { putMatch } from "./store.js";

/**
 * Starts a match, at a new table or at that of another match; returns its address on this phone.
 * @param {{ start: { key: string, head: Record<string, any>, token: string | null }, kept: MatchHistory }} answer
 * @param {StoredMatch[]} shelf
 * @returns {Promise<string>}
 */
export async function startHere({ start, kept }, shelf) {
  const key = `${start.key}`.replace(/[^\w-]/g, "").slice(0, 40) || newKey();
  const token = `local-${key}`;
  const base = `${ROOT}/s/${token}/m/1`;
  const before = start.token ? shelf.find((each) => each.token === start.token) : null;
  kept.shown.started = new Date().toISOString();
  setClock(start.head, kept);
  await putMatch({
    base,
    token,
    number: 1,
    kept,
    confirmed: 1,
    sitting: before?.sitting ?? { name: "", place: "", opened_at: new Date().toISOString() },
    may_score: true,
    touched: Date.now(),
    arrived: null,
    conflict: null,
    ended: false,
    told: false,
    changed: false,
    start: {
      key: start.key,
      head: start.head,
      at: Date.now(),
      token: before?.start ? null : (start.token ?? null),
      follows: before?.start ? before.base : null,
    },
  });
  return base;
}

/**
 * A match with a time limit starts its clock now, even if it is sent later.
 * @param {Record<string, any>} head
 * @param {MatchHistory} kept
 */
function setClock(head, kept) {
  const minutes = Number(head.about?.minutes);
  if (!minutes) return;
  const ends = new Date(Date.now() + 60_000 * minutes).toISOString();
  for (const each of [head, kept.setup]) each.about = { ...each.about, ends };
  kept.shown.clock = { minutes, ends };
}
