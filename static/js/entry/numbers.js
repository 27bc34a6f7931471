/**
 * Parses typed numbers, for all scripts. It repeats `whole` of scorekeeper/games/engine/checks.py, because the pad and the
 * shares need it at every tap, also before the phone's engine has loaded and on phones that cannot run it.
 * tests/project/test_scripts.py compares both.
 */

const WIDE = "０１２３４５６７８９＋－−";
const PLAIN = "0123456789+--";
const SUM = /^[+-]?\d{1,9}([+-]\d{1,9})*$/;

/**
 * Returns an integer, or the value of a sum (`45+30`, `100-15`); null for a blank, NaN for anything else.
 * @param {string} text
 * @returns {number | null}
 */
export function numberOf(text) {
  const plain = Array.from(text.replace(/\s/g, ""), (sign) => PLAIN[WIDE.indexOf(sign)] ?? sign).join("");
  if (!plain) return null;
  if (!SUM.test(plain)) return NaN;
  return Array.from(plain.matchAll(/[+-]?\d+/g), Number).reduce((sum, term) => sum + term, 0);
}
