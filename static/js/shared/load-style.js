/**
 * Add a style sheet that only some scripts need to the page, once.
 * @param {string} name in static/css, without its end
 */
export function loadStyle(name) {
  const address = new URL(`../../css/${name}.css`, import.meta.url).href;
  if (document.querySelector(`link[href="${address}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: address }));
}
