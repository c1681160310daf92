/** Addresses: which page is shown. Links stay ordinary links; clicks on them change the page without a reload. */

export interface Route {
  path: string;
  parts: string[];
  query: URLSearchParams;
}

function read(): Route {
  const path = location.pathname;
  return {
    path,
    parts: path.split("/").filter(Boolean).map(decodeURIComponent),
    query: new URLSearchParams(location.search),
  };
}

class Router {
  route = $state.raw<Route>(read());

  constructor() {
    addEventListener("popstate", () => (this.route = read()));
    addEventListener("click", (event) => this.#follow(event));
  }

  /** Go to an address of this site; with `replace` the present one leaves the history. */
  go(address: string, replace = false): void {
    if (address === location.pathname + location.search) return;
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    const before = this.route.path;
    this.route = read();
    if (this.route.path !== before && !replace) scrollTo(0, 0);
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || /^\/(api|guest)\//.test(url.pathname)) return;
    event.preventDefault();
    this.go(url.pathname + url.search + url.hash);
  }
}

export const router = new Router();
