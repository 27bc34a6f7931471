/** The progress page of a job: fetches it again and replaces its main part until the file is ready. */

const EVERY = 700; // ms
const GOING = ["waiting", "working"];

async function poll() {
  const here = document.querySelector("[data-press]");
  if (!GOING.includes(here.dataset.press)) return;
  try {
    const response = await fetch(location.href, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.querySelector("[data-press]");
    if (!fresh) return location.reload(); // expired or logged out: the page says so
    if (fresh.innerHTML !== here.innerHTML) {
      here.dataset.press = fresh.dataset.press;
      here.replaceChildren(...fresh.childNodes);
    }
  } catch {
    // offline: tries again
  }
  setTimeout(poll, EVERY);
}

poll();
