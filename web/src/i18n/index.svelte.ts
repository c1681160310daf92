/** Languages: one JSON file each, with the same keys. `t("key", {name: value})` fills the {name} of a text; a text may
 * have {count:move|moves}, the word for one and for another number.
 *
 * Another file in this folder adds a language. The keys that begin with `said.` are the server's sentences.
 */

import { keep, recall } from "../preferences.svelte";
import type en from "./en.json";

export type Key = keyof typeof en;

const files = import.meta.glob<Record<Key, string>>("./*.json", { eager: true, import: "default" });
const texts = Object.fromEntries(Object.entries(files).map(([path, text]) => [path.slice(2, -5), text]));

/** English first. */
export const languages = Object.keys(texts).sort((a, b) => Number(b === "en") - Number(a === "en") || a.localeCompare(b));

class I18n {
  language = $state("en");

  constructor() {
    const browser = languages.find((language) => navigator.language.toLowerCase().startsWith(language));
    const kept = recall("language", browser ?? "en");
    this.set(languages.includes(kept) ? kept : "en");
  }

  set(language: string): void {
    this.language = language;
    document.documentElement.lang = named(language).tag;
  }

  choose(language: string): void {
    this.set(language);
    keep("language", language);
  }
}

export const i18n = new I18n();

/** The text of a key in a language, which may lack it. */
function text(key: string, language: string): string | undefined {
  return (texts[language] as Partial<Record<string, string>>)[key] ?? (texts.en as Partial<Record<string, string>>)[key];
}

export function t(key: Key, values: Record<string, string | number> = {}): string {
  return (text(key, i18n.language) ?? key).replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, more = "") => {
    const value = String(values[name] ?? "");
    return one === undefined ? value : value === "1" ? one : more;
  });
}

/** A language's own name, and its tag. */
export function named(language: string): { name: string; tag: string } {
  return { name: text("language.name", language) ?? language, tag: text("language.tag", language) ?? language };
}

/** A text for a key that is made at run time, such as a lesson's; the key itself if there is none. */
export function maybe(key: string, otherwise = key): string {
  return text(key, i18n.language) ?? otherwise;
}

/** 12,345 as a language writes it. */
export function count(value: number): string {
  return new Intl.NumberFormat(i18n.language).format(value);
}

/** 12345 as 12.3k, for narrow places. */
export function short(value: number): string {
  if (Math.abs(value) < 1000) return String(Math.round(value));
  if (Math.abs(value) < 1e6) return `${(value / 1e3).toFixed(value < 1e5 ? 1 : 0)}k`;
  if (Math.abs(value) < 1e9) return `${(value / 1e6).toFixed(value < 1e8 ? 1 : 0)}M`;
  return `${(value / 1e9).toFixed(1)}G`;
}
