// @ts-check
// The whole shell as the views know it (contract.js), the same in a tab that leads and in one that follows.

import { Core } from "../core/core.js";
import { RefusalError } from "../core/refusal-error.js";
import { AccountState } from "./account-state.js";
import { BannerQueue } from "./banner-queue.js";
import { steadyClock } from "./clock.js";
import { Leader } from "./leader.js";
import { Shell } from "./shell-update.js";
import { watchPage } from "./page-events.js";
import { Tabs } from "./tabs.js";
import { hearWorker } from "./worker-messages.js";

/**
 * @typedef {import("./contract.js").Client} Client
 * @typedef {import("./chat.js").OpenChat} OpenChat
 * @typedef {import("./contract.js").ClientEvents} ClientEvents
 * @typedef {import("./contract.js").Person} Person
 * @typedef {import("./contract.js").PresenceState} PresenceState
 * @typedef {import("./contract.js").Refusal} Refusal
 */

/** @type {PresenceState} */
const away = Object.freeze({ online: false, lastSeen: null });

/** @returns {Promise<Core>} */
async function loadCore() {
    try {
        return await Core.load(fetch(new URL("../core/nexus.wasm", import.meta.url)));
    } catch (error) {
        console.error(error);
        throw new RefusalError({
            code: "offline",
            message: "Nexus could not be loaded.",
            suggestion: "Check your network, then reload the page.",
        });
    }
}

/** @returns {Client} */
export function createClient() {
    return new TabClient();
}

/** @implements {Client} */
class TabClient {
    /** @type {Set<Partial<ClientEvents>>} */
    #listeners = new Set();
    /** @type {Core} */
    #core = /** @type {any} */ (null);
    /** @type {Tabs} */
    #tabs = /** @type {any} */ (null);
    /** @type {BannerQueue | null} */
    #banners = null;
    #shell = new Shell(() => this.#emit("update"));
    /** @type {Map<string, OpenChat>} */
    #chats = new Map();
    #state = new AccountState();
    /** @type {Promise<import("./media.js").MediaCache> | null} */
    #mediaCache = null;
    /** @type {(() => void)[]} */
    #waitingToStart = [];
    /** @type {() => Promise<boolean>} */
    #prove = async () => false;

    /** @type {Client["phase"]} */
    phase = "starting";
    /** @type {Client["ended"]} */
    ended = null;
    /** @type {Client["conversations"]} */
    conversations = { unread: 0, rows: [] };

    get profile() {
        return this.#state.profile;
    }

    get connection() {
        return this.#state.connection;
    }

    get relations() {
        return this.#state.relations;
    }

    /** @param {Partial<ClientEvents>} listener */
    subscribe(listener) {
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
    }

    async start() {
        this.#core = await loadCore();
        this.#banners = new BannerQueue(this.#core, (banner) => this.#emit("banner", banner));
        const clock = steadyClock();
        this.#tabs = new Tabs({
            newId: () => this.#core.newId(),
            lead: (tell) => new Leader({ core: this.#core, clock, tell }),
            told: (event) => this.#told(event),
            led: () => void this.#attach().catch((error) => this.#emit("error", RefusalError.from(error).plain)),
        });
        const isKnown = new Promise((resolve) => this.#waitingToStart.push(() => resolve(undefined)));
        this.#tabs.start();
        watchPage({
            signal: (input) => void this.#tabs.request("signal", { input }).catch(() => {}),
            screen: () => this.#screenChanged(),
            leaving: () => this.#chats.forEach((chat) => chat.leaving()),
        });
        hearWorker({
            open: (path, writes) => this.#emit("open", { path, writes }),
            actions: () => this.#tabs.request("takeActions"),
        });
        await isKnown;
    }

    // The account

    /** @param {{name: string, email: string, password: string}} account */
    signUp({ name, email, password }) {
        return this.#tabs.request("signUp", { name, email, password });
    }

    server() {
        return this.#tabs.request("server");
    }

    /** @param {{name: string, email: string, password: string, code: string, team: string, join: "invited" | "everyone"}} setup */
    setUp(setup) {
        return this.#tabs.request("setUp", setup);
    }

    /** @param {string} token */
    invitation(token) {
        return this.#tabs.request("invitation", { token });
    }

    /** @param {{token: string, name: string, email: string, password: string}} joining */
    join(joining) {
        return this.#tabs.request("join", joining);
    }

    /** @param {{token: string, name: string, email: string, password: string}} claiming */
    claim(claiming) {
        return this.#tabs.request("claim", claiming);
    }

    /** @param {string} email */
    async forgotPassword(email) {
        await this.#tabs.request("forgotPassword", { email });
    }

    /** @param {string} email */
    async askToJoin(email) {
        await this.#tabs.request("askToJoin", { email });
    }

    /** @param {string} token */
    confirmEmail(token) {
        return this.#tabs.request("confirmEmail", { token });
    }

    /** @param {string} token */
    passwordReset(token) {
        return this.#tabs.request("passwordReset", { token });
    }

    /** @param {{token: string, user: string, name: string, email: string, password: string, code?: string}} reset */
    resetPassword(reset) {
        return this.#tabs.request("resetPassword", reset);
    }

    /** @param {{email: string, password: string, code?: string}} account */
    signIn({ email, password, code }) {
        return this.#tabs.request("signIn", { email, password, ...(code !== undefined && { code }) });
    }

    passkeyChallenge() {
        return this.#tabs.request("passkeyChallenge");
    }

    /** @param {import("./wire.js").PasskeyAssertion} passkey */
    signInWithPasskey(passkey) {
        return this.#tabs.request("signInWithPasskey", { passkey });
    }

    /** @param {{provider: string, invitation?: string}} start */
    startProvider(start) {
        return this.#tabs.request("startProvider", start);
    }

    /** @param {{provider: string, state: string, code?: string, error?: string, iss?: string, secondFactor?: string}} answer */
    finishProvider(answer) {
        return this.#tabs.request("finishProvider", answer);
    }

    secured() {
        return this.#tabs.request("secured");
    }

    signOut() {
        return this.#tabs.request("signOut");
    }

    sessions() {
        return this.#tabs.request("sessions");
    }

    /** @param {string} session */
    async revoke(session) {
        await this.#tabs.request("revoke", { session });
    }

    /** @param {"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} method @param {string} path @param {object} [body] */
    async ask(method, path, body) {
        const request = () => this.#tabs.request("ask", { method, path, body });
        try {
            return await request();
        } catch (error) {
            if (/** @type {Refusal} */ (error).code !== "proof_required" || !(await this.#prove())) throw error;
        }
        return request();
    }

    /**
     * Uploads a picture at once, for administration, which is never queued; resolves to its identifier.
     * @param {Blob} picture  small enough for one part
     */
    async uploadPicture(picture) {
        const media = this.#core.newId();
        await this.ask("POST", "/v1/media", { id: media, name: "picture.jpg", type: "image/jpeg", bytes: picture.size });
        await this.ask("PATCH", `/v1/media/${media}/upload?offset=0`, picture);
        await this.ask("POST", `/v1/media/${media}/finish`, {});
        return media;
    }

    /** @param {() => Promise<boolean>} prove */
    proveWith(prove) {
        this.#prove = prove;
    }

    /**
     * @param {{name?: string, about?: string, picture?: Blob | null, showsPresence?: boolean, showsReceipts?: boolean, showsAI?: boolean,
     *   notifications?: import("./wire.js").NotificationChange}} change
     */
    async updateProfile({ picture, ...change }) {
        const { fields, files } = (await this.#media()).shown(picture, this.#core.newId());
        await this.#perform({ kind: "updateProfile", ...change, ...fields }, [], files);
    }

    // Personal settings

    /** @param {string} conversation @param {import("./contract.js").SettingsChange} change */
    async settle(conversation, { archived, cleared, ...change }) {
        // The greatest value means "now": the core replaces the greatest value by the conversation's last change.
        const archivedThrough = archived === undefined ? undefined : archived ? Number.MAX_SAFE_INTEGER : 0;
        const clearedThrough = cleared ? Number.MAX_SAFE_INTEGER : undefined;
        await this.#perform({
            kind: "updateSettings", conversation, archivedThrough, clearedThrough, ...change,
        });
    }

    /** @param {string} user @param {{favourite?: boolean, blocked?: boolean}} change */
    async relate(user, { favourite, blocked }) {
        await this.#perform({ kind: "updateRelation", user, favourite, blocked });
    }

    // Insights

    /** @param {import("./contract.js").InsightSelection} selection */
    insights(selection) {
        return this.#tabs.request("insights", selection);
    }

    /** @param {import("./contract.js").InsightOperation} operation */
    async changeInsights(operation) {
        await this.#perform(operation);
    }

    /** @param {string} conversation */
    async markRead(conversation) {
        await this.#tabs.request("input", { type: "read", conversation, seq: Number.MAX_SAFE_INTEGER });
    }

    // People and conversations

    /** @param {string} query @param {string | null} [cursor] */
    people(query, cursor = null) {
        return this.#tabs.request("people", { query, cursor });
    }

    /** @param {string} person */
    presence(person) {
        return this.#state.presence(person) ?? away;
    }

    /** @param {string} filter */
    find(filter) {
        return filter.trim() === "" ? this.conversations.rows : this.#core.filter(filter, this.conversations.rows);
    }

    /** @param {{query: string, order: "best" | "newest", cursor: string | null}} search */
    search({ query, order, cursor }) {
        const utcOffset = -new Date().getTimezoneOffset();
        return this.#tabs.request("search", { query, order, utcOffset, ...(cursor !== null && { cursor }) });
    }

    /** @param {Person} other */
    async createDirect(other) {
        const conversation = this.#core.directConversation(this.profile?.id ?? "", other.id);
        if (!this.#state.has(conversation)) {
            await this.#perform({ kind: "createDirect", conversation, user: other.id }, [other]);
        }
        return conversation;
    }

    /** @param {string} title @param {Person[]} people */
    async createGroup(title, people) {
        const conversation = this.#core.newId();
        const users = people.map(({ id }) => id);
        await this.#perform({ kind: "createGroup", conversation, title, users }, people);
        return conversation;
    }

    #media() {
        this.#mediaCache ??= import("./media.js").then(({ MediaCache }) =>
            new MediaCache({
                user: () => this.profile?.id ?? null,
                request: (method, ...argument) => this.#tabs.request(method, ...argument),
            }));
        return this.#mediaCache;
    }

    /** @param {string} media @param {96 | 800} size */
    async pictureAddress(media, size) {
        return (await this.#media()).address({ media }, size);
    }

    /** @param {string} conversation */
    async openChat(conversation) {
        const [{ OpenChat }, media] = await Promise.all([import("./chat.js"), this.#media()]);
        const key = this.#core.newId();
        const chat = new OpenChat({
            conversation,
            key,
            user: this.profile?.id ?? "",
            request: (method, ...argument) => this.#tabs.request(method, ...argument),
            newId: () => this.#core.newId(),
            media,
            closed: () => {
                this.#chats.delete(key);
                this.#screenChanged();
            },
        });
        this.#chats.set(key, chat);
        try {
            await chat.open();
        } catch (error) {
            this.#chats.delete(key);
            throw error;
        }
        this.#banners?.opened(conversation);
        this.#screenChanged();
        return chat;
    }

    dismissBanner() {
        this.#banners?.dismiss();
    }

    applyUpdate() {
        for (const chat of this.#chats.values()) chat.leaving();
        this.#shell.apply();
    }

    /** @param {object} operation @param {Person[]} [people] @param {{media: string, blob: Blob}[]} [files] */
    #perform(operation, people = [], files) {
        return this.#tabs.request("perform", {
            id: this.#core.newId(),
            operation,
            people: people.map(({ id, name, email = "", picture }) => ({ id, name, email, picture })),
            files,
        });
    }

    /**
     * Stores drafts that an ended page could not.
     * @param {string} user
     */
    async #takeUpDrafts(user) {
        const { unsavedDrafts, removeUnsaved } = await import("./unsaved-drafts.js");
        for (const draft of unsavedDrafts(user)) {
            const { id, conversation, text } = draft;
            this.#tabs.request("perform", { id, operation: { kind: "updateSettings", conversation, draft: text } })
                .then(() => removeUnsaved(user, draft), () => {});
        }
    }

    // Events of the leading tab

    /** A new leader does not know this tab yet. */
    async #attach() {
        // Chats opened during the restoration of the state are open already.
        const chats = [...this.#chats.values()];
        await this.#tabs.request("attach", this.#screen);
        for (const chat of chats) {
            chat.open().catch((error) => chat.failed(RefusalError.from(error).plain));
        }
    }

    /** @param {import("./leader.js").TabEvent} event */
    #told(event) {
        switch (event.type) {
        case "state": return this.#takeState(event.state);
        case "changes": return this.#takeChanges(event);
        case "chat": return this.#chats.get(event.key)?.changed(event);
        case "progress": return this.#chats.forEach((chat) => chat.progressed(event));
        case "altered": return this.#chats.forEach((chat) => chat.altered(event));
        case "reset": return this.#chats.get(event.key)?.reset();
        case "arrived": return this.#arrived(event);
        case "error": return this.#failed(event);
        default: return this.#emit(/** @type {any} */ (event.type), event);
        }
    }

    /** @param {Extract<import("./leader.js").TabEvent, {type: "state"}>["state"]} state  the complete state */
    #takeState({ phase, ended, ...account }) {
        const isOther = phase === "signedOut" || this.profile?.id !== account.profile?.id;
        this.phase = phase;
        if (phase !== "signedOut" || navigator.serviceWorker?.controller) void this.#shell.register();
        this.ended = ended;
        if (isOther) {
            this.#banners?.clear();
            void this.#mediaCache?.then((cache) => cache.clear());
        }
        this.#state = new AccountState();
        this.#take(account);
        if (this.profile) void this.#takeUpDrafts(this.profile.id);
        for (const settle of this.#waitingToStart.splice(0)) settle();
        this.#emit("session");
        this.#emit("connection");
        this.#emit("conversations");
    }

    /** @param {import("./account-state.js").AccountChanges} changes */
    #takeChanges(changes) {
        const { profile, connection, rows, order, unread, presence, relations } = changes;
        this.#take(changes);
        if (profile) this.#emit("session");
        if (connection) this.#emit("connection");
        if (rows || order || unread !== undefined || presence || relations) this.#emit("conversations");
    }

    /** @param {import("./account-state.js").AccountChanges} changes */
    #take(changes) {
        this.#state.take(changes);
        this.conversations = { unread: this.#state.unread, rows: this.#state.rows };
    }

    /** @param {import("./account-state.js").Arrival} message */
    #arrived({ conversation, senderName, text, banner }) {
        this.#emit("arrived", { conversation, senderName, text, told: banner !== undefined });
        if (banner) this.#banners?.add(banner, this.#screen.viewed);
    }

    /** @param {{conversation?: string, error: Refusal}} event */
    #failed({ conversation, error }) {
        const chats = [...this.#chats.values()].filter((chat) => chat.id === conversation);
        for (const chat of chats) chat.failed(error);
        if (chats.length === 0) this.#emit("error", error);
    }

    // This tab's screen

    /** The conversation that was opened last is the one on the screen. */
    get #screen() {
        return { viewed: [...this.#chats.values()].at(-1)?.id ?? null, visible: document.visibilityState === "visible" };
    }

    #screenChanged() {
        if (document.visibilityState === "visible" && document.hasFocus()) this.#chats.forEach((chat) => chat.look());
        void this.#tabs.request("screen", this.#screen).catch(() => {});
    }

    /** @param {keyof ClientEvents} event @param {any} [value] */
    #emit(event, value) {
        for (const listener of [...this.#listeners]) /** @type {any} */ (listener[event])?.(value);
    }
}
