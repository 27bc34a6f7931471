/** Everything that this phone knows as one file: what the server has of it, and the matches that are on this phone alone. */

import { exportEverything } from "../phone/export-file.js";

const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-export]"));
link?.addEventListener("click", (event) => {
  event.preventDefault();
  exportEverything(link.href);
});
