// @ts-check
// Actions on one or several messages: from the menu, the buttons and the keyboard.

import { openMessageDetails } from "../dialogs/message-details.js";
import { openMenu } from "../menu.js";
import { openReactionPicker } from "./reaction-picker.js";
import { sendTextLabel } from "./text-alone.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").Chat} Chat */
/** @typedef {import("../../shell/contract.js").MessageRow} MessageRow */

/**
 * @typedef {object} ActsParts
 * @property {HTMLElement} screen  of the conversation
 * @property {import("./timeline.js").Timeline} timeline
 * @property {import("./composer.js").Composer} composer
 * @property {(message: string) => void} jump
 */

export class MessageActions {
    #context;
    #chat;
    #parts;
    #signal;
    /** @type {import("./selection.js").Selection | null} */
    #selection = null;

    /**
     * @param {Context} context
     * @param {Chat} chat
     * @param {ActsParts} parts
     * @param {AbortSignal} signal
     */
    constructor(context, chat, parts, signal) {
        this.#context = context;
        this.#chat = chat;
        this.#parts = parts;
        this.#signal = signal;
    }

    /** Whether several are being chosen. */
    get isChoosing() {
        return this.#selection?.isOn ?? false;
    }

    /** Ends the selection; returns whether there was one. */
    endChoosing() {
        const wasChoosing = this.isChoosing;
        this.#selection?.end();
        return wasChoosing;
    }

    /** @param {MessageRow} row */
    isChosen(row) {
        return this.#selection?.has(row) ?? false;
    }

    /**
     * @param {string} action
     * @param {MessageRow} row
     * @param {HTMLElement} at
     */
    act(action, row, at) {
        if (this.#selection?.isOn) {
            this.#selection.toggle(row);
            return;
        }
        switch (action) {
            case "menu":
                openMenu(at, "Message", this.#menuItems(row, at));
                break;
            case "reply":
                if (this.#mayReply(row)) this.#parts.composer.reply(row);
                break;
            case "reactions":
                if (this.#mayReply(row)) this.#pickReaction(row, at);
                break;
            case "react":
                if (this.#mayReply(row)) this.#react(row, at.dataset.emoji ?? "");
                break;
            case "details":
                this.#details(row);
                break;
            case "versions":
                void this.#history(row);
                break;
            case "quote":
                if (row.quote) this.#parts.jump(row.quote.message);
                break;
            case "retry":
                this.#run((chat) => chat.retry(row.id));
                break;
            case "discard":
                this.#run((chat) => chat.discard(row.id));
                break;
            case "send-text":
                this.#run((chat) => chat.sendText(row.id));
                break;
        }
    }

    /**
     * @param {MessageRow} row
     * @param {HTMLElement} at
     */
    #menuItems(row, at) {
        const address = `${location.origin}/c/${encodeURIComponent(this.#chat.id)}/m/${encodeURIComponent(row.id)}`;
        const isSent = row.seq !== null;
        const mayChange = row.mine && isSent && !row.deleted && !this.#chat.header.gone;
        const isThere = isSent && !row.deleted;
        return [
            ...row.status === "failed"
                ? [
                    { label: "Try again", icon: "retry", run: () => this.#run((chat) => chat.retry(row.id)) },
                    {
                        label: "Discard",
                        icon: "delete",
                        danger: true,
                        run: () => this.#run((chat) => chat.discard(row.id)),
                    },
                ]
                : [],
            ...row.textAlone
                ? [{ label: sendTextLabel(row), icon: "send", run: () => this.#run((chat) => chat.sendText(row.id)) }]
                : [],
            ...this.#mayReply(row)
                ? [
                    { label: "Reply", icon: "reply", run: () => this.#parts.composer.reply(row) },
                    { label: "React", icon: "emoji", run: () => this.#pickReaction(row, at) },
                ]
                : [],
            ...row.deleted
                ? []
                : [{ label: "Copy text", icon: "copy", run: () => this.#copy(row.text, "Text copied") }],
            ...row.deleted ? [] : [{ label: "Select messages", icon: "tick", run: () => void this.#choose(row) }],
            ...isSent ? [{ label: "Copy link", icon: "link", run: () => this.#copy(address, "Link copied") }] : [],
            ...isThere ? [{ label: "Forward…", icon: "forward", run: () => void this.#forward([row]) }] : [],
            ...mayChange && row.forwardedFrom === null ? [{ label: "Edit", icon: "edit", run: () => this.#parts.composer.edit(row) }] : [],
            ...isThere && this.#chat.header.may.pin
                ? [{
                    label: row.pinnedBy === null ? "Pin" : "Unpin",
                    icon: "pin",
                    run: () => this.#run((chat) => chat.pin(row.id, row.pinnedBy === null)),
                }]
                : [],
            ...isThere && row.text !== "" && this.#chat.header.ai && !this.#chat.header.gone
                && this.#context.client.profile?.showsAI !== false
                ? [
                    { label: "Make a task…", icon: "tick", run: () => void this.#make(row, "action") },
                    { label: "Make a decision…", icon: "star", run: () => void this.#make(row, "decision") },
                ]
                : [],
            ...isThere && row.editedAt !== null
                ? [{ label: "Edit history", icon: "clock", run: () => void this.#history(row) }]
                : [],
            ...isSent ? [{ label: "Details", icon: "info", run: () => this.#details(row) }] : [],
            ...isSent && !row.mine && !row.deleted
                ? [{ label: "Report…", icon: "flag", danger: true, run: () => void this.#report(row) }]
                : [],
            ...isSent ? [{ label: "Delete…", icon: "delete", danger: true, run: () => void this.#delete([row]) }] : [],
        ];
    }

    /**
     * @param {MessageRow} row
     * @param {HTMLElement} at
     */
    #pickReaction(row, at) {
        openReactionPicker(at, (emoji) => hasOwn(row, emoji), (emoji) => this.#react(row, emoji));
    }

    /**
     * Adds or removes the user's reaction, according to its present state, not that when the picker opened.
     *
     * @param {MessageRow} row
     * @param {string} emoji
     */
    #react({ id }, emoji) {
        const row = this.#chat.rows.find((one) => one.row === "message" && one.id === id);
        if (row?.row === "message") this.#run((chat) => chat.react(id, emoji, !hasOwn(row, emoji)));
    }

    /** @param {MessageRow} row */
    #mayReply(row) {
        return !row.deleted && row.status !== "failed" && !this.#chat.header.gone &&
            !this.#chat.header.blocked && !this.#chat.header.otherDeleted;
    }

    /** @param {MessageRow} row */
    #details(row) {
        openMessageDetails(this.#context, this.#chat, row, this.#signal);
    }

    /** @param {MessageRow} row */
    async #history(row) {
        const { openEditHistory } = await import("../dialogs/edit-history.js");
        if (!this.#signal.aborted) void openEditHistory(this.#chat, row, this.#signal);
    }

    /** @param {MessageRow} row  the first of several that something is to be done with */
    async #choose(row) {
        const { Selection } = await import("./selection.js");
        const { screen, timeline, composer } = this.#parts;
        if (this.#signal.aborted) return;
        this.#selection ??= new Selection(this.#chat, {
            changed: () => {
                timeline.redrawChosen();
                const isOn = this.#selection?.isOn ?? false;
                screen.classList.toggle("choosing", isOn);
            },
            ended: () => composer.focus(),
            copy: (text) => void this.#copy(text, "Copied"),
            forward: (rows) => void this.#forward(rows),
            delete: (rows) => void this.#delete(rows),
        }, this.#signal);
        composer.element.before(this.#selection.element);
        this.#selection.toggle(row);
    }

    /**
     * @param {MessageRow} row
     * @param {"action" | "decision"} kind
     */
    async #make(row, kind) {
        const { makeInsight } = await import("../insights/insight-form.js");
        if (!this.#signal.aborted) void makeInsight(this.#context, row, this.#chat.id, kind);
    }

    /** @param {MessageRow} row */
    async #report(row) {
        const { openReport } = await import("../dialogs/report.js");
        openReport(row.senderName, (reason) => {
            this.#run(async (chat) => {
                await chat.report(row.id, reason);
                this.#context.notices.show("Reported to the administrators.");
            });
        }, this.#signal);
    }

    /** @param {MessageRow[]} rows */
    async #forward(rows) {
        const { openForward } = await import("../dialogs/forward.js");
        if (this.#signal.aborted) return;
        openForward(this.#context, rows.length, (conversations) => {
            this.#selection?.end();
            this.#run(async (chat) => {
                await chat.forward(rows.map(({ id }) => id), conversations.map(({ id }) => id));
                const [first] = conversations;
                this.#context.notices.show(
                    conversations.length === 1
                        ? `Forwarded to ${first?.title}`
                        : `Forwarded to ${conversations.length} conversations`,
                );
            });
        }, this.#signal);
    }

    /**
     * Whether the messages may be deleted for everyone: the user's own, and in a group for its admins anyone's.
     *
     * @param {MessageRow[]} rows
     */
    #mayDelete(rows) {
        const header = this.#chat.header;
        return !header.gone && rows.every(({ mine, deleted }) => !deleted && (mine || header.may.deleteOthers));
    }

    /** @param {MessageRow[]} rows */
    async #delete(rows) {
        const { askDeletion } = await import("../dialogs/delete-messages.js");
        const answer = await askDeletion(rows.length, this.#mayDelete(rows), this.#signal);
        if (answer === null) return;
        this.#selection?.end();
        this.#run((chat) =>
            answer === "everyone"
                ? chat.delete(rows.map(({ id }) => id))
                : chat.deleteForMe(rows.flatMap(({ seq }) => seq ?? []))
        );
    }

    /** @param {(chat: Chat) => Promise<void>} work */
    #run(work) {
        work(this.#chat).catch((error) => this.#context.notices.refuse(error));
    }

    /**
     * @param {string} text
     * @param {string} done
     */
    async #copy(text, done) {
        try {
            await navigator.clipboard.writeText(text);
            this.#context.notices.show(done);
        } catch {
            this.#context.notices.show("The browser blocked copying.", { problem: true });
        }
    }
}

/**
 * Whether one has reacted with that emoji.
 *
 * @param {MessageRow} row
 * @param {string} emoji
 */
function hasOwn(row, emoji) {
    return row.reactions.some((reaction) => reaction.emoji === emoji && reaction.mine);
}
