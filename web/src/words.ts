/** Texts that the server sends: sentences, which have a text in each language here, and a game's own words. */

import type { Sentence, Words } from "./api/types";
import { i18n, maybe, t } from "./i18n/index.svelte";

export type Said = Sentence | Words | string;
type Parameter = Sentence["parameters"][string];

export function say(said: Said): string {
  if (typeof said === "string") return said;
  if ("code" in said) return fill(maybe(`said.${said.code}`, said.en), said.parameters);
  return (said as unknown as Record<string, string | null>)[i18n.language] ?? said.en;
}

/**
 * A text with its parameters: {name} stands for one, {names|, } for a list with ", " between its items, {count:move|moves}
 * for the word that belongs to a number; no blank between Chinese signs.
 */
function fill(text: string, parameters: Sentence["parameters"]): string {
  const filled = text.replace(/\{(\w+)(?:\|([^}]*)|:([^|}]*)\|([^}]*))?\}/g, (_, name: string, between = "", one?: string, more = "") =>
    one === undefined ? shown(parameters[name] ?? "", between) : parameters[name] === 1 ? one : more,
  );
  return filled.replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, "");
}

function shown(value: Parameter, between: string): string {
  if (typeof value === "number") return value.toLocaleString("en");
  return Array.isArray(value) ? value.map(say).join(between) : say(value);
}

/** Sentences one after the other; no blank after a Chinese one. */
export function together(...sentences: string[]): string {
  return sentences.filter(Boolean).join(" ").replace(/(?<=[。！？]) /g, "");
}

/** The text of a move as the visitor reads it. */
export function moveText(move: { text: string | null; words: Words | null }): string {
  return move.words ? say(move.words) : (move.text ?? "");
}

/** A text that begins a line or names a button: a word gets a capital letter, a code like a1 stays as it is. */
export function capital(text: string): string {
  return /^\p{L}+\p{N}/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** The server's complaint, if there is one; its English sentences begin with a small letter. */
export function complaint(said: Said | null | undefined): string {
  const text = said ? say(said) : "";
  return /^[a-z]+ /.test(text) ? capital(text) : text;
}

/** The name of a seat; a game that has none for its seats calls them "Player 1". */
export function seatName(name: string): string {
  const number = /^Player (\d+)$/.exec(name)?.[1];
  return number === undefined ? maybe(`said.seat.${name}`, name) : t("said.seat.number", { number });
}
