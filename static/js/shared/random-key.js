/** A key that no other write has. (crypto.randomUUID is missing where a phone came by plain http.) */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
