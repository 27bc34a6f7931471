/** The page's texts in its language, and small things that every script of the match page needs. */

const words = JSON.parse(document.getElementById("words").textContent);

/** A text by its name, its {placeholders} filled. */
export function say(name, values = {}) {
  return words[name].replace(/\{(\w+)\}/g, (_all, key) => values[key] ?? "");
}

/** A copy of what a <template> of the page holds. */
export function copy(id) {
  return document.getElementById(id).content.firstElementChild.cloneNode(true);
}

/** A key that no other write has. (crypto.randomUUID is missing where a phone came by plain http.) */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A number as scores are written, with a true minus. */
export function written(number) {
  return String(number).replace("-", "−");
}

/** Points as they are added: +8, −160, 0. */
export function added(points) {
  return (points > 0 ? "+" : "") + written(points);
}

/** Put a text where it is not already, so that screen readers hear changes only. */
export function put(element, text) {
  if (element.textContent !== String(text)) element.textContent = text;
}
