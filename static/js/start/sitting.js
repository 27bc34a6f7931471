/** The evening's page: its running matches and their tally follow what happens at the table. */

import { poll } from "../shared/poll.js";

const page = document.querySelector("[data-sitting]");

poll(page.dataset.sitting, page.dataset.version, { onState: redraw });

/** Fetch the page again and replace the parts that follow from the matches. */
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
