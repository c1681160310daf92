/**
 * A picture as an array of pixels, and smooth lines and discs in it. Thousands of lines of many widths and colours take
 * a few milliseconds here, also on machines where a canvas takes a tenth of a second for them.
 */

/** 0 to 255 each. */
export type Colour = readonly [number, number, number];

export class Pixels {
  readonly image: ImageData;
  readonly #bytes: Uint8ClampedArray;
  readonly #words: Uint32Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.image = new ImageData(width, height);
    this.#bytes = this.image.data;
    this.#words = new Uint32Array(this.#bytes.buffer);
  }

  clear([red, green, blue]: Colour): void {
    this.#words.fill(((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0);
  }

  #blend(at: number, share: number, red: number, green: number, blue: number): void {
    const bytes = this.#bytes;
    bytes[at] = bytes[at]! + (red - bytes[at]!) * share;
    bytes[at + 1] = bytes[at + 1]! + (green - bytes[at + 1]!) * share;
    bytes[at + 2] = bytes[at + 2]! + (blue - bytes[at + 2]!) * share;
  }

  /** A line of any width; along its longer axis it is drawn column by column, each with the part that is covered. */
  line(x0: number, y0: number, x1: number, y1: number, width: number, [red, green, blue]: Colour, opacity = 1): void {
    const steep = Math.abs(y1 - y0) > Math.abs(x1 - x0);
    let [a, b, c, d] = steep ? [y0, x0, y1, x1] : [x0, y0, x1, y1];
    if (a > c) [a, b, c, d] = [c, d, a, b];
    const slope = c > a ? (d - b) / (c - a) : 0;
    const half = (width / 2) * Math.sqrt(1 + slope * slope);
    const [across, along] = steep ? [this.height, this.width] : [this.width, this.height];
    const [stepA, stepB] = steep ? [this.width, 1] : [1, this.width];
    const last = Math.min(across - 1, Math.round(c));
    for (let p = Math.max(0, Math.round(a)); p <= last; p++) {
      const q = b + slope * (p - a) + 0.5;
      const low = q - half;
      const high = q + half;
      const end = Math.min(along - 1, Math.ceil(high) - 1);
      for (let i = Math.max(0, Math.floor(low)); i <= end; i++) {
        const covered = Math.min(i + 1, high) - Math.max(i, low);
        if (covered > 0) this.#blend((p * stepA + i * stepB) << 2, covered * opacity, red, green, blue);
      }
    }
  }

  disc(x: number, y: number, radius: number, [red, green, blue]: Colour): void {
    for (let j = Math.max(0, Math.floor(y - radius - 1)); j <= Math.min(this.height - 1, Math.ceil(y + radius + 1)); j++) {
      for (let i = Math.max(0, Math.floor(x - radius - 1)); i <= Math.min(this.width - 1, Math.ceil(x + radius + 1)); i++) {
        const covered = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(i - x, j - y)));
        if (covered > 0) this.#blend((j * this.width + i) << 2, covered, red, green, blue);
      }
    }
  }
}
