// @ts-check
import { element, icon, iconButton, setText } from "../element.js";
import { prepared } from "../media/shrink.js";
import { Tray } from "../media/tray.js";
import { VoiceBar } from "../media/voice-bar.js";
import { plainWordsOf } from "../words.js";
import { ComposerText } from "./composer-text.js";
import { openEmojiPicker } from "./emoji-picker.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").Chat} Chat */
/** @typedef {import("../../shell/contract.js").MessageRow} MessageRow */
/** @typedef {import("../../shell/contract.js").OutgoingFile} OutgoingFile */

/** The composer: sends messages and files, edits, replies, records, and saves a draft. */
export class Composer {
    #text;
    #send = element("button", { type: "submit", class: "send", "aria-label": "Send", title: "Send" }, icon("send"));
    #editingText = element("span", { class: "composer-editing-text", dir: "auto" });
    #editing = element("div", { class: "composer-editing", hidden: true });
    #replyingTo = element("span", { class: "composer-editing-label", dir: "auto" });
    #replyingText = element("span", { class: "composer-editing-text", dir: "auto" });
    #replying = element("div", { class: "composer-editing composer-replying", hidden: true });
    #tray = new Tray(() => this.#fit());
    #picker = element("input", { type: "file", multiple: true, hidden: true, tabindex: -1, "aria-label": "Files" });
    #voice;
    #box;
    #form;
    #gone = element("p", { class: "composer-gone", hidden: true }, "You are no longer a member of this conversation.");
    /** @type {MessageRow | null} */
    #edited = null;
    /** @type {MessageRow | null} */
    #answered = null;
    #draft = "";
    /** The draft last stored for all devices. */
    #synced = "";

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
            () => openEmojiPicker(emoji, (chosen) => this.#text.insert(chosen)),
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
        const attach = iconButton("attach", "Attach files", () => this.#picker.click(), {
            class: "icon-button composer-attach",
        });
        const speak = iconButton("microphone", "Record a voice message", () => void this.#voice.start(), {
            class: "icon-button composer-voice",
        });
        speak.hidden = !navigator.mediaDevices || !globalThis.MediaRecorder;
        this.#voice = new VoiceBar({
            changed: (isRecording) => {
                this.#box.hidden = isRecording;
                if (!isRecording) this.focus();
            },
            finished: (file) => this.#sendVoice(file),
            refused: (error) => context.notices.show(error.message, { problem: true }),
        });
        this.#text = new ComposerText(() => chat.header.members, {
            changed: () => this.#changed(),
            key: (event) => this.#key(event),
        });
        this.#box = element("div", { class: "composer-box" }, emoji, attach, this.#text.element, speak, this.#send);
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
            this.#tray.element,
            this.#text.offer,
            this.#box,
            this.#voice.element,
            this.#text.count,
            this.#picker,
        );
        this.element = element("footer", { class: "composer" }, this.#form, this.#gone);
        this.#text.element.addEventListener("blur", () => chat.typing(false));
        this.#text.element.addEventListener("paste", (event) => this.#paste(event));
        this.#picker.addEventListener("change", () => {
            this.attach(this.#picker.files ?? []);
            this.#picker.value = "";
        });
        // The keyboard of a phone must not close and open again with each message.
        this.#send.addEventListener("pointerdown", (event) => event.preventDefault());
        signal.addEventListener("abort", () => {
            chat.typing(false);
            this.#voice.cancel();
            this.#tray.take();
        }, { once: true });
        this.#draft = this.#synced = chat.draft;
        this.#put(chat.draft);
    }

    focus() {
        this.#text.focus();
    }

    /** Whether the user is writing, recording or has unsent text: leaving would interrupt them. */
    get isInUse() {
        if (this.#form.hidden) return false;
        return document.activeElement === this.#text.element || this.#text.value !== "" || !this.#tray.isEmpty
            || this.#voice.isRecording;
    }

    /** Cancels the edit, or else the reply; returns whether there was one. */
    cancel() {
        if (this.#edited !== null) this.#endEditing();
        else if (this.#answered !== null) this.#endReply();
        else return false;
        return true;
    }

    /** @param {{gone: boolean, blocked?: boolean, otherDeleted?: boolean}} header */
    showGone({ gone, blocked = false, otherDeleted = false }) {
        const isClosed = gone || blocked || otherDeleted;
        if (isClosed) this.#voice.cancel();
        this.#form.hidden = isClosed;
        this.#gone.hidden = !isClosed;
        setText(
            this.#gone,
            gone
                ? "You are no longer a member of this conversation."
                : otherDeleted
                ? "This account was deleted. You can read your messages, and write no new ones."
                : "You have blocked this person. Unblock them to write to them.",
        );
    }

    /**
     * Attaches files to the message.
     *
     * @param {Iterable<File>} files
     */
    attach(files) {
        this.#endEditing();
        this.#tray.add(files);
        this.focus();
    }

    /** @param {ClipboardEvent} event */
    #paste(event) {
        const files = [...event.clipboardData?.files ?? []];
        // A spreadsheet or word processor adds a picture of the text that was copied. A picture of a page has no plain text, a file no HTML.
        const isText = ["text/plain", "text/html"].every((type) => event.clipboardData?.types.includes(type));
        if (files.length === 0 || isText) return;
        event.preventDefault();
        this.attach(files);
    }

    /**
     * Replies to that message.
     *
     * @param {MessageRow} row
     */
    reply(row) {
        this.#endEditing();
        this.#answered = row;
        this.#replying.hidden = false;
        setText(this.#replyingTo, row.mine ? "Replying to yourself" : `Replying to ${row.senderName}`);
        setText(this.#replyingText, plainWordsOf(row));
        this.focus();
    }

    #endReply() {
        if (this.#answered === null) return;
        this.#answered = null;
        this.#replying.hidden = true;
        this.focus();
    }

    /**
     * Takes the stored draft, perhaps from another device, unless the user has typed since.
     *
     * @param {string} draft
     */
    showDraft(draft) {
        if (draft === this.#synced) return;
        const isUntouched = this.#edited === null && this.#text.value === this.#synced && this.#draft === this.#synced;
        this.#synced = draft;
        if (!isUntouched) return;
        this.#draft = this.chat.draft = draft;
        this.#put(draft);
    }

    /** @param {MessageRow} row */
    edit(row) {
        this.#endReply();
        if (this.#edited === null) this.#draft = this.#text.value;
        this.#edited = row;
        for (const user of row.mentions) this.#text.mention(user);
        this.#editing.hidden = false;
        setText(this.#editingText, plainWordsOf(row));
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

    /** Whether the message may have no text, because it has attachments. */
    get #mayBeEmpty() {
        return this.#edited === null ? !this.#tray.isEmpty : this.#edited.attachments.length > 0;
    }

    async #submit() {
        const text = this.#text.trimmed;
        if ((text === "" && !this.#mayBeEmpty) || this.#text.isTooLong) return;
        const edited = this.#edited;
        const answered = this.#answered;
        this.chat.typing(false);
        if (edited === null) {
            this.#put("");
            this.#endReply();
            this.#keepDraft();
            const { original } = this.#tray;
            const files = this.#tray.take();
            const mentioned = this.#text.takeMentioned();
            const isSent = await this.#post(text, files.map((file) => prepared(file, original)), answered, mentioned);
            if (!isSent) this.#tray.add(files);
            return;
        }
        try {
            if (text !== edited.text) await this.chat.edit(edited.id, text, this.#text.takeMentioned());
            this.#endEditing();
        } catch (error) {
            this.context.notices.refuse(error);
        }
    }

    /** @param {OutgoingFile} file */
    #sendVoice(file) {
        const answered = this.#answered;
        this.#endReply();
        return this.#post("", [file], answered);
    }

    /**
     * Sends a message; resolves to whether it was queued.
     *
     * @param {string} text
     * @param {(OutgoingFile | Promise<OutgoingFile>)[]} files
     * @param {MessageRow | null} answered
     * @param {string[]} [mentioned]
     */
    async #post(text, files, answered, mentioned = []) {
        try {
            const carried = await Promise.all(files);
            await this.chat.send(text, {
                ...(answered && { replyTo: answered.id }),
                ...(carried.length > 0 && { files: carried }),
                ...(mentioned.length > 0 && { mentioned }),
            });
            this.parts.sent();
            return true;
        } catch (error) {
            // A failed text is restored to its place, before newer text.
            if (answered !== null && this.#answered === null) this.reply(answered);
            for (const user of mentioned) this.#text.mention(user);
            if (text !== "") this.#put(this.#text.value === "" ? text : `${text}\n${this.#text.value}`);
            this.#keepDraft();
            this.context.notices.refuse(error);
            return false;
        }
    }

    #changed() {
        this.#fit();
        if (this.#edited === null) {
            this.chat.typing(this.#text.trimmed !== "");
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
        this.#text.put(text);
        this.#fit();
    }

    #fit() {
        this.#text.fit();
        this.#send.disabled = (this.#text.trimmed === "" && !this.#mayBeEmpty) || this.#text.isTooLong;
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
        const isCommand = event.ctrlKey || event.metaKey;
        if (event.key === "Enter" && !event.shiftKey && !event.altKey && (isCommand || !hasNoShift())) {
            event.preventDefault();
            void this.#submit();
        } else if (event.key === "ArrowUp" && isPlain && this.#text.value === "" && this.#edited === null) {
            event.preventDefault();
            this.parts.editLast();
        }
    }
}

/** On a phone Enter inserts a line break, since there is no other key for it; the button sends, or Ctrl with Enter of a keyboard. */
function hasNoShift() {
    return matchMedia("(hover: none) and (pointer: coarse)").matches;
}
