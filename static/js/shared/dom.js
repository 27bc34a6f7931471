/** Small things done to elements, and a style sheet that only some scripts need. */

/**
 * The data that the page brings along in a <script> of this id.
 * @param {string} id
 */
export function readJson(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/**
 * A copy of what a <template> of the page holds. It belongs to the page at once: a link in a template's own document has
 * no address that an anchor could be added to.
 * @param {string} id
 * @returns {any}
 */
export function copyTemplate(id) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(id));
  return document.importNode(template.content, true).firstElementChild;
}

/**
 * Put a text where it is not already, so that screen readers hear changes only.
 * @param {Element} element
 * @param {string | number} text
 */
export function setText(element, text) {
  if (element.textContent !== String(text)) element.textContent = String(text);
}

/**
 * Let an element list these texts.
 * @param {Element} list
 * @param {string[]} texts
 */
export function setItems(list, texts) {
  const shown = Array.from(list.children, (item) => item.textContent);
  if (shown.join("\n") === texts.join("\n") && shown.length === texts.length) return;
  list.replaceChildren(...texts.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
}

/**
 * Show a rule's number as a link to its place in the rulebook; nothing where there is none.
 * @param {HTMLAnchorElement} link
 * @param {string | null} [rule]
 */
export function linkRule(link, rule) {
  setText(link, rule ? (link.dataset.asks ?? "{rule}").replace("{rule}", rule) : "");
  link.hidden = !rule;
  link.hash = (rule ?? "").toLowerCase();
}

/**
 * Add a style sheet that only some scripts need to the page, once.
 * @param {string} name in static/css, without its end
 */
export function loadStyle(name) {
  const address = new URL(`../../css/${name}.css`, import.meta.url).href;
  if (document.querySelector(`link[href="${address}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: address }));
}
