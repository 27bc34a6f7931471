/** What can be done with a match whose link has ended: all of it goes to the server as a new match. */

import { newKey } from "../shared/random-key.js";
import { ROOT } from "../shared/site.js";
import { askEngine } from "./engine.js";
import { tryPost } from "./request.js";
import { getMatch, removeMatch, updateMatch } from "./store.js";

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
