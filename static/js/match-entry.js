/** The entry form: its ways, what is typed in it, what is wrong with it, and the hand that it corrects. */

import { fill, isGiven, typedEntry } from "./match-fields.js";
import { Pad } from "./match-pad.js";
import { startShares } from "./match-shares.js";
import { startSteppers } from "./steppers.js";
import { copy, put } from "./match-words.js";

export class Entry {
  constructor(form, base) {
    this.form = form;
    this.base = base;
    this.putting = false;
    this.tried = false; // after a refused save every problem is shown, before it only those of what was typed
    this.pad = new Pad(form);
    startShares(form);
    startSteppers(form);
    form.addEventListener("click", (event) => this.clicked(event));
  }

  get number() {
    return Number(this.form.elements.hand.value) || null;
  }

  get way() {
    return this.form.querySelector(".way:not([hidden])");
  }

  /** What would be sent. */
  fields() {
    return new URLSearchParams(new FormData(this.form));
  }

  clicked(event) {
    const link = event.target.closest("[data-way-link]");
    const more = event.target.closest("[data-add-row]");
    if (link) {
      event.preventDefault();
      this.useWay(link.dataset.wayLink);
    } else if (more) {
      this.addRow(more.dataset.addRow);
    }
  }

  /** Show one way to enter the hand; the others are not sent. */
  useWay(slug) {
    for (const way of this.form.querySelectorAll(".way")) {
      way.hidden = way.disabled = way.dataset.way !== slug;
    }
    for (const link of this.form.querySelectorAll("[data-way-link]")) {
      if (link.dataset.wayLink !== slug) link.removeAttribute("aria-current");
      else {
        link.setAttribute("aria-current", "true");
        link.parentElement.scrollLeft = link.offsetLeft - link.parentElement.offsetLeft - 48; // the one before it stays in sight
      }
    }
    this.pad.start();
    this.form.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Ready for the next hand. */
  clear() {
    fill(this.form, {});
    this.tried = false;
    this.showProblems([]);
    for (const fold of this.form.querySelectorAll("details[open]")) {
      fold.open = false;
      fold.removeAttribute("data-asked");
    }
    this.correct(null);
  }

  /** Correct a hand of the board; with none, enter the next one. */
  correct(hand) {
    this.form.elements.hand.value = hand?.number ?? "";
    this.form.action = hand ? `${this.base}/hands/${hand.number}` : `${this.base}/hands`;
    this.form.querySelector("[data-correcting]").hidden = !hand;
    this.form.querySelector("[data-strike-rest]").hidden = true;
    put(this.form.querySelector("[data-correcting-number]"), hand?.number ?? "");
    this.form.querySelector("[data-acts]").hidden = !hand;
    for (const act of this.form.querySelectorAll("[data-act]")) {
      act.setAttribute("formaction", `${this.form.action}/${act.dataset.act}`);
      if (act.dataset.act === "strike") act.hidden = Boolean(hand?.struck);
    }
    if (!hand) return;
    this.put(typedEntry(hand.entry), this.wayOf(hand.entry));
    this.pad.open(null);
  }

  /** Have the form hold these texts, by their paths, in that way. */
  put(typed, slug) {
    this.putting = true; // by the page, not by hand
    this.makeRows(typed);
    fill(this.form, typed);
    this.useWay(slug);
    for (const control of this.way.querySelectorAll("[name]")) {
      if (!(control.name in typed)) continue;
      const fold = control.closest("details:not([open])");
      if (fold) fold.open = true;
      control.dispatchEvent(new Event("input", { bubbles: true })); // what follows by itself fills itself in
    }
    for (const box of this.way.querySelectorAll("[data-filled]")) if (typed[box.name]) delete box.dataset.filled;
    this.putting = false;
  }

  /** Whether a way has fields of these names. */
  has(slug, paths) {
    const way = this.form.querySelector(`.way[data-way="${slug}"]`);
    return way !== null && paths.every((path) => way.querySelector(`[name^="${path.split(".")[0]}"], [data-rows="${path.split(".")[0]}"]`));
  }

  /** The first way that has all of the entry's fields. */
  wayOf(entry) {
    const names = Object.keys(entry).filter((name) => name !== "note" && name !== "at");
    const ways = Array.from(this.form.querySelectorAll(".way"));
    const knows = (way, name) => way.querySelector(`[name^="${name}"], [name*=",${name}"]`);
    return (ways.find((way) => names.every((name) => knows(way, name))) ?? ways[0]).dataset.way;
  }

  /** One more row of a repeated group, in every way that has it. */
  addRow(name) {
    for (const rows of this.form.querySelectorAll(`[data-rows="${name}"]`)) {
      const template = rows.parentElement.querySelector(`[data-row-template="${name}"]`);
      const holder = document.createElement("template");
      holder.innerHTML = template.innerHTML.replaceAll(`${name}.N`, `${name}.${rows.children.length}`);
      rows.append(holder.content);
    }
  }

  makeRows(typed) {
    for (const rows of this.form.querySelectorAll("[data-rows]")) {
      const name = rows.dataset.rows;
      const last = Math.max(-1, ...Object.keys(typed).filter((each) => each.startsWith(`${name}.`)).map((each) => Number(each.split(".")[1])));
      while (rows.children.length <= last) this.addRow(name);
    }
  }

  /** Put every problem beside its field. Until a save was tried, a field that was left alone is not complained of. */
  showProblems(problems) {
    for (const place of this.form.querySelectorAll("[data-wrong]")) place.replaceChildren();
    for (const control of this.form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
    const elsewhere = problems.some((problem) => this.number && problem.hand && problem.hand > this.number);
    this.form.querySelector("[data-strike-rest]").hidden = !elsewhere;
    for (const problem of problems) {
      const controls = this.controls(problem.field);
      const place = this.placeOf(problem.field);
      const fold = place.closest("details:not([open]), details[data-asked]");
      if (!this.tried && !controls.some(isGiven) && !fold) continue;
      if (fold) fold.open = true;
      fold?.setAttribute("data-asked", ""); // opened because the game asks for what is in it
      place.append(mistakeOf(problem));
      for (const control of controls) control.setAttribute("aria-invalid", "true");
    }
  }

  controls(field) {
    if (!field) return [];
    return Array.from(this.way.querySelectorAll("[name]")).filter((control) => control.name.split(",").includes(field));
  }

  /** Where a problem of this field is shown: at the field, else at what it is part of, else above the form. */
  placeOf(field) {
    for (let path = field ?? ""; path; path = path.slice(0, Math.max(path.lastIndexOf("."), 0))) {
      const place = this.way.querySelector(`[data-wrong="${path}"]`);
      if (place) return place;
    }
    return this.form.querySelector('[data-wrong=""]');
  }
}

function mistakeOf(problem) {
  const mistake = copy("mistake");
  put(mistake.querySelector("[data-text]"), problem.text);
  const rule = mistake.querySelector("[data-rule]");
  put(rule, problem.rule ?? "");
  rule.hidden = !problem.rule;
  rule.hash = (problem.rule ?? "").toLowerCase();
  return mistake;
}
