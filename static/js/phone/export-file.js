/** A match that only this phone has, handed on: as a file, or sent to the server as a separate match. */

import { newKey } from "../shared/random-key.js";
import { ROOT } from "../shared/site.js";
import { askEngine } from "./engine.js";
import { tryGet, tryPost } from "./request.js";
import { allMatches, getMatch, removeMatch, updateMatch, writesOf } from "./store.js";

const DOWNLOADED = 10_000; // ms until the browser has surely read it

/** What is not sent yet. */
export async function exportMatches() {
  save({ format: "scorekeeper-unsent/1", matches: await storedMatches(false) });
}

/**
 * All that is kept here, and what the server knows of this browser's matches.
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
 * Start a new match on the server with all hands of this one; null without an answer.
 * @param {string} base
 * @returns {Promise<{ address?: string, problems?: Problem[] } | null>}
 */
export async function saveAsNew(base) {
  await updateMatch(base, ({ own }) => ({ own: own ?? newKey() })); // the same one again, should the answer be lost
  const { own = "", kept } = await getMatch(base);
  const { hands, ...head } = await askEngine({ ask: "document", kept });
  const fields = { key: own, head: JSON.stringify(head), hands: JSON.stringify(hands), stopped: kept.stopped ? "1" : "" };
  const reply = await tryPost(`${ROOT}/sync/matches`, Object.entries(fields));
  if (reply?.status !== 200) return reply && { problems: reply.answer.problems ?? [] };
  await removeMatch(base);
  return { address: `${ROOT}/s/${reply.answer.token}/m/${reply.answer.number}` };
}
