/** Places that were touched so far, until they make a move. */

import type { Move } from "../api/types";
import { choosesPiece, choosing, nextPlaces, whole } from "./places";

export class Touch {
  touched = $state<string[]>([]);
  /** The moves of a menu: those that the touched places make alone, if more than one thing can follow; or promotions. */
  choices = $state.raw<Move[]>([]);

  constructor(
    readonly legal: () => Move[],
    readonly play: (move: Move) => void,
  ) {}

  get next(): Set<string> {
    return nextPlaces(this.legal(), this.touched);
  }

  reset(): void {
    this.touched = [];
    this.choices = [];
  }

  choose(move: Move): void {
    this.reset();
    this.play(move);
  }

  /** Touch a place. A place that continues no move starts a new selection, or drops the current one. */
  touch(place: string): void {
    const legal = this.legal();
    if (choosing(legal, [place]).length > 0) {
      const after = this.touched.includes(place) ? this.touched.filter((other) => other !== place) : [...this.touched, place];
      this.touched = choosing(legal, after).length > 0 ? after : [place];
      return;
    }
    if (!nextPlaces(legal, this.touched).has(place)) {
      const again = this.touched[0] === place;
      this.reset();
      if (again || !nextPlaces(legal, []).has(place)) return;
    }
    this.touched = [...this.touched, place];
    const made = whole(legal, this.touched);
    const more = nextPlaces(legal, this.touched).size > 0;
    const only = made[0];
    if (only && made.length === 1 && !more) this.choose(only);
    else this.choices = made.length > 0 ? made : choosesPiece(legal, this.touched);
  }
}
