/** Arrow keys among the items of a board that is not a grid; the Tab key stops at one of them. */

/** The item that a key leads to: left and right in the items' order, up and down the nearest in the next row; null: none. */
export function neighbour(items: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | null {
  const at = items.indexOf(from);
  if (key === "ArrowLeft") return items[at - 1] ?? null;
  if (key === "ArrowRight") return items[at + 1] ?? null;
  if (key === "Home") return items[0] ?? null;
  if (key === "End") return items.at(-1) ?? null;
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const centre = (item: HTMLElement): [number, number] => {
    const box = item.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = centre(from);
  const height = from.getBoundingClientRect().height;
  const sign = key === "ArrowDown" ? 1 : -1;
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const item of items) {
    const [otherX, otherY] = centre(item);
    const down = sign * (otherY - y);
    if (down < height / 2) continue;
    const distance = 4 * down + Math.abs(otherX - x); // the next row first, and in it the nearest
    if (distance < least) [best, least] = [item, distance];
  }
  return best;
}

/** Whether nothing has the focus, as after the removal of the element that had it. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
