// @ts-check
// The chats that are open in any tab: opens them on the engine, brings in more of their history from the store and the server, and
// hands each tab the changes of its own.

import { RefusalError } from "../core/refusal-error.js";

/**
 * @typedef {import("../core/core.js").Engine} Engine
 * @typedef {import("./local-store.js").LocalStore} LocalStore
 *
 * @typedef {object} OpenChat
 * @property {string} tab
 * @property {string} key  by which the tab knows it
 * @property {string} conversation
 * @property {number} minutesFromUTC
 * @property {number} number  by which the engine knows it
 * @property {number | null} start  older messages come before this position
 * @property {number | null} end  newer messages come after this position; null where the newest is shown
 */

/** Messages shown at first, and more of them at a time. */
const page = 50;
/** Milliseconds that the server is given to answer with history. */
const patience = 10_000;
/** Milliseconds that opening waits for unread messages which are not on this device. */
const openingPatience = 3_000;

export class ChatController {
    #runner;
    #tell;
    #isKnown;
    #ask;
    /** @type {Map<string, OpenChat>} */
    #chats = new Map();

    /**
     * @param {import("./runner.js").Runner} runner
     * @param {(tab: string, event: import("./leader.js").TabEvent) => void} tell
     * @param {(conversation: string) => Promise<boolean>} isKnown
     * @param {(path: string) => Promise<any>} ask  the server, over HTTP
     */
    constructor(runner, tell, isKnown, ask) {
        this.#runner = runner;
        this.#tell = tell;
        this.#isKnown = isKnown;
        this.#ask = ask;
    }

    /**
     * Opens a conversation at its unread messages, or at its newest page; rows and header are sent before this
     * resolves.
     * @param {string} tab @param {{key: string, conversation: string, minutesFromUTC: number}} wanted
     */
    async open(tab, { key, conversation, minutesFromUTC }) {
        if (!await this.#isKnown(conversation)) {
            throw new RefusalError({
                code: "conversation_gone",
                message: "This conversation is not there, or you are no longer a member of it.",
            });
        }
        /** @type {OpenChat} */
        const chat = { tab, key, conversation, minutesFromUTC, number: 0, start: null, end: null };
        await this.#fetchUnread(conversation);
        await this.#runner.exclusively(async (engine, store) => {
            // A tab with a new leader repeats its requests: the rows of the second opening replace those of the first.
            const before = this.#chats.get(name(tab, key));
            const held = await heldFrom(engine, store, conversation);
            if (before) engine.closeChat(before.number);
            chat.number = engine.openChat({ conversation, ...held, minutesFromUTC });
            this.#chats.set(name(tab, key), chat);
            this.#tell(tab, { type: "reset", key });
        });
    }

    /**
     * Loads the first unread messages, if they are in a gap.
     * @param {string} conversation
     */
    async #fetchUnread(conversation) {
        for (let tries = 0; tries < 3; tries += 1) {
            const { seq, missing } = await this.#runner.exclusively(async (engine) => engine.firstUnread(conversation));
            if (seq === null || !missing) return;
            if (!await this.#fetch({ type: "loadAround", conversation, seq }, openingPatience)) return;
        }
    }

    /** @param {string} tab @param {string} key */
    async close(tab, key) {
        const chat = this.#chats.get(name(tab, key));
        if (!chat) return;
        this.#chats.delete(name(tab, key));
        await this.#runner.exclusively(async (engine) => engine.closeChat(chat.number));
    }

    /**
     * Closes a tab's chats.
     * @param {string} tab
     */
    forget(tab) {
        for (const chat of [...this.#chats.values()]) {
            if (chat.tab === tab) void this.close(tab, chat.key).catch(() => {});
        }
    }

    /** The engine is another one: opens every chat on it, as when it is opened first. */
    async reopen() {
        for (const chat of this.#chats.values()) {
            await this.#runner.exclusively(async (engine, store) => {
                const { conversation, minutesFromUTC } = chat;
                chat.number = engine.openChat({ conversation, ...await heldFrom(engine, store, conversation), minutesFromUTC });
                this.#tell(chat.tab, { type: "reset", key: chat.key });
            }).catch(() => {});
        }
    }

    /** @param {import("./account-state.js").ChatChanges[]} chats */
    changed(chats) {
        const byNumber = new Map([...this.#chats.values()].map((chat) => [chat.number, chat]));
        for (const { chat: number, start, end, missing, ...changes } of chats) {
            const chat = byNumber.get(number);
            if (!chat) continue;
            if (missing) void this.#know(chat, missing).catch(() => {});
            const isNews = changes.splices.length > 0 || changes.header || start !== chat.start || end !== chat.end;
            Object.assign(chat, { start, end });
            if (isNews) this.#tell(chat.tab, { type: "chat", key: chat.key, ...changes });
        }
    }

    /**
     * The user returned.
     * @param {string} tab
     * @param {string} key
     */
    look(tab, key) {
        const { number } = this.#chat(tab, key);
        return this.#runner.exclusively(async (engine) => engine.look(number));
    }

    /** @param {string} tab @param {string} key @returns {Promise<boolean>} whether rows were added */
    older(tab, key) {
        const chat = this.#chat(tab, key);
        return this.#more(chat, "start", "loadOlder", async (engine, store, settles) =>
            engine.showOlder(chat.number, await store.messages.older(chat.conversation, chat.start, page), settles));
    }

    /** @param {string} tab @param {string} key @returns {Promise<boolean>} whether rows were added */
    newer(tab, key) {
        const chat = this.#chat(tab, key);
        if (chat.end === null) return Promise.resolve(false);
        return this.#more(chat, "end", "loadAround", async (engine, store, settles) =>
            engine.showNewer(chat.number, await store.messages.newer(chat.conversation, chat.end ?? 0, page), settles));
    }

    /**
     * Shows more at one end: stored rows, after fetching missing ones if possible.
     * @param {OpenChat} chat
     * @param {"start" | "end"} bound
     * @param {"loadOlder" | "loadAround"} type  the input that asks for it
     * @param {(engine: Engine, store: LocalStore, settles: boolean) => Promise<{fetch: number | null}>} show
     */
    async #more(chat, bound, type, show) {
        const before = chat[bound];
        let isMissing = false;
        for (let tries = 0; chat[bound] === before; tries += 1) {
            /** @type {boolean} */
            const settles = isMissing || tries > 2;
            /** @type {{fetch: number | null}} */
            const missing = await this.#runner.exclusively((engine, store) => show(engine, store, settles));
            const seq = missing.fetch;
            if (seq === null) break;
            isMissing = !await this.#fetch({ type, conversation: chat.conversation, seq });
        }
        if (chat[bound] !== before) return true;
        if (isMissing) throw RefusalError.offline("More of the history");
        return false;
    }

    /** @param {string} tab @param {string} key @param {number} from @param {number} through */
    async fillGap(tab, key, from, through) {
        const { conversation } = this.#chat(tab, key);
        // A visible gap is reached from above or from below.
        const [above, below] = await Promise.all([
            this.#fetch({ type: "loadAround", conversation, seq: from }),
            this.#fetch({ type: "loadOlder", conversation, seq: through + 1 }),
        ]);
        if (!above && !below) throw RefusalError.offline("More of the history");
        return true;
    }

    /**
     * Shows the part of the history with a message.
     * @param {string} tab @param {string} key @param {string} message  an identifier, or a position in decimal
     * @returns {Promise<string | null>} its identifier; null when it is not to be had
     */
    async jump(tab, key, message) {
        const chat = this.#chat(tab, key);
        const { conversation, number } = chat;
        /** @param {{message?: string, seq?: number}} wanted */
        const find = (wanted) => this.#runner.exclusively(async (engine) => engine.find(number, wanted));
        const isPosition = /^[0-9]{1,15}$/.test(message);
        const shown = isPosition ? null : (await find({ message })).message;
        if (shown) return shown;
        const held = isPosition ? null : await this.#runner.exclusively((_, store) => store.messages.one(message));
        const seq = isPosition ? Number(message)
            : held ? held.conversation === conversation ? held.seq : null
            : await this.#position(conversation, message);
        if (seq === null) return null;
        const found = await find({ seq });
        if (found.message) return found.message;
        if (found.missing) {
            const isFetched = await this.#fetch({ type: "loadAround", conversation, seq });
            if (!isFetched) throw RefusalError.offline("This part of the history");
        }
        await this.#runner.exclusively(async (engine, store) => {
            engine.show(number, await store.messages.around(conversation, seq, page), seq);
        });
        return (await find({ seq })).message;
    }

    /**
     * Passes stored originals of replies to the engine.
     * @param {OpenChat} chat @param {string[]} missing
     */
    #know(chat, missing) {
        return this.#runner.exclusively(async (engine, store) => {
            const messages = await store.messages.named(missing);
            if (messages.length > 0 && this.#chats.get(name(chat.tab, chat.key)) === chat) engine.know(chat.number, messages);
        });
    }

    /**
     * A visible quote's original is not on this device: loads it.
     * @param {string} tab @param {string} key @param {string} message
     * @returns {Promise<boolean>} whether it came
     */
    async quoted(tab, key, message) {
        const { conversation } = this.#chat(tab, key);
        const seq = this.#runner.isOnline ? await this.#position(conversation, message) : null;
        return seq !== null && this.#fetch({ type: "loadAround", conversation, seq });
    }

    /**
     * The position of a message that was never on this device; `null` if it is not in the conversation.
     * @param {string} conversation @param {string} message
     * @returns {Promise<number | null>}
     */
    async #position(conversation, message) {
        if (!/^[0-9a-f-]{36}$/.test(message)) return null;
        try {
            const { messages } = await this.#ask(`/v1/conversations/${conversation}/messages?limit=2&around=${message}`);
            return messages.find((/** @type {{id: string}} */ one) => one.id === message)?.seq ?? null;
        } catch (error) {
            const refusal = RefusalError.from(error);
            if (refusal.code === "message_gone") return null;
            throw refusal;
        }
    }

    /** @param {string} tab @param {string} key */
    async newest(tab, key) {
        const { conversation, number, end } = this.#chat(tab, key);
        if (end === null) return;
        await this.#runner.exclusively(async (engine, store) => {
            engine.show(number, await store.messages.older(conversation, null, page));
        });
    }

    /**
     * Fetches history from the server; resolves to whether some came.
     * @param {{type: string, conversation: string, seq: number}} wish
     * @param {number} [milliseconds]
     */
    async #fetch(wish, milliseconds = patience) {
        if (!this.#runner.isOnline) return false;
        const gaps = () => JSON.stringify(this.#runner.gaps(wish.conversation));
        const before = gaps();
        await this.#runner.handle(wish);
        await this.#runner.until(() => gaps() !== before || !this.#runner.isOnline, milliseconds);
        return gaps() !== before;
    }

    /** @param {string} tab @param {string} key */
    #chat(tab, key) {
        const chat = this.#chats.get(name(tab, key));
        if (!chat) throw new RefusalError({ code: "not_found", message: "This chat is closed." });
        return chat;
    }
}

/**
 * The stored rows where a conversation opens: around its first unread message, or its newest page.
 * @param {Engine} engine @param {LocalStore} store @param {string} conversation
 */
async function heldFrom(engine, store, conversation) {
    const { seq } = engine.firstUnread(conversation);
    return seq === null
        ? { page: await store.messages.older(conversation, null, page) }
        : { page: await store.messages.around(conversation, seq, page), seq };
}

/** @param {string} tab @param {string} key */
const name = (tab, key) => `${tab} ${key}`;
