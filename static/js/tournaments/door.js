/**
 * The ticks at the door without a page load: each is sent by itself, and the answer brings those of the other phones.
 * @typedef {{ present: number[], paid: number[] }} Ticked
 */

const EVERY = 5000; // ms
const list = /** @type {HTMLElement} */ (document.querySelector("[data-door]"));
const failed = /** @type {HTMLElement} */ (document.querySelector("[data-failed]"));
const counts = /** @type {HTMLElement} */ (document.querySelector("[data-counts]"));
const search = /** @type {HTMLInputElement} */ (document.getElementById("f-q"));
const buttons = /** @type {HTMLButtonElement[]} */ (Array.from(list.querySelectorAll("[data-what]")));
let underWay = 0;

/**
 * Show who is ticked.
 * @param {Ticked} ticked
 */
function show(ticked) {
  for (const button of buttons) {
    const what = /** @type {"present" | "paid"} */ (button.dataset.what);
    const on = ticked[what].includes(Number(button.dataset.entrant));
    button.setAttribute("aria-pressed", String(on));
    const next = /** @type {HTMLInputElement} */ (button.form?.elements.namedItem("on"));
    next.value = on ? "0" : "1";
  }
  for (const count of counts.querySelectorAll("[data-count]")) {
    const what = /** @type {"present" | "paid"} */ (/** @type {HTMLElement} */ (count).dataset.count);
    count.textContent = String(ticked[what].length);
  }
}

/**
 * Send a tick, or ask what is ticked.
 * @param {RequestInit} [options]
 */
async function ask(options) {
  underWay += 1;
  try {
    const response = await fetch(location.pathname, { headers: { Accept: "application/json" }, cache: "no-store", ...options });
    failed.hidden = response.ok;
    underWay -= 1;
    if (response.ok && underWay === 0) show(await response.json()); // an answer that others overtook is older than them
  } catch {
    underWay -= 1;
    failed.hidden = false;
  }
}

list.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  ask({ method: "POST", body: new URLSearchParams(/** @type {any} */ (new FormData(form))) });
});

search.addEventListener("input", () => {
  const wanted = search.value.trim().toLowerCase();
  for (const each of list.children) each.toggleAttribute("hidden", !(each.textContent ?? "").toLowerCase().includes(wanted));
});

setInterval(() => document.visibilityState === "visible" && underWay === 0 && ask(), EVERY);
