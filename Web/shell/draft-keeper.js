// @ts-check
// What is being written in an open chat, stored shortly after the last key.

import { RefusalError } from "../core/refusal-error.js";
import { handOver, heldDraft, withdraw } from "./unsaved-drafts.js";

/**
 * @typedef {object} DraftParts
 * @property {string} user  whose it is
 * @property {string} conversation
 * @property {() => string} newId
 * @property {(id: string, text: string) => Promise<any>} store  under that operation; resolves once it is durable
 * @property {(draft: string) => void} settled  the store has this draft in the place of one that this browser held
 * @property {(error: unknown) => void} failed
 */

/** Milliseconds after the last key until a draft is stored. */
const pause = 300;

export class DraftKeeper {
    #parts;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    /**
     * What was typed and is not yet stored.
     * @type {import("./unsaved-drafts.js").UnsavedDraft | null}
     */
    #unsaved = null;

    /** @param {DraftParts} parts */
    constructor(parts) {
        this.#parts = parts;
    }

    /** Whether the store has what was typed last. */
    get isStored() {
        return this.#unsaved === null;
    }

    /** The draft that this browser holds in the place of the account's, which is older or cannot be as long; null where it holds none. */
    get held() {
        return heldDraft(this.#parts.user, this.#parts.conversation)?.text ?? null;
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
            if (RefusalError.from(error).code === "text_too_long") handOver(this.#parts.user, draft);
            else this.#parts.failed(error);
            return;
        }
        if (this.#unsaved === draft) this.#unsaved = null;
        const wasHeld = this.held !== null;
        withdraw(this.#parts.user, draft);
        if (wasHeld && this.held === null) this.#parts.settled(draft.text);
    }

    /** The page may close at any time, and transactions in progress with it. */
    leaving() {
        if (this.#unsaved !== null) handOver(this.#parts.user, this.#unsaved);
        void this.store();
    }
}
