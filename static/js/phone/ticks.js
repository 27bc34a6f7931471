/**
 * Ticks of a tournament's door page. Each is stored as an unsent write (sent by send-ticks.js); a later tick replaces an
 * unsent one for the same box. `base` is the page's address, under which the server's last response is stored too.
 */

import { infoText } from "./engine.js";
import { addWrite, isTick, removeWrite, withLock, writesOf } from "./store.js";

/** @param {string} base @returns {Promise<Write[]>} */
const ticksOf = async (base) => (await writesOf(base)).filter(isTick);

/**
 * Returns the unsent ticks.
 * @param {string} base
 */
export const waitingTicks = async (base) => (await ticksOf(base)).filter((tick) => !("refused" in tick));

/**
 * Returns a field of a tick's form.
 * @param {NewWrite} tick
 * @param {string} name
 */
export const fieldOf = ({ fields }, name) => fields.find(([each]) => each === name)?.[1];

/**
 * Stores a tick in place of an earlier one for the same box.
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
 * Shows and removes the ticks that the server refuses; it would refuse them again.
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
