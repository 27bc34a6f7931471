// Names for the seats of a large club: what is typed is looked up, and what is found joins the list that the browser
// offers. Without a network the names that came with the page are there.

const list = document.querySelector("datalist[data-names]");
const WAIT = 150; // milliseconds
const SHORTEST = 2;
const asked = new Set();
let timer;

document.addEventListener("input", ({ target }) => {
  const typed = target.value?.trim() ?? "";
  if (!list || target.getAttribute("list") !== list.id || typed.length < SHORTEST) return;
  clearTimeout(timer);
  timer = setTimeout(() => look(typed.toLowerCase()), WAIT);
});

async function look(typed) {
  if (asked.has(typed)) return;
  asked.add(typed);
  try {
    const answer = await fetch(`${list.dataset.names}?q=${encodeURIComponent(typed)}`);
    if (!answer.ok) throw new Error(answer.status);
    const known = new Set([...list.options].map((option) => option.value));
    for (const name of (await answer.json()).names) if (!known.has(name)) list.append(new Option("", name));
  } catch {
    asked.delete(typed); // asked again when it is typed again
  }
}
