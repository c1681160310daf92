/** Which moves a touched place belongs to. A place is a text such as "cell:17", "column:3" or "card:0.hand.2". */

import type { Grid, Move } from "../api/types";

/** The moves that begin with these places, in this order. */
export function movesAt(legal: readonly Move[], touched: readonly string[]): Move[] {
  return legal.filter((move) => touched.every((place, i) => move.places[i] === place));
}

/** The places of a move that a button confirms, touched in any order; null: the move's places have an order. */
export function chosenFor(move: Pick<Move, "places">): string[] | null {
  return move.places.at(-1)?.startsWith("button:") ? move.places.slice(0, -1) : null;
}

/** The moves confirmed by a button whose places include these, in any order. */
export function choosing(legal: readonly Move[], touched: readonly string[]): Move[] {
  return legal.filter((move) => {
    const chosen = chosenFor(move);
    return chosen !== null && chosen.length > 0 && touched.every((place) => chosen.includes(place));
  });
}

/** The places that can be touched next. */
export function nextPlaces(legal: readonly Move[], touched: readonly string[]): Set<string> {
  const sets = choosing(legal, touched);
  if (sets.length > 0) return new Set(sets.flatMap((move) => chosenFor(move) ?? []));
  const next = movesAt(legal, touched).map((move) => move.places[touched.length]);
  return new Set(next.filter((place) => place !== undefined));
}

/** The moves that these places make alone. */
export function whole(legal: readonly Move[], touched: readonly string[]): Move[] {
  return movesAt(legal, touched).filter((move) => move.places.length === touched.length);
}

/** The moves with these places that differ only by a piece, as promotions do; else none. */
export function choosesPiece(legal: readonly Move[], touched: readonly string[]): Move[] {
  const moves = movesAt(legal, touched);
  return moves.every((move) => move.places[touched.length]?.startsWith("piece:")) ? moves : [];
}

/** The cells of a grid that a place stands for: a cell itself, or a column from its top. */
export function cellsOf(place: string, grid: Pick<Grid, "rows" | "columns" | "layers">): number[] {
  const [kind, number] = place.split(":");
  const i = Number(number);
  if (kind === "cell") return [i];
  if (kind === "column") return Array.from({ length: grid.rows }, (_, row) => row * grid.columns + i);
  return [];
}

/** The name of a cell: its column, row and layer, as its move is written. A rack has no names of rows. */
export function cellName(cell: number, grid: Grid): string {
  const size = grid.rows * grid.columns;
  const [layer, row, column] = [Math.floor(cell / size), Math.floor((cell % size) / grid.columns), cell % grid.columns];
  const name = `${grid.column_names[column] ?? ""}${grid.row_names[row] || (grid.look === "slots" ? grid.rows - row : "")}`;
  return grid.layers > 1 ? `${name}-${grid.layer_names[layer] ?? layer + 1}` : name;
}

/** The cell at which a place is drawn: in a column, the lowest cell that is empty and not `filled` by shown moves. */
export function spot(place: string, grid: Grid, filled: ReadonlySet<number> = new Set()): number | null {
  const cells = cellsOf(place, grid);
  return cells.findLast((cell) => grid.cells[cell] === "" && !filled.has(cell)) ?? cells[0] ?? null;
}
