// The phones of a simulation: runs the shipped scripts in pages, as told by tests/simulation/phone.py.
// A line in: `{"now", "until", "orders"}`; a line out: `{"now", "next", "asks"}`. Time passes up to `until`, the time of the next
// event outside, or until a page asks for something.

import { createInterface } from "node:readline";
import { Clock, Database, Page } from "./browser.mjs";

const SCRIPTS = { engine: "phone/engine", phone: "phone/page", poll: "shared/poll", request: "phone/request", states: "match/state",
  store: "phone/store", write: "phone/write" }; // prettier-ignore
const AGAIN = 5; // seconds until a user opens a page again that could not be shown

let clock, databases, pages, replies, asks, last, settings, fault;

/** Begins with empty phones. */
function begin(about) {
  clock = new Clock();
  [databases, pages, replies, asks, last] = [{}, {}, new Map(), [], 0];
  ({ settings, fault } = about);
}

/** Asks something outside; resolves with the reply, unless the page is closed by then. */
function ask(page, what, ...about) {
  last += 1;
  asks.push([what, page.name, last, ...about]);
  return new Promise((resolve) => replies.set(last, (reply) => page.isClosed || resolve(reply)));
}

function databaseOf(phone) {
  if (!databases[phone]) {
    databases[phone] = new Database(clock);
    for (const [name, value] of Object.entries(settings)) databases[phone].stores.facts.set(name, JSON.stringify(value));
  }
  return databases[phone];
}

/** A match page, as static/js/match draws it: its state and what it does with a newer one. */
class MatchPage extends Page {
  constructor(name, phone, about) {
    super({ ...about, name, clock, fault, database: databaseOf(phone), asks: {
      engine: (question) => ask(this, "engine", question),
      fetch: (...about) => (about[1] === "/engine.json" ? this.engineInfo() : ask(this, "fetch", ...about)),
      goes: (base) => this.tell("goes", base),
      typed: ({ key, seen }) => this.tell("typed", key, seen),
    } }); // prettier-ignore
    this.state = null;
  }

  tell(what, ...about) {
    asks.push([what, this.name, 0, ...about]);
  }

  /** As from the browser's cache. */
  engineInfo() {
    return this.isOnline ? { status: 200, answer: settings.about } : "TypeError";
  }

  async open() {
    for (const [name, path] of Object.entries(SCRIPTS)) this[name] = await this.import(`static/js/${path}.js`);
    this.window.addEventListener("scorekeeper:conflict", () => this.tell("conflict"));
    this.window.addEventListener("scorekeeper:synced", ({ detail }) => this.show(detail.state));
    await this.load();
    if (!this.watches) await this.phone.startPage();
  }

  /** Shows the server's state, or this phone's if that has unsent changes or no network. */
  async load() {
    for (;;) {
      const base = await this.store.currentBase(this.base);
      const fresh = (await this.write.isAhead(base)) ? null : await this.request.tryGet(`${base}/state.json`);
      const state = fresh ?? (await this.own(base));
      this.token = fresh ? "as served" : "";
      if (fresh) this.tell("shown", fresh.version);
      if (state) return this.begin(base, state);
      await new Promise((resolve) => clock.at(AGAIN, resolve, this));
    }
  }

  async own(base) {
    const match = await this.store.getMatch(base);
    return match ? this.engine.askEngine({ ask: "state", kept: match.kept }) : null;
  }

  begin(base, state) {
    this.state = state;
    const onState = (newer) => (this.poller === own ? this.receive(newer) : null);
    const own = this.poll.poll(`${base}/state.json`, state.version, { onState });
    this.poller = own;
  }

  /** match.js: shows a newer state; draws the page again if the match has ended or goes on. */
  async show(newer) {
    if (this.states.endsOtherwise(this.state, newer)) return this.load();
    this.poller.setVersion(newer.version);
    this.tell("shown", newer.version);
    this.state = this.states.mergeState(this.state, newer);
    return this.hear("scorekeeper:shown", { base: await this.store.currentBase(this.base), version: newer.version });
  }

  /** match.js: another phone's change; this phone's own come first. */
  async receive(newer) {
    if (await this.write.isAhead(this.base)) return this.poller.setVersion(this.state.version);
    return newer.version === this.state.version ? null : this.show(newer);
  }

  hear(type, detail) {
    return this.window.dispatchEvent({ type, detail });
  }

  // what people do

  /** What the page shows; null while it loads. */
  async look() {
    const match = this.state && (await this.store.getMatch(await this.store.currentBase(this.base)));
    const { version, status, hands } = this.state ?? {};
    const choices = this.dialog?.within.map(({ dataset }) => dataset.choice).filter(Boolean);
    return this.state && { version, status, hands: hands.map(({ number }) => number), stored: Boolean(match),
      conflict: match?.conflict?.state.version ?? null, choices: choices ?? [] }; // prettier-ignore
  }

  get dialog() {
    return this.find("dialog.conflict");
  }

  /** Opens the dialog about a conflict. */
  async ask() {
    const { showConflict } = await this.import("static/js/phone/conflict-dialog.js");
    await showConflict(await this.store.currentBase(this.base));
  }

  /** Taps a choice of the dialog. */
  async choose(choice) {
    await this.dialog.within.find(({ dataset }) => dataset.choice === choice).dispatchEvent({ type: "click" });
  }

  /** Sends a form; returns the status and what the page shows then, null if the match is not stored or no engine runs. */
  async save(address, fields) {
    const reply = await this.write.save(`${this.base}/${address}`, new URLSearchParams(fields));
    if (reply?.answer.state) await this.show(reply.answer.state);
    return reply && [reply.status, this.state.version];
  }

  /** Polls once. */
  wake() {
    if (!this.poller) return;
    this.document.hidden = false;
    this.poller.wake();
    this.document.hidden = true;
  }
}

const ORDERS = {
  begin,
  open(name, phone, about) {
    pages[name] = new MatchPage(name, phone, about);
    pages[name].open();
  },
  close(name) {
    pages[name].close();
    delete pages[name];
  },
  reply(number, answer) {
    replies.get(number)?.(answer);
    replies.delete(number);
  },
  online(name, isOnline) {
    if (pages[name]) pages[name].isOnline = isOnline;
  },
  hear: (name, type) => pages[name]?.hear(type),
  wake: (name) => pages[name]?.wake(),
  show: (name) => pages[name]?.state && pages[name].hear("scorekeeper:shown", { base: pages[name].base, version: pages[name].state.version }),
  put: (phone, match) => databaseOf(phone).stores.matches.set(match.base, JSON.stringify(match)),
  async call(number, name, act, ...about) {
    const page = pages[name];
    const done = page && (await page[act](...about));
    if (!page?.isClosed) asks.push(["done", name, number, done ?? null]);
  },
  dump(number, phone, name) {
    const { matches, writes } = databaseOf(phone).stores;
    const [kept, unsent] = [matches, writes].map((store) => Array.from(store.values(), (text) => JSON.parse(text)));
    asks.push(["done", name, number, { matches: kept, writes: unsent, state: pages[name]?.state ?? null }]);
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { now, until, orders } = JSON.parse(line);
  if (clock) clock.now = now;
  for (const [order, ...about] of orders) ORDERS[order](...about);
  await clock.settle();
  while (!asks.length && clock.next !== null && clock.next <= until) await clock.step();
  process.stdout.write(`${JSON.stringify({ now: clock.now, next: clock.next, asks })}\n`);
  asks = [];
}
