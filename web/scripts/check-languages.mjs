// Both languages have the same keys, the same {names} in each text, and no key that no source uses.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const folder = new URL("../src/", import.meta.url).pathname;
const read = (name) => JSON.parse(readFileSync(join(folder, "i18n", `${name}.json`), "utf8"));
const [en, zh] = [read("en"), read("zh")];
const faults = [];
for (const key of new Set([...Object.keys(en), ...Object.keys(zh)])) {
  if (!(key in en)) faults.push(`en.json lacks ${key}`);
  else if (!(key in zh)) faults.push(`zh.json lacks ${key}`);
  else {
    const names = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort().join();
    if (names(en[key]) !== names(zh[key])) faults.push(`${key}: the languages fill in different names`);
    if (!zh[key].trim() || !en[key].trim()) faults.push(`${key} is empty`);
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
console.log(`languages: ${Object.keys(en).length} texts in each`);
