/** The example page: scores a match of Tresette as its hands are typed. */

import { load, Refusal } from "./scorekeeper-rules.js";

const match = {
  format: "scorekeeper/1",
  game: "tresette",
  options: { target: 21 },
  sides: [
    { name: "Us", players: ["Anna", "Bruno"] },
    { name: "Them", players: ["Carla", "Dino"] },
  ],
  hands: /** @type {object[]} */ ([]),
};

const form = /** @type {HTMLFormElement} */ (document.querySelector("form"));
const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
const status = /** @type {HTMLElement} */ (document.querySelector("[role=status]"));
const list = /** @type {HTMLElement} */ (document.querySelector("ol"));
const rules = await load();

status.textContent = `${rules.games().length} games are known.`;
button.disabled = false;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = new FormData(form);
  const hands = [...match.hands, { points: [Number(typed.get("us")), Number(typed.get("them"))] }];
  try {
    const { totals, status: stage, hands: scored } = rules.score({ ...match, hands });
    match.hands = hands;
    status.textContent = `${totals.join(" : ")}${stage === "finished" ? ", the match is over" : ""}`;
    const row = document.createElement("li");
    row.textContent = scored.at(-1).lines.map((/** @type {any} */ line) => `${line.text} (${line.rule})`).join(", ");
    list.append(row);
    form.reset();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    status.textContent = error.message;
  }
});
