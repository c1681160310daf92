/** A grid with layers, in space by three.js. Layers stand above each other, the first at the bottom. Draws only on change. */

import {
  AmbientLight,
  BoxGeometry,
  BufferGeometry,
  CanvasTexture,
  Color,
  DirectionalLight,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  PerspectiveCamera,
  Raycaster,
  Scene as World,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  Vector2,
  WebGLRenderer,
} from "three";
import type { Grid } from "../api/types";
import { tint } from "./colours";
import { cellsOf } from "./places";
import type { Ghost, Mark } from "./types";

interface Shown {
  open: Set<number>;
  /** The one layer that is shown in full; -1: all. */
  slice: number;
  marks: Mark[];
  ghosts: Ghost[];
  seats: number;
  dark: boolean;
}

const SEATS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7a5c00", "#5b6770"];
/** Two seats play with black and white stones, as on the flat board. */
const STONES = ["#17181b", "#f6f6f2"];
/** Distance between layers, in cells. */
const HEIGHT = 1.35;

export class Scene {
  #world = new World();
  #camera = new PerspectiveCamera(40, 1, 0.1, 200);
  #renderer: WebGLRenderer;
  #cells = new Group();
  #targets: Mesh[] = [];
  #angle = { around: 0.6, up: 0.5 };
  #distance = 2.3;
  #size = 4;
  #observer: ResizeObserver;
  #stop = new AbortController();
  #frame = 0;

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly pick: (cell: number) => void,
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
    const ink = new Color(shown.dark ? "#8a94a0" : "#7c858e");
    for (let layer = 0; layer < grid.layers; layer++) {
      const faint = shown.slice >= 0 && shown.slice !== layer;
      this.#cells.add(lines(grid, layer, ink, faint ? 0.15 : 0.7));
    }
    grid.cells.forEach((key, cell) => this.#cell(grid, cell, key, shown));
    for (const mark of shown.ghosts.length > 0 ? [] : shown.marks.slice(0, 8)) {
      const colour = mark.value === null ? "#888" : tint(mark.value);
      this.#label(grid, mark.places, mark.label, colour, 0.35 + 0.45 * Math.sqrt(mark.share));
    }
    for (const ghost of shown.ghosts) {
      this.#label(grid, ghost.places, ghost.label, SEATS[(ghost.seat ?? 5) % 6] ?? "#888", 0.6);
    }
    this.#render();
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
      this.#put(new Mesh(geometry, material), grid, cell);
      if (last || won) {
        const halo = new MeshLambertMaterial({ color: won ? "#ffd23f" : "#ffffff", transparent: true, opacity: 0.25 });
        this.#put(new Mesh(new SphereGeometry(0.52, 16, 12), halo), grid, cell);
      }
    } else if (shown.open.has(cell) && !faint) {
      const material = new MeshLambertMaterial({ color: shown.dark ? "#c8d0d8" : "#9aa3ac", transparent: true, opacity: 0.45 });
      const target = new Mesh(new SphereGeometry(0.09, 10, 8), material);
      this.#put(target, grid, cell);
      // A larger ball that is not seen catches the pointer.
      const catcher = new Mesh(new SphereGeometry(0.36, 8, 6), new MeshLambertMaterial({ visible: false }));
      catcher.userData.cell = cell;
      this.#put(catcher, grid, cell);
      this.#targets.push(catcher);
    }
  }

  #label(grid: Grid, places: string[], text: string, colour: string, size: number): void {
    const cell = places.flatMap((place) => cellsOf(place, grid))[0];
    if (cell === undefined) return;
    const picture = document.createElement("canvas");
    picture.width = picture.height = 96;
    const pen = picture.getContext("2d");
    if (!pen) return;
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(48, 48, 46, 0, 7);
    pen.fill();
    pen.fillStyle = "#fff";
    pen.strokeStyle = "rgb(0 0 0 / 60%)";
    pen.lineWidth = 6;
    pen.font = "bold 40px system-ui";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.strokeText(text, 48, 50);
    pen.fillText(text, 48, 50);
    const sprite = new Sprite(new SpriteMaterial({ map: new CanvasTexture(picture), depthTest: false, transparent: true }));
    sprite.scale.setScalar(size);
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
        this.canvas.style.cursor = this.#under(event) === null ? "grab" : "pointer";
        return;
      }
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!from.moved && Math.hypot(x, y) < 5) return;
      from = { x: event.clientX, y: event.clientY, moved: true };
      this.turn(-x * 0.01, y * 0.01);
    }, { signal });
    this.canvas.addEventListener("pointerup", (event) => {
      const cell = from && !from.moved ? this.#under(event) : null;
      from = null;
      if (cell !== null) this.pick(cell);
    }, { signal });
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.08 : 0.93);
    }, { signal, passive: false });
  }

  #under(event: PointerEvent): number | null {
    const box = this.canvas.getBoundingClientRect();
    const at = new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, -((event.clientY - box.top) / box.height) * 2 + 1);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.#camera);
    const hit = ray.intersectObjects(this.#targets)[0];
    return hit ? (hit.object.userData.cell as number) : null;
  }
}

/** The centre of a cell in space; the whole board is centred. */
function centre(grid: Grid, cell: number): [number, number, number] {
  const inside = cell % (grid.rows * grid.columns);
  const layer = Math.floor(cell / (grid.rows * grid.columns));
  const [row, column] = [Math.floor(inside / grid.columns), inside % grid.columns];
  return [column - (grid.columns - 1) / 2, (layer - (grid.layers - 1) / 2) * HEIGHT, row - (grid.rows - 1) / 2];
}

/** The ruled squares of a layer. */
function lines(grid: Grid, layer: number, colour: Color, opacity: number): LineSegments {
  const [right, front] = [grid.columns / 2, grid.rows / 2];
  const y = (layer - (grid.layers - 1) / 2) * HEIGHT - 0.4;
  const points: number[] = [];
  for (let row = 0; row <= grid.rows; row++) points.push(-right, y, row - front, right, y, row - front);
  for (let column = 0; column <= grid.columns; column++) points.push(column - right, y, -front, column - right, y, front);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color: colour, transparent: true, opacity }));
}
