/** Two phones recorded different things: both are shown, and a person chooses. */

import { loadStyle } from "../shared/load-style.js";
import { askEngine } from "./engine.js";
import { infoText } from "./engine-info.js";
import { exportMatches } from "./export-file.js";
import { SAID, shifted } from "./request.js";
import { resolveConflict } from "./resolve-conflict.js";
import { getMatch, writesOf } from "./store.js";

/**
 * Show the conflict of a match.
 * @param {string} base
 */
export async function showConflict(base) {
  const match = await getMatch(base);
  if (!match?.conflict || document.querySelector("dialog.conflict")) return;
  const { conflict } = match;
  const writes = await writesOf(base);
  const write = writes.find((each) => each.id === conflict.write);
  if (!write) return;
  loadStyle("offline");
  const dialog = make("dialog", "conflict");
  dialog.append(...(await contents(match, conflict, write, writes)), await choices(dialog, base, conflict, write));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

/**
 * @param {StoredMatch} match
 * @param {Conflict} conflict
 * @param {Write} write
 * @param {Write[]} writes of the match, in the order in which they are sent
 */
async function contents(match, conflict, write, writes) {
  const { number, changes, problems } = conflict;
  const hands = await myHands(match);
  const theirs = theirHand(conflict, write);
  const mine = hands.get(Number(write.act === "record" ? write.number : write.hand)) ?? null;
  const same = theirs && mine && JSON.stringify(theirs.points) === JSON.stringify(mine.points);
  return [
    make("h2", "", await infoText(theirs ? "conflict_title" : "conflict_other", { number })),
    make("p", "soft", await infoText("conflict_why")),
    ...(theirs ? [await bothHands(match, theirs, mine)] : listOf(changes)),
    ...(await Promise.all((problems ?? []).map(refusal))),
    ...(same ? [make("p", "", await infoText("same"))] : []),
    ...(await following(match, write, writes, hands)),
  ];
}

/** @param {Problem} problem */
async function refusal({ text }) {
  return make("p", "error", await infoText("refused", { reason: text }));
}

/**
 * The hand as the table has it, where a write is to record one of that number.
 * @param {Conflict} conflict
 * @param {Write} write
 */
function theirHand({ state, number }, write) {
  return write.act === "record" ? state.hands.find((hand) => hand.number === number) : null;
}

/**
 * The hands as this phone has them, by number.
 * @param {StoredMatch} match
 * @returns {Promise<Map<number, Hand>>}
 */
async function myHands(match) {
  const state = await askEngine({ ask: "state", kept: match.kept }).catch(() => null);
  return new Map((state?.hands ?? []).map((/** @type {Hand} */ hand) => [hand.number, hand]));
}

/**
 * The hands that are sent after this write, whatever is chosen.
 * @param {StoredMatch} match
 * @param {Write} write
 * @param {Write[]} writes
 * @param {Map<number, Hand>} hands
 */
async function following({ shift = 0, shiftFrom = Infinity }, write, writes, hands) {
  const later = writes.filter((each) => each.act === "record" && each.id > write.id && each.number !== write.number);
  const texts = new Map(); // of a hand that was undone and recorded again once
  for (const each of later) {
    const hand = hands.get(Number(each.number));
    const { number } = shifted(each, shift, shiftFrom);
    if (hand) texts.set(number, await infoText("follows", { number, points: pointsOf(hand) }));
  }
  return texts.size ? [make("p", "small", Array.from(texts.values()).join(" "))] : [];
}

/** @param {Hand} hand */
function pointsOf({ points }) {
  return points.join(" – ").replaceAll("-", "−");
}

/**
 * @param {StoredMatch} match
 * @param {Hand} theirs
 * @param {Hand | null} mine
 */
async function bothHands(match, theirs, mine) {
  const sides = match.kept.setup.sides.map((/** @type {Side} */ side) => side.name).join(" – ");
  const pair = make("div", "conflict-both");
  for (const [name, hand] of Object.entries({ theirs, mine })) {
    const half = make("section", "conflict-half");
    half.append(make("h3", "", await infoText(name)));
    if (hand) {
      const points = make("p", "conflict-points", pointsOf(hand));
      half.append(points, make("p", "soft small", sides), make("p", "small", hand.short.join(" · ")));
    }
    pair.append(half);
  }
  return pair;
}

/** @param {string[]} changes */
function listOf(changes) {
  if (!changes.length) return [];
  const list = make("ul", "small");
  list.append(...changes.map((text) => make("li", "", text)));
  return [list];
}

/**
 * What can be done. What was refused can be sent again: an end may be undone, and what an arbiter locked may be opened;
 * a hand can be changed as long as the match goes on. What was confirmed has to be looked at again.
 * @param {Conflict} conflict
 * @param {Write} write
 */
function kindsOf(conflict, write) {
  if (SAID.includes(write.act)) return ["look_again"];
  if (!conflict.problems) return theirHand(conflict, write) ? ["keep", "replace", "drop"] : ["keep", "drop"];
  return [...(write.act === "record" && conflict.state.status === "in_progress" ? ["amend"] : []), "again", "drop"];
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {string} base
 * @param {Conflict} conflict
 * @param {Write} write
 */
async function choices(dialog, base, conflict, write) {
  const column = make("div", "stack");
  for (const kind of kindsOf(conflict, write)) {
    const name = kind === "again" ? "send" : kind === "keep" && !theirHand(conflict, write) ? "keep_other" : kind;
    const key = make("button", "button wide", await infoText(name));
    key.dataset.choice = kind;
    key.addEventListener("click", async () => {
      dialog.close();
      await resolveConflict(base, kind);
    });
    column.append(key);
  }
  const file = make("button", "button quiet wide", await infoText("export"));
  file.dataset.do = "export";
  file.addEventListener("click", exportMatches);
  const later = make("button", "button quiet wide", await infoText("later"));
  later.addEventListener("click", () => dialog.close());
  column.append(file, later);
  return column;
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function make(tag, className = "", text = "") {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}
