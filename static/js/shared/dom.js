/** Helpers for elements, and style sheets that are loaded on demand. */

/**
 * Returns the JSON data in the page's <script> with this id.
 * @param {string} id
 */
export function readJson(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/**
 * Returns a copy of a <template>'s content. It belongs to the page's document, because links in a template's own document
 * have no base address.
 * @param {string} id
 * @returns {any}
 */
export function copyTemplate(id) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(id));
  return document.importNode(template.content, true).firstElementChild;
}

/**
 * Sets an element's text if it differs, so that screen readers announce changes only.
 * @param {Element} element
 * @param {string | number} text
 */
export function setText(element, text) {
  if (element.textContent !== String(text)) element.textContent = String(text);
}

/**
 * Replaces an element's list items with these texts.
 * @param {Element} list
 * @param {string[]} texts
 */
export function setItems(list, texts) {
  const shown = Array.from(list.children, (item) => item.textContent);
  if (shown.join("\n") === texts.join("\n") && shown.length === texts.length) return;
  list.replaceChildren(...texts.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
}

/**
 * Shows a rule's number as a link to the rules page; hides it without a rule.
 * @param {HTMLAnchorElement} link
 * @param {string | null} [rule]
 */
export function linkRule(link, rule) {
  setText(link, rule ? (link.dataset.asks ?? "{rule}").replace("{rule}", rule) : "");
  link.hidden = !rule;
  link.hash = (rule ?? "").toLowerCase();
}

/**
 * Adds a style sheet to the page, once.
 * @param {string} name in static/css, without its end
 */
export function loadStyle(name) {
  const address = new URL(`../../css/${name}.css`, import.meta.url).pathname;
  if (document.querySelector(`link[href="${address}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: address }));
}

/**
 * Loads the style sheets of another page of this site that this page lacks.
 * @param {Document} other
 */
export async function loadSheets(other) {
  const here = sheetsOf(document).map((link) => link.getAttribute("href"));
  const lacking = sheetsOf(other).filter((link) => !here.includes(link.getAttribute("href")));
  await Promise.all(lacking.map(loadSheet));
}

/**
 * @param {Document} page
 * @returns {Element[]}
 */
function sheetsOf({ head }) {
  return Array.from(head.querySelectorAll("link[rel=stylesheet]"));
}

/**
 * Adds a style sheet to the page; resolves when it is loaded.
 * @param {Element} link
 */
export function loadSheet(link) {
  return new Promise((resolve) => {
    const sheet = document.createElement("link");
    for (const { name, value } of link.attributes) sheet.setAttribute(name, value);
    sheet.onload = sheet.onerror = resolve;
    document.head.append(sheet);
  });
}
