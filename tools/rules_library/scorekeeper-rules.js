/** The rules of card games, in MicroPython: `const rules = await load()`, then `rules.score(match)` (tools/rules_library/README.md). */

import { startPython } from "./engine-boot.js";
import { loadMicroPython } from "./micropython.mjs";
import part from "./python-files.js";

/** Thrown for what the rules do not allow; `problems` has them all, each with `message`, `hand`, `field` and `rule`. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {object[]} problems
   */
  constructor(message, problems) {
    super(message);
    this.name = "Refusal";
    this.problems = problems;
  }
}

/** Starts MicroPython with the rules, which takes a second; resolves to their functions. Values are as in JSON. */
export async function load() {
  const wasm = new URL("micropython.wasm", import.meta.url);
  const address = wasm.protocol === "file:" ? decodeURIComponent(wasm.pathname) : wasm.href; // Node, or a browser
  const { python, rest } = await startPython(loadMicroPython, address, part);
  const { answer } = python.pyimport("questions");
  const ask = (/** @type {string} */ name, /** @type {any[]} */ ...values) => {
    const { result, refused, problems } = JSON.parse(answer(JSON.stringify([name, values])));
    if (refused !== undefined) throw new Refusal(refused, problems);
    return result;
  };
  return {
    games: () => rest.games,
    score: (/** @type {any} */ match) => ask("score", match),
    claim: (/** @type {any} */ match, /** @type {any} */ claim) => ask("claim", match, claim),
    problems: (/** @type {any} */ match, /** @type {any} */ entry) => ask("problems", match, entry),
    nextHand: (/** @type {any} */ match) => ask("next_hand", match),
  };
}
