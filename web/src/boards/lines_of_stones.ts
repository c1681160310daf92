/** Lines of one seat's stones on a board in space, found on the board as it is shown. */

import type { Grid } from "../api/types";

export interface StoneLine {
  seat: number;
  /** From one end to the other; at most one of them is an empty cell. */
  cells: number[];
  stones: number;
}

/** The thirteen directions of a cube, one of each opposite pair. */
const DIRECTIONS = [-1, 0, 1].flatMap((layer) => [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => [layer, row, column] as const)))
  .filter(([layer, row, column]) => layer > 0 || (layer === 0 && (row > 0 || (row === 0 && column > 0))));

/** All lines of at least `least` stones, with no more than one empty cell between them. */
export function linesOfStones(grid: Grid, least = 3): StoneLine[] {
  const { rows, columns, layers } = grid;
  const owner = (layer: number, row: number, column: number): number | null | undefined => {
    if (layer < 0 || layer >= layers || row < 0 || row >= rows || column < 0 || column >= columns) return undefined;
    const key = grid.cells[(layer * rows + row) * columns + column] ?? "";
    return key === "" ? null : grid.pieces[key]?.seat;
  };
  const found: StoneLine[] = [];
  grid.cells.forEach((key, cell) => {
    const seat = grid.pieces[key]?.seat;
    if (seat === null || seat === undefined) return;
    const place = [Math.floor(cell / (rows * columns)), Math.floor(cell / columns) % rows, cell % columns] as const;
    for (const step of DIRECTIONS) {
      const there = (n: number) => [place[0] + n * step[0], place[1] + n * step[1], place[2] + n * step[2]] as const;
      const at = (n: number) => owner(...there(n));
      if (at(-1) === seat || (at(-1) === null && at(-2) === seat)) continue; // the line began before
      let [end, stones, gaps] = [0, 1, 0];
      for (;;) {
        if (at(end + 1) === seat) end += 1;
        else if (at(end + 1) === null && at(end + 2) === seat && gaps === 0) [end, gaps] = [end + 2, 1];
        else break;
        stones += 1;
      }
      if (stones < least) continue;
      const cells = Array.from({ length: end + 1 }, (_, n) => there(n)).map(([layer, row, column]) => (layer * rows + row) * columns + column);
      found.push({ seat, cells, stones });
    }
  });
  return found.sort((a, b) => b.stones - a.stones);
}
