/** The page of a match for those who only watch, and the board on a big screen: it follows what the scorers do. */

import { keepAwake } from "./awake.js";
import { follow } from "./live.js";
import { showAgreed } from "./match-agreed.js";
import { showBoard, totalsSaid } from "./match-board.js";
import { startClock } from "./match-clock.js";
import { keepHands, showHands } from "./match-history.js";
import { afterNews, hasSameSeats, tellTrouble } from "./match-news.js";
import { put } from "./match-words.js";

const page = document.querySelector("[data-match]");
const base = page.dataset.match;
let board = JSON.parse(document.getElementById("board").textContent);

keepHands(board.hands);
keepAwake();
startClock(() => board);
follow(`${base}/state.json`, board.version, { news: show, trouble: tellTrouble });

function show(news) {
  if (!hasSameSeats(board, news)) return location.reload();
  board = afterNews(board, news);
  showBoard(board);
  showHands(board.hands, board.sides, base);
  showAgreed(board);
  put(page.querySelector("[data-said]"), [...(news.changes ?? []), totalsSaid(board)].join(". "));
  document.dispatchEvent(new CustomEvent("board", { detail: board }));
}
