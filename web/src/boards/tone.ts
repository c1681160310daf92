/** Whether a seat plays black or white on this board. */

import type { View } from "../api/types";

export function tone(view: View, seat: number, seats: number): "black" | "white" | null {
  if (view.kind !== "grid" || seats !== 2) return null;
  if (view.look === "points") return seat === 0 ? "black" : "white";
  return view.look === "checker" ? (seat === 0 ? "white" : "black") : null;
}
