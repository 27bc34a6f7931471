/** Merging a match's states: which hands count, and if the page can show a newer state. */

/**
 * Merges a newer state, which contains only changed hands; hands from number `hand` on were removed. A state computed on this
 * phone lacks the number of calls, `time_called` and `entered`: they stay as they were.
 * @param {MatchState} state
 * @param {MatchState} newer
 * @returns {MatchState}
 */
export function mergeState(state, newer) {
  const changed = new Map(newer.hands.map((hand) => [hand.number, hand]));
  const same = state.hands.filter((hand) => hand.number < newer.hand && !changed.has(hand.number));
  const called = newer.called ?? Math.max(state.called ?? 0, state.call?.number ?? 0);
  const call = newer.call && { ...newer.call, number: called };
  const hands = [...same, ...changed.values()].sort((one, other) => one.number - other.number);
  const bids = newestBids(state, newer);
  return { time_called: state.time_called, entered: state.entered, ...newer, called, call, bids, hands };
}

/**
 * Returns the newer bids of two states: an answer of the server may be overtaken by another.
 * @param {Pick<MatchState, "bids">} before
 * @param {Pick<MatchState, "bids">} after
 */
export function newestBids({ bids: before }, { bids: after }) {
  const isOld = before && after && before.hand === after.hand && after.number > 0 && after.number < before.number;
  return isOld ? before : after;
}

/**
 * True if a newer state ends the match, reopens it or changes its result.
 * @param {MatchState} before
 * @param {MatchState} after
 */
export function endsOtherwise(before, after) {
  /** @type {(state: MatchState) => string} */
  const end = ({ status, winner, sides }) =>
    JSON.stringify(status === "in_progress" || [winner, sides.map(({ total }) => total)]);
  return end(before) !== end(after);
}

/**
 * True if templates draw a newer state otherwise: one of both is before a `special` hand (Game in games/engine/game.py), other
 * hands are contested, or the bounds of the form are another hand's.
 * @param {MatchState} before
 * @param {MatchState} after
 */
export function isDrawnOtherwise(before, after) {
  /** @type {(state: MatchState) => string} */
  const drawn = ({ next_hand, agreed, bids }) =>
    JSON.stringify([next_hand.special ?? null, agreed?.contested, bids?.hand]);
  return drawn(before) !== drawn(after);
}

/**
 * True if the page can show the newer state: same players and names, same confirmations, same lock, and the arbiter entered no
 * other result. Otherwise it must be reloaded.
 * @param {MatchState} before
 * @param {MatchState} after
 */
export function fitsPage(before, after) {
  /** @type {(state: MatchState) => string} */
  const seats = ({ sides }) => JSON.stringify(sides.map(({ name, players }) => [name, players.map((player) => player.name)]));
  const ruled = before.locked?.said === after.locked?.said && isEnteredAlike(before, after);
  return seats(before) === seats(after) && ruled && hasSameParts(before, after);
}

/**
 * True unless the arbiter has entered another result meanwhile, or cleared it.
 * @param {MatchState} before
 * @param {MatchState} after
 */
export function isEnteredAlike(before, after) {
  return after.entered === undefined || (before.entered ?? "") === after.entered;
}

/**
 * True if both states have the same settings for confirmations and clock, each of which has a part of the page.
 * @param {MatchState} before
 * @param {MatchState} after
 */
export function hasSameParts(before, after) {
  /** @type {(state: MatchState) => string} */
  const parts = ({ agreed, clock }) => JSON.stringify([agreed?.what, clock?.ends]);
  return parts(before) === parts(after);
}
