import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// The board of a notebook's cell: one module with all that it needs, since a kernel sends one file.
export default defineConfig({
  plugins: [svelte({ compilerOptions: { css: "injected" } })],
  resolve: {
    alias: [
      { find: /^.*\/preferences\.svelte$/, replacement: here("./src/notebook/preferences.ts") },
      { find: /^\.\/Space\.svelte$/, replacement: here("./src/boards/Grid.svelte") }, // a cell shows layers, without three.js
    ],
  },
  publicDir: false,
  build: {
    outDir: "../src/playout/notebook/static",
    emptyOutDir: true,
    target: "es2022",
    lib: { entry: here("./src/notebook/widget.ts"), formats: ["es"], fileName: () => "widget.js" },
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
