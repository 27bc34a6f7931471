/** What a form of a match page is as a write that is stored, and such a write as the form that the server gets. */

import { tryPost } from "./request.js";
import { currentBase } from "./store.js";

const ADDRESS = /^(.*\/s\/[^/]+\/m\/\d+)\/(?:hands(?:\/(\d+)(?:\/(strike|note))?)?|(undo|redo|finish|preview|side|confirm))$/;
/** What was said, not entered: the server takes it whatever others did since, so that is still to be looked at. */
export const SAID = ["side", "confirm"];
/** Of a form that is not stored with its write, or is a part of its own. */
export const NOT_STORED = ["csrf_token", "seen", "key"];

/**
 * Whether a form that is posted to this address changes a match.
 * @param {string} path
 */
export const isWrite = (path) => ADDRESS.test(path) && !path.endsWith("/preview");

/**
 * The write that a form makes.
 * @param {string} address
 * @param {URLSearchParams} fields
 * @returns {Promise<NewWrite>}
 */
export async function writeOf(address, fields) {
  const [, base, hand, part, act] = new URL(address, location.href).pathname.match(ADDRESS) ?? [];
  const number = act === "confirm" ? fields.get("hand") : hand;
  return {
    base: await currentBase(base),
    act: act ?? part ?? (hand ? "correct" : "record"),
    hand: number ? Number(number) : null,
    seen: Number(fields.get("seen")),
    fields: Array.from(fields).filter(([name]) => !NOT_STORED.includes(name)),
    key: fields.get("key") ?? "",
    at: new Date().toISOString(),
    applied: false,
  };
}

/** @param {Write} write */
function addressOf({ base, act, hand }) {
  /** @type {Record<string, string>} */
  const paths = { record: "hands", correct: `hands/${hand}`, strike: `hands/${hand}/strike`, note: `hands/${hand}/note` };
  return `${base}/${paths[act] ?? act}`;
}

/**
 * Send a write as it is: what the server answers, or null where it does not.
 * @param {Write} write
 * @param {number | string | null} seen the version that its sender has seen
 * @param {string | null} csrf
 */
export function sendWrite(write, seen, csrf = null) {
  return tryPost(addressOf(write), [...fieldsOf(write), ["key", write.key], ["seen", String(seen)]], csrf);
}

/**
 * The form's fields; of a confirmation with the number that its hand has by now, and with what was confirmed.
 * @param {Write} write
 * @returns {[string, string][]}
 */
function fieldsOf({ fields, hand, saw }) {
  if (!saw) return fields;
  return [...fields.filter(([name]) => name !== "hand"), ["hand", String(hand ?? "")], ["saw", JSON.stringify(saw)]];
}

/**
 * A write whose hands have other numbers now, because others' hands came before them.
 * @param {Write} write
 * @param {number} shift
 * @param {number} from
 */
export function shifted(write, shift, from) {
  const hand = write.hand !== null && write.hand >= from ? write.hand + shift : write.hand;
  return { ...write, hand, number: write.act === "record" ? Number(write.number) + shift : hand };
}
