/** The board in a notebook's cell, as anywidget wants it: a module with `render`. Its styles hold below its element only. */

import { mount, unmount } from "svelte";
import base from "../styles/base.css?inline";
import type { Model } from "./model";
import Cell from "./Cell.svelte";

const CLASS = "playout-board";

/** The app's own rules, but for those of the whole page, nested below the widget. */
const styles = `.${CLASS} { padding: 8px; ${base
  .replaceAll(":root", "&")
  .replaceAll(/(^|\})\s*(html|body)\s*\{/g, "$1 & {")} }`;

function isDark(): boolean {
  const { jpThemeLight } = document.body.dataset;
  if (jpThemeLight !== undefined) return jpThemeLight === "false";
  return document.body.classList.contains("vscode-dark") || matchMedia("(prefers-color-scheme: dark)").matches;
}

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  if (!document.getElementById(CLASS)) {
    const sheet = document.createElement("style");
    sheet.id = CLASS;
    sheet.textContent = styles;
    document.head.append(sheet);
  }
  el.classList.add(CLASS);
  el.dataset["theme"] = isDark() ? "dark" : "light";
  const cell = mount(Cell, { target: el, props: { model } });
  return () => void unmount(cell);
}

export default { render };
