/** MicroPython with the rules, forms and templates in it: the same in the browser's worker and in tests under Node. */

const HEAP = 16 * 1024 * 1024; // bytes

/**
 * Start the engine; answers a function from a question to its answer, both plain JSON values
 * (scorekeeper/offline/phone/dispatch.py).
 * @param {(options: object) => Promise<any>} loadMicroPython
 * @param {string} wasm its address
 * @param {{ engine: string, messages: string, page: object }} parts the texts of the engine and of the language's messages
 *   (empty for English), and what pages show around them
 * @returns {Promise<(question: object) => any>}
 */
export async function boot(loadMicroPython, wasm, { engine, messages, page }) {
  const python = await loadMicroPython({ url: wasm, heapsize: HEAP });
  for (const [path, source] of Object.entries(JSON.parse(engine).files)) {
    makeFolder(python.FS, `/lib/${path}`.split("/").slice(0, -1));
    python.FS.writeFile(`/lib/${path}`, source);
  }
  const dispatch = python.pyimport("scorekeeper.offline.phone.dispatch");
  dispatch.start(engine, messages, JSON.stringify(page));
  return (question) => JSON.parse(dispatch.answer(JSON.stringify(question)));
}

/**
 * @param {any} files
 * @param {string[]} names
 */
function makeFolder(files, names) {
  for (let depth = 2; depth <= names.length; depth += 1) {
    const folder = names.slice(0, depth).join("/");
    if (!files.analyzePath(folder).exists) files.mkdir(folder);
  }
}
