/** The board in a notebook's cell, as anywidget wants it: a module with `render`. Its styles hold below its element only. */

import { mount, unmount } from "svelte";
import base from "../styles/base.css?inline";
import type { Model } from "./model";
import Cell from "./Cell.svelte";

const CLASS = "playout-board";

/** The app's own rules, but for those of the whole page, nested below the widget. `float: none`, because
 * JupyterLab floats names (dt) and numbers (dd) in a cell's output. */
const styles = `.${CLASS} { padding: 8px; dt, dd { float: none; width: auto; } ${base
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
  const follow = (): void => void (el.dataset["theme"] = isDark() ? "dark" : "light");
  follow();
  const watching = new MutationObserver(follow);
  watching.observe(document.body, { attributes: true, attributeFilter: ["class", "data-jp-theme-light"] });
  const cell = mount(Cell, { target: el, props: { model } });
  return () => {
    watching.disconnect();
    void unmount(cell);
  };
}

export default { render };
