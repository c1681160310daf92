/** Numbers of full moves where a game counts them, as chess does: `1. e4 e5 2. Nf3`. */

/** The half moves that a position in FEN counts before it; null: no FEN. */
function halfMoves(notation: string | null | undefined): number | null {
  const [, side, , , , number] = (notation ?? "").split(" ");
  return number === undefined ? null : 2 * (Number(number) - 1) + (side === "b" ? 1 : 0);
}

/**
 * The number before a move: "3." for White's, "3…" for Black's where no move of White is beside it, else nothing.
 * notation: of a position; after: moves from there to the move, negative for one before it; begins: nothing is beside it.
 */
export function moveNumber(notation: string | null | undefined, after: number, begins: boolean): string {
  const half = halfMoves(notation);
  if (half === null) return "";
  const number = Math.floor((half + after) / 2) + 1;
  if ((half + after) % 2 === 0) return `${number}.`;
  return begins ? `${number}…` : "";
}

/** Moves from a position as one text, with their numbers where the game has them. */
export function numbered(texts: readonly string[], notation: string | null | undefined, after = 0, begins = true): string {
  return texts.map((text, i) => [moveNumber(notation, after + i, begins && i === 0), text].filter(Boolean).join(" ")).join(" ");
}
