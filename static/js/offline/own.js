/** What is left to do with a match whose link has ended: keep it as a match of its own, or remove it from this phone. */

import { askEngine } from "./engine.js";
import { newKey } from "./keys.js";
import { tryPost } from "./send.js";
import { changeMatch, matchAt, removeMatch } from "./store.js";

/** Start a new match on the server with all hands of this one: its address; `{problems}`; null where nobody answers. */
export async function keepAsOwn(base) {
  await changeMatch(base, ({ own }) => ({ own: own ?? newKey() })); // the same one again, should the answer be lost
  const { own, kept } = await matchAt(base);
  const { hands, ...head } = await askEngine({ ask: "document", kept });
  const fields = { key: own, head: JSON.stringify(head), hands: JSON.stringify(hands), stopped: kept.stopped ? "1" : "" };
  const reply = await tryPost("/sync/matches", Object.entries(fields));
  if (reply?.status !== 200) return reply && { problems: reply.answer.problems ?? [] };
  await removeMatch(base);
  return { address: `/s/${reply.answer.token}/m/${reply.answer.number}` };
}
