/**
 * One request to the server: whether it was answered, and how. A form token that has expired is replaced by a fresh one.
 * And a stored write as such a request.
 */

import { ROOT } from "../shared/site.js";

const TIMEOUT = 6000; // ms; by then there is no network worth waiting for
const NO_TOKEN = 400; // what the server answers to a form whose token it does not know
const NO_ANSWER = ["TypeError", "SyntaxError", "TimeoutError", "AbortError"]; // no network, no JSON, too late

/** What was said, not entered: the server takes it whatever others did since, so that is still to be looked at. */
export const SAID = ["side", "confirm"];

/** @type {string | null} */
let token = null;

/**
 * Post fields; null where nobody answered in time or the server is out of order.
 * @param {string} address
 * @param {[string, string][]} fields
 * @param {string | null} ownToken
 * @returns {Promise<Reply | null>}
 */
export async function tryPost(address, fields, ownToken = null) {
  if (navigator.onLine === false) return null;
  try {
    const first = await post(address, fields, ownToken ?? token ?? (await freshToken()));
    if (first.status !== NO_TOKEN) return await replyOf(first);
    return await replyOf(await post(address, fields, await freshToken()));
  } catch (error) {
    if (NO_ANSWER.includes(error.name)) return null;
    throw error;
  }
}

/**
 * Get JSON; null as above, and where it cannot be had.
 * @param {string} address
 * @returns {Promise<any>}
 */
export async function tryGet(address) {
  if (navigator.onLine === false) return null;
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(TIMEOUT) });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** @returns {Promise<string>} */
async function freshToken() {
  const response = await fetch(`${ROOT}/sync/token`, { signal: AbortSignal.timeout(TIMEOUT) });
  if (!response.ok) throw new TypeError(response.statusText); // as if nobody had answered
  const fresh = (await response.json()).csrf_token;
  token = fresh;
  return fresh;
}

/**
 * @param {string} address
 * @param {[string, string][]} fields
 * @param {string} csrf
 */
function post(address, fields, csrf) {
  const body = new URLSearchParams(fields);
  body.delete("csrf_token");
  return fetch(address, {
    method: "POST",
    body,
    headers: { Accept: "application/json", "X-CSRFToken": csrf },
    signal: AbortSignal.timeout(TIMEOUT),
  });
}

/** @param {Response} response */
async function replyOf(response) {
  if (response.status >= 500 || response.status === 429) return null;
  return { status: response.status, answer: await response.json() };
}

/** @param {Write} write */
function addressOf({ base, act, hand }) {
  /** @type {Record<string, string>} */
  const paths = { record: "hands", correct: `hands/${hand}`, strike: `hands/${hand}/strike`, note: `hands/${hand}/note` };
  return `${base}/${paths[act] ?? act}`;
}

/**
 * Send a write as it is: what the server answers, or null where it does not.
 * @param {Write} write
 * @param {number | string | null} seen the version that its sender has seen
 * @param {string | null} csrf
 */
export function sendWrite(write, seen, csrf = null) {
  return tryPost(addressOf(write), [...fieldsOf(write), ["key", write.key], ["seen", String(seen)]], csrf);
}

/**
 * The form's fields; of a confirmation with the number that its hand has by now, and with what was confirmed.
 * @param {Write} write
 * @returns {[string, string][]}
 */
function fieldsOf({ fields, hand, saw }) {
  if (!saw) return fields;
  return [...fields.filter(([name]) => name !== "hand"), ["hand", String(hand ?? "")], ["saw", JSON.stringify(saw)]];
}

/**
 * A write whose hands have other numbers now, because others' hands came before them.
 * @param {Write} write
 * @param {number} shift
 * @param {number} from
 */
export function shifted(write, shift, from) {
  const hand = write.hand !== null && write.hand >= from ? write.hand + shift : write.hand;
  return { ...write, hand, number: write.act === "record" ? Number(write.number) + shift : hand };
}
