/** The page of an evening: updates its running matches and their balance. */

import { poll } from "../shared/poll.js";

const page = document.querySelector("[data-sitting]");

poll(page.dataset.sitting, page.dataset.version, { onState: redraw });

/** Fetches the page and replaces the parts that depend on the matches. */
async function redraw() {
  const response = await fetch(location.href);
  if (!response.ok) return;
  const drawn = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of document.querySelectorAll("[data-live-part]")) {
    const fresh = drawn.querySelector(`[data-live-part="${part.dataset.livePart}"]`);
    part.hidden = fresh.hidden;
    part.replaceChildren(...document.adoptNode(fresh).childNodes);
  }
}
