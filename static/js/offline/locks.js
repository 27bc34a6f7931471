/** Locks over all pages of this phone that are open; where the browser has none, in this page only. */

/** @type {Map<string, Promise<any>>} */
const last = new Map();

/**
 * Run `act` once nobody else holds the lock of that name.
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} act
 * @returns {Promise<Result>}
 */
export function withLock(name, act) {
  if (navigator.locks) return navigator.locks.request(`scorekeeper ${name}`, act);
  const turn = (last.get(name) ?? Promise.resolve()).then(act, act);
  last.set(name, turn.catch(() => null));
  return turn;
}
