// @ts-check
// What the leading tab does for all tabs: it alone holds the session, the store, the engine and the socket. Tabs, its own
// included, ask by `request` and are told by events.

import { RefusalError } from "../core/refusal-error.js";
import { ChatDesk } from "./chat-desk.js";
import { openLiveSocket } from "./live-socket.js";
import { LocalStore } from "./local-store.js";
import { MediaShelf } from "./media.js";
import { Runner } from "./runner.js";
import { endsSession, ServerAPI } from "./server-api.js";
import { SessionStore } from "./session-record.js";
import { Uploads } from "./uploads.js";

/**
 * @typedef {import("../core/core.js").Core} Core
 * @typedef {import("./contract.js").Refusal} Refusal
 * @typedef {import("./contract.js").Person} Person
 * @typedef {{type: string, [field: string]: any}} TabEvent  what a tab is told
 * @typedef {{viewed: string | null, visible: boolean}} Screen
 *
 * @typedef {object} LeaderParts
 * @property {Core} core
 * @property {import("./clock.js").Clock} clock
 * @property {(tab: string | null, event: TabEvent) => void} tell  null tells every tab
 * @property {ServerAPI} [api]
 */

/**
 * What the account's row on the wire becomes for the views.
 * @param {{user: {id: string, name: string, email: string}, showsPresence: boolean, showsReceipts?: boolean}} row
 */
const profileOf = ({ user, showsPresence, showsReceipts = true }) => ({ ...user, showsPresence, showsReceipts });

/** @type {Refusal} */
const sessionEnded = { code: "session_ended", message: "This session was ended. Sign in again." };

export class Leader {
    #core;
    #clock;
    #tell;
    #api;
    /** @type {SessionStore | null} */
    #session = null;
    /** @type {Runner | null} */
    #runner = null;
    /** @type {LocalStore | null} */
    #store = null;
    /** @type {ChatDesk | null} */
    #chats = null;
    #isSigningOut = false;
    /** @type {Map<string, Screen>} */
    #screens = new Map();
    /** What the tabs were told, for one that comes later. */
    #state = emptyState();
    #ready;

    /** @param {LeaderParts} parts */
    constructor({ core, clock, tell, api }) {
        this.#core = core;
        this.#clock = clock;
        this.#tell = tell;
        this.#api = api ?? new ServerAPI({
            refreshed: ({ expiresIn }) => this.#session?.put({ accessUntil: Date.now() + expiresIn }),
            ended: () => void (this.#runner && !this.#isSigningOut && this.#end(sessionEnded)),
        });
        this.#ready = this.#start();
    }

    async #start() {
        try {
            this.#session = await SessionStore.open();
            const { user } = this.#session.record;
            if (user && await this.#enter(user)) return;
        } catch (error) {
            this.#state.ended = RefusalError.from(error).plain;
        }
        if (!this.#runner) this.#setPhase("signedOut", this.#state.ended);
    }

    /**
     * A tab asks. Repeating a request does no harm: what changes anything carries its identifier.
     * @param {string} tab @param {string} method @param {any} args @returns {Promise<any>}
     */
    async request(tab, method, args) {
        await this.#ready;
        const handler = this.#methods[method];
        if (!handler) throw new RefusalError({ code: "not_found", message: `This version knows no "${method}". Reload the page.` });
        return handler(args, tab);
    }

    /**
     * A tab is no more.
     * @param {string} tab
     */
    forget(tab) {
        this.#screens.delete(tab);
        this.#chats?.forget(tab);
        this.#tellScreens();
    }

    /** Gives everything up, for another tab to lead. */
    async close() {
        await this.#ready;
        await this.#leave();
        this.#session?.close();
    }

    /** @type {Record<string, (args: any, tab: string) => any>} */
    #methods = {
        attach: (screen, tab) => {
            this.#setScreen(screen, tab);
            // Told like all that follows it, and so before it.
            this.#tell(tab, { type: "state", state: this.#snapshot() });
        },
        screen: (screen, tab) => this.#setScreen(screen, tab),
        signal: async ({ input }) => {
            await this.#runner?.handle(input);
            if (!this.#runner) await this.#sendFarewell();
        },

        signUp: (account) => this.#signIn("/v1/accounts", account),
        signIn: (account) => this.#signIn("/v1/sessions", account),
        signOut: () => this.#signOut(),
        sessions: async () => (await this.#api.call("GET", "/v1/sessions")).sessions,
        revoke: ({ session }) => this.#api.call("DELETE", `/v1/sessions/${encodeURIComponent(session)}`),
        reports: async () => (await this.#api.call("GET", "/v1/admin/reports")).reports,
        resolve: ({ report, state }) => this.#api.call("POST", `/v1/admin/reports/${encodeURIComponent(report)}`, { state }),
        suspend: ({ user }) => this.#api.call("POST", `/v1/admin/accounts/${encodeURIComponent(user)}`, { suspended: true }),
        people: ({ query }) => this.#people(query),
        search: (request) => this.#search(request),

        perform: ({ files, ...request }) => this.#perform(request, files ?? []),
        /** What waits to be sent with a message; null where it does not. */
        uploadBlob: async ({ media }) => (await this.#openStore().upload(media)) ?? null,
        /** Sees to it that the browser's next request is one of the session. */
        freshen: async (args) => {
            if (args?.force || !this.#session?.isFresh) await this.#api.refresh();
        },
        input: (input) => this.#signedIn().handle(input),
        /** Retries or discards whatever was refused of a message: the post itself, or an edit or deletion of it. */
        settle: async ({ type, message }) => {
            const runner = this.#signedIn();
            const entries = await this.#openStore().operations();
            for (const { operation } of entries.filter(({ operation }) => concerns(operation, message))) {
                await runner.handle({ type, operation: operation.id });
            }
        },
        receipts: ({ message }) => this.#signedIn().exclusively(async (engine, store) => {
            const row = await store.message(message);
            if (row) return { writtenAt: row.writtenAt, ...engine.receipts(row) };
            const unsent = (await store.operation(message))?.operation;
            return { writtenAt: unsent?.writtenAt ?? 0, deliveredTo: [], readBy: [], audience: [], reactions: [] };
        }),

        openChat: (chat, tab) => this.#openChats().open(tab, chat),
        closeChat: ({ key }, tab) => this.#openChats().close(tab, key),
        look: ({ key }, tab) => this.#openChats().look(tab, key),
        older: ({ key }, tab) => this.#openChats().older(tab, key),
        newer: ({ key }, tab) => this.#openChats().newer(tab, key),
        fillGap: ({ key, from, through }, tab) => this.#openChats().fillGap(tab, key, from, through),
        jump: ({ key, message }, tab) => this.#openChats().jump(tab, key, message),
        quoted: ({ key, message }, tab) => this.#openChats().quoted(tab, key, message),
        newest: ({ key }, tab) => this.#openChats().newest(tab, key),
    };

    /**
     * Who the server finds; with no network, those that this device has heard of.
     * @param {string} query
     */
    async #people(query) {
        try {
            return (await this.#api.call("GET", `/v1/people${query ? `?query=${encodeURIComponent(query)}` : ""}`)).people;
        } catch (error) {
            if (/** @type {RefusalError} */ (error).code !== "offline") throw error;
            const people = await this.#signedIn().exclusively(async (engine) => engine.people());
            return this.#core.filter(query, people.map((person) => ({ ...person, title: person.name, memberNames: [] })))
                .map(({ id, name }) => ({ id, name }));
        }
    }

    /**
     * Searches on the server; with no network, what this device holds.
     * @param {{query: string, order: string, cursor?: string, utcOffset: number}} request
     * @returns {Promise<import("./contract.js").SearchAnswer>}
     */
    async #search(request) {
        const runner = this.#signedIn();
        if (runner.isOnline) {
            try {
                const { results, cursor = null, partial = false } = await this.#api.call("POST", "/v1/search", request);
                return { results, cursor, onDevice: false, partial };
            } catch (error) {
                if (/** @type {RefusalError} */ (error).code !== "offline") throw error;
            }
        }
        const search = await runner.exclusively(async (engine) => engine.openSearch(request));
        try {
            await this.#openStore().eachPage((messages) => search.offer(messages));
            return { results: search.results(), cursor: null, onDevice: true, partial: false };
        } finally {
            search.free();
        }
    }

    /**
     * Queues a mutation; what a post carries is kept first, so that the one is never without the other.
     * @param {{id: string, operation: object, people?: object[]}} request @param {{media: string, blob: Blob}[]} files
     */
    async #perform(request, files) {
        const runner = this.#signedIn();
        if (files.length === 0) return runner.perform(request);
        const store = this.#openStore();
        await store.putUploads(request.id, files);
        try {
            return await runner.perform(request);
        } catch (error) {
            await store.removeUploads(request.id).catch(() => {});
            throw error;
        }
    }

    // The account

    /** @param {string} path @param {{name?: string, email: string, password: string}} account */
    async #signIn(path, account) {
        const checked = this.#core.checkAccount(account);
        if (!this.#session) {
            // The store did not open at the start; without one nothing can be kept.
            this.#session = await SessionStore.open();
        }
        if (this.#runner) throw new RefusalError({ code: "invalid_request", message: "Somebody is signed in already." });
        await this.#sendFarewell();
        const signedIn = await this.#api.send("POST", path, { ...checked, device: deviceName() });
        const { user } = signedIn.profile;
        const store = await LocalStore.open(user.id);
        await store.putProfile(signedIn.profile);
        store.close();
        await this.#session.put({ user: user.id, accessUntil: Date.now() + signedIn.expiresIn });
        await this.#enter(user.id);
    }

    /**
     * Opens the store of an account and connects.
     * @param {string} user
     * @returns {Promise<boolean>}
     */
    async #enter(user) {
        const store = await LocalStore.open(user);
        const snapshot = await store.snapshot();
        if (!snapshot) {
            store.close();
            return false;
        }
        await store.removeOrphanUploads().catch(() => {});
        this.#store = store;
        const uploads = new Uploads({
            api: this.#api,
            store,
            tell: (input) => void this.#runner?.handle(input).catch(() => {}),
            progress: (progress) => this.#tell(null, { type: "progress", ...progress }),
        });
        this.#runner = new Runner({
            uploads,
            core: this.#core,
            store,
            snapshot,
            clock: this.#clock,
            connect: (events) => openLiveSocket(
                { api: this.#api, isFresh: () => this.#session?.isFresh ?? false }, events),
            events: {
                changed: (changes) => this.#changed(changes),
                ended: (refusal) => void this.#end(refusal),
                failed: (error) => this.#tell(null, { type: "error", error: error.plain }),
                restored: () => void this.#chats?.reopen(),
            },
        });
        this.#chats = new ChatDesk(
            this.#runner,
            this.#tell,
            (conversation) => this.#isKnown(conversation),
            (path) => this.#api.call("GET", path),
        );
        void this.#runner.screens([...this.#screens.values()]).catch(() => {});
        await this.#runner.handle({ type: "start" });
        this.#setPhase("signedIn", null);
        return true;
    }

    /** Takes everything of the account from this device, what was unsent included. */
    async #signOut() {
        const user = this.#session?.record.user;
        if (!user) return;
        this.#isSigningOut = true;
        try {
            await this.#session?.put({ user: null, accessUntil: 0, owesFarewell: !await this.#bidFarewell() });
            await this.#leave();
            await LocalStore.remove(user);
        await MediaShelf.remove(user).catch(() => {});
        } finally {
            this.#isSigningOut = false;
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
     * The server ended the session. What this device holds stays for when the same person signs in again.
     * @param {Refusal} refusal
     */
    async #end(refusal) {
        await this.#session?.put({ user: null, accessUntil: 0 });
        await this.#leave();
        this.#setPhase("signedOut", refusal);
    }

    async #leave() {
        const [runner, store] = [this.#runner, this.#store];
        this.#runner = this.#store = this.#chats = null;
        await runner?.close();
        store?.close();
        this.#state = emptyState();
    }

    #signedIn() {
        if (!this.#runner) throw new RefusalError({ code: "not_signed_in", message: "Sign in first." });
        return this.#runner;
    }

    #openChats() {
        this.#signedIn();
        return /** @type {ChatDesk} */ (this.#chats);
    }

    #openStore() {
        this.#signedIn();
        return /** @type {LocalStore} */ (this.#store);
    }

    // What tabs are told

    /** @param {any} changes  as `nexus_engine_changes` writes them */
    #changed({ chats, arrived, refused, ...rest }) {
        const state = this.#state;
        if (rest.profile) rest.profile = profileOf(rest.profile);
        for (const row of rest.rows ?? []) state.rows.set(row.id, row);
        if (rest.order) {
            state.order = rest.order;
            const held = new Set(rest.order);
            for (const id of state.rows.keys()) if (!held.has(id)) state.rows.delete(id);
        }
        for (const { user, ...seen } of rest.presence ?? []) state.presence.set(user, seen);
        if (rest.connection) state.connection = rest.connection;
        if (rest.unread !== undefined) state.unread = rest.unread;
        if (rest.relations) state.relations = rest.relations;
        if (rest.profile) state.profile = rest.profile;
        if (Object.keys(rest).length > 0) this.#tell(null, { type: "changes", ...rest });
        this.#chats?.changed(chats);
        for (const message of arrived ?? []) this.#tell(null, { type: "arrived", ...message });
        for (const { operation, conversation, stays, error } of refused ?? []) {
            this.#tell(null, { type: "error", conversation, error });
            if (!stays) void this.#runner?.handle({ type: "discard", operation }).catch(() => {});
        }
    }

    /** @param {string} conversation  whether it is here, once that can be known */
    async #isKnown(conversation) {
        const { rows } = this.#state;
        const isOver = () => rows.has(conversation) || this.#state.connection.caughtUp;
        // A link to a conversation that has yet to come is worth waiting for.
        if (!isOver()) await this.#signedIn().until(() => isOver() || !this.#runner?.isOnline, 10_000);
        return rows.has(conversation);
    }

    #snapshot() {
        const { rows, order, presence, ...rest } = this.#state;
        return {
            ...rest,
            rows: order.map((id) => rows.get(id)),
            order,
            presence: [...presence].map(([user, seen]) => ({ user, ...seen })),
        };
    }

    /** @param {"signedIn" | "signedOut"} phase @param {Refusal | null} ended */
    #setPhase(phase, ended) {
        Object.assign(this.#state, { phase, ended });
        this.#tell(null, { type: "state", state: this.#snapshot() });
    }

    // Screens

    /** @param {Screen} screen @param {string} tab */
    #setScreen({ viewed, visible }, tab) {
        this.#screens.set(tab, { viewed, visible });
        this.#tellScreens();
    }

    #tellScreens() {
        void this.#runner?.screens([...this.#screens.values()]).catch(() => {});
    }
}

function emptyState() {
    return {
        phase: /** @type {"signedIn" | "signedOut"} */ ("signedOut"),
        profile: /** @type {any} */ (null),
        ended: /** @type {Refusal | null} */ (null),
        connection: { online: false, offlineSince: /** @type {number | null} */ (null), waiting: 0, caughtUp: false },
        rows: /** @type {Map<string, any>} */ (new Map()),
        order: /** @type {string[]} */ ([]),
        unread: 0,
        relations: /** @type {any[]} */ ([]),
        presence: /** @type {Map<string, any>} */ (new Map()),
    };
}

/**
 * Whether an operation posts, edits or deletes a message.
 * @param {{id: string, message?: string, messages?: string[]}} operation
 * @param {string} wanted
 */
function concerns({ id, message, messages }, wanted) {
    return id === wanted || message === wanted || (messages ?? []).includes(wanted);
}

/** What this browser calls itself in the list of sessions. */
function deviceName() {
    const { userAgent } = navigator;
    const browser = /Firefox\//.test(userAgent) ? "Firefox" : /Edg\//.test(userAgent) ? "Edge"
        : /Chrome\//.test(userAgent) ? "Chrome" : /Safari\//.test(userAgent) ? "Safari" : "Browser";
    const system = /Android/.test(userAgent) ? "Android" : /iPhone|iPad/.test(userAgent) ? "iOS"
        : /Mac/.test(userAgent) ? "macOS" : /Windows/.test(userAgent) ? "Windows" : /Linux/.test(userAgent) ? "Linux" : "";
    return system ? `${browser} on ${system}` : browser;
}
