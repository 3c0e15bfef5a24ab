// @ts-check
import { accountScreen } from "./account-screen.js";
import { element, icon } from "./element.js";
import { routeOf, writing } from "./router.js";
import { applyTheme } from "./theme.js";
import { loadWorkspace } from "./workspace-loader.js";

/** @typedef {import("./context.js").Context} Context */

/** Chooses what fills the window: the start, sign-in, or the workspace. */
export class Application {
    #main = element("div", { class: "application" });
    #shown = "";
    #phase = "";
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
        client.proveWith(async () => (await import("./credentials/proof.js")).askForProof(this.context));
        const forever = new AbortController().signal;
        client.subscribe({
            session: () => this.#show(),
            error: (error) => notices.refuse(error),
            update: () => this.#offerUpdate(),
            open: ({ path, writes }) => router.go(routeOf(path, writes ? writing : "")),
        });
        router.subscribe((route, before) => {
            if (client.phase === "signedOut" || isEntry(route) || isEntry(before)) this.#show();
        }, forever);
        client.start().then(() => this.#show(), (error) => notices.refuse(error));
    }

    #show() {
        const { client, router } = this.context;
        const hasEnded = client.phase === "signedOut" && this.#phase !== "signedOut";
        this.#phase = client.phase;
        if (hasEnded) closeDialogs();
        let wanted = /** @type {string} */ (client.phase);
        if (client.phase === "signedOut") wanted = isEntry(router.route) ? router.route.name : "signIn";
        // The owner of a mailed link may be signed in on this device.
        const { name } = router.route;
        const isForAll = (name === "reset" || name === "confirm") && client.phase !== "starting";
        if (isForAll) wanted = name;
        // A provider's answer finishes a sign-in, or the connection that a signed-in user began.
        const answers = name === "provider" && location.hash !== "" && client.phase !== "starting";
        if (answers) wanted = "provider";
        // The answer is taken out of the address: the screen stays until it leads on.
        if (name === "provider" && this.#shown.startsWith("provider")) return;
        if (client.phase === "signedIn" && isEntry(router.route) && !isForAll && !answers) {
            // A signed-in user opened an invitation; the join screen itself handles a new user's.
            const token = router.route.name === "join" && !this.#shown.startsWith("join") ? location.hash.slice(1) : "";
            if (token !== "") void import("./joining/acceptance.js").then(({ askToJoin }) => askToJoin(this.context, token));
            router.go({ name: "list" }, { replace: true });
        }
        // Another link to the same screen carries another secret.
        const shown = wanted === "setup" || wanted === "join" || isForAll || answers ? wanted + location.hash : wanted;
        if (shown === this.#shown) return;
        this.#shown = shown;
        this.#ending.abort();
        this.#ending = new AbortController();
        this.#main.replaceChildren(this.#screen(wanted));
        if (wanted === "signedIn") void this.#openWorkspace(this.#ending.signal);
        else this.#focusFirst();
    }

    /** @param {AbortSignal} signal */
    async #openWorkspace(signal) {
        let module;
        try {
            module = await loadWorkspace();
        } catch {
            this.context.notices.show("Nexus could not be loaded. Check your network.", {
                problem: true,
                action: { label: "Reload", run: () => location.reload() },
            });
            return;
        }
        if (signal.aborted) return;
        const workspace = new module.Workspace(this.context, signal).element;
        this.#main.replaceChildren(workspace);
        module.showBanners(this.context, this.#main, signal);
        module.showBadge(this.context, signal);
        void import("./credentials/security-notices.js").then(({ watchSecurity }) => watchSecurity(this.context, signal), () => {});
        void Promise.all([import("./notifications/suggestion.js"), import("./notifications/sound.js")]).then(([{ watchDevice }, { playSounds }]) => {
            if (signal.aborted) return;
            watchDevice(this.context, signal);
            playSounds(this.context, signal);
        }, () => {});
        void import("./insights/reminder-banner.js").then(({ showReminders }) => showReminders(this.context, this.#main, signal), () => {});
        void import("./leaving/deletion-notice.js").then(({ deletionNotice }) => {
            if (!signal.aborted) workspace.prepend(deletionNotice(this.context, signal));
        }, () => {});
        this.#focusFirst();
    }

    #focusFirst() {
        const first = this.#main.querySelector("[data-first]");
        if (first instanceof HTMLElement) first.focus();
    }

    /**
     * @param {string} name
     * @returns {HTMLElement}
     */
    #screen(name) {
        if (name === "signIn" || name === "signUp") {
            const screen = accountScreen(this.context, name);
            // A user who types will sign in: by then the module is loaded.
            screen.addEventListener("input", () => void loadWorkspace().catch(() => {}), { once: true });
            return screen;
        }
        if (name === "setup") return this.#laterScreen(import("./joining/setup-screen.js"), ({ setupScreen }) => setupScreen(this.context));
        if (name === "reset") return this.#laterScreen(import("./credentials/reset-screen.js"), ({ resetScreen }) => resetScreen(this.context));
        if (name === "confirm") return this.#laterScreen(import("./credentials/confirm-screen.js"), ({ confirmScreen }) => confirmScreen(this.context));
        if (name === "ask") return this.#laterScreen(import("./joining/ask-screen.js"), ({ askScreen }) => askScreen(this.context));
        if (name === "forgot") return this.#laterScreen(import("./credentials/forgot-screen.js"), ({ forgotScreen }) => forgotScreen(this.context));
        if (name === "restricted") return this.#laterScreen(import("./credentials/required-screen.js"), ({ requiredScreen }) => requiredScreen(this.context));
        if (name === "provider") return this.#laterScreen(import("./providers/provider-screen.js"), ({ providerScreen }) => providerScreen(this.context));
        if (name === "join") return this.#laterScreen(import("./joining/join-screen.js"), ({ joinScreen }) => joinScreen(this.context));
        return this.#starting();
    }

    /**
     * A screen whose module is fetched when it is opened.
     *
     * @template Module
     * @param {Promise<Module>} loading
     * @param {(module: Module) => HTMLElement} make
     */
    #laterScreen(loading, make) {
        const place = this.#starting();
        loading.then((module) => {
            if (!place.isConnected) return;
            place.replaceWith(make(module));
            this.#focusFirst();
        }, (error) => this.context.notices.refuse(error));
        return place;
    }

    #starting() {
        return element(
            "main",
            { class: "starting", "aria-busy": "true" },
            icon("mark"),
            element("p", { class: "spoken" }, "Nexus is starting"),
        );
    }

    #offerUpdate() {
        this.context.notices.show("A new version of Nexus is ready.", {
            action: { label: "Reload", run: () => this.context.client.applyUpdate() },
        });
    }
}

/** Closes dialogs and menus: they show the data of the person who was signed in. */
function closeDialogs() {
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    for (const menu of document.querySelectorAll("[popover]")) menu.remove();
}

/**
 * Whether a route leads to an account: sign-in, sign-up, a forgotten password, a provider's answer, or the link of a set-up, invitation,
 * reset or new address.
 * @param {import("./router.js").Route} route
 */
function isEntry({ name }) {
    return name === "signIn" || name === "signUp" || name === "setup" || name === "join" || name === "reset" || name === "forgot"
        || name === "confirm" || name === "ask" || name === "provider";
}
