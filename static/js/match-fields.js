/** Names and texts of form fields: an entry as it would be typed, and typed texts put into controls. */

/** A hand's entry as texts by dotted path (the same as `typed_entry` in games/typed.py). */
export function typedEntry(entry, path = "") {
  if (entry === false) return {};
  if (entry === null || typeof entry !== "object") {
    return { [path]: entry === true ? "on" : entry === null ? "null" : String(entry) };
  }
  const parts = Object.entries(entry).map(([name, value]) => typedEntry(value, path ? `${path}.${name}` : name));
  return Object.assign({}, ...parts);
}

/** The number that a text such as `45` or `45+30` means; null for a blank, NaN for anything else. */
export function numberOf(text) {
  const plain = text.replace(/\s/g, "").replace(/−/g, "-");
  if (!plain) return null;
  if (!/^[+-]?\d+([+-]\d+)*$/.test(plain)) return NaN;
  return plain.match(/[+-]?\d+/g).reduce((sum, term) => sum + Number(term), 0);
}

/** Put typed texts into the controls of a part of the page; what is not among them is blank. */
export function fill(part, typed) {
  for (const control of part.querySelectorAll("input:not([type=hidden]), select")) {
    const text = control.name.split(",").map((name) => typed[name] ?? "").join(",");
    if (control.type === "radio" || control.type === "checkbox") control.checked = control.value === text;
    else if (control.tagName === "SELECT") choose(control, text);
    else control.value = text;
    delete control.dataset.filled;
  }
}

/** Whether something was entered in a control by hand. */
export function isGiven(control) {
  if (control.type === "radio" || control.type === "checkbox") return control.checked;
  return control.value.replaceAll(",", "") !== "" && !("filled" in control.dataset);
}

/** Whether a hand was begun in this part of the form: anything is there that is not so by itself. */
export function isBegun(part) {
  const controls = Array.from(part.querySelectorAll("input:not([type=hidden]), select"));
  return controls.some((control) => (control.tagName === "SELECT" ? control.selectedIndex > 0 : isGiven(control)));
}

function choose(select, text) {
  const index = Array.from(select.options).findIndex((option) => option.value === text);
  select.selectedIndex = Math.max(index, 0);
}
