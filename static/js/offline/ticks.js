/**
 * Ticks at the door of a tournament. Each is stored first, among the writes that wait, and sent then; of the same tick the
 * last one alone waits. `base` is the address of the door's page, under which what the server said last is stored too.
 */

import { infoText } from "./engine-info.js";
import { withLock } from "./locks.js";
import { tryPost } from "./request.js";
import { addWrite, allWrites, removeWrite, setSetting, writesOf } from "./store.js";

const TICK = "tick";
const SECOND = 1000; // ms

/** @param {Write} write */
export const isTick = (write) => write.act === TICK;

/** @param {string} base @returns {Promise<Write[]>} */
export const ticksOf = async (base) => (await writesOf(base)).filter(isTick);

/** The addresses of the doors whose ticks wait. */
export const doors = async () => new Set((await allWrites()).filter(isTick).map((write) => write.base));

/**
 * A field of a tick, as its form has it.
 * @param {NewWrite} tick
 * @param {string} name
 */
export const fieldOf = ({ fields }, name) => fields.find(([each]) => each === name)?.[1];

/**
 * Store a tick, in the place of an earlier one of the same kind.
 * @param {string} base
 * @param {[string, string][]} fields
 */
export async function addTick(base, fields) {
  const tick = { base, act: TICK, hand: null, fields, key: "", at: new Date().toISOString(), applied: true };
  const isSame = (/** @type {Write} */ each) => ["entrant", "what"].every((name) => fieldOf(each, name) === fieldOf(tick, name));
  const before = (await ticksOf(base)).filter(isSame);
  await addWrite(tick);
  for (const { id } of before) await removeWrite(id);
}

/**
 * Send the ticks of a door, in order; false where nobody answered.
 * @param {string} base
 */
export function sendTicks(base) {
  return withLock(base, async () => {
    for (;;) {
      const [tick] = await ticksOf(base); // asked each time: a later tap takes the place of what waits
      if (!tick) return true;
      const ago = Math.max(Math.round((Date.now() - Date.parse(tick.at)) / SECOND), 0); // two clocks need not agree
      const reply = await tryPost(base, [...tick.fields, ["ago", String(ago)]]);
      if (!reply) return false;
      if (reply.status === 200) await setSetting(base, reply.answer);
      else await showRefused(tick, reply);
      await removeWrite(tick.id);
    }
  });
}

/**
 * What the server does not take it will not take later either: the entrant is gone, or the tournament is closed.
 * @param {Write} tick
 * @param {Reply} reply
 */
async function showRefused(tick, { answer }) {
  const line = Object.assign(document.createElement("p"), { className: "notice bad" });
  line.setAttribute("role", "alert");
  const values = { number: fieldOf(tick, "entrant"), reason: answer.error?.message ?? "" };
  line.textContent = await infoText("tick_refused", values);
  document.querySelector("main")?.prepend(line);
}
