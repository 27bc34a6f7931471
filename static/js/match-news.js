/** A board and the news of it: which hands stand now, who sits where, and how trouble with following it is told. */

import { hasSameAgreements } from "./match-agreed.js";
import { say } from "./match-words.js";

/** The board after news: of its hands they hold only those that changed; those numbered `hand` and higher are gone. */
export function afterNews(board, news) {
  const changed = new Map(news.hands.map((hand) => [hand.number, hand]));
  const kept = board.hands.filter((hand) => hand.number < news.hand && !changed.has(hand.number));
  return { ...news, hands: [...kept, ...changed.values()].sort((one, other) => one.number - other.number) };
}

/** Whether the same people sit at the table under the same names, and agreed on the same: the page has that in many places. */
export function hasSameSeats(board, news) {
  const seats = ({ sides }) => JSON.stringify(sides.map(({ name, players }) => [name, players.map((player) => player.name)]));
  return seats(board) === seats(news) && board.locked?.said === news.locked?.said && hasSameAgreements(board, news);
}

/** Tell whoever looks that the score may be behind, or that the link has ended. */
export function tellTrouble(what) {
  const note = document.querySelector("[data-live]");
  note.hidden = what === null;
  note.textContent = what === null ? "" : say(what);
}
