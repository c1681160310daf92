/** Which of two moves a third search finds better, and how often the visitor was right. */

import type { Analysis, CandidateInfo } from "../api/types";
import { keep, recall } from "../preferences.svelte";

/** 0 or 1: this side's move is better; "equal": both are worth the same; "open": the third search does not decide. */
export type Verdict = 0 | 1 | "equal" | "open";

/** The verdict of an exact search: the values of both moves are certain. */
export function exact(judge: Analysis, moves: readonly [number, number]): Verdict {
  const [first, second] = moves.map((move) => candidate(judge, move)?.value ?? null);
  if (first == null || second == null) return "open";
  return first === second ? "equal" : first > second ? 0 : 1;
}

/** The verdict of a longer search: the move that it wants, else the one that it visited more. */
export function longer(judge: Analysis, moves: readonly [number, number]): Verdict {
  const own = moves.indexOf(judge.move ?? NaN);
  if (own === 0 || own === 1) return own;
  const [first, second] = moves.map((move) => candidate(judge, move));
  if (!first || !second || judge.unit === "nodes") return "open"; // alpha-beta's counts of nodes do not rank moves
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

/** Count an answer; returns the new tally. */
export function counted(isRight: boolean): Tally {
  const now = tally();
  if (isRight) now.right += 1;
  else now.wrong += 1;
  keep("duel.right", String(now.right));
  keep("duel.wrong", String(now.wrong));
  return now;
}
