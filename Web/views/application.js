// @ts-check
import { accountScreen } from "./account-screen.js";
import { showBadge } from "./badge.js";
import { showBanners } from "./banners.js";
import { element, icon } from "./element.js";
import { applyTheme } from "./theme.js";
import { Workspace } from "./workspace.js";

/** @typedef {import("./context.js").Context} Context */

/** Chooses what fills the window: the start, signing in, or the work. */
export class Application {
    #main = element("div", { class: "application" });
    #shown = "";
    #ending = new AbortController();

    /** @param {Context} context */
    constructor(context) {
        this.context = context;
    }

    /** @param {HTMLElement} body */
    run(body) {
        const { client, router, announcer, notices } = this.context;
        body.replaceChildren(this.#main, announcer.element, notices.element);
        applyTheme();
        this.#show();
        const forever = new AbortController().signal;
        client.subscribe({
            session: () => this.#show(),
            error: (error) => notices.refuse(error),
            update: () => this.#offerUpdate(),
        });
        router.subscribe((route) => {
            if (client.phase === "signedOut" || route.name === "signIn" || route.name === "signUp") this.#show();
        }, forever);
        client.start().then(() => this.#show(), (error) => notices.refuse(error));
    }

    #show() {
        const { client, router } = this.context;
        let wanted = /** @type {string} */ (client.phase);
        if (client.phase === "signedOut") wanted = router.route.name === "signUp" ? "signUp" : "signIn";
        if (client.phase === "signedIn" && (router.route.name === "signIn" || router.route.name === "signUp")) {
            router.go({ name: "list" }, { replace: true });
        }
        if (wanted === this.#shown) return;
        this.#shown = wanted;
        this.#ending.abort();
        this.#ending = new AbortController();
        this.#main.replaceChildren(this.#screen(wanted, this.#ending.signal));
        if (wanted === "signedIn") {
            showBanners(this.context, this.#main, this.#ending.signal);
            showBadge(this.context, this.#ending.signal);
        }
        const first = this.#main.querySelector("[data-first]");
        if (first instanceof HTMLElement) first.focus();
    }

    /**
     * @param {string} name
     * @param {AbortSignal} signal
     * @returns {HTMLElement}
     */
    #screen(name, signal) {
        switch (name) {
            case "signIn":
                return accountScreen(this.context, "signIn");
            case "signUp":
                return accountScreen(this.context, "signUp");
            case "signedIn":
                return new Workspace(this.context, signal).element;
            default:
                return element(
                    "main",
                    { class: "starting", "aria-busy": "true" },
                    icon("mark"),
                    element("p", { class: "spoken" }, "Nexus is starting"),
                );
        }
    }

    #offerUpdate() {
        this.context.notices.show("A new version of Nexus is ready.", {
            stays: true,
            action: { label: "Reload", run: () => this.context.client.applyUpdate() },
        });
    }
}
