/** Sends the ticks of a tournament's door page (ticks.js) in order, each with the seconds since it was made. */

import { tryPost } from "./request.js";
import { allWrites, isTick, putWrite, removeWrite, setSetting } from "./store.js";

/** Read again each time, because a later tap replaces an unsent tick. */
const nextTick = async () => (await allWrites()).find((write) => isTick(write) && !("refused" in write));

/** Sends all unsent ticks; false without a response. */
export async function sendTicks() {
  for (let tick = await nextTick(); tick; tick = await nextTick()) {
    const ago = Math.max(Math.round((Date.now() - Date.parse(tick.at)) / 1000), 0); // the two clocks may differ
    const reply = await tryPost(tick.base, [...tick.fields, ["ago", `${ago}`]]);
    if (!reply) return false;
    if (reply.status === 200) await setSetting(tick.base, reply.answer);
    if (reply.status === 422) await putWrite({ ...tick, refused: reply.answer.error.message });
    else await removeWrite(tick.id);
  }
  return true;
}
