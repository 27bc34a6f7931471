/** Lists the shared files, and hides the places that take none of them. */

import { discard, isPicture, sharedFiles } from "./shared-files.js";
import { ROOT } from "./site.js";

const files = await sharedFiles();
const section = document.querySelector("[data-shared]");
if (files.length) {
  for (const { name } of files) {
    const line = document.createElement("li");
    line.textContent = name;
    section.querySelector("ul").append(line);
  }
  for (const place of document.querySelectorAll("[data-takes]")) {
    place.hidden = !files.some((file) => isPicture(file) === (place.dataset.takes === "pictures"));
  }
  section.querySelector("button").addEventListener("click", async () => {
    await discard();
    location.replace(`${ROOT}/`);
  });
  section.hidden = false;
}
