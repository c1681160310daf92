/** What a search wanted at its checkpoints and why it changed its move, from the numbers, in words and as a table. */

import type { Outline } from "../api/types";
import { count, type Key, t } from "../i18n/index.svelte";
import { capital } from "../words";

export type Names = ReadonlyMap<number, string>;

const name = (names: Names, move: number) => names.get(move) ?? String(move);
const percent = (thousandths: number) => `${(thousandths / 10).toFixed(1)}%`;

/** The row of a move at the root; null: the outline does not have it. */
function rowOf(outline: Outline, move: number): number | null {
  const row = outline.moves.findIndex((other, i) => other === move && outline.parents[i] === 0);
  return row < 0 ? null : row;
}

/** The value and the share of the visits of a move at the root. */
function numbers(outline: Outline, move: number): { value: number; share: number; visits: number } | null {
  const row = rowOf(outline, move);
  if (row === null) return null;
  const visits = outline.visits[row]!;
  return { value: outline.values[row]!, share: visits / Math.max(1, outline.visits[0]!), visits };
}

/** Whether the outline is alpha-beta's, with depths or questions instead of visits. */
export const isExact = (outline: Outline) => outline.sought !== null;

/** The label of a checkpoint at the slider. */
export function mark(outline: Outline, unit: string): string {
  if (outline.depth) return t("growth.at.depth", { depth: outline.depth });
  return amount(unit, count(outline.work));
}

function amount(unit: string, work: string): string {
  return t(`growth.at.${unit}` as Key, { work });
}

/** The window or question of alpha-beta's last search. */
function question(outline: Outline): string {
  const { low, high, plies, more } = outline.sought!;
  if (more && !outline.depth) return t("growth.ask.more", { value: percent(low) });
  if (plies === null || outline.depth) {
    if (low === high) return t("growth.ask.value", { value: percent(high) });
    return t("growth.ask.window", { low: percent(low), high: percent(high) });
  }
  if (high >= 1000) return t("growth.ask.win", { plies });
  return high <= 0 ? t("growth.ask.loss", { plies }) : t("growth.ask.value", { value: percent(high) });
}

/** The sentence about the move that the search wanted at a checkpoint. */
export function wanted(outlines: readonly Outline[], at: number, names: Names, unit: string): string {
  const outline = outlines[at]!;
  const move = name(names, outline.best);
  if (isExact(outline)) {
    const asked = question(outline);
    if (!outline.depth) return t(outline.sought!.reached ? "growth.answered.yes" : "growth.answered.no", { question: asked, move });
    const nodes = count(outline.work - (outlines[at - 1]?.work ?? 0));
    return t("growth.deep", { depth: outline.depth, move, value: percent(outline.values[0]!), nodes, question: asked });
  }
  const found = numbers(outline, outline.best);
  const values = { at: mark(outline, unit), move, value: found ? percent(found.value) : "–", share: found ? percent(1000 * found.share) : "–" };
  return t("growth.wanted", values);
}

/** Each change to another move, with the numbers that explain it. */
export function turns(outlines: readonly Outline[], names: Names, unit: string): { at: number; text: string }[] {
  const found: { at: number; text: string }[] = [];
  for (let at = 1; at < outlines.length; at++) {
    const [before, now] = [outlines[at - 1]!, outlines[at]!];
    if (before.best === now.best) continue;
    const old = numbers(before, before.best);
    const then = numbers(now, before.best);
    const fresh = numbers(now, now.best);
    const given = { at: mark(now, unit), from: name(names, before.best), to: name(names, now.best) };
    if (isExact(now) || !old || !then || !fresh) {
      found.push({ at, text: t("growth.turned", given) });
      continue;
    }
    const kind = then.value < old.value ? "fell" : then.value > old.value ? "rose" : "stayed";
    const more = { was: percent(old.value), is: percent(then.value), value: percent(fresh.value), share: percent(1000 * fresh.share), less: percent(1000 * then.share) };
    found.push({ at, text: t(`growth.turned.${kind}`, { ...given, ...more }) });
  }
  return found;
}

/** The checkpoints as a table: headings and rows. */
export function table(outlines: readonly Outline[], names: Names, unit: string): { heads: string[]; rows: string[][] } {
  const last = outlines.at(-1);
  const best = t("growth.head.move");
  const value = t("growth.head.value");
  if (!last || !isExact(last)) {
    const heads = [capital(amount(unit, "").trim()), best, t("growth.head.visits"), value];
    const rows = outlines.map((outline) => {
      const found = numbers(outline, outline.best);
      return [count(outline.work), name(names, outline.best), found ? `${count(found.visits)} (${percent(1000 * found.share)})` : "–", found ? percent(found.value) : "–"];
    });
    return { heads, rows };
  }
  const heads = [t("growth.head.depth"), best, value, t("growth.head.nodes"), t("growth.head.asked")];
  const rows = outlines.map((outline, at) => [
    outline.depth ? (outlines[at - 1]?.depth === outline.depth ? t("growth.now") : String(outline.depth)) : "–",
    name(names, outline.best),
    [percent(outline.values[0]!), t("growth.least", { value: percent(outline.values[0]!) }), t("growth.most", { value: percent(outline.values[0]!) }), "–", "–"][outline.bounds[0] ?? 0]!,
    count(outline.work - (outlines[at - 1]?.work ?? 0)),
    outline.depth ? question(outline) : `${question(outline)} ${t(outline.sought!.reached ? "growth.yes" : "growth.no")}`,
  ]);
  return { heads, rows };
}
