/** What is not sent yet as a file: each match's document (spec/match-format.md), and the writes that wait, in order. */

import { askEngine } from "./engine.js";
import { allMatches, writesOf } from "./store.js";

const DOWNLOADED = 10_000; // ms until the browser has surely read it

export async function exportMatches() {
  const matches = [];
  for (const match of (await allMatches()).filter((each) => !each.arrived)) {
    const pending = await writesOf(match.base);
    if (!pending.length && !match.start) continue;
    const matchDocument = await askEngine({ ask: "document", kept: match.kept }).catch(() => null);
    matches.push({ address: match.base, document: matchDocument, kept: match.kept, pending });
  }
  const file = new Blob([JSON.stringify({ format: "scorekeeper-unsent/1", matches }, null, 1)], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `scorekeeper-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOADED);
}
