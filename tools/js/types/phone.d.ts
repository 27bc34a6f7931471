/** A match that the phone stores; `kept` is its history (scorekeeper/games/engine/history.py) with all writes applied. */
interface StoredMatch {
  base: string;
  token: string;
  number: number;
  kept: MatchHistory;
  /** The newest version that the server confirmed. */
  confirmed: number;
  /** `last_here`: this is the table's last match. */
  sitting: { name: string; place: string; opened_at: string; best_of?: number; last_here?: boolean };
  may_score: boolean;
  own_side?: number | null;
  /** When it was last used, in ms. */
  touched: number;
  /** How it was started on this phone; removed once the server has it. */
  start: MatchStart | null;
  /** Its address on the server, on the entry under the local one. */
  arrived: string | null;
  conflict: Conflict | null;
  /** Hands whose notes others have changed, which this phone's user has not been shown. */
  noted?: number[];
  /** The link was revoked, or the server refuses its writes. */
  ended: boolean;
  /** The reason, unless the link was revoked. */
  refused?: string | null;
  /** Scores of this phone that the server has yet to compare with its own. */
  told: boolean;
  /** A change of this phone was applied since the match was fetched. Unknown of matches stored by earlier versions. */
  changed?: boolean;
  /** What the server has is not what is stored here with all writes sent: others have written, too. */
  differs?: boolean;
  /** The shift of this phone's hands from `shiftFrom` on, because others' hands were inserted before them. */
  shift?: number;
  shiftFrom?: number;
  /** The number of hands when a conflict was resolved. */
  count?: number | null;
  /** The key under which it is saved as a new match. */
  own?: string;
}

interface MatchHistory {
  setup: any;
  number: number;
  version: number;
  hands: any[];
  stopped: unknown;
  shown: Record<string, any>;
}

/** `at` in ms; `follows`: the earlier match at the same table, if it was started here too. */
interface MatchStart {
  key: string;
  head: Record<string, any>;
  at: number;
  token: string | null;
  follows: string | null;
}

/**
 * A change of a match that the server has not confirmed; `applied` once it is part of the stored history. `seen` is the
 * version that its sender saw.
 */
interface NewWrite {
  base: string;
  act: string;
  hand: number | null;
  seen?: number;
  fields: [string, string][];
  key: string;
  at: string;
  applied: boolean;
}

/**
 * A stored write; once it is applied, the `number` of its hand and the match's `version` here, the key of the write that it
 * undoes, and what it confirms (scorekeeper/games/engine/confirming.py).
 */
interface Write extends NewWrite {
  id: number;
  number?: number | null;
  version?: number;
  target?: string | null;
  saw?: object | null;
  /** Why the server refuses it; for a tick at a tournament's door, until its page has shown it. */
  refused?: string | null;
}

/** A write that conflicts with others' changes, or was refused; `state` is the server's. */
interface Conflict {
  write: number;
  number: number | null;
  changes: string[];
  problems: Problem[] | null;
  state: MatchState;
}

/** The running version (`/engine.json`): addresses, and texts by name. */
interface EngineInfo {
  locale: string;
  rules: string;
  engine: string;
  games: Record<string, string>;
  messages: string;
  micropython: string;
  wasm: string;
  rule_pages: string[];
  help: string;
  words: Record<string, string>;
  languages?: Record<string, { name: string; about: string }>;
}

/** The layout of a result's picture in pixels (scorekeeper/pages/pictures.py); `colours` by their names. */
interface Drawing {
  size: [wide: number, high: number];
  colours: Record<string, string>;
  shapes: [kind: string, colour: string, ...about: any[]][];
  face: { x: number; y: number; size: number; svg: string };
  texts: {
    x: number;
    y: number;
    text: string;
    size: number;
    bold: boolean;
    colour: string;
    anchor: "start" | "middle" | "end";
    room: number;
  }[];
}
