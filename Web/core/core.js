// @ts-check
// NexusCore in the browser: loads the WebAssembly module and turns its entry points into functions on plain values.
// Arguments and results are JSON; see Sources/NexusWeb for each entry point.

import { Memory } from "./memory.js";

/**
 * @typedef {import("../shell/contract.js").Refusal} Refusal
 * @typedef {{type: string, [field: string]: any}} Effect  an effect of the engine for its host
 * @typedef {{messages: object[], originals?: object[], oldest: boolean, newest: boolean}} HeldPage
 */

/** The rules that every tab needs, and the way to an engine. */
export class Core {
    #memory;
    #now;

    /**
     * @param {Memory} memory
     * @param {() => number} now  the device's time
     */
    constructor(memory, now) {
        this.#memory = memory;
        this.#now = now;
    }

    /**
     * @param {Response | Promise<Response> | BufferSource} source  the module, or the answer that carries it
     * @param {() => number} [now]  the device's time
     * @returns {Promise<Core>}
     */
    static async load(source, now = Date.now) {
        return new Core(await Memory.load(source), now);
    }

    /** Bytes of the core's memory. */
    get memoryBytes() {
        return this.#memory.bytes;
    }

    /**
     * A new identifier, of anything.
     * @returns {string}
     */
    newId() {
        return this.#memory.ask("nexus_new_id", undefined, this.#now()).id;
    }

    /**
     * Milliseconds to wait before the next try, with jitter.
     * @param {number} failures  tries that have failed, 1 or more
     * @returns {number}
     */
    retryDelay(failures) {
        return this.#memory.number("nexus_retry_delay", failures);
    }

    /**
     * The identifier of the direct conversation between two people.
     * @param {string} me @param {string} other @returns {string}
     */
    directConversation(me, other) {
        return this.#memory.ask("nexus_direct_conversation", { me, other }).conversation;
    }

    /**
     * The input of sign-up (with a name) or sign-in, normalized for the server. Throws a Refusal.
     * @param {{name?: string, email: string, password: string}} typed
     * @returns {{name?: string, email: string, password: string}}
     */
    checkAccount({ name, email, password }) {
        return this.#memory.ask("nexus_check_account", { name, email, password });
    }

    /**
     * The rows that a filter leaves, without regard to capitals, accents and the width of letters.
     * @template {{title: string, lastText?: string, memberNames: string[]}} Row
     * @param {string} filter @param {Row[]} rows @returns {Row[]}
     */
    filter(filter, rows) {
        const texts = rows.map(({ title, lastText = "", memberNames }) =>
            ({ title: fold(title), lastText: fold(lastText), memberNames: memberNames.map(fold) }));
        /** @type {number[]} */
        const matches = this.#memory.ask("nexus_filter_conversations", { filter: fold(filter), rows: texts }).matches;
        return matches.map((index) => rows[index]);
    }

    /** @returns {Banners} */
    openBanners() {
        return new Banners(this.#memory, this.#memory.ask("nexus_banners_new").banners, this.#now);
    }

    /**
     * An engine, restored from the store's snapshot.
     * @param {object} snapshot @returns {Engine}
     */
    openEngine(snapshot) {
        const [high, low] = crypto.getRandomValues(new Uint32Array(2));
        const seed = (high % 0x20_0000) * 0x1_0000_0000 + low;
        const utcOffset = -new Date().getTimezoneOffset();
        const { engine } = this.#memory.ask("nexus_engine_new", { seed, utcOffset, snapshot });
        return new Engine(this.#memory, engine, this.#now);
    }
}

/** A sync engine: turns inputs into effects. */
export class Engine {
    #memory;
    #address;
    #now;

    /** @param {Memory} memory @param {number} address @param {() => number} now */
    constructor(memory, address, now) {
        this.#memory = memory;
        this.#address = address;
        this.#now = now;
    }

    /** Ends it; it must not be used again. */
    free() {
        this.#memory.run("nexus_engine_free", this.#address);
    }

    /** @param {object | string} input  a string is JSON already @returns {Effect[]} */
    handle(input) {
        return this.#memory.ask("nexus_engine_handle", input, this.#address, this.#now()).effects;
    }

    /**
     * Performs a mutation. Throws a Refusal for errors that the client detects itself.
     * @param {{id?: string, operation: object, people?: object[]}} request
     * @returns {{operation: string, effects: Effect[]}}
     */
    perform(request) {
        return this.#memory.ask("nexus_engine_perform", request, this.#address, this.#now());
    }

    /** @param {{viewed: string | null, visible: boolean}[]} screens @returns {Effect[]} */
    screens(screens) {
        return this.#memory.ask("nexus_engine_screens", { screens }, this.#address, this.#now()).effects;
    }

    /**
     * The changes of the screens since the last call.
     * @returns {import("../shell/account-state.js").EngineChanges}
     */
    changes() {
        return this.#memory.ask("nexus_engine_changes", undefined, this.#address);
    }

    /**
     * Messages as a screen shows them, outside of any chat.
     * @param {string} conversation @param {object[]} messages @returns {import("../shell/contract.js").MessageRow[]}
     */
    rows(conversation, messages) {
        return this.#memory.ask("nexus_engine_rows", { conversation, messages }, this.#address).rows;
    }

    /** @param {object} message  a stored row @returns {Omit<import("../shell/leader-methods.js").Receipts, "writtenAt">} */
    receipts(message) {
        return this.#memory.ask("nexus_engine_receipts", message, this.#address);
    }

    /**
     * The people who share a conversation with the user, by name.
     * @returns {{id: string, name: string}[]}
     */
    people() {
        return this.#memory.ask("nexus_engine_people", undefined, this.#address).people;
    }

    /**
     * The insights on this device, with pending changes.
     * @param {import("../shell/contract.js").InsightSelection} selection
     * @returns {import("../shell/contract.js").InsightListing}
     */
    insights(selection) {
        return this.#memory.ask("nexus_engine_insights", selection, this.#address);
    }

    /**
     * A search through the messages on this device. Throws a Refusal that names the invalid part.
     * @param {object} request  as the server takes it @returns {Search}
     */
    openSearch(request) {
        return new Search(this.#memory, this.#memory.ask("nexus_search_new", request, this.#address, this.#now()).search);
    }

    /**
     * The beginning of a conversation's unread messages; null if nothing is unread.
     * @param {string} conversation
     * @returns {{seq: number | null, missing: boolean}}  missing: it is in a gap
     */
    firstUnread(conversation) {
        return this.#memory.ask("nexus_chat_unread", { conversation }, this.#address);
    }

    /**
     * Opens a chat at a page, the newest unless it was read around `seq`; its rows come with the next `changes`.
     * @param {{conversation: string, page: HeldPage, seq?: number, minutesFromUTC: number}} chat @returns {number}
     */
    openChat(chat) {
        return this.#memory.ask("nexus_chat_open", chat, this.#address).chat;
    }

    /** @param {number} chat */
    closeChat(chat) {
        this.#memory.run("nexus_chat_close", this.#address, chat);
    }

    /**
     * The user returned to the chat.
     * @param {number} chat
     */
    look(chat) {
        this.#memory.run("nexus_chat_look", this.#address, chat);
    }

    /**
     * Shows the stored page before the oldest row; `fetch` requests the page before that from the server.
     * @param {number} chat @param {HeldPage} page @param {boolean} settles
     * @returns {{fetch: number | null}}
     */
    showOlder(chat, page, settles) {
        return this.#memory.ask("nexus_chat_older", { page, settles }, this.#address, chat);
    }

    /**
     * Shows the stored page after the newest row; `fetch` requests the page around that from the server.
     * @param {number} chat @param {HeldPage} page @param {boolean} settles
     * @returns {{fetch: number | null}}
     */
    showNewer(chat, page, settles) {
        return this.#memory.ask("nexus_chat_newer", { page, settles }, this.#address, chat);
    }

    /**
     * Shows another part of the history.
     * @param {number} chat
     * @param {HeldPage} page
     * @param {number} [seq]  the requested position
     */
    show(chat, page, seq) {
        this.#memory.ask("nexus_chat_show", { page, seq }, this.#address, chat);
    }

    /**
     * Stored originals of the chat's replies; `changes` lists the `missing` ones.
     * @param {number} chat
     * @param {object[]} messages
     */
    know(chat, messages) {
        this.#memory.ask("nexus_chat_know", { messages }, this.#address, chat);
    }

    /**
     * @param {number} chat @param {{message?: string, seq?: number}} wanted
     * @returns {{message: string | null, missing: boolean}}  the message if it is shown; whether it is in a gap
     */
    find(chat, wanted) {
        return this.#memory.ask("nexus_chat_find", wanted, this.#address, chat);
    }
}

/** A search that is given messages and keeps those that match. */
export class Search {
    #memory;
    #address;

    /** @param {Memory} memory @param {number} address */
    constructor(memory, address) {
        this.#memory = memory;
        this.#address = address;
    }

    /** Ends it; it must not be used again. */
    free() {
        this.#memory.run("nexus_search_free", this.#address);
    }

    /** @param {object[]} messages */
    offer(messages) {
        this.#memory.ask("nexus_search_offer", messages, this.#address);
    }

    /** @returns {import("../shell/contract.js").SearchResult[]} */
    results() {
        return this.#memory.ask("nexus_search_results", undefined, this.#address).results;
    }
}

/** Which banner is on the screen and which wait. */
export class Banners {
    #memory;
    #address;
    #now;

    /** @param {Memory} memory @param {number} address @param {() => number} now */
    constructor(memory, address, now) {
        this.#memory = memory;
        this.#address = address;
        this.#now = now;
    }

    /** Ends it; it must not be used again. */
    free() {
        this.#memory.run("nexus_banners_free", this.#address);
    }

    /**
     * @param {{type: "add" | "opened" | "dismiss" | "tick", banner?: object, conversation?: string | null}} event
     * @returns {{shown?: import("../shell/contract.js").Banner, next: number | null}}
     */
    handle(event) {
        return this.#memory.ask("nexus_banners_handle", event, this.#address, this.#now());
    }
}

/**
 * A text folded for search.
 * @param {string} text
 */
function fold(text) {
    return text.normalize("NFKD").replace(/\p{Mn}/gu, "").toLowerCase();
}
