// A long file while it is made: the page is asked for again, and its middle taken over, until the file is there.

const EVERY = 700; // milliseconds
const GOING = ["waiting", "working"];

async function follow() {
  const here = document.querySelector("[data-press]");
  if (!GOING.includes(here.dataset.press)) return;
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-press]");
    if (!fresh) return location.reload(); // it is not kept any more, or one is not logged in: the page says so
    if (fresh.innerHTML !== here.innerHTML) {
      here.dataset.press = fresh.dataset.press;
      here.replaceChildren(...fresh.childNodes);
    }
  } catch {
    // no network: asked again below
  }
  setTimeout(follow, EVERY);
}

follow();
