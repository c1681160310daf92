/** Texts that the server sends in two languages, or in one. */

import type { Words } from "./api/types";
import { i18n, maybe, t } from "./i18n/index.svelte";

export function say(words: Words | string): string {
  if (typeof words === "string") return words;
  return i18n.language === "zh" && words.zh ? words.zh : words.en;
}

/** The name of a seat; a game that has none for its seats calls them "seat 0". */
export function seatName(name: string): string {
  const number = /^seat (\d+)$/.exec(name)?.[1];
  return number === undefined ? maybe(`seat.name.${name}`, name) : t("seat.number", { number });
}
