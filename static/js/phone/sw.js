/* The service worker: static files from the cache first, pages from the server first, and the offline page if the server cannot
   be reached. The server prepends KEPT = {version, files, root} (scorekeeper/web/views/pwa.py); `root` is the URL prefix. */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const STATIC = `${KEPT.root}static ${KEPT.version}`;
const PAGES = `${KEPT.root}pages`; // as in shared/site.js
const SHARED = `${KEPT.root}shared`; // as in shared/shared-files.js
const MOST_SHARED = 20; // files
const DAY = 86_400_000; // ms
const SHELL = `${KEPT.root}/offline`;
const OF_CLUBS = "/c/"; // below it are the pages that only members see
const LOGGED_OUT = ["/login", "/logout"];
const POLICY = "default-src 'none'"; // part of this server's Content-Security-Policy (web/security_headers.py)
const HANDLED = /^(\/(needs|result|claims|hands|rematch|undo|redo|finish|side|confirm)\b(?!\.).*)?$/; // offline/phone/dispatch.py
const TIMEOUT = 4000; // ms to wait for a page that the phone can render itself

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => event.data === "claim" && event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== worker.location.origin) return;
  const path = pathOf(url);
  if (event.request.mode === "navigate") {
    event.respondWith(navigate(event.request, url));
    event.waitUntil(forgetShared());
  } else if (path.startsWith("/s/local-")) event.respondWith(new Response("{}", { status: 503 })); // unknown to the server
  else if (event.request.method === "GET" && /^\/(static|engine)\//.test(path)) event.respondWith(cached(event.request));
});

/**
 * Returns an address's path without the prefix.
 * @param {URL} url
 */
function pathOf({ pathname }) {
  return pathname.startsWith(`${KEPT.root}/`) ? pathname.slice(KEPT.root.length) : pathname;
}

async function install() {
  const [files, pages] = await Promise.all([caches.open(STATIC), caches.open(PAGES)]);
  await addAll(files, KEPT.files);
  await addAll(pages, [SHELL]);
  await worker.skipWaiting();
}

/**
 * Caches what the server sends for these addresses, once all of it has arrived. Rejects if something is not from this server.
 * @param {Cache} cache
 * @param {string[]} addresses
 */
async function addAll(cache, addresses) {
  const responses = await Promise.all(addresses.map((address) => fetch(address)));
  if (!responses.every(isOurs)) throw new Error("not this server's files");
  await Promise.all(responses.map((response, at) => cache.put(addresses[at], response)));
}

/**
 * True for a complete response of this server, not the page of a network or proxy between; as in keep-games.js.
 * @param {Response} response
 */
function isOurs({ status, redirected, headers }) {
  return status === 200 && !redirected && Boolean(headers.get("Content-Security-Policy")?.includes(POLICY));
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(`${KEPT.root}static `) && name !== STATIC) await caches.delete(name);
  }
  await worker.clients.claim();
}

/**
 * Returns a static file from the cache or the server; it never changes under its address.
 * @param {Request} request
 */
async function cached(request) {
  const found = await caches.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (isOurs(response)) (await caches.open(STATIC)).put(request, response.clone());
  return response;
}

/**
 * Returns a page: from the server, else from the cache, else the offline page, which renders it.
 * @param {Request} request
 * @param {URL} url
 */
async function navigate(request, url) {
  if (request.method === "POST" && pathOf(url) === "/share") return received(request);
  if (pathOf(url).startsWith("/s/local-") || (await isAhead(url))) {
    return shell(request.method === "POST" ? await request.text() : null);
  }
  if (request.method === "POST") return posted(request);
  try {
    return await inTime(fromServer(request), url);
  } catch {
    return (await cachedPage(url)) ?? shell(null);
  }
}

/**
 * Returns a cached page in the requested or last chosen language, else in the one it was seen in.
 * @param {URL} url
 */
async function cachedPage(url) {
  const locale = url.searchParams.get("lang") ?? (await read("facts", (facts) => facts.get("about")))?.locale;
  const spoken = await caches.match(`${url.pathname}?lang=${locale}`, { ignoreVary: true });
  return spoken ?? caches.match(url.pathname, { ignoreVary: true });
}

/**
 * True for a page or form that the phone handles itself, of a match with unsent writes: its copy is newer than the server's.
 * @param {URL} url
 */
async function isAhead(url) {
  const base = matchIn(url.pathname);
  if (base === undefined || !HANDLED.test(url.pathname.slice(base.length))) return false;
  return (await read("writes", (writes) => writes.index("base").count(base))) > 0;
}

/**
 * Returns the match's part of a path; undefined if there is none.
 * @param {string} path
 */
function matchIn(path) {
  return path.match(/^.*\/s\/[^/]+\/m\/\d+/)?.[0];
}

/**
 * Returns what `ask(store)` finds in the pages' database (store.js); undefined if it does not exist yet.
 * @param {string} name
 * @param {(store: IDBObjectStore) => IDBRequest} ask
 * @returns {Promise<any>}
 */
function read(name, ask) {
  return new Promise((resolve) => {
    const opening = indexedDB.open(`scorekeeper${KEPT.root}`, 1);
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(undefined);
    opening.onsuccess = () => {
      const asking = ask(opening.result.transaction(name).objectStore(name));
      asking.onsuccess = () => resolve(asking.result);
      asking.onerror = () => resolve(undefined);
      asking.transaction?.addEventListener("complete", () => opening.result.close());
    };
  });
}

/**
 * True if the phone can render this page itself; a match page only if the match is stored.
 * @param {URL} url
 */
async function isMadeHere(url) {
  if (!/^\/($|new$|s\/)/.test(pathOf(url)) || url.pathname.includes(".")) return false;
  const base = matchIn(url.pathname);
  return base === undefined || (await read("matches", (matches) => matches.count(base))) > 0;
}

/**
 * Rejects after TIMEOUT for pages that the phone can render itself.
 * @template Answer
 * @param {Promise<Answer>} answer
 * @param {URL} url
 * @returns {Promise<Answer>}
 */
function inTime(answer, url) {
  const late = new Promise((_resolve, reject) => {
    setTimeout(async () => (await isMadeHere(url)) && reject(new Error("too slow")), TIMEOUT);
  });
  return Promise.race([answer, late]);
}

/**
 * Keeps files that were shared with the app on this phone, in place of earlier ones, until its user says where they go.
 * @param {Request} request
 */
async function received(request) {
  try {
    const files = (await request.formData()).getAll("files").filter((file) => file instanceof File);
    await caches.delete(SHARED);
    const shared = await caches.open(SHARED);
    await Promise.all(files.slice(0, MOST_SHARED).map((file, at) => shared.put(`${KEPT.root}/share/${at}`, stamped(file))));
    return Response.redirect(`${KEPT.root}/share`, 303);
  } catch {
    return Response.redirect(`${KEPT.root}/share?again=1`, 303); // the phone is full, for example
  }
}

/** Deletes shared files after a day. */
async function forgetShared() {
  if (!(await caches.has(SHARED))) return;
  const [first] = await (await caches.open(SHARED)).matchAll();
  if (first && Number(first.headers.get("X-At")) < Date.now() - DAY) await caches.delete(SHARED);
}

/** @param {File} file */
function stamped(file) {
  const headers = { "Content-Type": file.type, "X-Name": encodeURIComponent(file.name), "X-At": String(Date.now()) };
  return new Response(file, { headers });
}

/**
 * Sends a form; offline, passes its fields to the offline page.
 * @param {Request} request
 */
async function posted(request) {
  const fields = await request.clone().text();
  try {
    return await fromServer(request);
  } catch {
    return shell(fields);
  }
}

/**
 * Returns the server's response. Whoever logs out or is asked to log in leaves no page of a club to the phone's next user.
 * @param {Request} request
 */
async function fromServer(request) {
  const response = await fetch(request);
  if (LOGGED_OUT.includes(pathOf(new URL(request.url)))) await forgetClubs();
  return response;
}

async function forgetClubs() {
  const pages = await caches.open(PAGES);
  for (const kept of await pages.keys()) {
    if (pathOf(new URL(kept.url)).startsWith(OF_CLUBS)) await pages.delete(kept);
  }
}

/** @param {string | null} fields */
async function shell(fields) {
  const page = await caches.match(SHELL, { ignoreVary: true });
  if (!page || fields === null) return page ?? Response.error();
  const data = JSON.stringify(fields).replaceAll("<", "\\u003c");
  const html = (await page.text()).replace("</body>", `<script type="application/json" id="posted">${data}</script></body>`);
  const headers = new Headers(page.headers);
  headers.delete("Content-Encoding");
  return new Response(html, { headers });
}
