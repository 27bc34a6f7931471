/** Exports everything this phone knows as one file: the server's data and matches that exist on this phone only. */

import { exportEverything } from "../phone/export-file.js";

const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-export]"));
link?.addEventListener("click", (event) => {
  event.preventDefault();
  exportEverything(link.href);
});
