/**
 * The one place where scripts read a number that was typed. It is `whole` in scorekeeper/games/engine/checks.py again, as
 * the pad and the shares need it with every tap, also before the phone's engine is there and on phones that cannot run
 * it. tests/project/test_scripts.py holds both to the same answers.
 */

const WIDE = "０１２３４５６７８９＋－−";
const PLAIN = "0123456789+--";
const SUM = /^[+-]?\d{1,9}([+-]\d{1,9})*$/;

/**
 * A whole number or a sum of some (`45+30`, `100-15`); null for a blank, NaN for anything else.
 * @param {string} text
 * @returns {number | null}
 */
export function numberOf(text) {
  const plain = Array.from(text.replace(/\s/g, ""), (sign) => PLAIN[WIDE.indexOf(sign)] ?? sign).join("");
  if (!plain) return null;
  if (!SUM.test(plain)) return NaN;
  return Array.from(plain.matchAll(/[+-]?\d+/g), Number).reduce((sum, term) => sum + term, 0);
}
