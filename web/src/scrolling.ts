/** Bring an element to the middle of the box that scrolls around it; the page itself is never scrolled. */
export function reveal(item: Element | null | undefined): void {
  for (let box = item?.parentElement; item && box; box = box.parentElement) {
    if (box.scrollHeight <= box.clientHeight + 1 || !/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
    const [inner, outer] = [item.getBoundingClientRect(), box.getBoundingClientRect()];
    box.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
    return;
  }
}
