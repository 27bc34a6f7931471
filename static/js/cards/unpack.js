/** Rules that an address carries, unpacked on the phone, for when there is no server. */

/**
 * Returns the JSON text of rules in an address (web/card_pages/packing.py).
 * @param {string} packed
 */
export async function unpacked(packed) {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (sign) => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}
