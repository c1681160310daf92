/** Where the nodes of a tree are drawn: the root in the middle, each level a ring, each node within its parent's share. */

import type { Outline } from "../api/types";

/** Entries of `Outline.bounds`. */
export const CUT = 3;
export const OPEN = 4;

/** A tree with a place for each row of its outline; angles in radians, radii from 0 (the root) to 1. */
export interface Arranged {
  outline: Outline;
  angle: Float32Array;
  radius: Float32Array;
  depth: Uint16Array;
  proven: Uint8Array;
  deepest: number;
}

/** How much more room a level with more nodes gets; the first FIRST levels have whole rings. */
const CROWD = 0.6;
const FIRST = 2;

export function arrange(outline: Outline): Arranged {
  const { parents, moves } = outline;
  const size = parents.length;
  const depth = new Uint16Array(size);
  const weight = new Float32Array(size);
  const counts: number[] = [];
  for (let row = 0; row < size; row++) {
    const level = row === 0 ? 0 : (depth[parents[row]!] ?? 0) + 1;
    depth[row] = level;
    counts[level] = (counts[level] ?? 0) + 1;
  }
  const inner = new Uint8Array(size);
  for (let row = size - 1; row > 0; row--) {
    if (!inner[row]) weight[row] = 1;
    const parent = parents[row]!;
    inner[parent] = 1;
    weight[parent]! += weight[row]!;
  }
  const rings = new Float32Array(counts.length);
  const most = Math.max(...counts);
  for (let level = 1; level < counts.length; level++) rings[level] = rings[level - 1]! + (level <= FIRST ? 1 : Math.pow(counts[level]! / most, CROWD));
  const whole = rings[counts.length - 1] || 1;

  // Children in the order of their moves, so that none jumps while the tree grows.
  const order = Array.from({ length: size }, (_, row) => row).sort((a, b) => parents[a]! - parents[b]! || moves[a]! - moves[b]!);
  const from = new Float32Array(size);
  const width = new Float32Array(size);
  const angle = new Float32Array(size);
  const radius = new Float32Array(size);
  const used = new Float32Array(size);
  width[0] = 2 * Math.PI;
  from[0] = -Math.PI / 2;
  // In this order, too, a row comes after its parent: rows of lower parents come first.
  for (const row of order.slice(1)) {
    const parent = parents[row]!;
    width[row] = (width[parent]! * weight[row]!) / Math.max(1, weight[parent]!);
    from[row] = from[parent]! + used[parent]!;
    used[parent]! += width[row]!;
    angle[row] = from[row]! + width[row]! / 2;
    radius[row] = rings[depth[row]!]! / whole;
  }
  const proven = new Uint8Array(size);
  for (const row of outline.proven) proven[row] = 1;
  return { outline, angle, radius, depth, proven, deepest: counts.length - 1 };
}

/** The row of each node in an earlier outline of the same search; -1 where it is new. */
export function known(before: Outline, now: Outline): Int32Array {
  const rows = new Map<string, number>();
  for (let row = 1; row < before.parents.length; row++) rows.set(`${before.parents[row]}:${before.moves[row]}`, row);
  const found = new Int32Array(now.parents.length).fill(-1);
  found[0] = 0;
  for (let row = 1; row < found.length; row++) {
    const parent = found[now.parents[row]!]!;
    if (parent >= 0) found[row] = rows.get(`${parent}:${now.moves[row]}`) ?? -1;
  }
  return found;
}

/** The moves from the root to a row. */
export function pathTo(outline: Outline, row: number): number[] {
  const path: number[] = [];
  for (let at = row; at > 0; at = outline.parents[at]!) path.push(outline.moves[at]!);
  return path.reverse();
}

/** The rows of the root's moves, the most visited first. */
export function rootRows(outline: Outline): number[] {
  const rows = outline.parents.flatMap((parent, row) => (parent === 0 ? [row] : []));
  return rows.sort((a, b) => outline.visits[b]! - outline.visits[a]! || outline.values[b]! - outline.values[a]!);
}
