// @ts-check
import { element, icon } from "../element.js";
import { plural } from "../format.js";
import { focusAction } from "../header-actions.js";
import { refusalText } from "../notices.js";
import { ChatHeaderView } from "./chat-header.js";
import { Composer } from "./composer.js";
import { MessageActions } from "./message-actions.js";
import { PinBar } from "./pin-bar.js";
import { retentionNote } from "./retention-note.js";
import { Timeline } from "./timeline.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").Chat} Chat */
/** @typedef {import("../../shell/contract.js").ChatHeader} ChatHeader */

/** Milliseconds that a link to a message waits for a connection. */
const patience = 10_000;

/** One conversation on the screen: header, messages, composer. */
export class ChatScreen {
    element = element("section", { class: "chat" });
    /** @type {Chat | null} */
    #chat = null;
    /** @type {Timeline | null} */
    #timeline = null;
    /** @type {Composer | null} */
    #composer = null;
    /** @type {MessageActions | null} */
    #actions = null;
    /** @type {AbortController | null} */
    #assistant = null;
    /** @type {import("../insights/chat-insights.js").ChatInsights | null} */
    #insights = null;
    #wantsFocus = false;

    /**
     * @param {Context} context
     * @param {string} conversation
     * @param {string | undefined} message to jump to
     * @param {AbortSignal} signal
     */
    constructor(context, conversation, message, signal) {
        this.context = context;
        this.conversation = conversation;
        this.signal = signal;
        this.element.append(element("p", { class: "spoken", role: "status" }, "Opening the conversation"));
        void this.#open(message);
    }

    /** @param {string} message an id, or a decimal `seq` */
    async jump(message) {
        const chat = this.#chat;
        if (!chat || !this.#timeline) return;
        try {
            // A link that starts the app is handled before the connection opens.
            const isHeld = chat.rows.some((row) => row.row === "message" && row.id === message);
            if (!isHeld) await this.#connected();
            if (this.signal.aborted) return;
            const key = await chat.jumpTo(message);
            if (this.signal.aborted || (key !== null && this.#timeline.reveal(key))) return;
            // Without a connection the shell has shown the error.
            if (this.context.client.connection.online) {
                this.context.notices.show("That message is not in this conversation.");
            }
        } catch (error) {
            this.context.notices.refuse(error);
        }
    }

    /** Focuses the composer, once the conversation is open. */
    focus() {
        this.#wantsFocus = true;
        this.#composer?.focus();
    }

    /** Closes what was opened last in it; returns false if nothing is left to close and nothing is being written. */
    escape() {
        if (this.#actions?.endChoosing() || this.#composer?.cancel()) return true;
        const selection = getSelection();
        if (selection?.type === "Range") {
            selection.removeAllRanges();
            return true;
        }
        if (this.#insights?.isOpen) {
            this.#insights.close();
            return true;
        }
        if (this.#assistant) {
            this.#assistant.abort();
            return true;
        }
        return this.#composer?.isInUse ?? false;
    }

    /** Resolves once there is a connection, or no more reason to wait for it. */
    async #connected() {
        const { client } = this.context;
        if (client.connection.caughtUp) return;
        let stop = () => {};
        await new Promise((resolve) => {
            stop = client.subscribe({ connection: () => client.connection.caughtUp && resolve(undefined) });
            setTimeout(resolve, patience);
            this.signal.addEventListener("abort", resolve, { once: true });
        });
        stop();
    }

    /** @param {string | undefined} message */
    async #open(message) {
        try {
            const chat = await this.context.client.openChat(this.conversation);
            if (this.signal.aborted) {
                chat.close();
                return;
            }
            this.#chat = chat;
            this.#build(chat);
            this.signal.addEventListener("abort", () => chat.close(), { once: true });
        } catch (error) {
            if (!this.signal.aborted) this.#refused(error, message);
            return;
        }
        if (message !== undefined) await this.jump(message);
    }

    /**
     * @param {unknown} error
     * @param {string | undefined} message
     */
    #refused(error, message) {
        const { client } = this.context;
        const isUnknown = /** @type {{code?: string} | null} */ (error)?.code === "conversation_gone";
        if (!isUnknown || client.connection.caughtUp) {
            this.#showProblem(refusalText(error));
            return;
        }
        // Unknown on this device: it may come with the rest of the catch-up.
        this.#showWaiting();
        const look = () => {
            const isHere = client.conversations.rows.some((row) => row.id === this.conversation);
            if (!isHere && !client.connection.caughtUp) return;
            stop();
            void this.#open(message);
        };
        const stop = client.subscribe({ connection: look, conversations: look });
        this.signal.addEventListener("abort", stop, { once: true });
    }

    /** @param {Chat} chat */
    #build(chat) {
        const { announcer, client, notices } = this.context;
        const signal = this.signal;
        const unread = () => client.conversations.rows.find((row) => row.id === chat.id)?.unread ?? 0;
        /** @type {ChatHeaderView} */
        const header = new ChatHeaderView(this.context, chat, () => void this.#toggleAssistant(header.assistant, readBefore));
        const readBefore = readPosition(chat);
        const timeline = this.#timeline = new Timeline(chat, {
            isOnline: () => client.connection.online,
            note: retentionNote(this.context),
            unread,
            toNewest: () => {
                if (hasHover()) composer.focus();
            },
            act: (action, row, at) => this.#actions?.act(action, row, at),
            isChoosing: () => this.#actions?.isChoosing ?? false,
            isChosen: (row) => this.#actions?.isChosen(row) ?? false,
        }, signal);
        const composer = this.#composer = new Composer(this.context, chat, {
            editLast: () => {
                const row = timeline.lastOwn();
                if (row) composer.edit(row);
            },
            sent: () => {
                void timeline.toNewest();
            },
        }, signal);
        this.#actions = new MessageActions(this.context, chat, {
            screen: this.element,
            timeline,
            composer,
            jump: (message) => void this.jump(message),
        }, signal);
        const pins = new PinBar(chat, { open: (message) => void this.jump(message) }, signal);
        acceptDrops(this.element, (files) => composer.attach(files), signal);
        const empty = element(
            "div",
            { class: "chat-empty" },
            element("h2", {}, "No messages yet"),
            element("p", {}, "Write the first one."),
        );
        const showState = () => {
            empty.hidden = chat.header.gone || chat.rows.length > 0 || chat.hasOlder || chat.hasNewer;
        };
        this.element.replaceChildren(header.element, pins.element, timeline.element, empty, composer.element);
        this.element.setAttribute("aria-label", chat.header.title);
        /** @param {ChatHeader} value */
        const showHeader = (value) => {
            header.show(value);
            composer.showGone(value);
            composer.showDraft(value.draft ?? "");
            this.element.setAttribute("aria-label", value.title);
            showState();
        };
        signal.addEventListener(
            "abort",
            chat.subscribe({
                header: showHeader,
                rows: showState,
                error: (error) => notices.refuse(error),
            }),
            { once: true },
        );
        let isCaughtUp = client.connection.caughtUp;
        signal.addEventListener(
            "abort",
            client.subscribe({
                connection: () => {
                    timeline.connectionChanged();
                    if (client.connection.caughtUp && !isCaughtUp) void pins.ask();
                    isCaughtUp = client.connection.caughtUp;
                },
                conversations: () => timeline.redrawState(),
            }),
            { once: true },
        );
        document.addEventListener("visibilitychange", () => {
            timeline.redrawDays();
            header.show(chat.header);
        }, { signal });
        const clock = setInterval(() => {
            timeline.redrawDays();
            header.show(chat.header);
        }, 60_000);
        signal.addEventListener("abort", () => clearInterval(clock), { once: true });
        showHeader(chat.header);
        if (timeline.begin() && unread() > 0) announcer.say(plural(unread(), "new message"));
        void import("../insights/chat-insights.js")
            .then(({ ChatInsights }) => ChatInsights.add(this.context, chat.id, this.element, signal))
            .then((insights) => {
                this.#insights = insights;
            })
            .catch(() => {});
        if ((hasHover() || this.#wantsFocus) && !document.querySelector("dialog[open]")) composer.focus();
    }

    /**
     * @param {HTMLElement} button
     * @param {number | null} readBefore
     */
    async #toggleAssistant(button, readBefore) {
        if (this.#assistant) return this.#assistant.abort();
        const ending = this.#assistant = new AbortController();
        this.signal.addEventListener("abort", () => ending.abort(), { once: true });
        button.setAttribute("aria-expanded", "true");
        ending.signal.addEventListener("abort", () => {
            this.#assistant = null;
            button.setAttribute("aria-expanded", "false");
        }, { once: true });
        try {
            const { openAssistant } = await import("../assistant/load.js");
            const panel = await openAssistant(
                this.context,
                {
                    conversation: this.conversation,
                    readBefore,
                    closed: () => {
                        ending.abort();
                        focusAction(button);
                    },
                },
                ending.signal,
            );
            if (ending.signal.aborted) return;
            this.element.append(panel);
            this.element.classList.add("has-assistant");
            ending.signal.addEventListener("abort", () => {
                panel.remove();
                this.element.classList.remove("has-assistant");
            }, { once: true });
        } catch (error) {
            ending.abort();
            this.context.notices.refuse(error);
        }
    }

    #showWaiting() {
        this.element.replaceChildren(element(
            "div",
            { class: "blank", role: "status" },
            icon("clock"),
            element("h1", {}, "This conversation is loading"),
            element("p", {}, "It is not on this device yet. It opens as soon as it is loaded."),
            this.#back(),
        ));
    }

    /** @param {string} text */
    #showProblem(text) {
        this.element.replaceChildren(element(
            "div",
            { class: "blank", role: "alert" },
            icon("warning"),
            element("h1", {}, "This conversation cannot be opened"),
            element("p", {}, text),
            this.#back(),
        ));
    }

    /** A phone shows no list beside the conversation, and may have no key that goes back. */
    #back() {
        const { router } = this.context;
        return element(
            "button",
            { type: "button", class: "button", onclick: () => router.go({ name: "list" }) },
            "Back to all conversations",
        );
    }
}

/** Whether there is a pointer that can hover, and so a keyboard. */
function hasHover() {
    return matchMedia("(hover: hover)").matches;
}

/**
 * The read position when a conversation was opened; null if nothing was unread.
 *
 * @param {Chat} chat
 */
function readPosition(chat) {
    const marker = chat.rows.findIndex((row) => row.row === "newMessages");
    const first = marker < 0 ? undefined : chat.rows.slice(marker).find((row) => row.row === "message" && row.seq !== null);
    return first?.row === "message" && first.seq !== null ? first.seq - 1 : null;
}

/**
 * Takes files that are dropped anywhere on an element.
 *
 * @param {HTMLElement} target
 * @param {(files: File[]) => void} take
 * @param {AbortSignal} signal
 */
function acceptDrops(target, take, signal) {
    /** @param {DragEvent} event */
    const bringsFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;
    target.addEventListener("dragover", (event) => {
        if (!bringsFiles(event)) return;
        event.preventDefault();
        target.classList.add("dropping");
    }, { signal });
    target.addEventListener("dragleave", (event) => {
        if (!target.contains(/** @type {Node | null} */ (event.relatedTarget))) target.classList.remove("dropping");
    }, { signal });
    target.addEventListener("drop", (event) => {
        target.classList.remove("dropping");
        if (!bringsFiles(event)) return;
        event.preventDefault();
        take([...event.dataTransfer?.files ?? []]);
    }, { signal });
}
