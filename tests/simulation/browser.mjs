// A browser for the shipped scripts: IndexedDB, timers, fetch and just enough of a document, all by the clock of the simulation.
// Every page has its own scripts and globals; what a phone stores survives its pages.

import { readFileSync } from "node:fs";
import vm from "node:vm";

const TOP = new URL("../../", import.meta.url);
const ORIGIN = "https://cards.example";
const TRANSACTION = 0.001; // seconds

/** Resolves once all promises have been followed that need no more time. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));

/** The clock, and everything that waits for it, in order of time. */
export class Clock {
  constructor() {
    this.now = 0;
    this.waiting = [];
    this.busy = 0; // transactions under way, which take no time
  }

  at(delay, act, page = null) {
    const event = { time: this.now + Math.max(delay, 0), act, page };
    let place = this.waiting.length;
    while (place && this.waiting[place - 1].time > event.time) place -= 1;
    this.waiting.splice(place, 0, event);
    return event;
  }

  cancel(event) {
    const place = this.waiting.indexOf(event);
    if (place >= 0) this.waiting.splice(place, 1);
  }

  get next() {
    return this.waiting[0]?.time ?? null;
  }

  /** Runs the next event; nothing of a closed page. */
  step() {
    const { time, act, page } = this.waiting.shift();
    this.now = Math.max(this.now, time);
    if (!page?.isClosed) act();
    return this.settle();
  }

  /** Follows all that has begun as far as no time passes. */
  async settle() {
    do await settled();
    while (this.busy);
  }
}

/** What a phone stores: values as JSON by key, as IndexedDB has copies of them. Transactions run one after another. */
export class Database {
  constructor(clock) {
    this.clock = clock;
    this.stores = { matches: new Map(), writes: new Map(), facts: new Map() };
    this.last = 0;
    this.running = null;
    this.queue = [];
  }

  all(store) {
    return Array.from(this.stores[store].values(), (text) => JSON.parse(text));
  }

  /** The `indexedDB` of a page. */
  ofPage(page) {
    const open = () => {
      const request = { result: { transaction: () => new Transaction(this, page) } };
      this.clock.at(0, () => request.onsuccess(), page);
      return request;
    };
    return { open };
  }

  begin() {
    this.running = this.queue.find(({ page }) => !page.isClosed) ?? null;
    this.queue = this.queue.filter((each) => each !== this.running && !each.page.isClosed);
    if (this.running) this.clock.at(TRANSACTION, () => this.running.run(), this.running.page);
  }

  /** What a closed page had not begun is dropped. */
  forget(page) {
    if (this.running?.page === page) this.begin();
  }
}

class Transaction {
  constructor(database, page) {
    Object.assign(this, { database, page, requests: [] });
    database.queue.push(this);
    if (!database.running) database.begin();
  }

  /** Fulfils the requests, one after another: after each of them its script may make more. */
  async run() {
    const { clock } = this.database;
    clock.busy += 1;
    for (let request = this.requests.shift(); request; request = this.requests.shift()) {
      request.result = request.act();
      request.onsuccess();
      await settled();
    }
    clock.busy -= 1;
    this.database.begin();
    this.oncomplete();
  }

  objectStore(name) {
    const { database } = this;
    const values = database.stores[name];
    const ask = (act) => {
      const request = { act };
      this.requests.push(request);
      return request;
    };
    const put = (value, key) => {
      values.set(key ?? value.id ?? value.base, JSON.stringify(value));
    };
    const add = (value) => {
      put({ ...value, id: (database.last += 1) });
      this.page.onWrite(value);
      return database.last;
    };
    const having = (base) => database.all(name).filter((each) => each.base === base);
    return {
      get: (key) => ask(() => values.has(key) ? JSON.parse(values.get(key)) : undefined),
      getAll: () => ask(() => database.all(name)),
      put: (value, key) => ask(() => put(value, key)),
      add: (value) => ask(() => add(value)),
      delete: (key) => ask(() => void values.delete(key)),
      index: () => ({
        getAll: (base) => ask(() => having(base)),
        getAllKeys: (base) => ask(() => having(base).map(({ id }) => id)),
        count: (base) => ask(() => having(base).length),
      }),
    };
  }
}

/** An element, or whatever a script takes for one: it holds what is appended, and can be tapped. */
class Thing {
  constructor(about = {}) {
    Object.assign(this, { dataset: {}, children: [], listeners: {}, parts: {}, ...about });
    const nothing = () => false;
    this.classList = { add: nothing, remove: nothing, toggle: nothing, contains: nothing };
    for (const name of ["setAttribute", "getAttribute", "matches", "after", "showModal", "removeEventListener"]) this[name] = nothing;
    this.prepend = this.append;
  }

  append(...things) {
    for (const thing of things) if (thing instanceof Thing) thing.parent = this;
    this.children.push(...things);
  }

  replaceChildren(...things) {
    this.children = [];
    this.append(...things);
  }

  remove() {
    this.parent?.children.splice(this.parent.children.indexOf(this), 1);
  }

  querySelector(selector) {
    return (this.parts[selector] ??= new Thing());
  }

  querySelectorAll() {
    return [];
  }

  addEventListener(type, act) {
    (this.listeners[type] ??= []).push(act);
  }

  dispatchEvent(event) {
    return Promise.all((this.listeners[event.type] ?? []).map((act) => act(event)));
  }

  close() {
    this.dispatchEvent({ type: "close" });
  }

  /** All that it holds, to any depth. */
  get within() {
    return this.children.flatMap((thing) => (thing instanceof Thing ? [thing, ...thing.within] : []));
  }
}

const sources = new Map();
const compiled = new Map(); // what V8 has made of a text, by the text

/** The text of a shipped script with the planted fault, if that is in it. */
function sourceOf(address, fault) {
  if (!sources.has(address)) sources.set(address, readFileSync(new URL(address, TOP), "utf8"));
  const text = sources.get(address);
  if (fault?.script !== address) return text;
  if (!text.includes(fault.text)) throw new Error(`${address} has no longer: ${fault.text}`);
  return text.replace(fault.text, () => fault.instead);
}

/** An open page: `import` loads a shipped script into it. `asks` are what it needs from outside. */
export class Page {
  /** @param {{ clock: Clock, database: Database, base: string, ahead: number, fault: object, asks: object }} about */
  constructor(about) {
    Object.assign(this, about, { isClosed: false, scripts: new Map() });
    this.body = new Thing();
    this.window = new Thing();
    this.context = vm.createContext(this.globals());
    vm.runInContext("globalThis.window = globalThis", this.context);
  }

  onWrite(write) {
    this.asks.typed(write);
  }

  now() {
    return Date.UTC(2026, 10, 20, 20) + Math.round(1000 * (this.clock.now + this.ahead));
  }

  globals() {
    const { clock, window, body } = this;
    const page = this;
    const documents = new Thing({ hidden: true, documentElement: { lang: "en", dataset: {} }, body, head: new Thing() });
    documents.createElement = () => new Thing();
    documents.getElementById = () => ({ textContent: "{}" });
    documents.querySelector = (selector) => this.find(selector);
    documents.querySelectorAll = () => [];
    class PageDate extends Date {
      constructor(...about) {
        super(...(about.length ? about : [page.now()]));
      }

      static now() {
        return page.now();
      }

      toLocaleTimeString() {
        return "20:00";
      }
    }
    let random = 0;
    return {
      URL, URLSearchParams, console, CustomEvent: class { constructor(type, about) { Object.assign(this, { type, ...about }); } },
      AbortController: class { abort() {} },
      AbortSignal: { timeout: () => null },
      Date: PageDate,
      Worker: this.worker(),
      addEventListener: (type, act) => window.addEventListener(type, act),
      removeEventListener: () => null,
      dispatchEvent: (event) => window.dispatchEvent(event),
      clearTimeout: (event) => clock.cancel(event),
      setTimeout: (act, ms = 0) => clock.at(ms / 1000, act, page),
      crypto: { getRandomValues: (bytes) => bytes.fill((random += 1)) },
      document: (this.document = documents),
      fetch: (address, options) => this.fetch(address, options),
      indexedDB: this.database.ofPage(page),
      isSecureContext: true,
      location: this.location(),
      navigator: { languages: ["en"], get onLine() { return page.isOnline; } },
      performance: {},
    };
  }

  location() {
    const go = (base) => this.asks.goes(base);
    return { href: `${ORIGIN}${this.base}`, pathname: this.base, search: "", replace: go, assign: go, reload: () => go(this.base) };
  }

  /** The elements that scripts look for on a match page. */
  find(selector) {
    const parts = {
      "[data-match]": () => new Thing({ dataset: { match: this.base, game: "truco" } }),
      "[data-entry]": () => new Thing(),
      "input[name=csrf_token]": () => ({ value: this.token }),
      ".is-over": () => new Thing(), // so that the page's look is not stored
      "dialog.conflict": () => this.body.children.find(({ className }) => className === "conflict") ?? null,
      main: () => (this.main ??= new Thing()),
    };
    if (selector.startsWith("link[")) return new Thing();
    return parts[selector]?.() ?? null;
  }

  /** The class of the engine's worker, whose answers come from outside. */
  worker() {
    const { asks } = this;
    return class {
      addEventListener(type, act) {
        if (type === "message") this.receive = act;
      }

      postMessage({ id, start, question }) {
        asks.engine(start ? null : question).then((answer) => this.receive({ data: { id, answer } }));
      }
    };
  }

  async fetch(address, { method = "GET", body = [] } = {}) {
    const fail = (name) => Object.assign(new (vm.runInContext(name === "TypeError" ? name : "Error", this.context))(name), { name });
    const path = address.replace(ORIGIN, "");
    const reply = await this.asks.fetch(method, path, Array.from(body));
    if (typeof reply === "string") throw fail(reply);
    const { status, answer } = reply;
    const json = async () => {
      if (answer === null) throw fail("SyntaxError");
      return answer;
    };
    return { status, ok: status >= 200 && status < 300, statusText: String(status), json };
  }

  /** Loads a shipped script, such as `static/js/phone/sync.js`; returns what it exports. */
  async import(address) {
    const script = this.script(address);
    if (script.status === "unlinked") await script.link((name, { identifier }) => this.script(relative(name, identifier)));
    await script.evaluate();
    return script.namespace;
  }

  script(address) {
    if (!this.scripts.has(address)) this.scripts.set(address, this.compiled(address));
    return this.scripts.get(address);
  }

  compiled(address) {
    const text = sourceOf(address, this.fault);
    const script = new vm.SourceTextModule(text, {
      cachedData: compiled.get(text),
      identifier: address,
      context: this.context,
      initializeImportMeta: (meta) => (meta.url = `${ORIGIN}/${address}`),
      importModuleDynamically: async (name) => {
        const other = relative(name, address);
        await this.import(other);
        return this.script(other);
      },
    });
    // Node finds no callback for a script from its cache that imports others later.
    if (!compiled.has(text) && !text.includes("import(")) compiled.set(text, script.createCachedData());
    return script;
  }

  close() {
    this.isClosed = true;
    this.database.forget(this);
  }
}

const relative = (name, from) => new URL(name, `${ORIGIN}/${from}`).pathname.slice(1);
