/** The worker in which MicroPython runs, so that the page never blocks. */

import { boot } from "./engine-boot.js";

/** @typedef {EngineInfo & { languages: [string, string][], game: string }} StartInfo */

/** @type {(question: any) => Promise<any>} */
let ask;

/** Requests are handled in order; the first message contains the addresses of the engine. */
let last = Promise.resolve();
self.addEventListener("message", ({ data }) => {
  last = last.then(() => answer(data));
});

/** @param {{ id: number, start?: StartInfo, question?: object }} message */
async function answer({ id, start, question }) {
  try {
    self.postMessage({ id, answer: start ? await load(start) : await ask(question) });
  } catch (error) {
    self.postMessage({ id, error: String(error.message ?? error) });
  }
}

/**
 * Fetches and starts the engine with one game loaded; returns how long that took, in ms.
 * @param {StartInfo} info
 */
async function load({ engine, games, game, messages, locale, languages, micropython, wasm }) {
  const began = performance.now();
  const own = games[game];
  const fetched = [import(micropython), fetchText(engine), messages ? fetchText(messages) : "", own ? fetchText(own) : ""];
  const [{ loadMicroPython }, code, texts, opened] = await Promise.all(fetched);
  const parts = { engine: code, messages: texts, game: opened, page: { locale, languages } };
  ask = await boot(loadMicroPython, new URL(wasm, self.location.href).href, parts, fetchText);
  return performance.now() - began;
}

/** @param {string} address */
async function fetchText(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.text();
}
