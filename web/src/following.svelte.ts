/** Shows the moves of the others one after the other: each stays on the board for a while before the next. */

import type { Position } from "./api/types";
import { keep, recall } from "./preferences.svelte";

/** Seconds that a move stays on the board; 0: all is shown at once. */
export const PACES = [0, 0.5, 1, 2];
/** The default pace; also the pace of a replay if all is shown at once. */
const USUAL = 1;

/** A position to show: that after `ply` moves of the match. */
export interface Step {
  ply: number;
  /** null: it has to be requested. */
  position: Position | null;
  /** Whether it shows something to see or to read. */
  lasts: boolean;
}

export class Following {
  /** Positions that have not been shown yet, the next one first. */
  waiting = $state.raw<Step[]>([]);
  /** The visitor's choice; null: none yet. */
  #chosen = $state<number | null>(PACES.find((pace) => String(pace) === recall("pace", "")) ?? null);
  /** Whether a turn is being replayed, which takes time at any pace. */
  #again = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the next position may be shown, by `performance.now()`. */
  #free = 0;

  /** show: puts a position on the board; plays: whether this page has a seat. */
  constructor(
    readonly show: (step: Step) => void,
    readonly plays: () => boolean,
  ) {}

  /** Seconds per move: the visitor's choice; without one, 0 for spectators and with reduced motion. */
  get pace(): number {
    if (this.#chosen !== null) return this.#chosen;
    return this.plays() && !matchMedia("(prefers-reduced-motion: reduce)").matches ? USUAL : 0;
  }

  set pace(seconds: number) {
    this.#chosen = seconds;
    keep("pace", String(seconds));
    if (seconds === 0) this.skip();
  }

  /** Whether the board shows an earlier position than the last. */
  get busy(): boolean {
    return this.waiting.length > 0;
  }

  /** Add a move that was made. The page's own moves are shown at once, and no answer waits for them. */
  add(step: Step, own: boolean): void {
    if (own) this.#free = 0;
    this.waiting = [...this.waiting, own ? { ...step, lasts: false } : step];
    if (this.pace === 0 && !this.#again) this.skip();
    else if (this.waiting.length === 1) this.#plan();
  }

  /** Show these positions again. */
  replay(steps: Step[]): void {
    this.stop();
    this.#again = true;
    this.waiting = steps;
    this.#free = 0;
    this.#plan();
  }

  /** Show the last position now. */
  skip(): void {
    const last = this.waiting.at(-1);
    this.stop();
    if (last) this.show(last);
  }

  /** Drop the waiting positions. */
  stop(): void {
    clearTimeout(this.#timer);
    this.waiting = [];
    this.#again = false;
  }

  #plan(): void {
    clearTimeout(this.#timer);
    const wait = this.#free - performance.now();
    if (wait > 0) this.#timer = setTimeout(() => this.#next(), wait);
    else this.#next();
  }

  #next(): void {
    const [step, ...rest] = this.waiting;
    if (!step) return;
    this.#free = performance.now() + (step.lasts ? 1000 * (this.pace || USUAL) : 0);
    this.waiting = rest;
    if (rest.length === 0) this.#again = false;
    this.show(step);
    if (rest.length > 0) this.#plan();
  }
}
