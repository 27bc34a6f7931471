/** Searches the list of games while one types, from the third letter on; fewer show all. */

const form = document.querySelector("[data-search]");
const field = form?.querySelector("input[type=search]");
const least = Number(form?.dataset.search);

field?.addEventListener("input", () => {
  const text = field.value.trim().toLowerCase();
  const words = text.length < least ? [] : text.split(/\s+/);
  /** @type {Set<string>} */
  const seen = new Set(); // what is played at home is in the list of all, too
  for (const section of document.querySelectorAll("[data-games]")) {
    for (const row of section.querySelectorAll("[data-game]")) {
      const name = row.dataset.game ?? "";
      row.hidden = !words.every((word) => name.includes(word)) || (words.length > 0 && seen.has(name));
      if (!row.hidden) seen.add(name);
    }
    section.hidden = !section.querySelector("[data-game]:not([hidden])");
  }
  document.querySelector("[data-nothing]").hidden = seen.size > 0;
});
