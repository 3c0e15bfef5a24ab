// @ts-check
import { avatar, hueOf } from "../avatar.js";
import { append, element, icon, iconButton, replace, setText, spoken } from "../element.js";
import { fullTime, timeOfDay } from "../format.js";
import { AttachmentsView } from "../media/attachments-view.js";
import { openViewer } from "../media/viewer.js";
import { isFewEmoji } from "./emoji.js";
import { QuoteView, quoteText } from "./quote-view.js";
import { ReactionsView, who } from "./reactions-view.js";
import { sendTextLabel } from "./text-alone.js";
import { statusText, Tick } from "./tick.js";
import { plainTextOf, wordsOf } from "../words.js";

/** @typedef {import("../../shell/contract.js").Chat} Chat */
/** @typedef {import("../../shell/contract.js").MessageRow} MessageRow */

/** One message, updated in place when its row changes. */
export class MessageView {
    #time = element("time", { dir: "auto" });
    #edited = element("button", {
        type: "button",
        class: "edited",
        title: "Edit history",
        "data-action": "versions",
        tabindex: -1,
        hidden: true,
    }, "edited");
    #pin = element("span", { class: "pinned-mark", hidden: true }, icon("pin"), spoken("pinned"));
    #tick = new Tick();
    #meta = element("span", { class: "meta" }, this.#pin, this.#edited, this.#time, this.#tick.element);
    #forwarded = element("div", { class: "forwarded", hidden: true });
    #words = element("span", { class: "words" });
    #text = element("div", { class: "text", dir: "auto" }, this.#words, this.#meta);
    #refusal = /** @type {HTMLElement | null} */ (null);
    #quote = /** @type {QuoteView | null} */ (null);
    #attachments = /** @type {AttachmentsView | null} */ (null);
    #carried = "";
    #reactions = /** @type {ReactionsView | null} */ (null);
    #chosen = element("span", { class: "chosen-mark", hidden: true }, icon("tick"), spoken("chosen"));
    bubble = element("div", { class: "bubble" });
    element = element("li", { class: "message", tabindex: -1 });
    #author = "";
    #isUnfolded = false;
    /** What the accessible name begins with; null until it has one. */
    #lead = /** @type {string | null} */ (null);
    #shown = /** @type {MessageRow | null} */ (null);

    /**
     * @param {MessageRow} row
     * @param {Chat} chat
     */
    constructor(row, chat) {
        this.row = row;
        this.key = row.key;
        this.chat = chat;
        this.isGroup = chat.header.kind === "group";
        this.element.dataset.key = row.key;
        this.element.classList.toggle("mine", row.mine);
        append(
            this.element,
            this.#chosen,
            this.bubble,
            iconButton("emoji", `React to the message by ${row.mine ? "you" : row.senderName}`, () => {}, {
                "data-action": "reactions",
                class: "icon-button message-react",
                "aria-haspopup": "true",
                tabindex: -1,
            }),
            iconButton("more", `Actions for the message by ${row.mine ? "you" : row.senderName}`, () => {}, {
                "data-action": "menu",
                class: "icon-button message-more",
                "aria-haspopup": "menu",
                tabindex: -1,
            }),
        );
        this.show(row);
    }

    /** @param {MessageRow} row */
    show(row) {
        const before = this.#shown;
        this.row = this.#shown = row;
        this.element.classList.toggle("continues", row.continues);
        this.element.classList.toggle("deleted", row.deleted);
        this.element.classList.toggle("changing", row.pendingChange);
        this.#showAuthor(row);
        this.#showForwarded(row);
        this.#showQuote(row);
        if (!row.folded) this.#isUnfolded = false;
        this.#showAttachments(row);
        this.element.classList.toggle("mentions-me", row.mentionsMe && !row.deleted);
        if (before === null || !isSameText(before, row)) this.#showText(row);
        if (before?.writtenAt !== row.writtenAt) {
            this.#time.dateTime = new Date(row.writtenAt).toISOString();
            this.#time.title = fullTime(row.writtenAt);
            setText(this.#time, timeOfDay(row.writtenAt));
        }
        this.#edited.hidden = row.editedAt === null || row.deleted;
        this.#pin.hidden = row.pinnedBy === null;
        this.#pin.title = row.pinnedBy === null ? "" : `Pinned by ${row.pinnedBy}`;
        this.#tick.show(row.deleted ? null : row.status, row.receiptText);
        this.#showReactions(row);
        this.#showRefusal(row);
        this.#renewName();
    }

    /** Whether it is from a blocked person and still folded. */
    get #isFolded() {
        return this.row.folded && !this.#isUnfolded && !this.row.deleted;
    }

    #unfold() {
        this.#isUnfolded = true;
        this.#showForwarded(this.row);
        this.#showQuote(this.row);
        this.#showAttachments(this.row);
        this.#showText(this.row);
        this.#renewName();
        this.element.focus();
    }

    /** @param {boolean} isChosen  among several that something is to be done with */
    showChosen(isChosen) {
        this.element.classList.toggle("chosen", isChosen);
        this.#chosen.hidden = !isChosen;
    }

    /**
     * Sets the accessible name, which follows the row from then on.
     *
     * @param {string} lead  text before what the row says
     */
    label(lead) {
        this.#lead = lead;
        this.#renewName();
    }

    #renewName() {
        if (this.#lead !== null) this.element.setAttribute("aria-label", `${this.#lead}${this.#spoken()}`);
    }

    #spoken() {
        const { row } = this;
        return [
            row.mine ? "You" : row.senderName,
            row.forwardedFrom !== null ? `forwarded from ${row.forwardedFrom}` : "",
            row.quote && !this.#isFolded ? `answering ${row.quote.senderName}: ${quoteText(row.quote)}` : "",
            row.deleted ? "message deleted" : this.#isFolded ? "message from a person you blocked" : plainTextOf(row),
            ...this.#isFolded ? [] : row.attachments.map(({ name }) => name),
            timeOfDay(row.writtenAt),
            row.pinnedBy !== null ? `pinned by ${row.pinnedBy}` : "",
            row.editedAt !== null && !row.deleted ? "edited" : "",
            ...row.reactions.map((reaction) => `${reaction.emoji} from ${who(reaction)}`),
            row.receiptText ?? (row.status ? statusText(row.status) : ""),
            row.refusal?.message ?? "",
        ].filter((part) => part !== "").join(", ");
    }

    /** @param {MessageRow} row */
    #showAuthor(row) {
        const isNamed = this.isGroup && !row.mine && !row.continues;
        const author = `${isNamed} ${row.senderName}`;
        if (author === this.#author) return;
        this.#author = author;
        this.element.querySelector(":scope > .avatar")?.remove();
        if (isNamed) this.element.prepend(avatar(row.sender, row.senderName, { size: "small" }));
        this.bubble.replaceChildren();
        append(
            this.bubble,
            isNamed
                ? element("div", { class: `sender ink-${hueOf(row.sender)}`, dir: "auto" }, row.senderName)
                : spoken(row.mine ? "You: " : `${row.senderName}: `),
            this.#forwarded,
            this.#quote?.element,
            this.#attachments?.element,
            this.#text,
            this.#reactions?.element,
            this.#refusal,
        );
    }

    /** @param {MessageRow} row */
    #showAttachments(row) {
        const carried = this.#isFolded ? "" : row.attachments.map(({ media }) => media).join(" ");
        if (carried !== this.#carried) {
            this.#carried = carried;
            this.#attachments?.element.remove();
            this.#attachments = carried === ""
                ? null
                : new AttachmentsView(row, this.chat.media, (index) => this.#view(index));
            if (this.#attachments) this.bubble.insertBefore(this.#attachments.element, this.#text);
        }
        this.showProgress();
    }

    /** The upload progress of its attachments, while it is unsent. */
    showProgress() {
        const { row } = this;
        const isWaiting = row.seq === null && row.status !== "failed" && row.attachments.length > 0
            && row.forwardedFrom === null;
        const progress = this.chat.progress.get(row.id) ?? { sent: 0, total: 1 };
        this.#attachments?.showProgress(isWaiting && row.status !== "sent" ? progress : null);
    }

    /**
     * Opens a picture among all those that the conversation shows.
     *
     * @param {number} index
     */
    #view(index) {
        const own = this.row.attachments.filter(({ kind }) => kind === "image")[index];
        const all = this.chat.rows.flatMap((row) =>
            row.row === "message" && !row.deleted && (!row.folded || row === this.row) ? row.attachments.filter(({ kind }) => kind === "image") : []
        );
        if (own) openViewer(all, Math.max(0, all.findIndex(({ media }) => media === own.media)), this.chat.media);
    }

    /** @param {MessageRow} row */
    #showReactions({ reactions }) {
        if (reactions.length === 0) {
            this.#reactions?.element.remove();
            this.#reactions = null;
            return;
        }
        if (this.#reactions === null) {
            this.#reactions = new ReactionsView();
            this.#text.after(this.#reactions.element);
        }
        this.#reactions.show(reactions);
    }

    /** @param {MessageRow} row */
    #showForwarded({ forwardedFrom }) {
        this.#forwarded.hidden = forwardedFrom === null || this.#isFolded;
        if (forwardedFrom === null) return;
        replace(this.#forwarded, icon("forward"), "Forwarded from ", element("bdi", {}, forwardedFrom || "someone"));
    }

    /** @param {MessageRow} row */
    #showQuote({ quote }) {
        if (quote === null || this.#isFolded) {
            this.#quote?.element.remove();
            this.#quote = null;
            return;
        }
        if (this.#quote === null) {
            this.#quote = new QuoteView();
            this.#text.before(this.#quote.element);
        }
        this.#quote.show(quote);
    }

    /** @param {MessageRow} row */
    #showText(row) {
        this.#words.replaceChildren();
        if (row.deleted) {
            append(this.#words, icon("deleted"), "Message deleted");
            this.element.classList.remove("emoji-only");
            return;
        }
        this.element.classList.toggle("folded", this.#isFolded);
        if (this.#isFolded) {
            append(
                this.#words,
                "Message from a person you blocked ",
                element("button", { type: "button", class: "text-button", onclick: () => this.#unfold() }, "Show"),
            );
            this.element.classList.remove("emoji-only");
            return;
        }
        this.element.classList.toggle("emoji-only", isFewEmoji(row.text));
        append(this.#words, ...wordsOf(row));
    }

    /** @param {MessageRow} row */
    #showRefusal(row) {
        // Also for a pending edit or deletion.
        const text = row.refusal?.message ?? (row.status === "failed" ? "Not sent." : null);
        this.element.classList.toggle("failed", text !== null);
        if (text === null) {
            this.#refusal?.remove();
            this.#refusal = null;
            return;
        }
        if (this.#refusal) {
            setText(/** @type {Node} */ (this.#refusal.firstChild), text);
            this.#offerText(this.#refusal, row);
            return;
        }
        this.#refusal = element(
            "div",
            { class: "refusal" },
            element("p", {}, text),
            element("button", { type: "button", class: "text-button", "data-action": "retry" }, "Try again"),
            element("button", { type: "button", class: "text-button danger", "data-action": "discard" }, "Discard"),
        );
        this.#offerText(this.#refusal, row);
        this.bubble.append(this.#refusal);
    }

    /**
     * Offers to send the text without attachments that cannot be uploaded.
     * @param {HTMLElement} refusal @param {MessageRow} row
     */
    #offerText(refusal, row) {
        const button = refusal.querySelector("[data-action=send-text]");
        if (button && !row.textAlone) button.remove();
        if (button || !row.textAlone) return;
        const offer = element(
            "button",
            { type: "button", class: "text-button", "data-action": "send-text" },
            sendTextLabel(row),
        );
        refusal.querySelector("[data-action=discard]")?.before(offer);
    }
}

/**
 * @param {MessageRow} one
 * @param {MessageRow} other
 */
function isSameText(one, other) {
    return one.text === other.text && one.deleted === other.deleted && one.folded === other.folded
        && JSON.stringify(one.mentions) === JSON.stringify(other.mentions);
}
