/** Numbers on the scale of a game's payoffs, as a page shows them. */

import type { Analysis, CandidateInfo, GameInfo } from "./api/types";
import { t } from "./i18n/index.svelte";

/** 0 for the least payoff, 1 for the most. */
export function scaled(value: number, game: Pick<GameInfo, "payoff_bounds">): number {
  const [low, high] = game.payoff_bounds;
  return high > low ? (value - low) / (high - low) : 0.5;
}

/** A value in per cent of the scale. */
export function percent(value: number, game: Pick<GameInfo, "payoff_bounds">): string {
  return `${(100 * scaled(value, game)).toFixed(1)}%`;
}

/** What stands on a candidate: a proven result with its plies, or per cent. */
export function short(candidate: CandidateInfo, game: Pick<GameInfo, "payoff_bounds">): string {
  if (candidate.value === null) return "";
  if (candidate.score) return candidate.score;
  const share = scaled(candidate.value, game);
  if (candidate.proven && candidate.plies !== null) {
    if (share >= 1) return t("mark.win", { plies: candidate.plies });
    if (share <= 0) return t("mark.loss", { plies: candidate.plies });
  }
  if (candidate.proven && share === 0.5) return t("mark.draw");
  return (100 * share).toFixed(0);
}

/** Candidates as marks for a board, the best first; no more than are readable. */
export function marks(analysis: Analysis | null, game: Pick<GameInfo, "payoff_bounds">, most = 12) {
  if (!analysis) return [];
  return analysis.candidates
    .filter((candidate) => candidate.values !== null)
    .slice(0, most)
    .map((candidate) => ({
      places: candidate.places,
      share: candidate.share,
      value: candidate.value === null ? null : scaled(candidate.value, game),
      label: short(candidate, game),
      best: candidate.move === analysis.move,
    }));
}
