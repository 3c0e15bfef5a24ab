// @ts-check
// Addresses and their screens. The address alone determines which screen is open.

/**
 * @typedef {{name: "list"} | {name: "chat", conversation: string, message?: string, writes?: true} | {name: "settings"} | {name: "administration"} | {name: "insights"} | {name: "nexus"}
 *   | {name: "signIn"} | {name: "signUp"} | {name: "setup"} | {name: "join"} | {name: "reset"} | {name: "forgot"} | {name: "confirm"} | {name: "ask"} | {name: "provider"}} Route
 */

/** The part of an address after which the composer gets the focus. */
export const writing = "#write";

/**
 * @param {string} path
 * @param {string} [hash]
 * @returns {Route}
 */
export function routeOf(path, hash = "") {
    const parts = path.split("/").filter((part) => part !== "");
    if (parts[0] === "c" && parts[1] !== undefined) {
        const route = { name: /** @type {const} */ ("chat"), conversation: decoded(parts[1]) };
        if (parts[2] === "m" && parts[3] !== undefined) return { ...route, message: decoded(parts[3]) };
        return hash === writing ? { ...route, writes: true } : route;
    }
    if (parts[0] === "settings" || parts[0] === "administration" || parts[0] === "insights" || parts[0] === "nexus") return { name: parts[0] };
    if (parts[0] === "setup" || parts[0] === "join" || parts[0] === "reset" || parts[0] === "forgot" || parts[0] === "confirm" || parts[0] === "ask" || parts[0] === "provider") return { name: parts[0] };
    if (parts[0] === "sign-in") return { name: "signIn" };
    if (parts[0] === "sign-up") return { name: "signUp" };
    return { name: "list" };
}

/**
 * @param {Route} route
 * @returns {string}
 */
export function pathOf(route) {
    switch (route.name) {
        case "chat": {
            const path = `/c/${encodeURIComponent(route.conversation)}`;
            return route.message === undefined ? path : `${path}/m/${encodeURIComponent(route.message)}`;
        }
        case "settings":
        case "administration":
        case "insights":
        case "nexus":
        case "setup":
        case "join":
        case "reset":
        case "forgot":
        case "confirm":
        case "ask":
        case "provider":
            return `/${route.name}`;
        case "signIn":
            return "/sign-in";
        case "signUp":
            return "/sign-up";
        case "list":
            return "/";
    }
}

// An address with an invalid percent escape is unknown; it must not break the page.
/** @param {string} part */
function decoded(part) {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

export class Router {
    /** @type {Route} */
    route = routeOf(location.pathname, location.hash);
    /** @type {Set<(route: Route, before: Route) => void>} */
    #listeners = new Set();

    constructor() {
        addEventListener("popstate", () => this.#show(routeOf(location.pathname)));
        document.addEventListener("click", (event) => this.#followLink(event));
    }

    /**
     * @param {Route} route
     * @param {{replace?: boolean}} options
     */
    go(route, { replace = false } = {}) {
        const path = pathOf(route);
        const depth = this.#depth;
        if (replace || path === location.pathname) {
            history.replaceState({ depth }, "", path);
        } else {
            history.pushState({ depth: depth + 1 }, "", path);
        }
        this.#show(route);
    }

    /** Back to the previous screen, or to the list if the user came from outside. */
    back() {
        if (this.#depth > 0) {
            history.back();
        } else {
            this.go({ name: "list" }, { replace: true });
        }
    }

    /**
     * @param {(route: Route, before: Route) => void} listener
     * @param {AbortSignal} signal
     */
    subscribe(listener, signal) {
        this.#listeners.add(listener);
        signal.addEventListener("abort", () => this.#listeners.delete(listener), { once: true });
    }

    get #depth() {
        return /** @type {{depth?: number} | null} */ (history.state)?.depth ?? 0;
    }

    /** @param {Route} route */
    #show(route) {
        const before = this.route;
        this.route = route;
        for (const listener of [...this.#listeners]) listener(route, before);
    }

    /** @param {MouseEvent} event */
    #followLink(event) {
        if (event.defaultPrevented || event.button !== 0) return;
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
        if (!(link instanceof HTMLAnchorElement) || link.target !== "" || link.origin !== location.origin) return;
        event.preventDefault();
        this.go(routeOf(link.pathname));
    }
}
