/** The games that this phone keeps: name, card or rules as in an address, and who gave them. */

const PLACE = "scorekeeper-cards";
const MOST = 30;

/** @typedef {{ name: string, card: string, giver?: string }} KeptCard */

/** @returns {KeptCard[]} */
export function keptCards() {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(kept) ? kept.filter(({ name, card }) => typeof name === "string" && typeof card === "string") : [];
  } catch {
    return []; // storage is switched off, or another page wrote there
  }
}

/**
 * Keeps a card in place of the one of the same name, or under the next free name. Returns its name; null if the shelf is full.
 * @param {KeptCard} card
 * @param {boolean} replaces
 */
export function keepCard({ name, card, giver = "" }, replaces) {
  const kept = keptCards();
  if (kept.some((each) => each.card === card)) return name;
  const others = replaces ? kept.filter((each) => each.name !== name) : kept;
  if (others.length >= MOST) return null;
  const isTaken = (/** @type {string} */ text) => others.some((each) => each.name === text);
  let free = isTaken(name) && giver ? `${name} – ${giver}` : name;
  for (let number = 2; isTaken(free); number++) free = `${name} ${number}`;
  store([...others, giver ? { name: free, card, giver } : { name: free, card }]);
  return free;
}

/** @param {string} name */
export function dropCard(name) {
  store(keptCards().filter((each) => each.name !== name));
}

/** @param {KeptCard[]} cards */
function store(cards) {
  localStorage.setItem(PLACE, JSON.stringify(cards));
}
