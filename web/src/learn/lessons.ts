/** Which lesson steps through the search of an agent. */

import type { MatchModel } from "../match.svelte";

/** By the agent's spelling; null: no lesson is about it. */
export function lessonOf(spelling: string, seats: number): string | null {
  const name = spelling.split("(")[0] ?? "";
  if (name === "uct") return seats > 2 ? "uct_players" : "uct";
  if (name === "alphabeta") return "alphabeta";
  if (name === "minimax") return /pruning *= *true/i.test(spelling) ? "alphabeta" : "minimax";
  return name === "maxn" ? "minimax" : null;
}

/** The lesson on this agent's search of the position that is shown; null: there is none, or things are hidden. */
export function lessonHere(match: MatchModel, spelling: string): string | null {
  const { snapshot, shown } = match;
  if (!snapshot || snapshot.game.hidden || !shown || shown.over || shown.turn === null) return null;
  const lesson = lessonOf(spelling, snapshot.seats.length);
  if (lesson === null) return null;
  const line = match.line.length > 0 ? `&line=${match.line.join()}` : "";
  return `/learn/${lesson}?match=${match.id}&ply=${match.at}${line}`;
}

/** Whose search a lesson is about: that of the analysis shown, else the agent to move, else any agent, else the game's own. */
export function searcherHere(match: MatchModel): string {
  const seats = match.snapshot?.seats ?? [];
  const agents = [seats[match.shown?.turn ?? -1], ...seats].map((seat) => seat?.player.agent);
  return match.analysis(0)?.agent ?? agents.find((agent) => agent && lessonOf(agent, seats.length)) ?? match.snapshot?.game.default_agent ?? "";
}
