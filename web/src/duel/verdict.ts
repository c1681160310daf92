/** Who is right, by what a third search says of two moves; and how often the visitor was. */

import type { Analysis, CandidateInfo } from "../api/types";
import { keep, recall } from "../preferences.svelte";

/** 0 or 1: this side's move is better; "equal": both are worth the same; "open": the third search does not tell. */
export type Verdict = 0 | 1 | "equal" | "open";

/** What an exact search says: the values of both moves are certain. */
export function exact(judge: Analysis, moves: readonly [number, number]): Verdict {
  const [first, second] = moves.map((move) => candidate(judge, move)?.value ?? null);
  if (first == null || second == null) return "open";
  return first === second ? "equal" : first > second ? 0 : 1;
}

/** What a longer search says: it wants one of the two, or looked at one of them more. */
export function longer(judge: Analysis, moves: readonly [number, number]): Verdict {
  const own = moves.indexOf(judge.move ?? NaN);
  if (own === 0 || own === 1) return own;
  const [first, second] = moves.map((move) => candidate(judge, move));
  if (!first || !second || judge.unit === "nodes") return "open"; // nodes of alpha-beta say nothing of a move
  return first.visits === second.visits ? "open" : first.visits > second.visits ? 0 : 1;
}

function candidate(judge: Analysis, move: number): CandidateInfo | undefined {
  return judge.candidates.find((other) => other.move === move);
}

export interface Tally {
  right: number;
  wrong: number;
}

export function tally(): Tally {
  const number = (key: string) => Math.max(0, Math.floor(Number(recall(key, "0")) || 0));
  return { right: number("duel.right"), wrong: number("duel.wrong") };
}

/** Count an answer; returns what is counted now. */
export function counted(isRight: boolean): Tally {
  const now = tally();
  if (isRight) now.right += 1;
  else now.wrong += 1;
  keep("duel.right", String(now.right));
  keep("duel.wrong", String(now.wrong));
  return now;
}
