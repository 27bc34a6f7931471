// The rules in MicroPython, as a phone runs them. Argument: the folder of static files. The first line of standard input is
// JSON of the Python files, {path: text}; `answer` of the file answers.py among them answers each further line.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(`${folder}/vendor/micropython/micropython.mjs`));
const python = await loadMicroPython({
  url: `${folder}/vendor/micropython/micropython.wasm`,
  heapsize: 8 * 1024 * 1024,
});

const write = (path, text) => {
  for (let end = path.indexOf("/", 1); end > 0; end = path.indexOf("/", end + 1)) {
    const parent = path.slice(0, end);
    if (!python.FS.analyzePath(parent).exists) python.FS.mkdir(parent);
  }
  python.FS.writeFile(path, text);
};

write("/lib/typing.py", readFileSync(`${folder}/engine/typing.py`));
let answer;
for await (const line of createInterface({ input: process.stdin })) {
  let said;
  try {
    if (answer) {
      said = answer(line);
    } else {
      for (const [path, text] of Object.entries(JSON.parse(line))) write(`/lib/${path}`, text);
      answer = python.pyimport("answers").answer;
      continue;
    }
  } catch (error) {
    said = `raised ${error.message.replaceAll("\n", " | ")}`;
    answer ??= () => said; // the files cannot be imported
  }
  process.stdout.write(`${said}\n`);
}
