/**
 * Ticks at the door of a tournament. Each is stored among the writes that wait (send-ticks.js sends them); of the same tick the
 * last one alone waits. `base` is the address of the door's page, under which what the server said last is stored too.
 */

import { infoText } from "./engine.js";
import { addWrite, isTick, removeWrite, withLock, writesOf } from "./store.js";

/** @param {string} base @returns {Promise<Write[]>} */
const ticksOf = async (base) => (await writesOf(base)).filter(isTick);

/**
 * Those that are still to be sent.
 * @param {string} base
 */
export const waitingTicks = async (base) => (await ticksOf(base)).filter((tick) => !("refused" in tick));

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
  const tick = { base, act: "tick", hand: null, fields, key: "", at: new Date().toISOString(), applied: true };
  const isSame = (/** @type {Write} */ each) => ["entrant", "what"].every((name) => fieldOf(each, name) === fieldOf(tick, name));
  const before = (await ticksOf(base)).filter(isSame);
  await addWrite(tick);
  for (const { id } of before) await removeWrite(id);
}

/**
 * Say which ticks the server does not take, and why: it will not take them later either.
 * @param {string} base
 */
export const showRefused = (base) => withLock(base, () => tellRefused(base));

/** @param {string} base */
async function tellRefused(base) {
  for (const tick of await ticksOf(base)) {
    if (!("refused" in tick)) continue;
    const line = Object.assign(document.createElement("p"), { className: "notice bad" });
    line.setAttribute("role", "alert");
    line.textContent = await infoText("tick_refused", { number: fieldOf(tick, "entrant"), reason: tick.refused ?? "" });
    document.querySelector("main")?.prepend(line);
    await removeWrite(tick.id);
  }
}
