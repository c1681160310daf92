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
  /** Whether the machine asks for dark pages; it may change while a page is open. */
  #system = $state(false);

  constructor() {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => {
      this.#system = system.matches;
      this.#apply();
    };
    follow();
    system.addEventListener("change", follow);
  }

  get dark(): boolean {
    return this.theme === "dark" || (this.theme === "system" && this.#system);
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
