/** Whether a key or a click moved the focus last: after a click, arrow keys belong to the page, not to the clicked element. */

let keys = true;
addEventListener("pointerdown", () => (keys = false), true);
addEventListener("keydown", (event) => { if (event.key === "Tab") keys = true; }, true);

/** Whether a key moved the focus last. */
export function byKeys(): boolean {
  return keys;
}

/** A key has moved the focus inside a board. */
export function movedByKey(): void {
  keys = true;
}
