// Answers questions (one a line on standard input) with the rules in MicroPython, as a phone would without a network.
// The files are the ones that are shipped: static/vendor/micropython, static/engine/typing.py, scorekeeper/games.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const top = new URL("../../", import.meta.url);
const { loadMicroPython } = await import(new URL("static/vendor/micropython/micropython.mjs", top));
const python = await loadMicroPython({
  url: fileURLToPath(new URL("static/vendor/micropython/micropython.wasm", top)),
  heapsize: 8 * 1024 * 1024,
});

const mount = (from, to) => python.FS.writeFile(to, readFileSync(new URL(from, top)));

for (const folder of ["/lib", "/lib/scorekeeper", "/lib/scorekeeper/games"]) {
  if (!python.FS.analyzePath(folder).exists) python.FS.mkdir(folder);
}
mount("static/engine/typing.py", "/lib/typing.py");
mount("scorekeeper/__init__.py", "/lib/scorekeeper/__init__.py");
for (const file of readdirSync(new URL("scorekeeper/games/", top)).filter((name) => name.endsWith(".py"))) {
  mount(`scorekeeper/games/${file}`, `/lib/scorekeeper/games/${file}`);
}
mount("tests/micropython/answers.py", "/lib/answers.py");

const answer = python.pyimport("answers").answer;
for (const question of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  let line;
  try {
    line = answer(question);
  } catch (error) {
    line = `raised ${error.message.replaceAll("\n", " | ")}`;
  }
  process.stdout.write(`${line}\n`);
}
