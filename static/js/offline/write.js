/**
 * Where saves and previews of a match page go. A save is first kept here, then sent; without an answer it is done here,
 * by the same rules, and sent later. So nothing is lost when the network or the page goes away in the middle.
 */

import { about, word } from "./about.js";
import { askEngine, isReady, startEngine } from "./engine.js";
import { oneAtATime } from "./locks.js";
import { tryGet, tryPost } from "./send.js";
import { addWrite, applyWrite, changeMatch, homeOf, matchAt, removeWrite, takeKept, writesOf } from "./store.js";

const ADDRESS = /^(.*\/s\/[^/]+\/m\/\d+)\/(?:hands(?:\/(\d+)(?:\/(strike|note))?)?|(undo|redo|finish|preview))$/;

/** Whether a match is the phone's own so far, or has writes that the server has not seen. */
export async function isAhead(base) {
  const home = await homeOf(base);
  return Boolean((await matchAt(home))?.start) || (await writesOf(home)).length > 0;
}

/** Whether a form that is posted to this address changes a match. */
export const isWrite = (path) => ADDRESS.test(path) && !path.endsWith("/preview");

/** Save a form: `{status, answer}` as the server gives it. Null where this phone cannot keep the match by itself. */
export async function save(address, fields) {
  const write = await describe(address, fields);
  if (!(await matchAt(write.base))) return null;
  return oneAtATime(write.base, async () => {
    const alone = (await isAhead(write.base)) || navigator.onLine === false;
    write.id = await addWrite(write);
    const reply = alone ? null : await sendNow(write, fields.get("seen"), fields.get("csrf_token"));
    return reply ?? doHere(write);
  });
}

async function describe(address, fields) {
  const [, base, hand, part, act] = new URL(address, location.href).pathname.match(ADDRESS);
  return {
    base: await homeOf(base),
    act: act ?? part ?? (hand ? "correct" : "record"),
    hand: hand ? Number(hand) : null,
    fields: Array.from(fields).filter(([name]) => !["csrf_token", "seen", "key"].includes(name)),
    key: fields.get("key"),
    at: new Date().toISOString(),
    applied: false,
  };
}

/** The address that a write is sent to. */
export function addressOf({ base, act, hand }) {
  const paths = { record: "hands", correct: `hands/${hand}`, strike: `hands/${hand}/strike`, note: `hands/${hand}/note` };
  return `${base}/${paths[act] ?? act}`;
}

/** Send a write as it is: what the server answers, or null where it does not. */
export function sendWrite(write, seen, csrf = null) {
  return tryPost(addressOf(write), [...write.fields, ["key", write.key], ["seen", seen]], csrf);
}

async function sendNow(write, seen, csrf) {
  const reply = await sendWrite(write, seen, csrf || null);
  if (!reply) return null;
  await removeWrite(write.id);
  if (reply.status === 200) await keepUp(write, reply.answer.state.version);
  else if (reply.status === 409) await refresh(write.base);
  return reply;
}

/** After a save that the server has done: the kept match follows, by itself where the engine runs. */
async function keepUp(write, version) {
  const match = await matchAt(write.base);
  const done = isReady() && match.kept.version === version - 1 ? await applied(match, write) : null;
  if (!done?.kept) return refresh(write.base);
  await changeMatch(write.base, () => ({ kept: done.kept, confirmed: version, touched: Date.now() }));
}

/** Get the match as the server has it. */
export async function refresh(base) {
  const fresh = await tryGet(`${base}/kept.json`);
  return fresh ? takeKept(base, fresh) : false;
}

function applied(match, write) {
  return askEngine({ ask: "write", kept: match.kept, ...write });
}

/** Do a write on this phone: the answer that the server would give, or null where the engine does not run. */
async function doHere(write) {
  try {
    await startEngine();
  } catch {
    return null;
  }
  for (;;) {
    const match = await matchAt(write.base);
    const done = await applied(match, write);
    if (done.problems) {
      await removeWrite(write.id);
      return { status: 422, answer: done };
    }
    const marked = { ...write, number: done.number, target: done.target };
    if (!(await applyWrite(marked, done.kept, match.kept.version))) continue;
    tellOutbox(true);
    return { status: 200, answer: { ...done, said: `${done.said}. ${await word("recorded_here")}` } };
  }
}

/** Do the writes here that were kept and never done, because the page went away while they were sent. */
export async function catchUp(base) {
  for (const write of await writesOf(base)) {
    if (!write.applied) await oneAtATime(base, () => doHere(write));
  }
}

/** What a form would score; null where the server is to be asked. */
export async function previewHere(address, fields) {
  const { base } = await describe(address, fields);
  const match = await matchAt(base);
  if (!match || !(isReady() || match.start || navigator.onLine === false)) return null;
  if (match.kept.version !== Number(fields.get("seen"))) return null;
  const pairs = Array.from(fields).filter(([name]) => !["csrf_token", "seen", "key", "hand"].includes(name));
  return askEngine({ ask: "preview", kept: match.kept, hand: Number(fields.get("hand")) || null, fields: pairs });
}

/** Let the page know that there is more to send (`added`) or less. */
export function tellOutbox(added = false) {
  window.dispatchEvent(new CustomEvent("scorekeeper:outbox", { detail: { added } }));
}

/** The digest of the rules that this phone has. */
export async function rules() {
  return (await about())?.rules ?? "";
}
