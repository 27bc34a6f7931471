/** The score sticks to the top, the dock to the bottom: what is scrolled to must not end up under them. */

const GAP = 8; // px

/**
 * Let the style sheet know how high they are, whenever that changes.
 * @param {Element} page
 */
export function measureSticky(page) {
  const parts = [".scoreboard", ".dock"].map((part) => page.querySelector(part));
  const observer = new ResizeObserver(() => {
    const [score, dock] = parts.map((part) => part.offsetHeight);
    page.querySelector(".table-side").style.setProperty("--measured", `${score}px`);
    document.documentElement.style.scrollPaddingBlock = `${score + GAP}px ${dock + GAP}px`;
  });
  for (const part of parts) observer.observe(part);
}
