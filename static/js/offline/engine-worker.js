/** The worker in which MicroPython runs the rules, so that the page never waits for it. */

import { loadMicroPython } from "../../vendor/micropython/micropython.mjs";
import { boot } from "./engine-boot.js";

let ask = null;

/** Questions are answered in the order in which they come; the first message says where the engine is. */
let turn = Promise.resolve();
self.addEventListener("message", ({ data }) => {
  turn = turn.then(() => handle(data));
});

async function handle({ id, start, question }) {
  try {
    self.postMessage({ id, answer: start ? await begin(start) : ask(question) });
  } catch (error) {
    self.postMessage({ id, error: String(error.message ?? error) });
  }
}

/** Fetch and start the engine; answers how long that took, in ms. */
async function begin({ engine, messages, locale, languages, wasm }) {
  const began = performance.now();
  const [code, texts] = await Promise.all([textAt(engine), messages ? textAt(messages) : ""]);
  const page = { locale, languages };
  ask = await boot(loadMicroPython, new URL(wasm, self.location).href, { engine: code, messages: texts, page });
  return performance.now() - began;
}

async function textAt(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.text();
}
