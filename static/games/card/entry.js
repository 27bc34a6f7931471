/**
 * A hand of a card. What is announced before it is played, such as bids, comes first and is shown to the whole table; then the
 * phone is a table card, until the rest is entered. Undo takes back what was entered last in a hand.
 */

const BEFORE = "before";
const PLAYED = "played"; // announced, and nothing entered since: the cards are played now
const AFTER = "after";
const MOST_KEYS = 20; // of the pad (js/entry/pad-keys.js)

/**
 * @param {HTMLFormElement} form
 * @param {{ numberOf: (text: string) => number | null }} helpers
 */
export function start(form, { numberOf }) {
  const way = form.querySelector(".way[data-way=hand]");
  const screen = form.closest("[data-screen]");
  if (screen) delete screen.dataset.part;
  if (way?.querySelector("[data-before]")) new Hand(form, way, screen, numberOf);
}

class Hand {
  /**
   * @param {HTMLFormElement} form
   * @param {any} way
   * @param {any} screen
   * @param {(text: string) => number | null} numberOf
   */
  constructor(form, way, screen, numberOf) {
    this.form = form;
    this.way = way;
    this.screen = screen;
    this.numberOf = numberOf;
    this.rows = Array.from(way.querySelectorAll("[data-before], [data-after]"));
    this.before = controlsIn(this.rows.filter((row) => BEFORE in row.dataset)); // row by row, in the order of the deal
    this.after = controlsIn(this.rows.filter((row) => AFTER in row.dataset));
    this.change = way.querySelector("[data-change-bids]");
    /** @type {Bids | null} */
    this.bids = null;
    this.correcting = false;
    this.opened = false; // what follows the cards is being entered
    this.changing = false; // what was announced is changed
    form.addEventListener("board", ({ detail }) => {
      this.correcting = detail.correcting;
      this.take(detail.board.bids ?? null);
    });
    form.addEventListener("bids", ({ detail }) => {
      this.take(detail);
      if (this.skipMade()) this.form.dispatchEvent(new Event("input")); // the record key asks for the next
    });
    form.addEventListener("input", ({ target }) => this.entered(target));
    form.addEventListener("scored", () => this.nameKey());
    form.addEventListener("submit", (event) => this.part !== AFTER && this.goOn(event));
    const undo = /** @type {any} */ (document.querySelector("[data-undo]"));
    undo.form.addEventListener("submit", (/** @type {Event} */ event) => this.undo(event));
  }

  /** The part of the hand that is entered now. */
  get part() {
    const isComplete = this.correcting || this.before.every((control) => isAnswered(control, this.before));
    if (this.changing || !isComplete) return BEFORE;
    return this.opened || this.correcting || this.after.some(isGiven) ? AFTER : PLAYED;
  }

  /** Shows this part; starts the pad there if it is another one. */
  show() {
    const { part, screen } = this;
    const isNew = screen.dataset.part !== part;
    screen.dataset.part = part;
    for (const row of this.rows) row.hidden = part === PLAYED || BEFORE in row.dataset !== (part === BEFORE);
    if (isNew) this.form.dispatchEvent(new Event("restart"));
    this.nameKey();
    queueMicrotask(() => this.markBid()); // once the pad has drawn its keys
    const last = this.given.at(-1);
    if (last) showUndo(this.way.dataset.undoText, last);
  }

  /** Marks the card that is bid now, and on the pad what it may not be, or later the number that was bid. */
  markBid() {
    const active = this.way.querySelector("[data-active]");
    const side = active?.dataset.side;
    const bids = this.before.includes(active);
    for (const card of document.querySelectorAll("[data-bid]")) card.classList.toggle("now", bids && card.dataset.bid === side);
    const refused = bids && side === String(this.bids?.turn) ? (this.bids?.refused ?? {}) : {};
    this.strikeKeys(refused);
    if (this.bids && this.bids.most !== null && active?.matches("[data-after][data-total] *")) this.markMade(side);
  }

  /**
   * Strikes the bids that this side may not make.
   * @param {Record<string, string>} refused
   */
  strikeKeys(refused) {
    for (const key of padKeys()) {
      if (key.dataset.value in refused) key.disabled = true;
      key.classList.toggle("struck", key.dataset.value in refused);
    }
    const title = document.querySelector("[data-pad-title]");
    title.querySelector(".not-this")?.remove();
    const note = Object.assign(document.createElement("span"), { className: "not-this" });
    note.textContent = ` · ${this.way.dataset.refusedText.replace("{bids}", Object.keys(refused).join(", "))}`;
    if (Object.keys(refused).length) title.append(note);
  }

  /**
   * Marks the key of the number that this side has bid.
   * @param {string} side
   */
  markMade(side) {
    const bid = this.before.find((box) => box.dataset.side === side)?.value;
    const key = padKeys().find(({ dataset }) => dataset.value === bid);
    if (!key || key.matches(".made-bid")) return;
    key.classList.add("made-bid", `side-${side}`);
    key.append(Object.assign(document.createElement("span"), { className: "unseen", textContent: ` (${this.bids?.label})` }));
  }

  /** Names the record key by what it leads to, as long as that is not the record. */
  nameKey() {
    const open = this.before.find((control) => !isAnswered(control, this.before));
    if (this.part === PLAYED) showNext(this.way.dataset.nextText);
    else if (this.part === BEFORE && open && !open.dataset.side) showNext(`${labelOf(open)}?`, true);
  }

  /** What is entered of this part, in its order. */
  get given() {
    return (this.part === AFTER ? this.after : this.before).filter(isGiven);
  }

  /** Lets the pad ask for the next bid if the one it asked for has been made elsewhere; returns true if so. */
  skipMade() {
    const active = this.way.querySelector("[data-active]");
    if (this.changing || !active || !this.before.includes(active) || !isGiven(active) || !hasKeys(active)) return false;
    this.form.dispatchEvent(new Event("restart"));
    return true;
  }

  /**
   * Fills in what the table has announced; a hand that is corrected has its own.
   * @param {Bids | null} bids
   */
  take(bids) {
    if (!this.correcting) {
      this.bids = bids;
      for (const control of this.before) setValue(control, bids?.typed[control.name] ?? "");
    }
    this.show();
  }

  /** @param {any} control */
  entered(control) {
    if (control === this.change) {
      control.checked = false;
      this.changing = true;
    } else if (control === this.form && this.bids) this.take(this.bids); // a draft has no bids
    else if (this.before.includes(control)) this.announce(control);
    queueMicrotask(() => this.show()); // the pad goes on first
  }

  /** @param {any} control */
  announce(control) {
    if (this.before.every((each) => isAnswered(each, this.before))) this.changing = false;
    if (this.correcting) return;
    control.dataset.filled = "";
    const number = control.matches("[data-pad]") ? this.numberOf(control.value) : null;
    const text = isTick(control) && !control.checked ? "" : String(number ?? control.value);
    document.dispatchEvent(new CustomEvent("bid", { detail: { [control.name]: text } }));
  }

  /**
   * Goes on with what is open of the bids; once the cards have been played, with the rest.
   * @param {Event} event
   */
  goOn(event) {
    event.preventDefault();
    event.stopPropagation();
    if (this.part === PLAYED) this.opened = true;
    this.changing = false;
    this.show();
    this.form.dispatchEvent(new Event("restart"));
  }

  /**
   * Takes back what was entered last; once nothing of this hand is left, the last hand is undone.
   * @param {Event} event
   */
  undo(event) {
    const last = this.given.at(-1);
    if (this.correcting || !this.form.isConnected || (!last && !this.opened)) return;
    event.preventDefault();
    event.stopPropagation();
    this.changing = false;
    if (this.part === AFTER && !last) this.opened = false;
    else takeBack(last);
    this.show();
    this.form.dispatchEvent(new Event("restart"));
  }
}

/** @returns {any[]} */
const padKeys = () => Array.from(document.querySelectorAll("[data-pad-values] > button"));

/**
 * @param {Element[]} rows
 * @returns {any[]}
 */
function controlsIn(rows) {
  const turn = (/** @type {any} */ { dataset }) => Number(dataset.turn ?? 0);
  const inputs = (/** @type {Element} */ row) => Array.from(row.querySelectorAll("input:not([type=hidden])"));
  return rows.flatMap((row) => inputs(row).sort((one, other) => turn(one) - turn(other)));
}

/** @param {any} control */
const isTick = (control) => control.type === "radio" || control.type === "checkbox";

/** True if a number is given by one tap. @param {any} control */
const hasKeys = ({ dataset }) => Number(dataset.most) <= MOST_KEYS;

/** @param {any} control */
const isGiven = (control) => (isTick(control) ? control.checked : control.value !== "");

/**
 * True if a control, or another of the same choice, has a value; a yes or no needs none.
 * @param {any} control
 * @param {any[]} all
 */
function isAnswered(control, all) {
  if (control.type === "checkbox") return true;
  return isGiven(control) || (control.type === "radio" && all.some((other) => other.name === control.name && other.checked));
}

/**
 * What is announced belongs to the table: it does not count as begun on this phone.
 * @param {any} control
 * @param {string} text
 */
function setValue(control, text) {
  if (isTick(control)) control.checked = control.value === text;
  else control.value = text;
  control.dataset.filled = "";
}

/** @param {any} control */
function takeBack(control) {
  if (isTick(control)) control.checked = false;
  else control.value = "";
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * @param {string} text of the key that goes on
 * @param {boolean} [waits] true if something is open before
 */
function showNext(text, waits = false) {
  const record = document.querySelector("[data-record]");
  record.classList.toggle("waits", waits);
  record.removeAttribute("aria-disabled");
  record.replaceChildren(text);
}

/** @param {any} control */
const labelOf = (control) => control.closest("[data-field]")?.querySelector(".entry-label")?.textContent ?? "";

/**
 * Says what the undo key takes back within the hand.
 * @param {string} text
 * @param {any} last what was entered last
 */
function showUndo(text, last) {
  const key = document.querySelector("[data-undo]");
  const { side } = last.dataset;
  const name = side ? document.querySelector(`.half[data-side="${side}"] .name`)?.textContent : "";
  key.classList.remove("idle");
  key.querySelector("span").textContent = text.replace("{what}", `${labelOf(last)} ${name}`.trim());
}
