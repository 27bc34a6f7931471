/** A line that explains a hand: points of a side by a rule. `params` are the numbers of its text. */
interface Line {
  side: number;
  rule: string;
  text: string;
  points: number;
  params: Record<string, any>;
}

/** A recorded hand. `points` and `totals` go by side, `best` is the best of the totals; `at` is an ISO 8601 time or empty. */
interface Hand {
  number: number;
  dealer: string;
  points: number[];
  totals: number[];
  /** The totals as screens show them. */
  shown: number[];
  best: number;
  short: string[];
  entry: Record<string, unknown>;
  lines: Line[];
  struck: boolean;
  corrected: boolean;
  note: string;
  at: string;
}

interface Side {
  index: number;
  name: string;
  total: number;
  /** The total as screens show it: at most the target in some games. */
  shown: number;
  /** Points to the target, or to the limit; null without one. */
  to_go: number | null;
  /** How much of it there is, in percent from 0 to 100. */
  reached: number | null;
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
  phones: number[];
  told: Record<string, string[]>;
}

/**
 * What a match page shows (scorekeeper/games/engine/match_state.py; with version and more from
 * scorekeeper/games/engine/history.py on a phone, scorekeeper/ledger/read_models.py on a server). A newer state that was
 * asked for `since` a version holds the changed hands only, as `changes` what was done, in sentences, and as `conflicts`
 * whether a hand that was begun before has to be sent again.
 */
interface MatchState {
  version: number;
  first: number;
  number: number;
  hand: number;
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
  /** Who won, in a sentence; empty while the match goes on. */
  result: string;
  ended: string[];
  hands: Hand[];
  can: { undo: boolean; redo: boolean };
  clock: { minutes: number; ends: string } | null;
  agreed: Confirmations | null;
  rescored: { told: Record<string, string[]> } | null;
  locked: { said: string } | null;
  changes?: string[];
  conflicts?: boolean;
  call?: Call | null;
  /** How often something was called: counts what has no version. */
  called?: number;
  /** The arbiter of the tournament has called time. */
  time_called?: boolean;
}

/** What is called in the next hand (scorekeeper/games/engine/calls.py), and how often that has changed. */
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

/** Why an entry is refused: `field` is the dotted path that it stands beside. */
interface Problem {
  text: string;
  field: string | null;
  hand?: number | null;
  rule?: string | null;
}

/** What the hand in the form would score. */
interface Preview {
  points: number[];
  lines: Line[];
  ends: boolean;
  winner: number | null;
  won_by: string | null;
}

/** An answer to a write: 200 `state` and `said`, 409 `state` and `changes`, 422 `problems`; else an `error`. */
interface Reply {
  status: number;
  answer: any;
}

/** An entry as a form has it: texts by dotted path. */
type Typed = Record<string, string>;

/** What an address carries into the form: path, text, whether it is added to what is there. */
type Carried = [path: string, text: string, adds: boolean];

/** What each game's own script (static/games/<game>/entry.js) gets, beside the form, for its `start(form, tools)`. */
interface GameTools {
  numberOf(text: string): number | null;
}

type Control = HTMLInputElement | HTMLSelectElement;

/** The entry form, and the small forms beside it. */
interface PostForm extends HTMLFormElement {
  dataset: Record<string, string>;
  elements: HTMLFormControlsCollection & Record<"key" | "seen" | "hand" | "start", HTMLInputElement>;
}
