/** Fills the form's file field with the shared files, on a page that was chosen for them. */

import { isPicture, sharedFiles } from "./shared-files.js";

const input = document.querySelector("input[type=file]");
if (location.hash === "#shared" && input) {
  const wanted = (await sharedFiles()).filter((file) => isPicture(file) === input.multiple);
  const taken = new DataTransfer();
  for (const file of input.multiple ? wanted : wanted.slice(0, 1)) taken.items.add(file);
  if (taken.files.length) input.files = taken.files;
}
