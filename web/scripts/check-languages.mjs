// Every language has the same keys, with the same {names} in each text, and there is no key that no source uses.
// (tests/web/test_refusals.py looks after the keys that begin with `said.`, which the server uses.)
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const folder = new URL("../src/", import.meta.url).pathname;
const languages = readdirSync(join(folder, "i18n")).filter((name) => name.endsWith(".json"));
const texts = Object.fromEntries(languages.map((name) => [name, JSON.parse(readFileSync(join(folder, "i18n", name), "utf8"))]));
const en = texts["en.json"];
const faults = [];
const names = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1]))].sort().join();
for (const language of languages) {
  for (const key of new Set([...Object.keys(en), ...Object.keys(texts[language])])) {
    const text = texts[language][key];
    if (!(key in en)) faults.push(`en.json lacks ${key}`);
    else if (text === undefined) faults.push(`${language} lacks ${key}`);
    else if (!text.trim()) faults.push(`${language}: ${key} is empty`);
    else if (names(en[key]) !== names(text)) faults.push(`${key}: ${language} and en.json fill in different names`);
  }
}
const sources = readdirSync(folder, { recursive: true })
  .filter((name) => /\.(svelte|ts)$/.test(name))
  .map((name) => readFileSync(join(folder, name), "utf8"))
  .join("\n");
// A key such as `learn.uct.title` may be made at run time from its beginning: `learn.${name}.title`.
const made = [...sources.matchAll(/`([a-z][\w.]*\.)\$\{/g)].map((match) => match[1]);
for (const key of Object.keys(en)) {
  if (!sources.includes(`"${key}"`) && !made.some((start) => key.startsWith(start))) faults.push(`nothing uses ${key}`);
}
for (const fault of faults) console.error(fault);
if (faults.length) process.exit(1);
console.log(`languages: ${languages.length}, with ${Object.keys(en).length} texts each`);
