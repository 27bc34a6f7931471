/** Without a network: the page that was asked for is made on this phone, by the server's own templates, and put here. */

import { readJson, setText } from "../shared/dom.js";
import { newKey } from "../shared/random-key.js";
import { ROOT } from "../shared/site.js";
import { askEngine, engineInfo } from "./engine.js";
import { onShelf, shelved } from "./shelf.js";
import { getMatch, putMatch } from "./store.js";
import { applyPending, isWrite, save } from "./write.js";

const PATIENCE = 700; // ms until the page says that it is loading
const MATCH = /^.*\/s\/[^/]+\/m\/\d+/;

async function show() {
  document.documentElement.lang = (await engineInfo())?.locale.replace("_", "-") ?? document.documentElement.lang;
  const base = location.pathname.match(MATCH)?.[0];
  if (base) {
    const { arrived } = (await getMatch(base)) ?? {};
    if (arrived) return go(arrived + location.pathname.slice(base.length) + location.search);
    await applyPending(base);
  }
  const posted = document.getElementById("posted");
  const sent = posted ? new URLSearchParams(readJson("posted")) : null;
  if (base && sent && isWrite(location.pathname) && (await save(location.href, sent))?.status === 200) return go(base);
  return showPage(sent);
}

/**
 * Show what the engine answers: a page, or a match that starts.
 * @param {URLSearchParams | null} sent the form that was sent to this address
 */
async function showPage(sent) {
  const matches = await onShelf();
  const answer = await askEngine({
    ask: "page",
    path: location.pathname,
    query: Array.from(new URLSearchParams(location.search)),
    fields: sent ? Array.from(sent) : null,
    key: newKey(),
    shelf: matches.map(shelved),
  });
  return answer.start ? begin(answer, matches) : replacePage(answer.html);
}

/**
 * A match is started here, at a table of its own or at that of another match.
 * @param {{ start: { key: string, head: Record<string, any>, token: string | null }, kept: MatchHistory }} answer
 * @param {StoredMatch[]} shelf
 */
async function begin({ start, kept }, shelf) {
  const key = `${start.key}`.replace(/[^\w-]/g, "").slice(0, 40) || newKey();
  const token = `local-${key}`;
  const base = `${ROOT}/s/${token}/m/1`;
  const before = start.token ? shelf.find((each) => each.token === start.token) : null;
  setClock(start.head, kept);
  await putMatch({
    base,
    token,
    number: 1,
    kept,
    confirmed: 1,
    sitting: before?.sitting ?? { name: "", place: "", opened_at: new Date().toISOString() },
    may_score: true,
    touched: Date.now(),
    arrived: null,
    conflict: null,
    ended: false,
    told: false,
    start: {
      key: start.key,
      head: start.head,
      at: Date.now(),
      token: before?.start ? null : (start.token ?? null),
      follows: before?.start ? before.base : null,
    },
  });
  return go(base);
}

/**
 * A match that lasts so many minutes does so from now on, also where it arrives later.
 * @param {Record<string, any>} head
 * @param {MatchHistory} kept
 */
function setClock(head, kept) {
  const minutes = Number(head.about?.minutes);
  if (!minutes) return;
  const ends = new Date(Date.now() + 60_000 * minutes).toISOString();
  for (const each of [head, kept.setup]) each.about = { ...each.about, ends };
  kept.shown.clock = { minutes, ends };
}

/** @param {string} address */
function go(address) {
  location.replace(address);
}

/**
 * Put a whole page in the place of this one; its scripts run as if it had been loaded.
 * @param {string} html
 */
async function replacePage(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  document.title = page.title;
  await replaceStyle(page);
  document.body.className = page.body.className;
  const scripts = Array.from(page.querySelectorAll("script[type=module][src]"), (script) => String(script.getAttribute("src")));
  document.body.inert = true; // a tap before the scripts are there would send a form that only a server could read
  document.body.replaceChildren(...Array.from(page.body.childNodes).map((node) => document.adoptNode(node)));
  for (const script of scripts) await import(script);
  document.body.inert = false;
}

/**
 * The page's style sheet in the place of this one's, once it is there. What scripts have added stays.
 * @param {Document} page
 */
async function replaceStyle(page) {
  const [here, wanted] = [document, page].map(({ head }) => head.querySelector("link[rel=stylesheet]"));
  if (here.getAttribute("href") === wanted.getAttribute("href")) return;
  await loadSheet(wanted);
  here.remove();
}

/** @param {Element} link */
function loadSheet(link) {
  return new Promise((resolve) => {
    const sheet = document.createElement("link");
    for (const { name, value } of link.attributes) sheet.setAttribute(name, value);
    sheet.onload = sheet.onerror = resolve;
    document.head.append(sheet);
  });
}

/** Say that the page is loading, should it take longer than a moment. */
function sayLoading() {
  const line = document.querySelector("[data-loading]");
  return setTimeout(() => line && setText(line, String(line.getAttribute("data-loading"))), PATIENCE);
}

/** @param {Error} error */
async function fail(error) {
  console.error(error);
  document.querySelector("[data-loading]")?.remove();
  const failed = document.querySelector("[data-shell-failed]");
  if (failed) failed.hidden = false;
}

const slow = sayLoading();
await show().catch(fail);
clearTimeout(slow);
