// Writes src/api/schema.ts, the TypeScript types of all that goes over the wire, from the server's own models.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import openapi, { astToString } from "openapi-typescript";

const root = new URL("../../", import.meta.url).pathname;
const python = process.env.PYTHON ?? (existsSync(`${root}.venv/bin/python`) ? `${root}.venv/bin/python` : "python3");
const text = execFileSync(python, ["-m", "playout.web.schema"], {
  env: { ...process.env, PYTHONPATH: process.env.PYTHONPATH ?? `${root}src` },
  maxBuffer: 1 << 26,
}).toString();
const digest = createHash("sha256").update(text).digest("hex");
const schemas = JSON.parse(text.replaceAll("#/$defs/", "#/components/schemas/")).$defs;
const document = { openapi: "3.1.0", info: { title: "Playout", version: "1" }, paths: {}, components: { schemas } };
const ast = await openapi(document, { defaultNonNullable: false });
const names = Object.keys(schemas).filter((name) => /^\w+$/.test(name)).sort();
writeFileSync(
  `${root}web/src/api/schema.ts`,
  `// Made by \`npm run types\` from the server's schema with SHA-256 ${digest}. Do not edit.\n\n` +
    astToString(ast) +
    "\ntype Schemas = components[\"schemas\"];\n" +
    names.map((name) => `export type ${name} = Schemas["${name}"];\n`).join(""),
);
console.log(`src/api/schema.ts: ${names.length} types`);
