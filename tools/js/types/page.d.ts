/** What templates draw has the data-… that scripts read. */
type Drawn = { dataset: Record<string, string>; parentElement: HTMLElement };

/** The element that a selector such as `input[data-pad]` finds; what the templates draw is there. */
type Found<S extends string> = Drawn & ElementOf<S>;
type ElementOf<S extends string> = S extends `${string},${string}`
  ? HTMLElement
  : S extends keyof HTMLElementTagNameMap
    ? HTMLElementTagNameMap[S]
    : S extends `${infer Name}[${string}`
      ? Name extends keyof HTMLElementTagNameMap
        ? HTMLElementTagNameMap[Name]
        : HTMLElement
      : HTMLElement;

interface ParentNode {
  querySelector<S extends string>(selector: S): Found<S>;
  querySelectorAll<S extends string>(selector: S): NodeListOf<Found<S>>;
}

interface Element {
  closest<S extends string>(selector: S): Found<S>;
}

/** What modules of the match page tell each other, and each game's own script. */
interface HTMLElementEventMap {
  board: CustomEvent<{ board: MatchState; correcting: boolean }>;
  scored: CustomEvent<Preview | null>;
  /** What each choice would make of the hand. */
  choices: CustomEvent<Preview[]>;
}

interface DocumentEventMap {
  board: CustomEvent<MatchState>;
  /** The clock of a tournament's round has come so near its end. */
  clock: CustomEvent<"five" | "one" | "end">;
}

/** What the match page and the offline part tell each other. `base` is a match's address. */
interface WindowEventMap {
  "scorekeeper:shown": CustomEvent<{ base: string; version: number }>;
  "scorekeeper:synced": CustomEvent<{ base: string; state: MatchState | null; said: string[] }>;
  "scorekeeper:outbox": CustomEvent<{ added: boolean }>;
  "scorekeeper:conflict": CustomEvent<string>;
  "scorekeeper:moved": CustomEvent<{ from: string; base: string }>;
}

/** Not in every browser. */
interface Navigator {
  connection?: { saveData: boolean };
}
