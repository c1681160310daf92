/** The properties of every board. A new kind of board is one component with these properties, named in Board.svelte. */

import type { Move, View } from "../api/types";

/** A candidate move on the board. */
export interface Mark {
  places: string[];
  /** The share of all visits, 0 to 1; it sets the mark's area. */
  share: number;
  /** For the seat to move, 0 (worst) to 1 (best); null: unknown. */
  value: number | null;
  label: string;
  best: boolean;
  /** The colour of the agent that wants it, instead of its value's colour. */
  colour?: string;
}

/** A move of a line that is only shown. */
export interface Ghost {
  places: string[];
  seat: number | null;
  label: string;
}

export interface BoardProps<V extends View = View> {
  view: V;
  /** The moves that can be made here; empty: the board takes no input. */
  legal: Move[];
  onmove: (move: Move) => void;
  /** Called with the places that are touched so far. */
  ontouch?: (touched: string[]) => void;
  /** How many seats the game has. */
  seats: number;
  /** The viewing seat, drawn at the bottom if the board can be turned. */
  bottom: number;
  marks: Mark[];
  ghosts: Ghost[];
  /** For screen readers: what this board is. */
  label: string;
}
