/** Matches that only this phone has: exported as a file, or sent to the server as a new match. */

import { newKey } from "../shared/random-key.js";
import { ROOT } from "../shared/site.js";
import { askEngine } from "./engine.js";
import { tryGet, tryPost } from "./request.js";
import { allMatches, getMatch, removeMatch, updateMatch, writesOf } from "./store.js";

const DOWNLOADED = 10_000; // ms until the browser has read it

/** Exports all unsent matches as a file. */
export async function exportMatches() {
  save({ format: "scorekeeper-unsent/1", matches: await storedMatches(false) });
}

/**
 * Exports everything stored here, and what the server knows of this browser's matches.
 * @param {string} address where the server tells it
 */
export async function exportEverything(address) {
  const known = (await tryGet(address)) ?? { format: "scorekeeper-phone/1", matches: [] };
  save({ ...known, on_this_phone: await storedMatches(true) });
}

/** @param {boolean} all those that have arrived on the server too */
async function storedMatches(all) {
  const matches = [];
  for (const match of (await allMatches()).filter((each) => !each.arrived)) {
    const pending = await writesOf(match.base);
    if (!all && !pending.length && !match.start) continue;
    const matchDocument = await askEngine({ ask: "document", kept: match.kept }).catch(() => null);
    matches.push({ address: match.base, document: matchDocument, kept: match.kept, pending });
  }
  return matches;
}

/** @param {Record<string, any>} content */
function save(content) {
  const file = new Blob([JSON.stringify(content, null, 1)], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `scorekeeper-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOADED);
}

/**
 * Starts a new match on the server with all hands of this one; null without a response.
 * @param {string} base
 * @returns {Promise<{ address?: string, problems?: Problem[] } | null>}
 */
export async function saveAsNew(base) {
  await updateMatch(base, ({ own }) => ({ own: own ?? newKey() })); // same key, in case the response is lost
  const { own = "", kept } = await getMatch(base);
  const { hands, ...head } = await askEngine({ ask: "document", kept });
  const fields = { key: own, head: JSON.stringify(head), hands: JSON.stringify(hands), stopped: kept.stopped ? "1" : "" };
  const reply = await tryPost(`${ROOT}/sync/matches`, Object.entries(fields));
  if (reply?.status !== 200) return reply && { problems: reply.answer.problems ?? [] };
  await removeMatch(base);
  return { address: `${ROOT}/s/${reply.answer.token}/m/${reply.answer.number}` };
}
