/**
 * Jumps to a table while its number or a name is typed. Enter goes on to its first field or key. Without this script the
 * server shows only the tables found.
 */

/** @param {string} text */
const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();

/**
 * Returns the table with this number, or else the first with this part of a name.
 * @param {string} text
 */
function found(text) {
  if (/^\d+$/.test(text)) return document.getElementById(`table-${Number(text)}`);
  const tables = /** @type {HTMLElement[]} */ (Array.from(document.querySelectorAll('[id^="table-"]')));
  return text ? (tables.find((table) => folded(table.textContent ?? "").includes(text)) ?? null) : null;
}

/** @param {HTMLFormElement} form */
function offer(form) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("find"));
  const result = /** @type {HTMLOutputElement} */ (form.querySelector("output"));

  function show() {
    const text = folded(field.value.trim());
    const table = found(text);
    for (const other of document.querySelectorAll(".found-table")) other.classList.remove("found-table");
    table?.classList.add("found-table");
    table?.scrollIntoView({ block: "center" });
    result.textContent = table || !text ? "" : (form.dataset.none ?? "");
    return table;
  }

  field.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    if (form.querySelector("a")) return; // the server has left some tables out
    event.preventDefault();
    const inside = /** @type {HTMLElement | null | undefined} */ (show()?.querySelector(form.dataset.focus ?? "a"));
    inside?.focus({ preventScroll: true });
    if (inside) field.value = "";
  });
}

const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".find-table"));
if (form) offer(form);
