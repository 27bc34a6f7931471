/** A long file while it is printed: the page is requested again, and its middle replaced, until the file is there. */

const EVERY = 700; // ms
const GOING = ["waiting", "working"];

async function poll() {
  const here = document.querySelector("[data-press]");
  if (!GOING.includes(here.dataset.press)) return;
  try {
    const response = await fetch(location.href, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.querySelector("[data-press]");
    if (!fresh) return location.reload(); // the file is deleted, or one is not signed in: the page says so
    if (fresh.innerHTML !== here.innerHTML) {
      here.dataset.press = fresh.dataset.press;
      here.replaceChildren(...fresh.childNodes);
    }
  } catch {
    // no network: requested again below
  }
  setTimeout(poll, EVERY);
}

poll();
