/** The night's tables, polled while the page is visible: the page is requested again and answers 304 when nothing changed. */

const EVERY = 2000; // ms
const live = document.querySelector("[data-live]");
const status = document.querySelector("[data-live-status]");
let tag = "";

async function poll() {
  if (document.visibilityState !== "visible") return;
  try {
    const response = await fetch(location.href, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    status.hidden = response.ok || response.status === 304;
    if (response.status !== 200) return;
    tag = response.headers.get("ETag") ?? "";
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.querySelector("[data-live]");
    const isOld = fresh && fresh.innerHTML !== live.innerHTML;
    if (isOld && !live.contains(document.activeElement)) live.replaceChildren(...fresh.children);
  } catch {
    status.hidden = false; // no network: what is shown stays, and says that it is old
  }
}

setInterval(poll, EVERY);
document.addEventListener("visibilitychange", poll);
