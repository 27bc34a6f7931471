/** One request to the server, and a stored write as such a request. An expired CSRF token is replaced by a fresh one. */

import { ROOT } from "../shared/site.js";

const TIMEOUT = 6000; // ms; a slower network counts as offline
const NO_TOKEN = 400; // the server's response to an invalid CSRF token
const NO_ANSWER = ["TypeError", "SyntaxError", "TimeoutError", "AbortError"]; // offline, no JSON or too late

/** Writes that the server accepts whatever others did, so the user must check them again after a conflict. */
export const SAID = ["side", "confirm", "contest"];

/** @type {string | null} */
let token = null;

/**
 * Posts fields; null if there is no response in time, the server fails or asks to wait without a reason (`problems`).
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
 * Gets JSON; null if there is no response in time, or an error.
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
  if (!response.ok) throw new TypeError(response.statusText); // treated as no response
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
  if (response.status >= 500) return null;
  const answer = await response.json();
  return response.status === 429 && !answer.problems ? null : { status: response.status, answer };
}

/** @param {Write} write */
function addressOf({ base, act, hand }) {
  if (act === "record") return `${base}/hands`;
  if (act === "correct") return `${base}/hands/${hand}`;
  return ["strike", "note", "contest"].includes(act) ? `${base}/hands/${hand}/${act}` : `${base}/${act}`;
}

/**
 * Sends a write unchanged; returns the server's response, or null without one.
 * @param {Write} write
 * @param {number | string | null} seen the version that its sender has seen
 */
export function sendWrite(write, seen) {
  const ofPage = document.querySelector("input[name=csrf_token]")?.value || null; // empty on pages made by this phone
  return tryPost(addressOf(write), [...fieldsOf(write), ["key", write.key], ["seen", String(seen)]], ofPage);
}

/**
 * Returns the form's fields; a confirmation gets its hand's current number and the confirmed content.
 * @param {Write} write
 * @returns {[string, string][]}
 */
function fieldsOf({ fields, hand, saw }) {
  if (!saw) return fields;
  return [...fields.filter(([name]) => name !== "hand"), ["hand", String(hand ?? "")], ["saw", JSON.stringify(saw)]];
}

/**
 * Returns a write with shifted hand numbers, because others' hands were inserted before.
 * @param {Write} write
 * @param {number} shift
 * @param {number} from
 */
export function shifted(write, shift, from) {
  const hand = write.hand !== null && write.hand >= from ? write.hand + shift : write.hand;
  return { ...write, hand, number: write.act === "record" ? Number(write.number) + shift : hand };
}
