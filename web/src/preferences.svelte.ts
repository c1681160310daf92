/** What a visitor chose, kept in the browser: theme and switches of the panels. */

export type Theme = "light" | "dark" | "system";

function stored(key: string): string | null {
  try {
    return localStorage.getItem(`playout.${key}`);
  } catch {
    return null; // storage can be forbidden; the page works without it
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`playout.${key}`, value);
  } catch {
    // see stored()
  }
}

export function recall(key: string, otherwise: string): string {
  return stored(key) ?? otherwise;
}

class Preferences {
  theme = $state<Theme>(recall("theme", "system") as Theme);
  #system = matchMedia("(prefers-color-scheme: dark)");

  constructor() {
    this.#apply();
    this.#system.addEventListener("change", () => this.#apply());
  }

  get dark(): boolean {
    return this.theme === "dark" || (this.theme === "system" && this.#system.matches);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    keep("theme", theme);
    this.#apply();
  }

  #apply(): void {
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
  }
}

export const preferences = new Preferences();
