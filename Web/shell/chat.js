// @ts-check
// One open conversation of this tab: keeps the rows from the leading tab, and asks it for everything else.

import { RefusalError } from "../core/refusal-error.js";
import { DraftWriter } from "./draft-writer.js";
import { apply, difference } from "./splices.js";

/**
 * @typedef {import("./contract.js").Chat} Chat
 * @typedef {import("./contract.js").ChatEvents} ChatEvents
 * @typedef {import("./contract.js").ChatHeader} ChatHeader
 * @typedef {import("./contract.js").TimelineRow} TimelineRow
 * @typedef {import("./contract.js").Splice} Splice
 * @typedef {import("./contract.js").Person} Person
 * @typedef {import("./contract.js").OutgoingFile} OutgoingFile
 *
 * @typedef {object} ChatParts
 * @property {string} conversation
 * @property {string} key
 * @property {string} user  the signed-in user
 * @property {import("./leader-methods.js").Request} request  to the leading tab
 * @property {() => string} newId
 * @property {import("./media.js").MediaCache} media
 * @property {(chat: OpenChat) => void} closed
 */

/** @implements {Chat} */
export class OpenChat {
    #parts;
    /** @type {Set<Partial<ChatEvents>>} */
    #listeners = new Set();
    /** Whether the next rows replace all. */
    #isReset = true;
    #isClosed = false;
    #drafts;
    /** The position that has been visible, and the one reported. */
    #seen = 0;
    #told = 0;
    /** @type {TimelineRow[]} */
    rows = [];
    /** @type {ChatHeader} */
    header = /** @type {any} */ (null);
    /** @type {Map<string, {sent: number, total: number}>} */
    progress = new Map();
    hasOlder = false;
    hasNewer = false;
    draft = "";

    /** @param {ChatParts} parts */
    constructor(parts) {
        this.#parts = parts;
        this.id = parts.conversation;
        this.media = parts.media;
        this.#drafts = new DraftWriter({
            user: parts.user,
            conversation: parts.conversation,
            newId: parts.newId,
            store: (id, text) => this.#perform({ kind: "updateSettings", draft: text }, [], [], [], id),
            settled: (draft) => this.#show({ ...this.header, draft }),
            failed: (error) => this.#tell(error),
        });
    }

    get key() {
        return this.#parts.key;
    }

    /** Opens it at the leading tab: at first, and whenever another tab leads. */
    async open() {
        this.#isReset = true;
        const { key, conversation } = this.#parts;
        const minutesFromUTC = -new Date().getTimezoneOffset();
        await this.#request("openChat", { key, conversation, minutesFromUTC });
        // The text being typed is newer than the stored one.
        if (this.#drafts.isStored) this.draft = this.header?.draft ?? this.draft;
    }

    /**
     * Handles an event of the leading tab.
     * @param {{splices?: Splice[], header?: ChatHeader, hasOlder: boolean, hasNewer: boolean}} changes
     */
    changed({ splices = [], header, hasOlder, hasNewer }) {
        Object.assign(this, { hasOlder, hasNewer });
        if (this.#isReset) {
            this.#isReset = false;
            /** @type {TimelineRow[]} */
            const rows = [];
            for (const splice of splices) apply(rows, splice);
            splices = difference(this.rows, rows);
        }
        for (const splice of splices) apply(this.rows, splice);
        if (splices.length > 0) this.#emit("rows", splices);
        if (header) this.#show({ ...header, draft: this.#drafts.unsavedText ?? header.draft });
    }

    /** @param {ChatHeader} header */
    #show(header) {
        this.header = header;
        this.#emit("header", header);
    }

    /** The next rows replace all. */
    reset() {
        this.#isReset = true;
    }

    /** @param {import("./contract.js").Refusal} error */
    failed(error) {
        this.#emit("error", error);
    }

    /** @param {Partial<ChatEvents>} listener */
    subscribe(listener) {
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
    }

    // The history

    loadOlder() {
        return this.#orTell(this.#request("older", { key: this.key }), false);
    }

    loadNewer() {
        return this.#orTell(this.#request("newer", { key: this.key }), false);
    }

    /** @param {import("./contract.js").GapRow} gap */
    fillGap({ from, through }) {
        return this.#orTell(this.#request("fillGap", { key: this.key, from, through }), false);
    }

    /** @param {string} message */
    jumpTo(message) {
        return this.#orTell(this.#request("jump", { key: this.key, message }), null);
    }

    jumpToNewest() {
        return this.#request("newest", { key: this.key });
    }

    /** @param {string} message */
    fetchQuoted(message) {
        return this.#request("quoted", { key: this.key, message }).catch(() => false);
    }

    // Writing

    /** @param {string} text @param {{replyTo?: string, files?: OutgoingFile[], mentioned?: string[]}} [extras] */
    async send(text, extras) {
        const { files, mentioned, ...more } = { files: /** @type {OutgoingFile[]} */ ([]), ...extras };
        const carried = files.map(({ blob, ...file }) => ({
            blob,
            attachment: { ...file, media: this.#parts.newId(), bytes: blob.size },
        }));
        for (const { attachment, blob } of carried) this.media.keep(attachment.media, blob);
        await this.#perform(
            {
                kind: "post",
                text,
                writtenAt: Date.now(),
                ...(carried.length > 0 && { attachments: carried.map(({ attachment }) => attachment) }),
                ...more,
            },
            [],
            carried.map(({ attachment, blob }) => ({ media: attachment.media, blob })),
            mentioned,
        );
    }

    /**
     * The upload progress of a message's attachments.
     * @param {{message: string, conversation: string, sent: number, total: number}} progress
     */
    progressed({ message, conversation, sent, total }) {
        if (conversation !== this.id) return;
        this.progress.set(message, { sent, total });
        this.#emit("progress", message);
    }

    /**
     * A message of any conversation was altered, in the history that is shown or elsewhere.
     * @param {{conversation: string, message: {id: string, isPinned: boolean}}} event
     */
    altered({ conversation, message }) {
        if (conversation === this.id) this.#emit("altered", message);
    }

    /** @param {string} message @param {string} text @param {string[]} [mentioned] */
    async edit(message, text, mentioned) {
        await this.#perform({ kind: "edit", message, text }, [], [], mentioned);
    }

    /** @param {string} message @param {string} emoji @param {boolean} on */
    async react(message, emoji, on) {
        await this.#perform({ kind: "react", message, emoji, on });
    }

    /** @param {string} message @param {string} reason */
    async report(message, reason) {
        await this.#perform({ kind: "report", message, reason });
    }

    /** @param {string} message @param {boolean} on */
    async pin(message, on) {
        await this.#perform({ kind: "pin", message, on });
    }

    /** @param {string[]} messages @param {string[]} conversations */
    forward(messages, conversations) {
        const ids = conversations.flatMap(() => messages.map(() => this.#parts.newId()));
        return this.#request("forward", { messages, conversations, ids });
    }

    /** @param {number[]} hidden */
    async deleteForMe(hidden) {
        await this.#perform({ kind: "updateSettings", hidden });
    }

    /** @param {string} message */
    versions(message) {
        return this.#request("versions", { conversation: this.id, message });
    }

    pins() {
        return this.#request("pins", { conversation: this.id });
    }

    /** @param {string[]} messages */
    async delete(messages) {
        await this.#perform({ kind: "delete", messages });
    }

    /** @param {string} message */
    retry(message) {
        return this.#request("settle", { type: "retry", message });
    }

    /** @param {string} message */
    discard(message) {
        return this.#request("settle", { type: "discard", message });
    }

    /** @param {string} message */
    sendText(message) {
        return this.#request("sendText", { message, files: this.#parts.newId() });
    }

    /** @param {string} text */
    keepDraft(text) {
        this.draft = text;
        this.#drafts.keep(text);
    }

    /** The page may close at any time, and transactions in progress with it. */
    leaving() {
        this.#drafts.leaving();
    }

    /** @param {boolean} active */
    typing(active) {
        this.#request("input", { type: "typing", conversation: this.id, active }).catch(() => {});
    }

    // Receipts

    /** @param {number} seq */
    read(seq) {
        this.#seen = Math.max(this.#seen, seq);
        this.tellSeen();
    }

    /** Messages on a hidden screen are not read. */
    tellSeen() {
        if (document.visibilityState !== "visible" || this.#seen <= this.#told) return;
        this.#told = this.#seen;
        this.#request("input", { type: "read", conversation: this.id, seq: this.#seen }).catch(() => {
            this.#told = 0;
        });
    }

    /** The user returned. */
    look() {
        this.#request("look", { key: this.key }).then(() => this.#emit("looked", undefined), () => {});
        this.tellSeen();
    }

    /** @param {string} message */
    receipts(message) {
        return this.#request("receipts", { key: this.key, message });
    }

    // The group

    /** @param {string} title */
    async rename(title) {
        await this.#perform({ kind: "rename", title });
    }

    /** @param {boolean} on */
    async setAI(on) {
        await this.#perform({ kind: "setAI", on });
    }

    /** @param {{about?: string, picture?: Blob | null}} change */
    async describe({ about, picture }) {
        const { fields, files } = this.media.shown(picture, this.#parts.newId());
        await this.#perform({ kind: "describe", about, ...fields }, [], files);
    }

    /** @param {Person[]} people */
    async addMembers(people) {
        await this.#perform({ kind: "addMembers", users: people.map(({ id }) => id) }, people);
    }

    /** @param {string} user */
    async removeMember(user) {
        await this.#perform({ kind: "removeMember", user });
    }

    /** @param {string} user @param {"owner" | "admin" | "member"} role */
    async setRole(user, role) {
        await this.#perform({ kind: "setRole", user, role });
    }

    async leave() {
        await this.#perform({ kind: "leave" });
    }

    async dissolve() {
        await this.#perform({ kind: "dissolve" });
    }

    close() {
        if (this.#isClosed) return;
        void this.#drafts.store();
        this.#isClosed = true;
        this.#listeners.clear();
        this.#parts.closed(this);
        this.#request("closeChat", { key: this.key }).catch(() => {});
    }

    /**
     * @param {object} operation @param {Person[]} [people] @param {{media: string, blob: Blob}[]} [files] @param {string[]} [mentioned]
     * @param {string} [id]
     */
    #perform(operation, people = [], files = [], mentioned = [], id = this.#parts.newId()) {
        return this.#request("perform", {
            ...(files.length > 0 && { files }),
            ...(mentioned.length > 0 && { mentioned }),
            id,
            operation: { ...operation, conversation: this.id },
            people: people.map(({ id, name, email = "", picture }) => ({ id, name, email, picture })),
        });
    }

    get #request() {
        return this.#parts.request;
    }

    /**
     * @template T @param {Promise<T>} answer @param {T} otherwise
     * @returns {Promise<T>}
     */
    async #orTell(answer, otherwise) {
        try {
            return await answer;
        } catch (error) {
            // While another tab takes the lead, the chat is not open there yet.
            if (RefusalError.from(error).code !== "not_found") this.#tell(error);
            return otherwise;
        }
    }

    /** @param {unknown} error */
    #tell(error) {
        this.#emit("error", RefusalError.from(error).plain);
    }

    /** @param {keyof ChatEvents} event @param {any} value */
    #emit(event, value) {
        for (const listener of [...this.#listeners]) listener[event]?.(value);
    }
}
