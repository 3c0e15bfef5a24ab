// @ts-check
// Stores the draft of an open chat shortly after the last key.

import { RefusalError } from "../core/refusal-error.js";
import { keepUnsaved, unsavedDraft, removeUnsaved } from "./unsaved-drafts.js";

/**
 * @typedef {object} DraftParts
 * @property {string} user  its author
 * @property {string} conversation
 * @property {() => string} newId
 * @property {(id: string, text: string) => Promise<any>} store  under that operation; resolves once it is durable
 * @property {(draft: string) => void} settled  the store has this draft instead of the unsaved one
 * @property {(error: unknown) => void} failed
 */

/** Milliseconds after the last key until a draft is stored. */
const pause = 300;

export class DraftWriter {
    #parts;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    /**
     * The text that is not stored yet.
     * @type {import("./unsaved-drafts.js").UnsavedDraft | null}
     */
    #unsaved = null;

    /** @param {DraftParts} parts */
    constructor(parts) {
        this.#parts = parts;
    }

    /** Whether the store has the text as typed last. */
    get isStored() {
        return this.#unsaved === null;
    }

    /** The unsaved draft, which replaces the account's older or shorter one; null without one. */
    get unsavedText() {
        return unsavedDraft(this.#parts.user, this.#parts.conversation)?.text ?? null;
    }

    /** @param {string} text */
    keep(text) {
        const { newId, conversation } = this.#parts;
        this.#unsaved = { id: newId(), conversation, text };
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => void this.store(), pause);
    }

    /** Stores at once what waits for the pause to end. */
    async store() {
        if (this.#timer === undefined) return;
        clearTimeout(this.#timer);
        this.#timer = undefined;
        const draft = this.#unsaved;
        if (draft === null) return;
        try {
            await this.#parts.store(draft.id, draft.text);
        } catch (error) {
            // Too long for the account: it stays on this device until it is shorter.
            if (RefusalError.from(error).code === "text_too_long") keepUnsaved(this.#parts.user, draft);
            else this.#parts.failed(error);
            return;
        }
        if (this.#unsaved === draft) this.#unsaved = null;
        const wasUnsaved = this.unsavedText !== null;
        removeUnsaved(this.#parts.user, draft);
        if (wasUnsaved && this.unsavedText === null) this.#parts.settled(draft.text);
    }

    /** The page may close at any time, and transactions in progress with it. */
    leaving() {
        if (this.#unsaved !== null) keepUnsaved(this.#parts.user, this.#unsaved);
        void this.store();
    }
}
