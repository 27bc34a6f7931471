/**
 * The ticks at the entrance, without reloading and offline: each is stored on this phone, then sent; the response contains
 * the other phones' ticks. The page also opens offline.
 * @typedef {{ present: number[], paid: number[], cash?: string }} Ticked
 */

import { keepPage } from "../phone/keep-page.js";
import { tryGet } from "../phone/request.js";
import { getSetting, setSetting } from "../phone/store.js";
import { sync } from "../phone/sync.js";
import { addTick, fieldOf, showRefused, waitingTicks } from "../phone/ticks.js";

const EVERY = 5000; // ms
const DOOR = /\/tournaments\/\d+\/door$/;
const BASE = location.pathname;
const NOT_SENT = ["csrf_token", "q"];
const list = /** @type {HTMLElement} */ (document.querySelector("[data-door]"));
const counts = /** @type {HTMLElement} */ (document.querySelector("[data-counts]"));
const search = /** @type {HTMLInputElement} */ (document.getElementById("f-q"));
const buttons = /** @type {HTMLButtonElement[]} */ (Array.from(list.querySelectorAll("[data-what]")));
let sent = 0;
let underWay = false;

/** Shows who is ticked: the server's last response and this phone's unsent ticks. */
async function show() {
  const waiting = await waitingTicks(BASE);
  const said = /** @type {Ticked | undefined} */ (await getSetting(BASE));
  showCash(said?.cash);
  for (const what of /** @type {("present" | "paid")[]} */ (["present", "paid"])) {
    const ticks = waiting.filter((tick) => fieldOf(tick, "what") === what);
    const on = new Set(said?.[what] ?? shownAs(what));
    for (const tick of ticks) on[fieldOf(tick, "on") === "1" ? "add" : "delete"](Number(fieldOf(tick, "entrant")));
    const unsent = new Set(ticks.map((tick) => fieldOf(tick, "entrant")));
    for (const button of buttonsOf(what)) {
      showButton(button, on.has(Number(button.dataset.entrant)), unsent.has(button.dataset.entrant));
    }
    for (const count of counts.querySelectorAll(`[data-count=${what}]`)) count.textContent = String(on.size);
  }
}

/** @param {string} what */
const buttonsOf = (what) => buttons.filter((button) => button.dataset.what === what);

/** @param {string} what */
function shownAs(what) {
  const pressed = buttonsOf(what).filter((button) => button.getAttribute("aria-pressed") === "true");
  return pressed.map((button) => Number(button.dataset.entrant));
}

/**
 * @param {HTMLButtonElement} button
 * @param {boolean} on
 * @param {boolean} isUnsent
 */
function showButton(button, on, isUnsent) {
  button.setAttribute("aria-pressed", String(on));
  const next = /** @type {HTMLInputElement} */ (button.form?.elements.namedItem("on"));
  next.value = on ? "0" : "1";
  const mark = button.form?.querySelector("[data-waits]");
  if (!isUnsent) mark?.remove();
  else if (!mark) button.after(unsentMark(button));
  if (isUnsent) button.setAttribute("aria-describedby", markOf(button));
  else button.removeAttribute("aria-describedby");
}

/** @param {HTMLButtonElement} button */
const markOf = ({ dataset }) => `waits-${dataset.what}-${dataset.entrant}`;

/** @param {HTMLButtonElement} button */
function unsentMark(button) {
  const text = document.createElement("p");
  Object.assign(text, { className: "small soft", id: markOf(button), textContent: list.dataset.waiting });
  text.dataset.waits = "";
  return text;
}

/** Sends unsent ticks; without any, fetches the other phones' ticks. */
async function follow() {
  if (underWay) return;
  underWay = true;
  try {
    if ((await waitingTicks(BASE)).length) await sync();
    else await ask();
    await showRefused(BASE);
    await show();
  } finally {
    underWay = false;
  }
}

/** Shows how much is paid, as of the server's last response. */
function showCash(/** @type {string | undefined} */ text) {
  const place = document.querySelector("[data-cash]");
  if (place && text) place.textContent = text;
}

async function ask() {
  const before = sent;
  const said = await tryGet(BASE);
  if (said && before === sent) await setSetting(BASE, said); // ignores a response that is older than a tick
}

list.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const fields = Array.from(new FormData(form), ([name, value]) => /** @type {[string, string]} */ ([name, String(value)]));
  sent += 1;
  try {
    await addTick(BASE, [...fields.filter(([name]) => !NOT_SENT.includes(name)), ["made", list.dataset.made ?? ""]]);
  } catch {
    form.submit(); // a browser without storage
    return;
  }
  await show();
  await sync();
  await showRefused(BASE);
  await show();
});

// Without a network everybody is ticked here, one by one.
document.querySelector("[data-all]")?.addEventListener("submit", (event) => {
  if (navigator.onLine) return;
  event.preventDefault();
  for (const button of buttonsOf("present")) {
    if (button.getAttribute("aria-pressed") === "false") button.form?.requestSubmit();
  }
});

search.addEventListener("input", () => {
  const wanted = search.value.trim().toLowerCase();
  for (const each of list.children) each.toggleAttribute("hidden", !(each.textContent ?? "").toLowerCase().includes(wanted));
});

window.addEventListener("scorekeeper:outbox", show);
setInterval(() => document.visibilityState === "visible" && follow().catch(() => null), EVERY);
follow().catch(() => null);
keepPage(DOOR).catch(() => null);
