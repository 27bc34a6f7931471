/** The evening's page: its running matches and their tally follow what happens at the table. */

import { follow } from "./live.js";

const page = document.querySelector("[data-sitting]");

follow(page.dataset.sitting, page.dataset.version, { news: redraw });

/** The page again, as the server makes it; only what follows from the matches is taken from it. */
async function redraw() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-live-part]")) {
    const fresh = drawn.querySelector(`[data-live-part="${part.dataset.livePart}"]`);
    part.hidden = fresh.hidden;
    part.replaceChildren(...document.adoptNode(fresh).childNodes);
  }
}
