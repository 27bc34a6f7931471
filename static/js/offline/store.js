/**
 * What the phone keeps, in IndexedDB: matches by their address, and the writes that no server has confirmed, in order.
 *
 * A match: `{base, token, number, kept, confirmed, sitting, may_score, touched, start, arrived, conflict, ended, refused, told, …}`.
 * `kept` is the match with all its writes done (scorekeeper/games/engine/history.py), `confirmed` the newest version that the server
 * told of. A match that was started here has `start` until it has `arrived` at the address named there. `ended`: the
 * server takes nothing by this link any more; `refused` says why, where that is not because the link has ended.
 * A write: `{id, base, act, hand, fields, key, at, applied, number, target}`, `applied` once it is part of `kept`.
 */

const NAME = "scorekeeper";

let opening = null;

function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("matches", { keyPath: "base" });
      request.result.createObjectStore("writes", { keyPath: "id", autoIncrement: true }).createIndex("base", "base");
      request.result.createObjectStore("facts");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

/** Do something in one transaction; it is done when the promise is. `act(stores)` answers requests or plain values. */
async function within(mode, act) {
  const names = ["matches", "writes", "facts"];
  const transaction = (await database()).transaction(names, mode);
  const stores = Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)]));
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
  const result = await act(stores);
  await done;
  return result;
}

function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export const matchAt = (base) => within("readonly", ({ matches }) => answered(matches.get(base)));
export const allMatches = () => within("readonly", ({ matches }) => answered(matches.getAll()));
export const putMatch = (match) => within("readwrite", ({ matches }) => answered(matches.put(match)));
export const writesOf = (base) => within("readonly", ({ writes }) => answered(writes.index("base").getAll(base)));
export const allWrites = () => within("readonly", ({ writes }) => answered(writes.getAll()));
export const addWrite = (write) => within("readwrite", ({ writes }) => answered(writes.add(write)));
export const putWrite = (write) => within("readwrite", ({ writes }) => answered(writes.put(write)));
export const removeWrite = (id) => within("readwrite", ({ writes }) => answered(writes.delete(id)));
export const recall = (name) => within("readonly", ({ facts }) => answered(facts.get(name)));
export const remember = (name, value) => within("readwrite", ({ facts }) => answered(facts.put(value, name)));

/** Change a match as it is now; `change(match)` answers what is different. */
export function changeMatch(base, change) {
  return within("readwrite", async ({ matches }) => {
    const match = await answered(matches.get(base));
    if (match) await answered(matches.put({ ...match, ...change(match) }));
  });
}

/** Make a write part of its match, both or neither. False where the match has changed since `version`. */
export function applyWrite(write, kept, version) {
  return within("readwrite", async ({ matches, writes }) => {
    const match = await answered(matches.get(write.base));
    if (!match || match.kept.version !== version) return false;
    await answered(matches.put({ ...match, kept, told: true, touched: Date.now() }));
    await answered(writes.put({ ...write, applied: true }));
    return true;
  });
}

/** Keep nothing of a match any more, neither what waits to be sent. */
export function removeMatch(base) {
  return within("readwrite", async ({ matches, writes }) => {
    for (const id of await answered(writes.index("base").getAllKeys(base))) await answered(writes.delete(id));
    await answered(matches.delete(base));
  });
}

/** Take the server's newest state of a match, unless something of it is still to be sent. */
export function takeKept(base, fresh) {
  return within("readwrite", async ({ matches, writes }) => {
    if (await answered(writes.index("base").count(base))) return false;
    const match = (await answered(matches.get(base))) ?? newMatch(base);
    const known = { ...fresh, confirmed: fresh.kept.version, touched: Date.now(), shift: 0, conflict: null };
    await answered(matches.put({ ...match, ...known }));
    return true;
  });
}

/** A match that was started here goes on at its address on the server, with all that is still to be sent. */
export function moveMatch(from, { token, number, kept }) {
  return within("readwrite", async ({ matches, writes }) => {
    const match = await answered(matches.get(from));
    const base = `/s/${token}/m/${number}`;
    await answered(matches.put({ ...match, arrived: base, start: null }));
    const moved = { ...match, base, token, number, start: null, confirmed: kept.version };
    await answered(matches.put({ ...moved, kept: { ...match.kept, number } }));
    for (const write of await answered(writes.index("base").getAll(from))) await answered(writes.put({ ...write, base }));
    return base;
  }).then((base) => {
    window.dispatchEvent(new CustomEvent("scorekeeper:moved", { detail: { from, base } }));
    return base;
  });
}

function newMatch(base) {
  const [, token, number] = base.match(/\/s\/([^/]+)\/m\/(\d+)$/);
  return { base, token, number: Number(number), start: null, arrived: null, ended: false, told: false };
}

/** Where a match is kept now: at its own address, or at the one where it has arrived. */
export async function homeOf(base) {
  const match = await matchAt(base);
  return match?.arrived ?? base;
}
