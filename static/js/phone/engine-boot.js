/** Starts MicroPython with the rules, forms and templates, in the browser's worker and in tests under Node. */

const HEAP = 16 * 1024 * 1024; // bytes

/**
 * Starts the engine. Returns a function that takes a request and resolves to its response, both plain JSON values
 * (scorekeeper/offline/phone/dispatch.py). A game's file is fetched for the first request that needs it.
 * @param {(options: object) => Promise<any>} loadMicroPython
 * @param {string} wasm its address
 * @param {{ engine: string, messages: string, page: object, game?: string }} parts the texts of the engine, of the language's
 * messages (empty for English) and of a game's file that is needed in any case; and what pages show around them
 * @param {(address: string) => Promise<string>} fetchText
 * @returns {Promise<(question: object) => Promise<any>>}
 */
export async function boot(loadMicroPython, wasm, { engine, messages, page, game }, fetchText) {
  const { python, rest: shared } = await startPython(loadMicroPython, wasm, engine);
  const { games: textsOfGames = {}, ...texts } = messages ? JSON.parse(messages) : {};
  const dispatch = python.pyimport("scorekeeper.offline.phone.dispatch");
  dispatch.start(JSON.stringify(shared), messages && JSON.stringify(texts), JSON.stringify(page));
  const learn = (/** @type {string} */ text) => {
    const part = unpack(python.FS, text);
    dispatch.learn(JSON.stringify(part), messages && JSON.stringify(textsOfGames[part.slug] ?? {}));
  };
  const ask = (/** @type {object} */ question) => JSON.parse(dispatch.answer(JSON.stringify(question)));
  if (game) learn(game);
  return async (question) => {
    let answer = ask(question);
    while (answer?.lacks) {
      learn(await fetchText(answer.lacks));
      answer = ask(question);
    }
    return answer;
  };
}

/**
 * Starts MicroPython with the Python files of a part; returns it, and the rest of the part.
 * @param {(options: object) => Promise<any>} loadMicroPython
 * @param {string} wasm its address
 * @param {string} part
 */
export async function startPython(loadMicroPython, wasm, part) {
  const python = await loadMicroPython({ url: wasm, heapsize: HEAP });
  return { python, rest: unpack(python.FS, part) };
}

/**
 * Writes a part's Python files into MicroPython's file system; returns the rest of the part.
 * @param {any} files
 * @param {string} part
 */
function unpack(files, part) {
  const { files: sources, ...rest } = JSON.parse(part);
  for (const [path, source] of Object.entries(sources)) {
    makeFolder(files, `/lib/${path}`.split("/").slice(0, -1));
    files.writeFile(`/lib/${path}`, source);
  }
  return rest;
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
