/** The dialog that resolves a conflict between this phone's changes and the server's. */

import { Draft } from "../entry/draft.js";
import { sideBySide } from "../match/texts.js";
import { loadStyle } from "../shared/dom.js";
import { askEngine, infoText } from "./engine.js";
import { exportMatches } from "./export-file.js";
import { SAID, shifted, tryPost } from "./request.js";
import { getMatch, putWrite, removeWrite, updateMatch, writesOf } from "./store.js";
import { sync } from "./sync.js";

/**
 * Shows the conflict of a match.
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
 * Returns the server's hand with the number that a write wants to record.
 * @param {Conflict} conflict
 * @param {Write} write
 */
function theirHand({ state, number }, write) {
  return write.act === "record" ? state.hands.find((hand) => hand.number === number) : null;
}

/**
 * Returns this phone's hands by number.
 * @param {StoredMatch} match
 * @returns {Promise<Map<number, Hand>>}
 */
async function myHands(match) {
  const state = await askEngine({ ask: "state", kept: match.kept }).catch(() => null);
  return new Map((state?.hands ?? []).map((/** @type {Hand} */ hand) => [hand.number, hand]));
}

/**
 * Returns the hands that are sent after this write in any case.
 * @param {StoredMatch} match
 * @param {Write} write
 * @param {Write[]} writes
 * @param {Map<number, Hand>} hands
 */
async function following({ shift = 0, shiftFrom = Infinity }, write, writes, hands) {
  const later = writes.filter((each) => each.act === "record" && each.id > write.id && each.number !== write.number);
  const texts = new Map(); // of a hand that was undone and recorded again, only one
  for (const each of later) {
    const hand = hands.get(Number(each.number));
    const { number } = shifted(each, shift, shiftFrom);
    if (hand) texts.set(number, await infoText("follows", { number, points: sideBySide(hand.points) }));
  }
  return texts.size ? [make("p", "small", Array.from(texts.values()).join(" "))] : [];
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
      const points = make("p", "conflict-points", sideBySide(hand.points));
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
 * Returns the possible choices. Refused writes can be sent again: the end may be undone, an arbiter may unlock the match; a
 * hand can be changed while the match goes on. A confirmation must be checked again.
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

/**
 * Applies a choice. `keep`: mine follows theirs; `again`: send mine again; `replace`: mine replaces theirs; `drop`: discard
 * mine; `look_again`: discard the confirmation; `amend`: discard mine and put it into the form again. Returns false without a
 * response.
 * @param {string} base
 * @param {string} choice
 */
async function resolveConflict(base, choice) {
  const { conflict, shift = 0, confirmed: before, noted: unseen = [] } = await getMatch(base);
  const writes = await writesOf(base);
  const write = writes.find((each) => each.id === conflict?.write);
  if (!conflict || !write) return false;
  const theirs = conflict.state.hand - 1; // how many hands the server has now
  const seen = choice === "look_again" ? before : conflict.state.version; // no changes of others were shown
  if (choice === "replace") await putWrite({ ...write, act: "correct", hand: Number(conflict.number) - shift });
  const confirmed = ["drop", "amend", "look_again"].includes(choice) ? await decline(base, write, writes, conflict, seen) : seen;
  if (confirmed === null) return false;
  const noted = choice === "look_again" ? unseen : []; // other conflicts show all that others have done
  const count = ["keep", "again"].includes(choice) ? null : theirs;
  await updateMatch(base, () => ({ conflict: null, confirmed, count, noted }));
  if (choice === "amend") new Draft(base).saveFields(conflict.state.hand, write.fields);
  await sync();
  if (choice === "amend") location.reload();
  return true;
}

/**
 * Discards a write and its later changes on this phone: its undo, and corrections of its hand. Returns the version that this
 * phone has seen afterwards, or null without a response.
 * @param {string} base
 * @param {Write} write
 * @param {Write[]} writes
 * @param {Conflict} conflict
 * @param {number} version what this phone has seen, now that a person has decided
 */
async function decline(base, write, writes, { number }, version) {
  const discarded = writes.filter((one) => one === write || isAbout(one, write));
  for (const each of discarded.reverse()) { // the conflict's write last: if the page closes meanwhile, the dialog opens again
    const told = SAID.includes(each.act) ? version : await tellDeclined(base, each, number);
    if (told === null) return null;
    if (told === version + 1) version = told; // else others have written since the dialog was shown
    await removeWrite(each.id);
  }
  return version;
}

/**
 * Adds the discarded entry to the match's log. Returns the match's new version, or null without a response.
 * @param {string} base
 * @param {Write} write
 * @param {number | null} number of the hand
 */
async function tellDeclined(base, { key, act, fields }, number) {
  const entry = JSON.stringify(Object.fromEntries(fields));
  const told = { key: `${key.slice(0, 54)}-declined`, kind: act, hand: String(number ?? ""), entry };
  const reply = await tryPost(`${base}/declined`, Object.entries(told));
  return reply?.status === 200 ? reply.answer.kept.version : null;
}

/**
 * True if a write undoes another one, or changes the hand that it recorded.
 * @param {Write} each
 * @param {Write} write
 */
function isAbout(each, write) {
  if (each.target && each.target === write.key) return true;
  return write.act === "record" && each.id > write.id && each.hand !== null && each.hand === write.number;
}
