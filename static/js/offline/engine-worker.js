/** The worker in which MicroPython runs the rules, so that the page never waits for it. */

import { boot } from "./engine-boot.js";

/** @typedef {EngineInfo & { languages: [string, string][] }} StartInfo */

/** @type {(question: any) => any} */
let ask;

/** Questions are answered in the order in which they come; the first message says where the engine is. */
let last = Promise.resolve();
self.addEventListener("message", ({ data }) => {
  last = last.then(() => answer(data));
});

/** @param {{ id: number, start?: StartInfo, question?: object }} message */
async function answer({ id, start, question }) {
  try {
    self.postMessage({ id, answer: start ? await load(start) : ask(question) });
  } catch (error) {
    self.postMessage({ id, error: String(error.message ?? error) });
  }
}

/**
 * Fetch and start the engine; answers how long that took, in ms.
 * @param {StartInfo} info
 */
async function load({ engine, messages, locale, languages, micropython, wasm }) {
  const began = performance.now();
  const fetched = [import(micropython), fetchText(engine), messages ? fetchText(messages) : ""];
  const [{ loadMicroPython }, code, texts] = await Promise.all(fetched);
  const page = { locale, languages };
  ask = await boot(loadMicroPython, new URL(wasm, self.location.href).href, { engine: code, messages: texts, page });
  return performance.now() - began;
}

/** @param {string} address */
async function fetchText(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.text();
}
