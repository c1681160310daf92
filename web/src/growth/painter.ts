/** Draws a tree that grows: nodes glide to their new places, and new ones sprout from their parents. */

import { tint } from "../boards/colours";
import type { Outline } from "../api/types";
import { arrange, type Arranged, CUT, known, OPEN } from "./layout";
import { type Colour, Pixels } from "./pixels";

/** Milliseconds in which nodes move to their places. */
const GLIDE = 450;
const MARGIN = 14;
const WIDEST = 7;

export interface Colours {
  ground: Colour;
  ink: Colour;
  muted: Colour;
  accent: Colour;
}

/** The colours of values, by per cent. */
let tints: Colour[] = [];

/** A CSS colour as numbers. */
export function readColour(css: string): Colour {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })!;
  context.fillStyle = css;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

export class Painter {
  /** The row under the pointer; -1: none. */
  marked = -1;
  tree: Arranged | null = null;
  #context: CanvasRenderingContext2D;
  #pixels: Pixels;
  #from = new Float32Array(0);
  #to = new Float32Array(0);
  #now = new Float32Array(0);
  #began = 0;
  #frame = 0;

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly colours: Colours,
    readonly calm: boolean,
    /** How far the tree reaches, as a share of half of the canvas's shorter side. */
    readonly reach: number,
  ) {
    if (tints.length === 0) tints = Array.from({ length: 101 }, (_, i) => readColour(tint(i / 100)));
    this.#context = canvas.getContext("2d", { alpha: false })!;
    this.#pixels = new Pixels(canvas.width, canvas.height);
  }

  /** Show a tree. anew: it belongs to another search than the tree before. */
  show(outline: Outline, anew: boolean): void {
    const before = anew ? null : this.tree;
    const tree = arrange(outline);
    const size = outline.parents.length;
    const middle = [this.canvas.width / 2, this.canvas.height / 2] as const;
    const reach = this.reach * (Math.min(...middle) - MARGIN);
    const rows = before ? known(before.outline, outline) : new Int32Array(size).fill(-1);
    const from = new Float32Array(2 * size);
    this.#to = new Float32Array(2 * size);
    for (let row = 0; row < size; row++) {
      const [angle, radius] = [tree.angle[row]!, tree.radius[row]! * reach];
      this.#to[2 * row] = middle[0] + radius * Math.cos(angle);
      this.#to[2 * row + 1] = middle[1] + radius * Math.sin(angle);
      const old = rows[row]!;
      const parent = outline.parents[row]!;
      for (const i of [0, 1]) from[2 * row + i] = old >= 0 && before ? this.#now[2 * old + i]! : row === 0 ? middle[i]! : from[2 * parent + i]!;
    }
    this.#from = from;
    this.#now = this.calm ? this.#to.slice() : from.slice();
    this.tree = tree;
    this.marked = -1;
    this.#began = this.calm ? -Infinity : performance.now();
    this.paint();
  }

  /** The row whose node or line is nearest to a point of the canvas; -1: none is near. */
  at(x: number, y: number, near = 16): number {
    let [best, least] = [-1, near * near];
    for (let row = 0; row < this.#now.length / 2; row++) {
      const distance = (this.#now[2 * row]! - x) ** 2 + (this.#now[2 * row + 1]! - y) ** 2;
      if (distance < least) [best, least] = [row, distance];
    }
    return best;
  }

  /** Where a row is drawn, in pixels of the canvas. */
  place(row: number): [number, number] {
    return [this.#to[2 * row] ?? 0, this.#to[2 * row + 1] ?? 0];
  }

  /** Start painting, until all nodes are in their places. */
  paint(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#step(now));
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  #step(now: number): void {
    this.#frame = 0;
    const share = Math.min(1, Math.max(0, (now - this.#began) / GLIDE));
    const eased = 1 - (1 - share) ** 3;
    const [from, to, places] = [this.#from, this.#to, this.#now];
    for (let i = 0; i < places.length; i++) places[i] = from[i]! + (to[i]! - from[i]!) * eased;
    this.#draw();
    if (share < 1) this.paint();
  }

  #draw(): void {
    const { tree, colours } = this;
    const pixels = this.#pixels;
    pixels.clear(colours.ground);
    if (tree) {
      const { parents, visits, values, bounds } = tree.outline;
      const whole = Math.max(1, visits[0]!);
      const scale = WIDEST * (this.canvas.width / 900 + 0.5);
      // The thickest lines last, on top.
      for (let row = parents.length - 1; row > 0; row--) {
        const bound = bounds[row] ?? 0;
        const width = 0.7 + scale * Math.sqrt(visits[row]! / whole);
        const colour = bound === CUT ? colours.muted : bound === OPEN ? colours.accent : tints[Math.round(values[row]! / 10)]!;
        this.#edge(row, parents[row]!, bound === CUT ? 0.8 : width, colour, bound === CUT ? 0.55 : 0.9);
        if (bound === CUT) this.#cross(row, colours.muted);
      }
      for (let row = parents.length - 1; row > 0; row--) {
        if (!tree.proven[row]) continue;
        const [x, y] = [this.#now[2 * row]!, this.#now[2 * row + 1]!];
        pixels.disc(x, y, 2.6, colours.ink);
        pixels.disc(x, y, 1.4, colours.ground);
      }
      for (let row = this.marked; row > 0; row = parents[row]!) this.#edge(row, parents[row]!, 2.5, colours.ink, 1);
      const dot = this.marked > 0 ? this.marked : 0;
      pixels.disc(this.#now[2 * dot]!, this.#now[2 * dot + 1]!, 4, colours.ink);
    }
    this.#context.putImageData(pixels.image, 0, 0);
  }

  #edge(row: number, parent: number, width: number, colour: Colour, opacity: number): void {
    const now = this.#now;
    this.#pixels.line(now[2 * parent]!, now[2 * parent + 1]!, now[2 * row]!, now[2 * row + 1]!, width, colour, opacity);
  }

  #cross(row: number, colour: Colour): void {
    const [x, y] = [this.#now[2 * row]!, this.#now[2 * row + 1]!];
    this.#pixels.line(x - 2, y - 2, x + 2, y + 2, 1, colour);
    this.#pixels.line(x - 2, y + 2, x + 2, y - 2, 1, colour);
  }
}
