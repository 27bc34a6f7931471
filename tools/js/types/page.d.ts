/** Templates set the data-… attributes that scripts read. */
type Drawn = { dataset: Record<string, string>; parentElement: HTMLElement };

/** The element that a selector such as `input[data-pad]` matches; the templates guarantee that it exists. */
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

/** Events between modules of the match page and the game's script. */
interface HTMLElementEventMap {
  board: CustomEvent<{ board: MatchState; correcting: boolean }>;
  scored: CustomEvent<Preview | null>;
  /** What the table has announced before the hand. */
  bids: CustomEvent<Bids | null>;
  /** The score of the hand with each choice. */
  choices: CustomEvent<Preview[]>;
  /** The pad asks for a number whose keys say what they score. */
  tell: Event;
}

interface DocumentEventMap {
  board: CustomEvent<MatchState>;
  /** Bids typed on this phone: texts by path. */
  bid: CustomEvent<Record<string, string>>;
  /** The clock of a tournament's round has reached a mark before its end. */
  clock: CustomEvent<"five" | "one" | "end">;
}

/** Events between the match page and the offline scripts. `base` is a match's address. */
interface WindowEventMap {
  "scorekeeper:shown": CustomEvent<{ base: string; version: number }>;
  "scorekeeper:synced": CustomEvent<{ base: string; state: MatchState | null; said: string[] }>;
  "scorekeeper:outbox": CustomEvent<{ added: boolean }>;
  "scorekeeper:conflict": CustomEvent<string>;
  "scorekeeper:moved": CustomEvent<{ from: string; base: string }>;
  /** A rematch was started on this phone and takes the page's place. */
  "scorekeeper:rematch": CustomEvent<{ base: string; html: string }>;
}

/** Missing in some browsers. */
interface Navigator {
  connection?: { saveData: boolean };
}
