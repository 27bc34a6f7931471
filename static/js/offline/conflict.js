/** Two phones recorded different things: both are shown, and a person chooses. */

import { word } from "./about.js";
import { askEngine } from "./engine.js";
import { decide } from "./decide.js";
import { exportMatches } from "./export.js";
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
    await choices(base, dialog, theirs, kindsOf(write, theirs, match.conflict)),
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

/**
 * What can be done. What was refused can be sent again: an end may be undone, and what an arbiter locked may be opened;
 * a hand can be changed as long as the match goes on.
 */
function kindsOf(write, theirs, { problems: refused, state }) {
  if (!refused) return theirs ? ["keep", "replace", "drop"] : ["keep", "drop"];
  return [...(write.act === "record" && state.status === "in_progress" ? ["amend"] : []), "again", "drop"];
}

async function choices(base, dialog, theirs, kinds) {
  const column = make("div", "stack");
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
  const file = make("button", "button quiet wide", await word("export"));
  file.dataset.do = "export";
  file.addEventListener("click", exportMatches);
  column.append(file);
  const later = make("button", "button quiet wide", await word("later"));
  later.addEventListener("click", () => dialog.close());
  column.append(later);
  return column;
}

function make(tag, className = "", text = "") {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}
