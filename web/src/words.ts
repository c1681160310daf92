/** Texts that the server sends in two languages, or in one. */

import type { Words } from "./api/types";
import { i18n } from "./i18n/index.svelte";

export function say(words: Words | string): string {
  if (typeof words === "string") return words;
  return i18n.language === "zh" && words.zh ? words.zh : words.en;
}
