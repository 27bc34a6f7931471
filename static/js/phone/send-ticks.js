/** Ticks at a tournament's door (ticks.js) go to the server in order, each with the seconds since it was made. */

import { tryPost } from "./request.js";
import { allWrites, isTick, putWrite, removeWrite, setSetting } from "./store.js";

/** Asked each time: a later tap takes the place of what waits. */
const nextTick = async () => (await allWrites()).find((write) => isTick(write) && !("refused" in write));

/** Send all that wait; false where nobody answered. */
export async function sendTicks() {
  for (let tick = await nextTick(); tick; tick = await nextTick()) {
    const ago = Math.max(Math.round((Date.now() - Date.parse(tick.at)) / 1000), 0); // two clocks need not agree
    const reply = await tryPost(tick.base, [...tick.fields, ["ago", `${ago}`]]);
    if (!reply) return false;
    if (reply.status === 200) await setSetting(tick.base, reply.answer);
    if (reply.status === 422) await putWrite({ ...tick, refused: reply.answer.error.message });
    else await removeWrite(tick.id);
  }
  return true;
}
