/** Texts that the server sends in two languages, or in one. */

import type { Words } from "./api/types";
import { i18n, maybe, t } from "./i18n/index.svelte";

export function say(words: Words | string): string {
  if (typeof words === "string") return words;
  return i18n.language === "zh" && words.zh ? words.zh : words.en;
}

/** The text of a move as the visitor reads it. */
export function moveText(move: { text: string | null; words: Words | null }): string {
  return move.words ? say(move.words) : (move.text ?? "");
}

/** A text that begins a line or names a button. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What the server says is wrong, if anything is; English sentences of the library begin with a small letter. */
export function complaint(words: Words | null | undefined): string {
  const text = words ? say(words) : "";
  return /^[a-z]+ /.test(text) ? capital(text) : text;
}

/** The name of a seat; a game that has none for its seats calls them "seat 0". */
export function seatName(name: string): string {
  const number = /^seat (\d+)$/.exec(name)?.[1];
  return number === undefined ? maybe(`seat.name.${name}`, name) : t("seat.number", { number });
}
