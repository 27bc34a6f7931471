/** A tap on a rule's number shows its text in place instead of leaving the page. */

document.addEventListener("click", async (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a.rule[href*='/rules/']"));
  const elsewhere = event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!link || elsewhere || link.pathname === location.pathname) return;
  event.preventDefault();
  const shown = await import("./rule-card.js").then(({ showRule }) => showRule(link)).catch(() => false);
  if (!shown) window.open(link.href, "_blank", "noopener");
});
