/** Which card of a table is enlarged for reading: the one under the mouse, with the keyboard's focus, tapped, or held. */

/** Milliseconds until a card under the mouse, or under a finger that holds it, is shown. */
const [HOVER, HOLD] = [250, 450];
/** Pixels by which a finger may move while it holds a card. */
const STILL = 12;

export class Reading {
  /** The place of the card; "": none. */
  place = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #from = { x: 0, y: 0 };
  #finger = false;
  #held = false;

  show(place: string): void {
    clearTimeout(this.#timer);
    this.place = place;
  }

  close(): void {
    this.show("");
  }

  /** The pointer comes over a card. */
  over(event: PointerEvent, place: string): void {
    if (event.pointerType === "mouse") this.#later(place, HOVER);
  }

  /** The pointer leaves the card. */
  out(event: PointerEvent): void {
    if (event.pointerType === "mouse") this.close();
  }

  down(event: PointerEvent, place: string): void {
    this.#held = false;
    this.#finger = event.pointerType !== "mouse";
    this.#from = { x: event.clientX, y: event.clientY };
    if (this.#finger) this.#later(place, HOLD, () => (this.#held = true));
  }

  /** The pointer moves, anywhere: a card that is dragged is not read. */
  move(event: PointerEvent): void {
    if (this.#finger && Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y) > STILL) clearTimeout(this.#timer);
  }

  /** The pointer is lifted, anywhere. */
  up(): void {
    if (this.#finger) clearTimeout(this.#timer);
  }

  /** A card is pressed; returns whether that was only for reading it. */
  press(place: string, playable: boolean): boolean {
    const held = this.#held;
    this.#held = false;
    if (!held && this.#finger && !playable) this.show(place);
    return held;
  }

  #later(place: string, milliseconds: number, then?: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.place = place;
      then?.();
    }, milliseconds);
  }
}
