/** Chess pieces as outlines in a box of 45 by 45; filled with the side's colour and drawn with the other's. */

const base = "M10 39c0-3 3-5 6-5h13c3 0 6 2 6 5z";

export const pieces: Record<string, string[]> = {
  p: ["M22.5 9a5.2 5.2 0 0 1 3.3 9.2h2.4v2.6h-2.6c.6 4.700 3.200 8 5.900 10.200 1.500 1.300 2.500 3.400 2.500 6H11c0-2.600 1-4.700 2.500-6 2.700-2.200 5.300-5.500 5.900-10.200h-2.600v-2.600h2.400A5.200 5.200 0 0 1 22.500 9z"],
  r: ["M11 8h5.500v3.500h3.500V8h5v3.500h3.500V8H34v8l-3.500 3v11l2 4h-20l2-4V19L11 16z", base],
  n: ["M21 8.500 22 5l4 3.800c7 1.700 9.800 8 9.800 15.200 0 4-.6 7-1.300 10H15c0-7 7-8.500 6.500-13.500-2.500 2.500-5 2.500-7 5-1 1.300-2.500 1.800-4 .5-1.600-1.500-1.700-3.500-.7-5L14 14c1-3 3.500-5 7-5.500z", "M10 39c0-3 2-5 5-5h19c2 0 3 2 3 5z"],
  b: ["M22.500 5.500a2.600 2.600 0 0 1 1.500 4.700c5.500 4 8 8 8 12 0 3.300-1.600 5.300-3.500 6.800l1.500 4h-15l1.500-4c-1.900-1.500-3.500-3.500-3.500-6.800 0-4 2.500-8 8-12a2.600 2.600 0 0 1 1.500-4.700z", base],
  q: ["M8 11.500l6.500 8 1.500-12 6 11 .5-12.500.5 12.500 6-11 1.500 12 6.500-8-3.500 22h-22z", base],
  k: ["M21 3.500h3v3h3v3h-3v4.200c3.500-2.500 12.500-2.200 12.500 5.300 0 5-4 8.500-5.500 11.500l-.5 3.500h-16l-.5-3.500c-1.500-3-5.500-6.500-5.500-11.500 0-7.500 9-7.800 12.500-5.300V9.500h-3v-3h3z", base],
};

/** Lines drawn inside an outline. */
export const details: Record<string, string> = {
  p: "",
  r: "M14.500 19h16M14.500 30h16",
  n: "M18.500 15.500h.1M13 22.500h.1",
  b: "M22.500 15v7M19 18.500h7M16.500 29h12",
  q: "M11.500 29.500c7-1.500 15-1.500 22 0",
  k: "M22.500 14v9M14 30c5.500-1.500 11.500-1.500 17 0",
};

const figures = "♔♕♖♗♘♙♚♛♜♝♞♟";

/** The letter of a piece, from a letter or a figure: ♞, n and N are n; null: not a chess piece. */
export function chessman(symbol: string): string | null {
  const figure = figures.indexOf(symbol.charAt(0));
  const letter = figure >= 0 ? "kqrbnp".charAt(figure % 6) : symbol.toLowerCase();
  return letter in pieces ? letter : null;
}
