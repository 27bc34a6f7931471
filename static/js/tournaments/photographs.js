/**
 * Shrinks photographs before they are sent, because a phone's have several megabytes each. Without this script, and where a
 * browser cannot open a file, they are sent as they are.
 */

const ENOUGH = 1_200_000; // bytes
const LONGEST = 3200; // pixels of the longer side
const QUALITY = 0.85;

/** @param {File} file */
async function shrunk(file) {
  if (file.size <= ENOUGH || !file.type.startsWith("image/")) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    return blob && blob.size < file.size ? new File([blob], "slips.jpg", { type: "image/jpeg" }) : file;
  } catch {
    return file;
  }
}

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-photographs]"));
const input = /** @type {HTMLInputElement | null} */ (form?.querySelector("[type=file]"));
const button = /** @type {HTMLButtonElement | null} */ (form?.querySelector("button"));
if (form && input && button) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    button.setAttribute("aria-busy", "true");
    void send(form, input);
  });
  window.addEventListener("pageshow", () => {
    button.disabled = false; // the back button may show the page as it was left
    button.removeAttribute("aria-busy");
  });
}

/**
 * Shrinks one picture after the other, so that a phone holds only one of them opened, then sends the form.
 *
 * @param {HTMLFormElement} filled
 * @param {HTMLInputElement} files
 */
async function send(filled, files) {
  const sent = new DataTransfer();
  for (const file of Array.from(files.files ?? [])) sent.items.add(await shrunk(file));
  files.files = sent.files;
  filled.submit();
}
