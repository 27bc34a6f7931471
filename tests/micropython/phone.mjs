// Answers questions (one a line on standard input) with the rules in MicroPython, as a phone would without a network.
// The files are the ones that are shipped: static/vendor/micropython, static/engine/typing.py, scorekeeper/games.

import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const top = new URL("../../", import.meta.url);
const { loadMicroPython } = await import(new URL("static/vendor/micropython/micropython.mjs", top));
const python = await loadMicroPython({
  url: fileURLToPath(new URL("static/vendor/micropython/micropython.wasm", top)),
  heapsize: 8 * 1024 * 1024,
});

const folders = new Set(["/"]);
const makeFolders = (path) => {
  for (let end = path.indexOf("/", 1); end > 0; end = path.indexOf("/", end + 1)) {
    const folder = path.slice(0, end);
    if (!folders.has(folder) && !python.FS.analyzePath(folder).exists) python.FS.mkdir(folder);
    folders.add(folder);
  }
};
const mount = (from, to) => {
  makeFolders(to);
  python.FS.writeFile(to, readFileSync(new URL(from, top)));
};

mount("static/engine/typing.py", "/lib/typing.py");
mount("scorekeeper/__init__.py", "/lib/scorekeeper/__init__.py");
const ofTheServer = /^(?!__init__)[^/]*\.py$/; // beside the games' folders
for (const file of readdirSync(new URL("scorekeeper/games/", top), { recursive: true })) {
  if (file.endsWith(".py") && !ofTheServer.test(file)) mount(`scorekeeper/games/${file}`, `/lib/scorekeeper/games/${file}`);
}
python.FS.writeFile("/lib/scorekeeper/games/installed.py", "def installed_games():\n    return ()\n");
mount("tests/micropython/answers.py", "/lib/answers.py");

const answer = python.pyimport("answers").answer;
for await (const question of createInterface({ input: process.stdin })) {
  let line;
  try {
    line = answer(question);
  } catch (error) {
    line = `raised ${error.message.replaceAll("\n", " | ")}`;
  }
  process.stdout.write(`${line}\n`);
}
