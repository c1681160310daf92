/** The parts of a board in space: places of cells, lines that cross at them, names of the axes, bars through stones. */

import {
  BufferGeometry,
  CanvasTexture,
  type Color,
  CylinderGeometry,
  Float32BufferAttribute,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Sprite,
  SpriteMaterial,
  Vector3,
} from "three";
import type { Grid } from "../api/types";

export type Point = [number, number, number];
type Shape = Pick<Grid, "rows" | "columns" | "layers">;

/** Distance between layers, in cells. */
export const HEIGHT = 1.35;
/** Distance from the outermost line to the names, in cells. */
const ASIDE = 0.75;

/** The centre of a cell in space; the whole board is centred, its first layer at the bottom. */
export function centre(grid: Shape, cell: number): Point {
  const inside = cell % (grid.rows * grid.columns);
  const layer = Math.floor(cell / (grid.rows * grid.columns));
  return at(grid, Math.floor(inside / grid.columns), inside % grid.columns, layer);
}

function at(grid: Shape, row: number, column: number, layer: number): Point {
  return [column - (grid.columns - 1) / 2, (layer - (grid.layers - 1) / 2) * HEIGHT, row - (grid.rows - 1) / 2];
}

/** The lines of a layer; stones lie where they cross. */
export function layerLines(grid: Shape, layer: number, colour: Color): LineSegments {
  const [bottom, right] = [grid.rows - 1, grid.columns - 1];
  const points: number[] = [];
  for (let row = 0; row <= bottom; row++) points.push(...at(grid, row, 0, layer), ...at(grid, row, right, layer));
  for (let column = 0; column <= right; column++) points.push(...at(grid, 0, column, layer), ...at(grid, bottom, column, layer));
  return segments(points, colour, 0.7);
}

/** The lines that go up through all layers, faint. */
export function uprights(grid: Shape, colour: Color): LineSegments {
  const points: number[] = [];
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      points.push(...at(grid, row, column, 0), ...at(grid, row, column, grid.layers - 1));
    }
  }
  return segments(points, colour, 0.16);
}

function segments(points: number[], colour: Color, opacity: number): LineSegments {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color: colour, transparent: true, opacity }));
}

/** The names of columns, rows and layers at the edges: the same names as beside the slices. */
export function axisNames(grid: Grid, colour: string): Sprite[] {
  const [bottom, right] = [grid.rows - 1, grid.columns - 1];
  const name = (text: string, [x, y, z]: Point) => {
    const sprite = picture(colour, null, text, 0.62);
    sprite.position.set(x, y, z);
    return sprite;
  };
  const names: Sprite[] = [];
  for (let column = 0; column <= right; column++) {
    const [x, y, z] = at(grid, bottom, column, 0);
    names.push(name(grid.column_names[column] ?? "", [x, y, z + ASIDE]));
  }
  for (let row = 0; row <= bottom; row++) {
    const [x, y, z] = at(grid, row, right, 0);
    names.push(name(grid.row_names[row] ?? "", [x + ASIDE, y, z]));
  }
  for (let layer = 0; layer < grid.layers; layer++) {
    const [x, y, z] = at(grid, bottom, 0, layer);
    names.push(name(grid.layer_names[layer] ?? "", [x - ASIDE * 0.8, y, z + ASIDE * 0.5]));
  }
  return names;
}

/** A text that faces the viewer, on a disc or alone. */
export function picture(ink: string, disc: string | null, text: string, size: number): Sprite {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 96;
  const pen = canvas.getContext("2d");
  if (pen) {
    if (disc) {
      pen.fillStyle = disc;
      pen.beginPath();
      pen.arc(48, 48, 46, 0, 7);
      pen.fill();
    }
    pen.font = disc ? "bold 40px system-ui" : "600 56px system-ui";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    if (disc) {
      pen.strokeStyle = "rgb(0 0 0 / 60%)";
      pen.lineWidth = 6;
      pen.strokeText(text, 48, 50);
    }
    pen.fillStyle = ink;
    pen.fillText(text, 48, 50, 92);
  }
  const material = new SpriteMaterial({ map: new CanvasTexture(canvas), depthTest: disc === null, transparent: true });
  const sprite = new Sprite(material);
  sprite.scale.setScalar(size);
  return sprite;
}

/** A bar from the first of these cells to the last. */
export function bar(grid: Shape, cells: number[], colour: string): Mesh {
  const from = new Vector3(...centre(grid, cells[0] ?? 0));
  const to = new Vector3(...centre(grid, cells.at(-1) ?? 0));
  const along = to.clone().sub(from);
  const geometry = new CylinderGeometry(0.11, 0.11, along.length(), 8);
  const mesh = new Mesh(geometry, new MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.75 }));
  mesh.position.copy(from.add(to).multiplyScalar(0.5));
  mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), along.normalize());
  return mesh;
}
