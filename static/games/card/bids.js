/**
 * What is announced before the cards of a hand are played, such as bids: every phone at the table and the big screen show it.
 * Without a network it stays on this phone, and is sent as soon as there is one.
 */

import { readJson, setText } from "../../js/shared/dom.js";
import { isOnlyHere } from "../../js/shared/site.js";

const RETRY = 5000; // ms

/** What was typed here and has not arrived yet, by path; empty texts take a bid back. @type {Map<string, string>} */
const unsent = new Map();
let sending = false;
/** The bids shown now. @type {Bids | null} */
let shown = readJson("board").bids ?? null;

/**
 * Shows the bids of the current hand, on the halves, in the line below them and in the form.
 * @param {MatchState} state
 */
export function showCalls({ bids = null }) {
  if (bids && shown && bids.hand !== shown.hand) unsent.clear();
  shown = bids;
  for (const card of document.querySelectorAll("[data-bid]")) showCard(card, bids);
  const line = document.querySelector("[data-bids]");
  if (line) showLine(line, bids);
  document.querySelector("form[data-entry]")?.dispatchEvent(new CustomEvent("bids", { detail: bids && withUnsent(bids) }));
}

/**
 * @param {Bids} bids
 * @returns {Bids}
 */
function withUnsent(bids) {
  return unsent.size ? { ...bids, typed: { ...bids.typed, ...Object.fromEntries(unsent) } } : bids;
}

/**
 * @param {Element & { dataset: Record<string, string> }} card
 * @param {Bids | null} bids
 */
function showCard(card, bids) {
  card.toggleAttribute("hidden", !bids?.label);
  setText(card.querySelector("b"), bids?.cards[Number(card.dataset.bid)] ?? "");
}

/**
 * @param {Element} line
 * @param {Bids | null} bids
 */
function showLine(line, bids) {
  line.toggleAttribute("hidden", !bids?.words.length);
  const { cards = [], most = null, bid = null, words = [] } = bids ?? {};
  const made = most === null ? [] : cards.flatMap((card, side) => pips(Number(card), `side-${side}`));
  const open = most === null ? [] : pips(Math.max(0, most - (bid ?? 0)), "open");
  line.querySelector("[data-pips]").replaceChildren(...made, ...open);
  setText(line.querySelector("[data-bid-words]"), words.join(" · "));
}

/**
 * @param {number} length
 * @param {string} className
 */
const pips = (length, className) => Array.from({ length }, () => Object.assign(document.createElement("i"), { className }));

/**
 * Sends a bid when it is typed or taken back, and shows the result.
 * @param {() => string} current the match's address
 * @param {(said: { bids: Bids | null }) => void} onBids
 */
export function listenForCalls(current, onBids) {
  const send = () => sendAll(current, onBids);
  document.addEventListener("bid", ({ detail }) => {
    for (const [path, text] of Object.entries(detail)) unsent.set(path, text);
    send();
  });
  window.addEventListener("online", send);
}

/**
 * Sends what has not arrived, one request at a time.
 * @param {() => string} current
 * @param {(said: { bids: Bids | null }) => void} onBids
 */
async function sendAll(current, onBids) {
  if (sending) return;
  sending = true;
  while (unsent.size) {
    const { hand = 0 } = shown ?? {};
    const arrived = await sendOnce(current(), [...unsent], hand, onBids).catch(() => false);
    if (arrived) continue;
    setTimeout(() => sendAll(current, onBids), RETRY);
    break;
  }
  sending = false;
}

/**
 * Sends these bids, or adds them to the match that this phone stores; false if they have to be sent again.
 * @param {string} base
 * @param {[string, string][]} batch
 * @param {number} hand
 * @param {(said: { bids: Bids | null }) => void} onBids
 */
async function sendOnce(base, batch, hand, onBids) {
  const isHere = isOnlyHere(base);
  const reply = isHere ? null : await post(`${base}/bids`, [...batch, ["hand", `${hand}`], ["way", "hand"]]);
  const bids = reply ? reply.bids : await bidHere(base, batch);
  const arrived = isHere || reply !== null;
  for (const [path, text] of batch) if (arrived && unsent.get(path) === text) unsent.delete(path);
  if (shown?.hand === hand) onBids({ bids: bids ?? shown }); // refused: as it was
  if (reply) await keepHere(base, batch);
  return arrived;
}

/**
 * Returns the server's response, without bids if it refuses these; null if it cannot be reached.
 * @param {string} address
 * @param {[string, string][]} fields
 * @returns {Promise<{ bids?: Bids | null } | null>}
 */
async function post(address, fields) {
  const { tryPost } = await import("../../js/phone/request.js");
  const token = document.querySelector("input[name=csrf_token]")?.value;
  const reply = await tryPost(address, fields, token || null);
  return /** @type {any} */ (reply && reply.answer);
}

/**
 * Adds the bids to the match that this phone stores, with the same rules; undefined if they refuse or cannot run.
 * @param {string} base
 * @param {[string, string][]} fields
 * @returns {Promise<Bids | null | undefined>}
 */
async function bidHere(base, fields) {
  try {
    const { askEngine } = await import("../../js/phone/engine.js");
    const { getMatch, updateMatch } = await import("../../js/phone/store.js");
    const { kept } = await getMatch(base);
    const done = await askEngine({ ask: "bid", kept, fields });
    if (done.problems) return undefined;
    await updateMatch(base, (match) => ({ kept: { ...match.kept, bids: done.kept.bids } }));
    return done.bids;
  } catch {
    return undefined;
  }
}

/**
 * After the server has them: stores the bids on this phone too, for a time without a network.
 * @param {string} base
 * @param {[string, string][]} fields
 */
async function keepHere(base, fields) {
  const { isReady } = await import("../../js/phone/engine.js");
  if (isReady()) await bidHere(base, fields);
}
