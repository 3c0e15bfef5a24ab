// @ts-check
// The signed-in account in the leading tab: its store, engine and uploads, and the methods that tabs may call. Loaded
// after sign-in.

import { AccountState } from "./account-state.js";
import { ChatController } from "./chat-controller.js";
import { HiddenNotices } from "./hidden-notices.js";
import { AdaptiveSocket } from "./adaptive-socket.js";
import { LocalStore } from "./local-store.js";
import { MediaCache } from "./media.js";
import { forgetNotifications } from "./push-registration.js";
import { Runner } from "./runner.js";
import { forgetSeenSecurity } from "./seen-security.js";
import { forgetDrafts } from "./unsaved-drafts.js";
import { Uploads } from "./uploads.js";
import { forgetActions, WorkerActions } from "./worker-actions.js";

/**
 * @typedef {import("../core/core.js").Core} Core
 * @typedef {import("../core/refusal-error.js").RefusalError} RefusalError
 * @typedef {import("./contract.js").Refusal} Refusal
 * @typedef {import("./leader.js").Screen} Screen
 *
 * @typedef {object} AccountParts
 * @property {Core} core
 * @property {import("./clock.js").Clock} clock
 * @property {import("./server-api.js").ServerAPI} api
 * @property {() => boolean} isFresh  whether the access cookie is valid
 * @property {(tab: string | null, event: import("./leader.js").TabEvent) => void} tell  null tells every tab
 * @property {(refusal: Refusal) => void} ended  the server ended the session
 */

/**
 * Converts the account's row on the wire for the views.
 * @param {import("./wire.js").Profile} row
 * @returns {import("./contract.js").Profile}
 */
const profileOf = ({ user, showsReceipts = true, showsAI = true, ...rest }) => ({ ...user, showsReceipts, showsAI, ...rest });

export class AccountController {
    #core;
    #api;
    #isFresh;
    #tell;
    #store;
    /** @type {Runner} */
    #runner;
    /** @type {ChatController} */
    #chats;
    /** The last state sent to the tabs, for one that joins later. */
    #state = new AccountState();
    #isClosed = false;
    #actions;
    #notices;

    /**
     * The stored account; null if there is none.
     * @param {string} user @param {AccountParts} parts
     */
    static async open(user, parts) {
        const store = await LocalStore.open(user);
        const snapshot = await store.snapshot();
        if (!snapshot) {
            store.close();
            return null;
        }
        await store.removeOrphanUploads().catch(() => {});
        return new AccountController(parts, store, snapshot);
    }

    /**
     * Creates the stores of an account on this device.
     * @param {{user: {id: string}}} profile  as the server returned it
     */
    static async keep(profile) {
        const store = await LocalStore.open(profile.user.id);
        await store.putProfile(profile);
        store.close();
    }

    /**
     * Deletes all of an account's data from this device, unsent messages included.
     * @param {string} user
     */
    static async remove(user) {
        forgetDrafts(user);
        forgetSeenSecurity(user);
        await Promise.allSettled([forgetActions(user), forgetNotifications(user)]);
        await LocalStore.remove(user);
        await MediaCache.remove(user).catch(() => {});
    }

    /** @param {AccountParts} parts @param {LocalStore} store @param {any} snapshot */
    constructor({ core, clock, api, isFresh, tell, ended }, store, snapshot) {
        this.#core = core;
        this.#api = api;
        this.#isFresh = isFresh;
        this.#tell = tell;
        this.#store = store;
        const uploads = new Uploads({
            api,
            store,
            tell: (input) => void this.handle(input).catch(() => {}),
            progress: (progress) => tell(null, { type: "progress", ...progress }),
        });
        const adaptive = new AdaptiveSocket({ api, isFresh });
        this.#runner = new Runner({
            uploads,
            core,
            store,
            snapshot,
            clock,
            connect: (events) => adaptive.connect(events),
            events: {
                changed: (changes) => this.#changed(changes),
                ended,
                failed: (error) => tell(null, { type: "error", error: error.plain }),
                restored: () => void this.#chats.reopen(),
                startedOver: () => tell(null, { type: "error", error: { code: "restored", message:
                    "The server was restored from a backup. Your messages of the last days are sent again where they are missing." } }),
                stored: (mutations) => this.#tellAltered(mutations),
                insightsChanged: (conversation) => tell(null, { type: "insights", conversation }),
                remindersChanged: () => tell(null, { type: "reminders" }),
                assistantChanged: (conversation) => tell(null, { type: "assistant", conversation }),
            },
        });
        this.#chats = new ChatController(
            this.#runner,
            tell,
            (conversation) => this.#isKnown(conversation),
            (path) => api.call("GET", path),
        );
        const user = snapshot.profile.user.id;
        this.#notices = new HiddenNotices(user, this.#state);
        this.#actions = new WorkerActions({
            user,
            api,
            runner: this.#runner,
            store,
            state: this.#state,
            refused: (conversation, error) => tell(null, { type: "error", conversation, error }),
        });
    }

    /**
     * Shows the stored state, and connects.
     * @param {Screen[]} screens
     */
    async start(screens) {
        this.screens(screens);
        await this.handle({ type: "start" });
        void this.#actions.take();
    }

    /** @param {object} input  to the engine */
    handle(input) {
        return this.#runner.handle(input);
    }

    /** @param {Screen[]} screens  of all tabs */
    screens(screens) {
        this.#notices.screens(screens);
        void this.#runner.screens(screens).catch(() => {});
    }

    /** @param {string} tab  a closed one */
    forget(tab) {
        this.#chats.forget(tab);
    }

    async close() {
        this.#isClosed = true;
        await this.#runner.close();
        this.#store.close();
    }

    /**
     * The methods that tabs may call.
     * @type {import("./leader-methods.js").Handlers<import("./leader-methods.js").AccountMethods>}
     */
    methods = {
        sessions: async () => (await this.#api.call("GET", "/v1/sessions")).sessions,
        revoke: ({ session }) => this.#api.call("DELETE", `/v1/sessions/${encodeURIComponent(session)}`),
        /** Methods without the core. */
        ask: ({ method, path, body }) => this.#api.call(method, path, body),
        people: ({ query, cursor }) => this.#people(query, cursor),
        search: (request) => this.#search(request),

        perform: ({ files, ...request }) => this.#perform(request, files ?? []),
        insights: (selection) => this.#insights(selection),
        /** The waiting upload of a message; null if there is none. */
        uploadBlob: async ({ media }) => (await this.#store.upload(media)) ?? null,
        /** Refreshes the access cookie if it has expired. */
        freshen: async (how) => {
            if (how?.force || !this.#isFresh()) await this.#api.refresh();
        },
        input: (input) => this.handle(input),
        /** Retries or discards a message's refused operations: the post itself, or an edit or deletion of it. */
        settle: async ({ type, message }) => {
            const entries = await this.#store.operations();
            for (const { operation } of entries.filter(({ operation }) => concerns(operation, message))) {
                await this.handle({ type, operation: operation.id });
            }
        },
        sendText: ({ message, files }) => this.handle({ type: "sendText", operation: message, files }),
        receipts: ({ message }) => this.#runner.exclusively(async (engine, store) => {
            const row = await store.messages.one(message);
            if (row) return { writtenAt: row.writtenAt, ...engine.receipts(row) };
            const unsent = (await store.operation(message))?.operation;
            return { writtenAt: unsent?.writtenAt ?? 0, deliveredTo: [], readBy: [], audience: [], reactions: [] };
        }),

        takeActions: () => this.#actions.take(),

        pins: async ({ conversation }) => (await this.#lists()).pinned(conversation),
        versions: async ({ conversation, message }) => (await this.#lists()).versions(conversation, message),
        forward: async (wanted) => (await this.#lists()).forward(wanted),

        openChat: (chat, tab) => this.#chats.open(tab, chat),
        closeChat: ({ key }, tab) => this.#chats.close(tab, key),
        look: ({ key }, tab) => this.#chats.look(tab, key),
        older: ({ key }, tab) => this.#chats.older(tab, key),
        newer: ({ key }, tab) => this.#chats.newer(tab, key),
        fillGap: ({ key, from, through }, tab) => this.#chats.fillGap(tab, key, from, through),
        jump: ({ key, message }, tab) => this.#chats.jump(tab, key, message),
        quoted: ({ key, message }, tab) => this.#chats.quoted(tab, key, message),
        newest: ({ key }, tab) => this.#chats.newest(tab, key),
    };

    async #lists() {
        const { MessageLists } = await import("./message-lists.js");
        return new MessageLists(this.#api, this.#runner, this.#store);
    }

    /**
     * People found by the server, page by page; offline, those known to this device.
     * @param {string} query @param {string | null} after  the cursor of the page before
     * @returns {Promise<import("./contract.js").PeoplePage>}
     */
    async #people(query, after) {
        try {
            const asked = Object.entries({ query, cursor: after ?? "" }).filter(([, value]) => value !== "")
                .map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
            const { people, cursor = null } = await this.#api.call("GET", `/v1/people${asked && `?${asked}`}`);
            return { people, cursor };
        } catch (error) {
            if (after || /** @type {RefusalError} */ (error).code !== "offline") throw error;
            const known = await this.#runner.exclusively(async (engine) => engine.people());
            const people = this.#core
                .filter(query, known.map((person) => ({ ...person, title: person.name, memberNames: [] })))
                .map(({ title, memberNames, ...person }) => person);
            return { people, cursor: null };
        }
    }

    /**
     * Searches on the server; offline, on this device.
     * @param {{query: string, order: string, cursor?: string, utcOffset: number}} request
     * @returns {Promise<import("./contract.js").SearchAnswer>}
     */
    async #search(request) {
        if (this.#runner.isOnline) {
            try {
                const { results, cursor = null, partial = false, byMeaning = false } = await this.#api.call("POST", "/v1/search", request);
                return { results, cursor, onDevice: false, partial, byMeaning };
            } catch (error) {
                if (/** @type {RefusalError} */ (error).code !== "offline") throw error;
            }
        }
        const search = await this.#runner.exclusively(async (engine) => engine.openSearch(request));
        try {
            await this.#store.messages.eachPage((messages) => search.offer(messages));
            return { results: search.results(), cursor: null, onDevice: true, partial: false, byMeaning: false };
        } finally {
            search.free();
        }
    }

    /**
     * The insights on this device. The server has not told of the source of one that the user has just made.
     * @param {import("./contract.js").InsightSelection} selection
     */
    #insights(selection) {
        return this.#runner.exclusively(async (engine, store) => {
            const listing = engine.insights(selection);
            for (const insight of listing.insights.filter(({ seq }) => seq === 0)) {
                const source = await store.messages.one(insight.message);
                if (!source) continue;
                const name = listing.members?.find(({ id }) => id === source.sender)?.name ?? "";
                const { seq, writtenAt, text } = source;
                Object.assign(insight, { seq, writtenAt, excerpt: text.slice(0, 150), sender: { id: source.sender, name } });
            }
            return listing;
        });
    }

    /**
     * Queues a mutation; a post's files are stored first, so that neither exists without the other.
     * @param {{id: string, operation: object, people?: object[]}} request @param {{media: string, blob: Blob}[]} files
     */
    async #perform(request, files) {
        if (files.length === 0) return this.#runner.perform(request);
        await this.#store.putUploads(request.id, files);
        try {
            return await this.#runner.perform(request);
        } catch (error) {
            await this.#store.removeUploads(request.id).catch(() => {});
            throw error;
        }
    }

    // Events for tabs

    /** @param {import("./account-state.js").EngineChanges} changes */
    #changed({ chats, arrived, refused, profile, ...others }) {
        const rest = { ...others, ...(profile && { profile: profileOf(profile) }) };
        const wasCaughtUp = this.#state.connection.caughtUp;
        this.#state.take(rest);
        if (this.#state.connection.caughtUp && !wasCaughtUp) void this.#actions.take();
        if (Object.keys(rest).length > 0) this.#tell(null, { type: "changes", ...rest });
        this.#chats.changed(chats);
        if (rest.rows || rest.connection) this.#notices.changed(rest.rows ?? []);
        for (const message of arrived ?? []) {
            this.#tell(null, { type: "arrived", ...message });
            if (message.banner) this.#notices.arrived(message.banner);
        }
        for (const { operation, conversation, stays, error } of refused ?? []) {
            this.#tell(null, { type: "error", conversation, error });
            if (!stays) void this.handle({ type: "discard", operation }).catch(() => {});
        }
    }

    /**
     * Existing messages have changed, or are about to: views may show them outside of the history.
     * @param {import("./local-store.js").Mutation[]} mutations
     */
    #tellAltered(mutations) {
        for (const { messages = [], entry } of mutations) {
            const altered = messages.filter((/** @type {import("./wire.js").Message} */ { seq, changed = seq }) => changed !== seq);
            if (entry?.operation.kind === "pin") altered.push({ ...entry.operation, id: entry.operation.message, pin: true });
            for (const { id, conversation, pin = null } of altered) {
                this.#tell(null, { type: "altered", conversation, message: { id, isPinned: pin !== null } });
            }
        }
    }

    /**
     * Waits until it is known whether the account has a conversation.
     * @param {string} conversation
     */
    async #isKnown(conversation) {
        const isOver = () => this.#state.has(conversation) || this.#state.connection.caughtUp;
        // A link to a conversation that may still arrive is worth waiting for.
        if (!isOver()) await this.#runner.until(() => isOver() || this.#isClosed || !this.#runner.isOnline, 10_000);
        return this.#state.has(conversation);
    }

    /** The state sent to a new tab. */
    snapshot() {
        return this.#state.snapshot();
    }
}

/**
 * Whether an operation posts, edits or deletes a message.
 * @param {{id: string, message?: string, messages?: string[]}} operation
 * @param {string} wanted
 */
function concerns({ id, message, messages }, wanted) {
    return id === wanted || message === wanted || (messages ?? []).includes(wanted);
}
