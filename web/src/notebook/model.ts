/** The data that the cell and Python share: the widget's traits and the person's actions. The other side: src/playout/notebook/widget.py. */

import type { Analysis, Position } from "../api/types";

export interface Facts {
  title: string;
  /** The names of the seats. */
  seats: string[];
  payoff_bounds: [number, number];
  /** The person's seat; null: all seats. */
  seat: number | null;
  analyst: string;
  /** Plies of the match before the cell's own. */
  start: number;
}

export interface Traits {
  facts: Facts;
  position: Position;
  analysis: Analysis | null;
  message: string;
}

export type Doing = { do: "play"; move: number } | { do: "undo" } | { do: "analyse" } | { do: "stop" };

/** anywidget's model, as far as it is used here. */
export interface Model {
  get<Name extends keyof Traits>(name: Name): Traits[Name];
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
  send(content: Doing): void;
}
