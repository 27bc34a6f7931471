/** The rules on this phone: questions to the engine in its worker (scorekeeper/offline/phone/dispatch.py), answered one by one. */

import { about, keptLanguages } from "./about.js";

let starting = null;
let ready = false;
let worker = null;
let last = 0;
const waiting = new Map();

/** Start the engine, once; the promise holds when it answers. Rejected where this browser cannot run it. */
export function startEngine() {
  starting ??= begin().catch((error) => {
    starting = null;
    throw error;
  });
  return starting;
}

async function begin() {
  const known = await about();
  if (!known) throw new Error("nothing is known of the engine");
  worker = new Worker(new URL("engine-worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => settle(data));
  worker.addEventListener("error", (event) => failAll(new Error(event.message)));
  const took = await send({ start: { ...known, languages: await keptLanguages(known) } });
  ready = true;
  performance.measure?.("engine", { start: performance.now() - took, duration: took });
}

export const isReady = () => ready;

/** The answer to a question. */
export async function askEngine(question) {
  await startEngine();
  return send({ question });
}

function send(message) {
  last += 1;
  worker.postMessage({ id: last, ...message });
  return new Promise((resolve, reject) => waiting.set(last, { resolve, reject }));
}

function settle({ id, answer, error }) {
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  if (error) reject(new Error(error));
  else resolve(answer);
}

function failAll(error) {
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
}
