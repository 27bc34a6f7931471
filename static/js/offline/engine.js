/** The rules on this phone: questions to the engine in its worker (offline/phone/dispatch.py), answered one by one. */

import { engineInfo } from "./engine-info.js";
import { cachedLanguages } from "./languages.js";

/** @type {Promise<void> | null} */
let starting = null;
let ready = false;
/** @type {Worker} */
let worker;
let last = 0;
/** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
const waiting = new Map();

/**
 * Start the engine, once; the promise holds when it answers. Rejected where this browser cannot run it.
 * @param {string} game whose rules are needed in any case; those of others are opened when they are asked for
 */
export function startEngine(game = "") {
  starting ??= start(game).catch((error) => {
    starting = null;
    throw error;
  });
  return starting;
}

/** @param {string} game */
async function start(game) {
  const info = await engineInfo();
  if (!info) throw new Error("nothing is known of the engine");
  worker = new Worker(new URL("engine-worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => receive(data));
  worker.addEventListener("error", (event) => rejectAll(new Error(event.message)));
  const took = await send({ start: { ...info, game, languages: await cachedLanguages(info) } });
  ready = true;
  performance.measure?.("engine", { start: performance.now() - took, duration: took });
}

export const isReady = () => ready;

/**
 * The answer to a question.
 * @param {{ ask: "page" | "picture" | "preview" | "write" | "call" | "state" | "document", [more: string]: any }} question
 * @returns {Promise<any>}
 */
export async function askEngine(question) {
  await startEngine();
  return send({ question });
}

/**
 * @param {object} message
 * @returns {Promise<any>}
 */
function send(message) {
  last += 1;
  worker.postMessage({ id: last, ...message });
  return new Promise((resolve, reject) => waiting.set(last, { resolve, reject }));
}

/** @param {{ id: number, answer?: any, error?: string }} message */
function receive({ id, answer, error }) {
  const asked = waiting.get(id);
  waiting.delete(id);
  if (error) asked?.reject(new Error(error));
  else asked?.resolve(answer);
}

/** @param {Error} error */
function rejectAll(error) {
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
}
