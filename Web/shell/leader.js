// @ts-check
// The leading tab's work for all tabs: it alone has the session and, after sign-in, the account with its store,
// engine and socket (account-controller.js). Tabs, its own included, send requests and receive events.

import { RefusalError } from "../core/refusal-error.js";
import { AccountState } from "./account-state.js";
import { endsSession, ServerAPI } from "./server-api.js";
import { SessionStore } from "./session-record.js";

/**
 * @typedef {import("../core/core.js").Core} Core
 * @typedef {import("./contract.js").Refusal} Refusal
 * @typedef {import("./account-state.js").AccountChanges} AccountChanges
 * @typedef {{type: "state", state: {phase: "signedIn" | "restricted" | "signedOut", ended: Refusal | null} & AccountChanges}
 *   | {type: "changes"} & AccountChanges
 *   | {type: "chat", key: string} & Omit<import("./account-state.js").ChatChanges, "chat" | "start" | "end" | "missing">
 *   | {type: "reset", key: string}
 *   | {type: "progress", message: string, conversation: string, sent: number, total: number}
 *   | {type: "altered", conversation: string, message: {id: string, isPinned: boolean}}
 *   | {type: "arrived"} & import("./account-state.js").Arrival
 *   | {type: "error", conversation?: string, error: Refusal}
 *   | {type: "reminders"}
 *   | {type: "insights" | "assistant", conversation: string | null}} TabEvent  what a tab is told
 * @typedef {import("./account-controller.js").AccountController} AccountController
 * @typedef {import("./leader-methods.js").Screen} Screen
 *
 * @typedef {object} LeaderParts
 * @property {Core} core
 * @property {import("./clock.js").Clock} clock
 * @property {(tab: string | null, event: TabEvent) => void} tell  null tells every tab
 * @property {ServerAPI} [api]
 */

/** @type {Refusal} */
const sessionEnded = { code: "session_ended", message: "This session was ended. Sign in again." };

export class Leader {
    #core;
    #clock;
    #tell;
    #api;
    /** @type {SessionStore | null} */
    #session = null;
    /** @type {AccountController | null} */
    #account = null;
    #isLeaving = false;
    /** @type {Map<string, Screen>} */
    #screens = new Map();
    /** @type {"signedIn" | "restricted" | "signedOut"} */
    #phase = "signedOut";
    /** @type {Refusal | null} */
    #ended = null;
    #ready;

    /** @param {LeaderParts} parts */
    constructor({ core, clock, tell, api }) {
        this.#core = core;
        this.#clock = clock;
        this.#tell = tell;
        this.#api = api ?? new ServerAPI({
            refreshed: ({ expiresIn }) => this.#session?.put({ accessUntil: Date.now() + expiresIn }),
            ended: () => void (this.#account && this.#end(sessionEnded)),
            restricted: () => void (this.#phase === "signedIn" && this.#setPhase("restricted", null)),
        });
        this.#ready = this.#start();
    }

    async #start() {
        try {
            this.#session = await SessionStore.open();
            const { user } = this.#session.record;
            if (user && await this.#enter(user)) return;
        } catch (error) {
            this.#ended = RefusalError.from(error).plain;
        }
        if (!this.#account) this.#setPhase("signedOut", this.#ended);
    }

    /**
     * Handles a tab's request. Repeating a request is harmless: mutations carry their identifier.
     * @param {string} tab @param {string} method  a page of another version may name one that is not there
     * @param {any} argument @returns {Promise<any>}
     */
    async request(tab, method, argument) {
        await this.#ready;
        /** @type {Record<string, (argument: any, tab: string) => any>} */
        const methods = { ...this.#account?.methods, ...this.#methods };
        const handler = methods[method];
        if (!handler && !this.#account) throw new RefusalError({ code: "not_signed_in", message: "Sign in first." });
        if (!handler) throw new RefusalError({ code: "not_found", message: `This version knows no "${method}". Reload the page.` });
        return handler(argument, tab);
    }

    /**
     * A tab is no more.
     * @param {string} tab
     */
    forget(tab) {
        this.#screens.delete(tab);
        this.#account?.forget(tab);
        this.#tellScreens();
    }

    /** Gives everything up, for another tab to lead. */
    async close() {
        await this.#ready;
        await this.#leave();
        this.#session?.close();
    }

    /** @type {import("./leader-methods.js").Handlers<import("./leader-methods.js").SessionMethods>} */
    #methods = {
        attach: (screen, tab) => {
            this.#setScreen(screen, tab);
            // Sent like later events, and so before them.
            this.#tell(tab, { type: "state", state: this.#snapshot() });
        },
        screen: (screen, tab) => this.#setScreen(screen, tab),
        signal: async ({ input }) => {
            await this.#account?.handle(input);
            if (!this.#account) await this.#sendFarewell();
        },

        server: () => this.#api.send("GET", "/v1/server"),
        setUp: ({ code, team, join, ...account }) =>
            this.#signIn("/v1/setup", account, (account) => ({ code, team, join, account })),
        invitation: ({ token }) => this.#api.send("POST", "/v1/invitations/look", { token }),
        join: ({ token, ...account }) =>
            this.#signIn("/v1/invitations/join", account, (account) => ({ token, account })),
        claim: ({ token, ...account }) =>
            this.#signIn("/v1/invitations/claim", account, ({ password, device }) => ({ token, password, device })),
        forgotPassword: ({ email }) => this.#api.send("POST", "/v1/password/forgot", { email }),
        askToJoin: ({ email }) => this.#api.send("POST", "/v1/join", { email }),
        confirmEmail: ({ token }) => this.#api.send("POST", "/v1/email/confirm", { token }),
        passwordReset: ({ token }) => this.#api.send("POST", "/v1/password/look", { token }),
        resetPassword: ({ token, user, code, ...account }) =>
            this.#replacing(user, () =>
                this.#signIn("/v1/password/reset", account, ({ password, device }) => ({ token, password, device, code }))),
        signUp: (account) => this.#signIn("/v1/accounts", account),
        signIn: ({ code, ...account }) => this.#signIn("/v1/sessions", account, (account) => ({ ...account, code })),
        passkeyChallenge: () => this.#api.send("POST", "/v1/sessions/passkey/challenge", {}),
        signInWithPasskey: ({ passkey }) => this.#begin("/v1/sessions/passkey", (device) => ({ passkey, device })),
        startProvider: ({ provider, ...start }) => this.#api.send("POST", providerPath(provider, "start"), { ...start, device: deviceName() }),
        finishProvider: ({ provider, ...answer }) => this.#begin(providerPath(provider, "finish"), () => answer),
        secured: () => this.#secured(),
        signOut: () => this.#signOut(),
    };

    // The account

    /**
     * @param {string} path @param {{name?: string, email: string, password: string}} account
     * @param {(account: {name?: string, email: string, password: string, device: string}) => object} request  what the account is sent in
     */
    async #signIn(path, account, request = (account) => account) {
        const checked = this.#core.checkAccount(account);
        await this.#begin(path, (device) => request({ ...checked, device }));
    }

    /**
     * Begins a session.
     * @param {string} path @param {(device: string) => object} request
     */
    async #begin(path, request) {
        if (!this.#session) {
            // The store did not open at the start; without one nothing can be stored.
            this.#session = await SessionStore.open();
        }
        if (this.#account && !this.#isLeaving) {
            throw new RefusalError({ code: "invalid_request", message: "A user is signed in already." });
        }
        await this.#sendFarewell();
        // Loaded while the server answers; the actual import reports failures.
        void loadAccountController().catch(() => {});
        const signedIn = await this.#api.send("POST", path, request(deviceName()));
        await this.#leave();
        const { user } = signedIn.profile;
        const { AccountController } = await loadAccountController();
        await AccountController.keep(signedIn.profile);
        await this.#session.put({ user: user.id, accessUntil: Date.now() + signedIn.expiresIn });
        await this.#enter(user.id, signedIn.needsSecondFactor ? "restricted" : "signedIn");
    }

    /** The second factor that the team requires is on. */
    async #secured() {
        if (this.#phase !== "restricted") return;
        this.#setPhase("signedIn", null);
        await this.#account?.handle({ type: "signOfLife" });
    }

    /**
     * Signs in where the same user may be signed in: the server ends that session with all others, which is then no news.
     * @template T @param {string} user @param {() => Promise<T>} signIn @returns {Promise<T>}
     */
    async #replacing(user, signIn) {
        if (this.#account && this.#session?.record.user !== user) {
            throw new RefusalError({ code: "invalid_request", message: "Another person is signed in in this browser. Sign out first." });
        }
        this.#isLeaving = true;
        try {
            return await signIn();
        } finally {
            this.#isLeaving = false;
        }
    }

    /**
     * Opens an account and connects.
     * @param {string} user
     * @param {"signedIn" | "restricted"} [phase]
     * @returns {Promise<boolean>}  whether this device keeps it
     */
    async #enter(user, phase = "signedIn") {
        const { AccountController } = await loadAccountController();
        const account = await AccountController.open(user, {
            core: this.#core,
            clock: this.#clock,
            api: this.#api,
            isFresh: () => this.#session?.isFresh ?? false,
            tell: this.#tell,
            ended: (refusal) => void this.#end(refusal),
        });
        if (!account) return false;
        this.#account = account;
        this.#phase = phase;
        await account.start([...this.#screens.values()]);
        // The server may have said meanwhile that it wants a second factor first.
        this.#setPhase(this.#phase, null);
        return true;
    }

    /** Deletes all of the account's data from this device, unsent messages included. */
    async #signOut() {
        const user = this.#session?.record.user;
        if (!user) return;
        this.#isLeaving = true;
        try {
            await this.#session?.put({ user: null, accessUntil: 0, owesFarewell: !await this.#bidFarewell() });
            await this.#leave();
            const { AccountController } = await loadAccountController();
            await AccountController.remove(user);
        } finally {
            this.#isLeaving = false;
        }
        this.#setPhase("signedOut", null);
    }

    /** Ends the session that was signed out with no network. */
    async #sendFarewell() {
        if (this.#session?.record.owesFarewell && await this.#bidFarewell()) {
            await this.#session.put({ owesFarewell: false });
        }
    }

    /** Whether the session is over on the server. */
    async #bidFarewell() {
        try {
            await this.#api.call("DELETE", "/v1/sessions/current");
            return true;
        } catch (error) {
            return endsSession(/** @type {RefusalError} */ (error));
        }
    }

    /**
     * The server ended the session. This device keeps its data for the same user's next sign-in. A sign-out hears of the
     * end of the session too, from the request and from the connection, and goes on; so does a sign-in that replaces it.
     * @param {Refusal} refusal
     */
    async #end(refusal) {
        if (this.#isLeaving) return;
        await this.#session?.put({ user: null, accessUntil: 0 });
        await this.#leave();
        this.#setPhase("signedOut", refusal);
    }

    async #leave() {
        const account = this.#account;
        this.#account = null;
        await account?.close();
    }

    // Events for tabs

    #snapshot() {
        return { phase: this.#phase, ended: this.#ended, ...(this.#account?.snapshot() ?? new AccountState().snapshot()) };
    }

    /** @param {"signedIn" | "restricted" | "signedOut"} phase @param {Refusal | null} ended */
    #setPhase(phase, ended) {
        this.#phase = phase;
        this.#ended = ended;
        this.#tell(null, { type: "state", state: this.#snapshot() });
    }

    // Screens

    /** @param {Screen} screen @param {string} tab */
    #setScreen({ viewed, visible }, tab) {
        this.#screens.set(tab, { viewed, visible });
        this.#tellScreens();
    }

    #tellScreens() {
        this.#account?.screens([...this.#screens.values()]);
    }
}

/** Loaded after a sign-in, now or earlier: a first visit loads only the sign-in. */
function loadAccountController() {
    return import("./account-controller.js");
}

/** @param {string} provider @param {string} act */
function providerPath(provider, act) {
    return `/v1/providers/${encodeURIComponent(provider)}/${act}`;
}

/** This browser's name in the list of sessions. */
function deviceName() {
    const { userAgent } = navigator;
    const browser = /Firefox\//.test(userAgent) ? "Firefox" : /Edg\//.test(userAgent) ? "Edge"
        : /Chrome\//.test(userAgent) ? "Chrome" : /Safari\//.test(userAgent) ? "Safari" : "Browser";
    const system = /Android/.test(userAgent) ? "Android" : /iPhone|iPad/.test(userAgent) ? "iOS"
        : /Mac/.test(userAgent) ? "macOS" : /Windows/.test(userAgent) ? "Windows" : /Linux/.test(userAgent) ? "Linux" : "";
    return system ? `${browser} on ${system}` : browser;
}
