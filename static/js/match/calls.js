/**
 * What is called while a hand is played: seen by every phone at the table, answered by a tap on any of them. It holds up
 * nothing: a hand can be recorded whatever was called, and without a network the calls are this phone's own.
 */

import { setText } from "../shared/dom.js";
import { isOnlyHere } from "../shared/site.js";
import { pageText } from "./texts.js";

/** What this phone alone knows of a call, without a network. @type {any} */
let own = null;

/**
 * Show the calls of the next hand.
 * @param {MatchState} state
 */
export function showCalls({ call, sides, status }) {
  const part = document.querySelector("[data-calls]");
  if (!part) return;
  part.hidden = !call || status !== "in_progress";
  for (const key of document.querySelectorAll("label[data-worth]")) key.classList.toggle("not-agreed", !isAgreed(key, call));
  if (!call) return;
  part.classList.toggle("live", call.by !== null);
  showSaid(part, call, sides);
  for (const form of part.querySelectorAll("form[data-call]")) showKeys(form, call, part.dataset.word);
}

/**
 * Whether a key of the form records what was agreed, or nothing was.
 * @param {Element & { dataset: Record<string, string> }} key
 * @param {Call | null | undefined} call
 */
function isAgreed(key, call) {
  if (!call || call.by === null || call.asked) return true;
  return Number(key.dataset.worth) === call.stake && (call.winner === null || Number(key.dataset.of) === call.winner);
}

/**
 * @param {Element} part
 * @param {Call} call
 * @param {Side[]} sides
 */
function showSaid(part, call, sides) {
  part.querySelector("[data-call-said]").hidden = call.by === null;
  const stake = part.querySelector("[data-call-stake]");
  stake.className = call.by === null ? "call-stake" : `call-stake side-${call.by}`;
  setText(stake, call.asked ?? call.stake);
  const text = call.asked ? "call_asked" : call.winner === null ? "call_agreed" : "call_ran";
  const values = { name: sides[call.by ?? 0].name, stake: call.asked ?? call.stake };
  setText(part.querySelector("[data-call-text]"), pageText(text, values));
}

/**
 * @param {Element & { dataset: Record<string, string> }} form
 * @param {Call} call
 * @param {string} word what the first who calls says
 */
function showKeys(form, call, word) {
  const turn = call.turn === null || String(call.turn) === form.dataset.call;
  const may = {
    accept: turn && call.asked !== null,
    run: turn && call.asked !== null,
    propose: turn && call.next !== null && call.winner === null,
    clear: call.by !== null,
  };
  for (const key of form.querySelectorAll("button[data-act]")) {
    key.hidden = !may[/** @type {keyof typeof may} */ (key.dataset.act)];
    if (key.dataset.act === "propose") setText(key, call.by === null ? word : pageText("call", { stake: call.next }));
  }
  form.querySelector("input[name=number]").value = String(call.number ?? 0);
}

/**
 * Send what is called, and show what came of it.
 * @param {string} base the match's address
 * @param {(call: Call | null) => void} onCall
 */
export function listenForCalls(base, onCall) {
  document.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("form[data-call]")) return;
    event.preventDefault();
    const fields = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
    const sent = await sendCall(`${base}/call`, fields);
    const call = sent === null ? await callHere(base, fields) : sent;
    if (call !== undefined) onCall(call);
  });
}

/**
 * What the server answers; undefined where it refuses, null where it cannot be reached.
 * @param {string} address
 * @param {URLSearchParams} fields
 */
async function sendCall(address, fields) {
  if (isOnlyHere(address)) return null;
  try {
    const response = await fetch(address, { method: "POST", body: fields, headers: { Accept: "application/json" } });
    return response.ok ? (await response.json()).call : undefined;
  } catch {
    return null;
  }
}

/**
 * The same on this phone alone, by the same rules; undefined where they refuse it or do not run here.
 * @param {string} base
 * @param {URLSearchParams} fields
 */
async function callHere(base, fields) {
  try {
    const [{ askEngine }, { getMatch }] = await Promise.all([import("../offline/engine.js"), import("../offline/store.js")]);
    const { kept } = await getMatch(base);
    const done = await askEngine({ ask: "call", kept, call: own, act: fields.get("act"), side: Number(fields.get("side")) });
    if (done.problems) return undefined;
    own = done.found;
    return done.call;
  } catch {
    return undefined;
  }
}
