// Asks the phone's engine (the file that the server ships) the questions given on standard input, one JSON a line.
// Arguments: the engine's file and, for a language other than English, its locale and the file of its messages.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const top = new URL("../../", import.meta.url);
const { loadMicroPython } = await import(new URL("static/vendor/micropython/micropython.mjs", top));
const { boot } = await import(new URL("static/js/offline/engine-boot.js", top));
const [engine, locale, messages] = process.argv.slice(2);
const ask = await boot(loadMicroPython, fileURLToPath(new URL("static/vendor/micropython/micropython.wasm", top)), {
  engine: readFileSync(engine, "utf8"),
  messages: messages ? readFileSync(messages, "utf8") : "",
  page: { locale: locale ?? "en" },
});

for (const question of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  let answer;
  try {
    answer = ask(JSON.parse(question));
  } catch (error) {
    answer = { raised: error.message };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
