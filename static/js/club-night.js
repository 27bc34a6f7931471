// The night's tables, followed while the page is in sight: the page is asked for again and answers 304 when nothing changed.

const EVERY = 2000; // milliseconds
const live = document.querySelector("[data-live]");
const status = document.querySelector("[data-live-status]");
let tag = "";

async function follow() {
  if (document.visibilityState !== "visible") return;
  try {
    const answer = await fetch(location.href, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    status.hidden = answer.ok || answer.status === 304;
    if (answer.status !== 200) return;
    tag = answer.headers.get("ETag") ?? "";
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-live]");
    if (fresh && fresh.innerHTML !== live.innerHTML && !live.contains(document.activeElement)) live.replaceChildren(...fresh.children);
  } catch {
    status.hidden = false; // no network: what is shown stays, and says that it is old
  }
}

setInterval(follow, EVERY);
document.addEventListener("visibilitychange", follow);
