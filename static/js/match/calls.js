/**
 * Calls during a hand (raising the stake): every phone at the table shows them, and any phone may answer. They never block: a
 * hand can be recorded whatever was called. Offline, calls stay on this phone.
 */

import { setText } from "../shared/dom.js";
import { isOnlyHere } from "../shared/site.js";
import { formatPoints, pageText } from "./texts.js";

/** A call made offline, known to this phone only. @type {any} */
let own = null;

/**
 * Shows the calls of the current hand.
 * @param {MatchState} state
 */
export function showCalls({ call, sides, status }) {
  const part = document.querySelector("[data-calls]");
  if (!part || !call) return;
  document.querySelector("[data-screen]")?.classList.toggle("is-called", Boolean(call.asked) && status === "in_progress");
  for (const key of document.querySelectorAll("label[data-worth]")) showWorth(key, call);
  const words = JSON.parse(part.dataset.words);
  showSaid(part, call, sides, words);
  for (const form of document.querySelectorAll("form[data-call]")) showKeys(form, call, words);
}

/**
 * Shows the current stake large; once the others have folded, only the winners' key remains.
 * @param {Element & { dataset: Record<string, string> }} key
 * @param {Call} call
 */
function showWorth(key, { stake, winner }) {
  const { worth, of } = key.dataset;
  key.classList.toggle("worth-now", Number(worth) === stake);
  key.classList.toggle("not-agreed", winner !== null && (Number(worth) !== stake || Number(of) !== winner));
}

/**
 * @param {HTMLElement} part
 * @param {Call} call
 * @param {Side[]} sides
 * @param {Record<string, string>} words
 */
function showSaid(part, call, sides, words) {
  const agreed = call.by !== null && !call.asked;
  const kinds = ["calls", call.asked && "asks", agreed && "agreed", call.by !== null && `side-${call.by}`];
  part.className = kinds.filter(Boolean).join(" ");
  const { name } = sides[call.by ?? 0];
  const text = call.winner !== null ? "call_ran" : agreed ? "call_agreed" : call.asked ? "call_asked" : "call_open";
  setText(part.querySelector("[data-call-who]"), call.asked ? pageText("call_who", { name }) : "");
  setText(part.querySelector("[data-call-cry]"), call.asked ? wordOf(words, call.asked) : "");
  setText(part.querySelector("[data-call-stake]"), call.asked ?? call.stake);
  setText(part.querySelector("[data-call-text]"), pageText(text, { name, stake: call.stake }));
}

/**
 * Returns the word for a stake, or the number if it has no word.
 * @param {Record<string, string>} words
 * @param {number | null} stake
 */
function wordOf(words, stake) {
  if (stake === null) return "";
  return words[String(stake)] ?? pageText("call", { stake });
}

/**
 * @param {Element & { dataset: Record<string, string> }} form
 * @param {Call} call
 * @param {Record<string, string>} words
 */
function showKeys(form, call, words) {
  const turn = call.turn === null || String(call.turn) === form.dataset.call;
  const answers = call.asked !== null && turn;
  const proposes = form.closest("[data-call-keys]") ? turn && call.asked === null && call.winner === null : answers;
  const may = { accept: answers, run: answers, propose: call.next !== null && proposes, clear: call.by !== null };
  const more = {
    accept: call.asked && pageText("call_worth", { stake: call.asked }),
    propose: call.next && pageText("call_raise", { stake: call.next }),
    run: formatPoints(call.stake),
    clear: "",
  };
  form.querySelector("[data-answers]")?.toggleAttribute("hidden", !answers);
  for (const key of form.querySelectorAll("button[data-act]")) {
    const act = /** @type {keyof typeof may} */ (key.dataset.act);
    key.hidden = !may[act];
    const told = key.querySelector("[data-act-more]");
    if (told) setText(told, more[act] || "");
  }
  for (const word of form.querySelectorAll("[data-act=propose] [data-act-word]")) setText(word, wordOf(words, call.next));
  form.querySelector("input[name=number]").value = String(call.number ?? 0);
}

/**
 * Sends a call when its key is tapped, and shows the result.
 * @param {() => string} current the match's address
 * @param {(said: { call: Call | null }) => void} onCall
 */
export function listenForCalls(current, onCall) {
  document.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("form[data-call]")) return;
    event.preventDefault();
    const base = current();
    const fields = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
    const sent = await sendCall(`${base}/call`, fields);
    const call = sent === null ? await callHere(base, fields) : sent;
    if (call !== undefined) onCall({ call });
  });
}

/**
 * Returns the server's response; undefined if it refuses, null if it cannot be reached.
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
 * Makes the call on this phone, with the same rules; undefined if they refuse it or cannot run.
 * @param {string} base
 * @param {URLSearchParams} fields
 */
async function callHere(base, fields) {
  try {
    const [{ askEngine }, { getMatch }] = await Promise.all([import("../phone/engine.js"), import("../phone/store.js")]);
    const { kept } = await getMatch(base);
    const done = await askEngine({ ask: "call", kept, call: own, act: fields.get("act"), side: Number(fields.get("side")) });
    if (done.problems) return undefined;
    own = done.found;
    return done.call;
  } catch {
    return undefined;
  }
}
