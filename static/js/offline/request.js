/** One request to the server: whether it was answered, and how. A form token that has expired is replaced by a fresh one. */

import { ROOT } from "../shared/site.js";

const TIMEOUT = 6000; // ms; by then there is no network worth waiting for
const NO_TOKEN = 400; // what the server answers to a form whose token it does not know
const NO_ANSWER = ["TypeError", "SyntaxError", "TimeoutError", "AbortError"]; // no network, no JSON, too late

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
