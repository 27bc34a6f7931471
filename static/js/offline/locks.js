/** One at a time, over all pages of this phone that are open; where the browser has no such locks, in this page. */

const turns = new Map();

export function oneAtATime(name, act) {
  if (navigator.locks) return navigator.locks.request(`scorekeeper ${name}`, act);
  const turn = (turns.get(name) ?? Promise.resolve()).then(act, act);
  turns.set(name, turn.catch(() => null));
  return turn;
}
