/** How the focus came to where it is: after a click the arrow keys belong to the page, not to what was clicked. */

let keys = true;
addEventListener("pointerdown", () => (keys = false), true);
addEventListener("keydown", (event) => { if (event.key === "Tab") keys = true; }, true);

/** Whether the focus was moved by keys last. */
export function byKeys(): boolean {
  return keys;
}

/** A key has moved the focus inside a board. */
export function movedByKey(): void {
  keys = true;
}
