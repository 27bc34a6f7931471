/**
 * What two totals are worth in a tournament, by the scale that the server renders from the rules into data attributes.
 * @typedef {[upper: number | null, leader: number, other: number]} Row
 */

/**
 * @param {DOMStringMap} data
 * @param {number} one
 * @param {number} other
 */
export const leadOf = (data, one, other) => (data.lowest ? other - one : one - other);

/**
 * Returns the victory points, or tournament points, of both sides; null without a scale.
 * @param {DOMStringMap} data
 * @param {number} one
 * @param {number} other
 */
export function worthOf(data, one, other) {
  if (!data.scale) return null;
  const rows = /** @type {Row[]} */ (JSON.parse(data.scale));
  const lead = leadOf(data, one, other);
  const [, leader, follower] = rows.find(([upper]) => upper === null || Math.abs(lead) <= upper) ?? [null, 0, 0];
  return lead < 0 ? [follower, leader] : [leader, follower];
}
