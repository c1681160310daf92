/** A grid with layers, in space by three.js. Layers stand above each other, the first at the bottom. Draws only on change. */

import {
  AmbientLight,
  BoxGeometry,
  Color,
  DirectionalLight,
  Group,
  type LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  PerspectiveCamera,
  Raycaster,
  Scene as World,
  SphereGeometry,
  Sprite,
  Vector2,
  WebGLRenderer,
} from "three";
import type { Grid } from "../api/types";
import { tint } from "./colours";
import type { StoneLine } from "./lines_of_stones";
import { cellsOf } from "./places";
import { axisNames, bar, centre, HEIGHT, layerLines, picture, uprights } from "./space_shapes";
import type { Ghost, Mark } from "./types";

interface Shown {
  open: Set<number>;
  /** The one layer that is shown in full; -1: all. */
  slice: number;
  marks: Mark[];
  ghosts: Ghost[];
  /** Lines of stones that are shown as bars. */
  lines: StoneLine[];
  seats: number;
  dark: boolean;
}

const SEATS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7a5c00", "#5b6770"];
/** Two seats play with black and white stones, as on the flat board. */
const STONES = ["#17181b", "#f6f6f2"];
const ACCENT = "#4b3fc4";

export class Scene {
  #world = new World();
  #camera = new PerspectiveCamera(40, 1, 0.1, 200);
  #renderer: WebGLRenderer;
  #cells = new Group();
  /** The meshes that the pointer can hit: one for each stone and open cell, with the cell's number. */
  #targets: Mesh[] = [];
  #open = new Set<number>();
  #layers: LineSegments[] = [];
  #ink = new Color();
  #slice = -1;
  /** The highlighted layer, and the cell under the pointer; -1: none. */
  #lit = -1;
  #under = -1;
  #angle = { around: 0.6, up: 0.5 };
  #distance = 2.3;
  #size = 4;
  #observer: ResizeObserver;
  #stop = new AbortController();
  #frame = 0;

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly pick: (cell: number) => void,
    /** Called with the cell under the pointer, or null. */
    readonly hover: (cell: number | null) => void = () => {},
  ) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.#world.add(new AmbientLight("#ffffff", 1.6));
    const sun = new DirectionalLight("#ffffff", 2);
    sun.position.set(3, 6, 4);
    this.#world.add(sun, this.#cells);
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(canvas);
    this.#listen();
  }

  dispose(): void {
    this.#stop.abort();
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#clear();
    this.#renderer.dispose();
  }

  turn(around: number, up: number): void {
    this.#angle.around += around;
    this.#angle.up = Math.min(1.5, Math.max(-0.3, this.#angle.up + up));
    this.#render();
  }

  zoom(factor: number): void {
    this.#distance = Math.min(5, Math.max(1.1, this.#distance * factor));
    this.#render();
  }

  reset(): void {
    this.#angle = { around: 0.6, up: 0.5 };
    this.#distance = 2.3;
    this.#render();
  }

  draw(grid: Grid, shown: Shown): void {
    this.#clear();
    this.#size = Math.max(grid.rows, grid.columns, grid.layers * HEIGHT);
    this.#open = shown.open;
    this.#slice = shown.slice;
    this.#ink = new Color(shown.dark ? "#8a94a0" : "#7c858e");
    this.#layers = Array.from({ length: grid.layers }, (_, layer) => layerLines(grid, layer, this.#ink));
    this.#cells.add(...this.#layers, uprights(grid, this.#ink), ...axisNames(grid, shown.dark ? "#e9ebee" : "#1b1e22"));
    this.#tint();
    for (const line of shown.lines) this.#cells.add(bar(grid, line.cells, SEATS[line.seat % 6] ?? "#888"));
    grid.cells.forEach((key, cell) => this.#cell(grid, cell, key, shown));
    for (const mark of shown.ghosts.length > 0 ? [] : shown.marks.slice(0, 8)) {
      const colour = mark.colour ?? (mark.value === null ? "#888" : tint(mark.value));
      this.#label(grid, mark.places, mark.label, colour, 0.35 + 0.45 * Math.sqrt(mark.share));
    }
    for (const ghost of shown.ghosts) {
      this.#label(grid, ghost.places, ghost.label, SEATS[(ghost.seat ?? 5) % 6] ?? "#888", 0.6);
    }
    this.#render();
  }

  /** Highlight a layer; -1: none. */
  light(layer: number): void {
    if (layer === this.#lit) return;
    this.#lit = layer;
    this.canvas.dataset.lit = layer < 0 ? "" : String(layer);
    this.#tint();
    this.#render();
  }

  #tint(): void {
    this.#layers.forEach((lines, layer) => {
      const material = lines.material as LineBasicMaterial;
      const lit = layer === this.#lit;
      material.color.set(lit ? ACCENT : this.#ink);
      material.opacity = lit ? 1 : this.#slice >= 0 && this.#slice !== layer ? 0.15 : this.#lit >= 0 ? 0.3 : 0.7;
    });
  }

  #cell(grid: Grid, cell: number, key: string, shown: Shown): void {
    const layer = Math.floor(cell / (grid.rows * grid.columns));
    const piece = grid.pieces[key];
    const last = grid.last.includes(cell);
    const won = grid.won.includes(cell);
    const faint = shown.slice >= 0 ? shown.slice !== layer : grid.won.length > 0 && !won; // a winning line stands out
    if (piece) {
      const seat = (piece.seat ?? 5) % 6;
      const stones = shown.seats === 2 && grid.look === "points";
      const colour = stones ? STONES[seat] : SEATS[seat];
      const material = new MeshLambertMaterial({ color: colour, transparent: faint, opacity: faint ? 0.2 : 1 });
      if (last && !won) material.emissive = new Color("#444444");
      // Seats differ by shape too: a ball, a cube, a diamond (a ball of few faces), ...
      const geometry =
        seat === 0 || stones ? new SphereGeometry(0.36, 24, 16) : seat === 1 ? new BoxGeometry(0.56, 0.56, 0.56) : new SphereGeometry(0.42, 4, 2);
      const stone = new Mesh(geometry, material);
      stone.userData.cell = cell;
      this.#put(stone, grid, cell);
      this.#targets.push(stone);
      if (last || won) {
        const halo = new MeshLambertMaterial({ color: won ? "#ffd23f" : "#ffffff", transparent: true, opacity: 0.25 });
        this.#put(new Mesh(new SphereGeometry(0.52, 16, 12), halo), grid, cell);
      }
    } else if (shown.open.has(cell) && !faint) {
      const material = new MeshLambertMaterial({ color: shown.dark ? "#c8d0d8" : "#9aa3ac", transparent: true, opacity: 0.45 });
      const target = new Mesh(new SphereGeometry(0.09, 10, 8), material);
      this.#put(target, grid, cell);
      // A larger, invisible ball catches the pointer.
      const catcher = new Mesh(new SphereGeometry(0.36, 8, 6), new MeshLambertMaterial({ visible: false }));
      catcher.userData.cell = cell;
      this.#put(catcher, grid, cell);
      this.#targets.push(catcher);
    }
  }

  #label(grid: Grid, places: string[], text: string, colour: string, size: number): void {
    const cell = places.flatMap((place) => cellsOf(place, grid))[0];
    if (cell === undefined) return;
    const sprite = picture("#fff", colour, text, size);
    this.#put(sprite, grid, cell);
  }

  #put(object: Object3D, grid: Grid, cell: number): void {
    object.position.set(...centre(grid, cell));
    this.#cells.add(object);
  }

  #clear(): void {
    this.#targets = [];
    this.#cells.traverse((object) => {
      if (object instanceof Mesh || object instanceof LineSegments) {
        object.geometry.dispose();
        (object.material as MeshLambertMaterial).dispose();
      } else if (object instanceof Sprite) {
        object.material.map?.dispose();
        object.material.dispose();
      }
    });
    this.#cells.clear();
  }

  #render(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      const { around, up } = this.#angle;
      const far = this.#size * this.#distance;
      this.#camera.position.set(far * Math.sin(around) * Math.cos(up), far * Math.sin(up), far * Math.cos(around) * Math.cos(up));
      this.#camera.lookAt(0, 0, 0);
      this.#renderer.render(this.#world, this.#camera);
    });
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    this.#render();
  }

  #listen(): void {
    const signal = this.#stop.signal;
    let from: { x: number; y: number; moved: boolean } | null = null;
    this.canvas.addEventListener("pointerdown", (event) => {
      from = { x: event.clientX, y: event.clientY, moved: false };
      this.canvas.setPointerCapture(event.pointerId);
    }, { signal });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!from) {
        this.#point(this.#cellAt(event));
        return;
      }
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!from.moved && Math.hypot(x, y) < 5) return;
      from = { x: event.clientX, y: event.clientY, moved: true };
      this.turn(-x * 0.01, y * 0.01);
    }, { signal });
    this.canvas.addEventListener("pointerup", (event) => {
      const cell = from && !from.moved ? this.#cellAt(event) : null;
      from = null;
      if (cell !== null && this.#open.has(cell)) this.pick(cell);
    }, { signal });
    this.canvas.addEventListener("pointerleave", () => this.#point(null), { signal });
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.08 : 0.93);
    }, { signal, passive: false });
  }

  #point(cell: number | null): void {
    this.canvas.style.cursor = cell !== null && this.#open.has(cell) ? "pointer" : "grab";
    if ((cell ?? -1) === this.#under) return;
    this.#under = cell ?? -1;
    this.hover(cell);
  }

  #cellAt(event: PointerEvent): number | null {
    const box = this.canvas.getBoundingClientRect();
    const at = new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, -((event.clientY - box.top) / box.height) * 2 + 1);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.#camera);
    const hit = ray.intersectObjects(this.#targets)[0];
    return hit ? (hit.object.userData.cell as number) : null;
  }
}
