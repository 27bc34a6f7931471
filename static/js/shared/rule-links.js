/** A rule's number leads to the rules; where it is tapped its text is shown in place, and the page stays. */

document.addEventListener("click", async (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a.rule[href*='/rules/']"));
  const elsewhere = event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!link || elsewhere || link.pathname === location.pathname) return;
  event.preventDefault();
  const shown = await import("./rule-card.js").then(({ showRule }) => showRule(link)).catch(() => false);
  if (!shown) window.open(link.href, "_blank", "noopener");
});
