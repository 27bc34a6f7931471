// Asks the phone's engine (the files that the server ships) the questions given on standard input, one JSON a line.
// Arguments: the engine's first file, in a folder in which files stand as their addresses say (tests/support/engine_files.py), and, for a language other than English, its locale and the file of its messages.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const top = new URL("../../", import.meta.url);
const { loadMicroPython } = await import(new URL("static/vendor/micropython/micropython.mjs", top));
const { boot } = await import(new URL("static/js/phone/engine-boot.js", top));
const [engine, locale, messages] = process.argv.slice(2);
const files = dirname(dirname(engine));
const parts = {
  engine: readFileSync(engine, "utf8"),
  messages: messages ? readFileSync(messages, "utf8") : "",
  page: { locale: locale ?? "en" },
};
const wasm = fileURLToPath(new URL("static/vendor/micropython/micropython.wasm", top));
const ask = await boot(loadMicroPython, wasm, parts, async (address) => readFileSync(join(files, address), "utf8"));

for await (const question of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = await ask(JSON.parse(question));
  } catch (error) {
    answer = { raised: error.message };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
