/** Two phones recorded different things: both are shown, and a person chooses. */

import { word } from "./about.js";
import { askEngine } from "./engine.js";
import { decide } from "./decide.js";
import { matchAt, writesOf } from "./store.js";
import { loadStyle } from "./unsent.js";

/** Show the conflict of a match. */
export async function showConflict(base) {
  const match = await matchAt(base);
  if (!match?.conflict || document.querySelector("dialog.conflict")) return;
  const write = (await writesOf(base)).find((each) => each.id === match.conflict.write);
  if (!write) return;
  loadStyle();
  const isRecord = write.act === "record";
  const dialog = make("dialog", "conflict");
  const theirs = isRecord ? match.conflict.state.hands.find((hand) => hand.number === match.conflict.number) : null;
  const mine = await handHere(match, write);
  dialog.append(
    make("h2", "", await word(theirs ? "conflict_title" : "conflict_other", { number: match.conflict.number })),
    make("p", "soft", await word("conflict_why")),
    ...(theirs ? [await both(match, theirs, mine)] : []),
    ...(theirs ? [] : listed(match.conflict.changes)),
    ...(await problems(match.conflict.problems)),
    ...(theirs && mine && isSame(theirs, mine) ? [make("p", "", await word("same"))] : []),
    await choices(base, dialog, theirs, match.conflict.problems),
  );
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

/** The hand as this phone has it. */
async function handHere(match, write) {
  const state = await askEngine({ ask: "state", kept: match.kept }).catch(() => null);
  return state?.hands.find((hand) => hand.number === (write.act === "record" ? write.number : write.hand)) ?? null;
}

function isSame(theirs, mine) {
  return JSON.stringify(theirs.points) === JSON.stringify(mine.points);
}

async function both(match, theirs, mine) {
  const sides = match.kept.setup.sides.map((side) => side.name);
  const pair = make("div", "conflict-both");
  for (const [name, hand] of [["theirs", theirs], ["mine", mine]]) {
    const half = make("section", "conflict-half");
    half.append(make("h3", "", await word(name)));
    if (hand) {
      half.append(make("p", "conflict-points", hand.points.join(" – ")), make("p", "soft small", sides.join(" – ")), make("p", "small", hand.short.join(" · ")));
    }
    pair.append(half);
  }
  return pair;
}

function listed(changes) {
  if (!changes.length) return [];
  const list = make("ul", "small");
  list.append(...changes.map((text) => make("li", "", text)));
  return [list];
}

async function problems(found) {
  return Promise.all((found ?? []).map(async (each) => make("p", "error", await word("refused", { reason: each.text }))));
}

async function choices(base, dialog, theirs, refused) {
  const column = make("div", "stack");
  // What an arbiter has locked may be opened again: then it can be sent after all.
  const kinds = refused ? [...(refused.every((each) => each.field === "reason") ? ["again"] : []), "drop"] : theirs ? ["keep", "replace", "drop"] : ["keep", "drop"];
  for (const kind of kinds) {
    const text = await word(kind === "again" ? "send" : kind === "keep" && !theirs ? "keep_other" : kind);
    const key = make("button", "button key wide", text);
    key.dataset.choice = kind;
    key.addEventListener("click", async () => {
      dialog.close();
      await decide(base, kind);
    });
    column.append(key);
  }
  const later = make("button", "button quiet wide", await word("later"));
  later.addEventListener("click", () => dialog.close());
  column.append(later);
  return column;
}

function make(tag, className = "", text = "") {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}
