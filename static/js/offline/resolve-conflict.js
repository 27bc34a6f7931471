/** What a person decided about a write that others were quicker than. The server's log holds what was given up. */

import { Draft } from "../entry/draft.js";
import { SAID, tryPost } from "./request.js";
import { getMatch, putWrite, removeWrite, updateMatch, writesOf } from "./store.js";
import { sync } from "./sync.js";

/**
 * `keep`: mine comes after theirs; `again`: mine as it is, now that it may be taken; `replace`: mine in the place of theirs;
 * `drop`: mine is given up; `look_again`: so is what was only said; `amend`: that too, and what was entered is in the form
 * again. False: no answer.
 * @param {string} base
 * @param {string} choice
 */
export async function resolveConflict(base, choice) {
  const { conflict, shift = 0, confirmed: before } = await getMatch(base);
  const writes = await writesOf(base);
  const write = writes.find((each) => each.id === conflict?.write);
  if (!conflict || !write) return false;
  const theirs = conflict.state.hand - 1; // how many hands the table has by now
  const seen = choice === "look_again" ? before : conflict.state.version; // nothing was shown then of what others did
  if (choice === "replace") await putWrite({ ...write, act: "correct", hand: Number(conflict.number) - shift });
  const confirmed = ["drop", "amend", "look_again"].includes(choice) ? await decline(base, write, writes, conflict, seen) : seen;
  if (confirmed === null) return false;
  await updateMatch(base, () => ({ conflict: null, confirmed, count: ["keep", "again"].includes(choice) ? null : theirs }));
  if (choice === "amend") new Draft(base).saveFields(conflict.state.hand, write.fields);
  await sync();
  if (choice === "amend") location.reload();
  return true;
}

/**
 * Give a write up, and with it what was done to it here: its undoing, and corrections of its hand. Answers the match's
 * version after that, or null without an answer.
 * @param {string} base
 * @param {Write} write
 * @param {Write[]} writes
 * @param {Conflict} conflict
 * @param {number} version what this phone has seen, now that a person has decided
 */
async function decline(base, write, writes, { number }, version) {
  for (const each of writes.filter((one) => one === write || isAbout(one, write))) {
    const told = SAID.includes(each.act) ? version : await tellDeclined(base, each, number);
    if (told === null) return null;
    version = told;
    await removeWrite(each.id);
  }
  return version;
}

/**
 * Have the log keep what was entered. Answers the match's version after that, or null without an answer.
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
 * Whether a write undoes another, or changes the hand that it recorded.
 * @param {Write} each
 * @param {Write} write
 */
function isAbout(each, write) {
  if (each.target && each.target === write.key) return true;
  return write.act === "record" && each.id > write.id && each.hand !== null && each.hand === write.number;
}
