// @ts-check
import { element, icon, iconButton, setText } from "../element.js";
import { counted } from "../format.js";
import { openEmojiPicker } from "./emoji-picker.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").Chat} Chat */
/** @typedef {import("../../shell/contract.js").MessageRow} MessageRow */

/** Characters of a message, at most, counted as the server counts: Unicode scalars (docs/protocol.md). */
const limit = 8_000;
/** From here on the composer says how many are left. */
const warning = limit - 500;

/** Where one writes: grows with the text, keeps a draft, edits what was sent. */
export class Composer {
    #text = element("textarea", {
        class: "composer-text",
        rows: 1,
        placeholder: "Message",
        "aria-label": "Message",
        dir: "auto",
        autocomplete: "off",
        "aria-describedby": "composer-count",
    });
    #send = element("button", { type: "submit", class: "send", "aria-label": "Send", title: "Send" }, icon("send"));
    #count = element("p", { class: "composer-count", id: "composer-count", role: "status" });
    #editingText = element("span", { class: "composer-editing-text", dir: "auto" });
    #editing = element("div", { class: "composer-editing", hidden: true });
    #replyingTo = element("span", { class: "composer-editing-label", dir: "auto" });
    #replyingText = element("span", { class: "composer-editing-text", dir: "auto" });
    #replying = element("div", { class: "composer-editing composer-replying", hidden: true });
    #form;
    #gone = element("p", { class: "composer-gone", hidden: true }, "You are no longer a member of this conversation.");
    /** @type {MessageRow | null} */
    #edited = null;
    /** @type {MessageRow | null} */
    #answered = null;
    #draft = "";

    /**
     * @param {Context} context
     * @param {Chat} chat
     * @param {{editLast: () => void, sent: () => void}} parts
     * @param {AbortSignal} signal
     */
    constructor(context, chat, parts, signal) {
        this.context = context;
        this.chat = chat;
        this.parts = parts;
        const emoji = iconButton(
            "emoji",
            "Emoji",
            () => openEmojiPicker(emoji, (chosen) => this.#insert(chosen)),
            { class: "icon-button composer-emoji", "aria-haspopup": "dialog" },
        );
        this.#editing.append(
            icon("edit"),
            element("span", { class: "composer-editing-label" }, "Editing"),
            this.#editingText,
            iconButton("close", "Cancel editing", () => this.#endEditing()),
        );
        this.#replying.append(
            icon("reply"),
            this.#replyingTo,
            this.#replyingText,
            iconButton("close", "Cancel reply", () => this.#endReply()),
        );
        this.#form = element(
            "form",
            {
                class: "composer-form",
                onsubmit: (/** @type {SubmitEvent} */ event) => {
                    event.preventDefault();
                    void this.#submit();
                },
            },
            this.#editing,
            this.#replying,
            element("div", { class: "composer-box" }, emoji, this.#text, this.#send),
            this.#count,
        );
        this.element = element("footer", { class: "composer" }, this.#form, this.#gone);
        this.#text.addEventListener("input", () => this.#changed());
        this.#text.addEventListener("keydown", (event) => this.#key(event));
        this.#text.addEventListener("blur", () => chat.typing(false));
        // The keyboard of a phone must not close and open again with each message.
        this.#send.addEventListener("pointerdown", (event) => event.preventDefault());
        signal.addEventListener("abort", () => chat.typing(false), { once: true });
        this.#text.value = chat.draft;
        this.#draft = chat.draft;
        this.#fit();
    }

    focus() {
        this.#text.focus({ preventScroll: true });
    }

    /** @param {boolean} gone */
    showGone(gone) {
        this.#form.hidden = gone;
        this.#gone.hidden = !gone;
    }

    /**
     * What is sent next answers that message.
     *
     * @param {MessageRow} row
     */
    reply(row) {
        this.#endEditing();
        this.#answered = row;
        this.#replying.hidden = false;
        setText(this.#replyingTo, row.mine ? "Replying to yourself" : `Replying to ${row.senderName}`);
        setText(this.#replyingText, row.text);
        this.focus();
    }

    #endReply() {
        if (this.#answered === null) return;
        this.#answered = null;
        this.#replying.hidden = true;
        this.focus();
    }

    /** @param {MessageRow} row */
    edit(row) {
        this.#endReply();
        if (this.#edited === null) this.#draft = this.#text.value;
        this.#edited = row;
        this.#editing.hidden = false;
        setText(this.#editingText, row.text);
        this.#send.setAttribute("aria-label", "Save");
        this.#send.title = "Save";
        this.#put(row.text);
        this.focus();
    }

    #endEditing() {
        if (this.#edited === null) return;
        this.#edited = null;
        this.#editing.hidden = true;
        this.#send.setAttribute("aria-label", "Send");
        this.#send.title = "Send";
        this.#put(this.#draft);
        this.focus();
    }

    async #submit() {
        const text = this.#text.value.trim();
        if (text === "" || scalars(text) > limit) return;
        const edited = this.#edited;
        const answered = this.#answered;
        this.chat.typing(false);
        if (edited === null) {
            this.#put("");
            this.#endReply();
        }
        this.#keepDraft();
        try {
            if (edited !== null) {
                if (text !== edited.text) await this.chat.edit(edited.id, text);
                this.#endEditing();
            } else {
                await this.chat.send(text, answered ? { replyTo: answered.id } : {});
                this.parts.sent();
            }
        } catch (error) {
            // Nothing written is lost: it comes back to where it was, before what was written since.
            if (answered !== null && this.#answered === null) this.reply(answered);
            if (edited === null) this.#put(this.#text.value === "" ? text : `${text}\n${this.#text.value}`);
            this.#keepDraft();
            this.context.notices.refuse(error);
        }
    }

    #changed() {
        this.#fit();
        if (this.#edited === null) {
            this.chat.typing(this.#text.value.trim() !== "");
            this.#keepDraft();
        }
    }

    #keepDraft() {
        if (this.#edited !== null || this.#text.value === this.#draft) return;
        this.#draft = this.#text.value;
        this.chat.keepDraft(this.#draft);
    }

    /** @param {string} text */
    #put(text) {
        this.#text.value = text;
        this.#fit();
    }

    /** @param {string} text */
    #insert(text) {
        this.#text.setRangeText(text, this.#text.selectionStart, this.#text.selectionEnd, "end");
        this.#changed();
        this.focus();
    }

    /** As high as its text, up to a height that the style sheet sets. */
    #fit() {
        const text = this.#text;
        if (!CSS.supports("field-sizing", "content")) {
            text.style.height = "auto";
            text.style.height = `${text.scrollHeight}px`;
        }
        // Counting scalars walks the text: only where it could matter.
        const length = text.value.length < warning ? 0 : scalars(text.value.trim());
        const left = limit - length;
        setText(
            this.#count,
            length < warning
                ? ""
                : left >= 0
                ? `${counted(left)} characters left`
                : `${counted(-left)} characters too many: a message has at most ${counted(limit)}`,
        );
        this.#count.classList.toggle("problem", left < 0);
        this.#send.disabled = text.value.trim() === "" || left < 0;
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        // An input method uses Enter and the arrows for itself; 229 is what some browsers give for its last key.
        if (event.isComposing || event.keyCode === 229) return;
        const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
        if (event.key === "Enter" && !event.shiftKey && !event.altKey && !hasNoShift()) {
            event.preventDefault();
            void this.#submit();
        } else if (event.key === "ArrowUp" && isPlain && this.#text.value === "" && this.#edited === null) {
            event.preventDefault();
            this.parts.editLast();
        } else if (event.key === "Escape" && this.#edited !== null) {
            event.preventDefault();
            this.#endEditing();
        } else if (event.key === "Escape" && this.#answered !== null) {
            event.preventDefault();
            this.#endReply();
        }
    }
}

/** On a phone Enter must make the new line, as there is no other key for it; the button sends. */
function hasNoShift() {
    return matchMedia("(hover: none) and (pointer: coarse)").matches;
}

/** @param {string} text */
function scalars(text) {
    let count = 0;
    for (const _ of text) count += 1;
    return count;
}
