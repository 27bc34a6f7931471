/** The score sticks to the top, the dock to the bottom: what is scrolled to is not to end up under them. */

const AIR = 8; // px

/** Tell the style sheet how high they are, whenever that changes. */
export function watchSticking(page) {
  const parts = [".scoreboard", ".dock"].map((part) => page.querySelector(part));
  const observer = new ResizeObserver(() => {
    const [score, dock] = parts.map((part) => part.offsetHeight);
    page.querySelector(".table-side").style.setProperty("--measured", `${score}px`);
    document.documentElement.style.scrollPaddingBlock = `${score + AIR}px ${dock + AIR}px`;
  });
  for (const part of parts) observer.observe(part);
}
