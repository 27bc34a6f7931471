/** A line that explains a hand: the points that a side gets by a rule. `params` are the numbers of its text. */
interface Line {
  side: number;
  rule: string;
  text: string;
  points: number;
  params: Record<string, any>;
}

/** A recorded hand. `points` and `totals` are by side, `best` is the best total; `at` is an ISO 8601 time or empty. */
interface Hand {
  number: number;
  dealer: string;
  points: number[];
  totals: number[];
  /** The totals as shown. */
  shown: number[];
  best: number;
  short: string[];
  entry: Record<string, unknown>;
  lines: Line[];
  struck: boolean;
  /** False for a struck hand, and for an entry that only ends the match. */
  counts: boolean;
  corrected: boolean;
  note: string;
  at: string;
}

interface Side {
  index: number;
  name: string;
  total: number;
  /** The total as shown: at most the target in some games. */
  shown: number;
  /** Points to the target, or to the limit; null without one. */
  to_go: number | null;
  /** The reached part of it, from 0 to 100 per cent. */
  reached: number | null;
  counted?: string;
  squares?: [number, number] | null;
  leads: boolean;
  out: boolean;
  games: number;
  won: boolean;
  players: { name: string; seat: number; deals: boolean }[];
}

/** Who confirmed what: sides by index, hands by number (scorekeeper/ledger/confirmations.py). */
interface Confirmations {
  what: "hands" | "result";
  hands: Record<string, number[]>;
  result: number[];
  next: Record<string, number>;
  /** Drawn by the template only. */
  contested: unknown[];
  phones: number[];
  told: Record<string, string[]>;
}

/**
 * What a match page shows (scorekeeper/games/engine/match_state.py; with version and more from
 * scorekeeper/games/engine/history.py on a phone, scorekeeper/ledger/read_models.py on a server). A newer state, requested
 * with `since`, contains only the changed hands; `changes` are sentences about the changes, and `conflicts` is true if a
 * hand that was started before must be sent again.
 */
interface MatchState {
  version: number;
  first: number;
  number: number;
  hand: number;
  /** The number of hands that count. */
  played: number;
  /** The next hand's number among those that count, and how many a match has; null if no number is fixed. */
  of_hands: [number, number] | null;
  game: string;
  title: string;
  variant: string;
  options: Record<string, any>;
  sides: Side[];
  seats: string[];
  dealer: string | null;
  status: "in_progress" | "finished" | "stopped";
  winner: number | null;
  next_hand: Record<string, any>;
  goal: string;
  now: string[];
  /** A sentence about the winner; empty while the match goes on. */
  result: string;
  ended: string[];
  hands: Hand[];
  /** The labels of the keys; empty if there is nothing to undo or redo. */
  can: { undo: string; redo: string };
  clock: { minutes: number; ends: string } | null;
  agreed: Confirmations | null;
  rescored: { told: Record<string, string[]> } | null;
  locked: { said: string } | null;
  changes?: string[];
  conflicts?: boolean;
  call?: Call | null;
  bids?: Bids | null;
  /** The number of calls, which do not change the version. */
  called?: number;
  /** The arbiter of the tournament has called time. */
  time_called?: boolean;
  /** The result that the arbiter entered, as a sentence. */
  entered?: string;
}

/** What is announced before the cards of a hand are played (scorekeeper/games/engine/bids.py). */
interface Bids {
  hand: number;
  typed: Record<string, string>;
  label: string;
  cards: string[];
  turn: number | null;
  refused: Record<string, string>;
  bid: number | null;
  most: number | null;
  words: string[];
  asks: boolean;
  complete: boolean;
  /** Counts the changes on the server; 0 in a state that this phone has made. */
  number: number;
}

/** The calls of the next hand (scorekeeper/games/engine/calls.py), and how often they have changed. */
interface Call {
  stake: number;
  asked: number | null;
  next: number | null;
  by: number | null;
  answer: "" | "accept" | "run";
  turn: number | null;
  winner: number | null;
  number?: number;
}

/** A problem of an entry; `field` is the dotted path of its field. */
interface Problem {
  text: string;
  field: string | null;
  hand?: number | null;
  rule?: string | null;
}

/** The score of the hand in the form. */
interface Preview {
  /** What each key of the pad would score, if that was asked. Of an incomplete hand only `points`, null where not certain. */
  tries?: Preview[];
  points: number[];
  lines: Line[];
  ends: boolean;
  winner: number | null;
  won_by: string | null;
}

/** A response to a write: 200 `state` and `said`, 409 `state` and `changes`, 422 `problems`; else an `error`. */
interface Reply {
  status: number;
  answer: any;
}

/** An entry as form texts by dotted path. */
type Typed = Record<string, string>;

/** A value from the address for the form: path, text, true if it is added to the current value. */
type Carried = [path: string, text: string, adds: boolean];

/** The second argument of `start(form, tools)` in each game's script (static/games/<game>/entry.js). */
interface GameTools {
  numberOf(text: string): number | null;
}

type Control = HTMLInputElement | HTMLSelectElement;

/** The entry form, and the small forms beside it. */
interface PostForm extends HTMLFormElement {
  dataset: Record<string, string>;
  elements: HTMLFormControlsCollection & Record<"key" | "seen" | "hand" | "contests" | "start", HTMLInputElement>;
}
