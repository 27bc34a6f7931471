/** The score sticks to the top, the dock to the bottom: what is scrolled to must not end up under them. */

const GAP = 8; // px

/**
 * Let the browser know how high they are, whenever that changes. On a phone's side only the status line lies over the form.
 * @param {Element} page
 */
export function measureSticky(page) {
  const parts = [".top", ".dock", ".status"].map((part) => page.querySelector(part));
  const observer = new ResizeObserver(() => {
    const [score, dock] = parts.map((part) => (getComputedStyle(part).position === "sticky" ? part.offsetHeight : 0));
    const status = getComputedStyle(parts[2]).position === "fixed" ? parts[2].offsetHeight : 0;
    document.documentElement.style.scrollPaddingBlock = `${score + GAP}px ${dock + status + GAP}px`;
    page.querySelector("[data-active]")?.scrollIntoView({ block: "nearest" }); // the phone was turned, or the dock has grown
  });
  for (const part of parts) observer.observe(part);
}
