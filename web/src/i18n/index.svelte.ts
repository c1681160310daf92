/** Languages: one JSON file each, with the same keys. `t("key", {name: value})` fills the {name} of a text. */

import { keep, recall } from "../preferences.svelte";
import en from "./en.json";
import zh from "./zh.json";

export type Key = keyof typeof en;
export type Language = "en" | "zh";

const texts: Record<Language, Record<Key, string>> = { en, zh };

class I18n {
  language = $state<Language>("en");

  constructor() {
    const browser = navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
    this.set(recall("language", browser) === "zh" ? "zh" : "en");
  }

  set(language: Language): void {
    this.language = language;
    document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  }

  choose(language: Language): void {
    this.set(language);
    keep("language", language);
  }
}

export const i18n = new I18n();

export function t(key: Key, values: Record<string, string | number> = {}): string {
  return texts[i18n.language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** A text for a key that is made at run time, such as a lesson's; the key itself if there is none. */
export function maybe(key: string, otherwise = key): string {
  return (texts[i18n.language] as Record<string, string>)[key] ?? otherwise;
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
