/** The colour of a value for the seat to move, from red (0) over amber to green (1). Numbers stand beside it. */
export function tint(share: number): string {
  const x = Math.min(1, Math.max(0, share));
  const hue = x < 0.5 ? 8 + x * 2 * 37 : 45 + (x - 0.5) * 2 * 100;
  return `hsl(${hue.toFixed(0)} 75% 45%)`;
}
