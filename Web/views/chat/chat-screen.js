// @ts-check
import { openMessageDetails } from "../dialogs/message-details.js";
import { confirm } from "../dialogs/confirm.js";
import { element, icon } from "../element.js";
import { openMenu } from "../menu.js";
import { refusalText } from "../notices.js";
import { ChatHeaderView } from "./chat-header.js";
import { Composer } from "./composer.js";
import { Timeline } from "./timeline.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").Chat} Chat */
/** @typedef {import("../../shell/contract.js").ChatHeader} ChatHeader */
/** @typedef {import("../../shell/contract.js").MessageRow} MessageRow */

/** One conversation on the screen: header, messages, composer. */
export class ChatScreen {
    element = element("section", { class: "chat" });
    /** @type {Chat | null} */
    #chat = null;
    /** @type {Timeline | null} */
    #timeline = null;
    /** @type {Composer | null} */
    #composer = null;

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
        if (!this.#chat || !this.#timeline) return;
        try {
            const key = await this.#chat.jumpTo(message);
            if (key !== null && this.#timeline.reveal(key)) return;
            this.context.notices.show("That message is not in this conversation any more.");
        } catch (error) {
            this.context.notices.refuse(error);
        }
    }

    /** @param {string | undefined} message */
    async #open(message) {
        const { client } = this.context;
        try {
            const chat = await client.openChat(this.conversation);
            if (this.signal.aborted) {
                chat.close();
                return;
            }
            this.#chat = chat;
            this.#build(chat);
            this.signal.addEventListener("abort", () => chat.close(), { once: true });
        } catch (error) {
            if (!this.signal.aborted) this.#showProblem(refusalText(error));
            return;
        }
        if (message !== undefined) await this.jump(message);
    }

    /** @param {Chat} chat */
    #build(chat) {
        const { client, notices } = this.context;
        const signal = this.signal;
        const header = new ChatHeaderView(this.context, chat);
        const timeline = this.#timeline = new Timeline(chat, {
            isOnline: () => client.connection.online,
            unread: () => client.conversations.rows.find((row) => row.id === chat.id)?.unread ?? 0,
            act: (action, row, at) => this.#act(action, row, at),
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
        const empty = element(
            "div",
            { class: "chat-empty" },
            element("h2", {}, "No messages yet"),
            element("p", {}, "Write the first one."),
        );
        const showState = () => {
            empty.hidden = chat.header.gone || chat.rows.length > 0 || chat.hasOlder || chat.hasNewer;
        };
        this.element.replaceChildren(header.element, timeline.element, empty, composer.element);
        this.element.setAttribute("aria-label", chat.header.title);
        /** @param {ChatHeader} value */
        const showHeader = (value) => {
            header.show(value);
            composer.showGone(value.gone);
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
        signal.addEventListener(
            "abort",
            client.subscribe({
                connection: () => timeline.settle(),
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
        timeline.settle();
        if (matchMedia("(hover: hover)").matches && !document.querySelector("dialog[open]")) composer.focus();
    }

    /** @param {string} text */
    #showProblem(text) {
        this.element.replaceChildren(element(
            "div",
            { class: "blank", role: "alert" },
            icon("warning"),
            element("h1", {}, "This conversation cannot be opened"),
            element("p", {}, text),
            element(
                "button",
                { type: "button", class: "button", onclick: () => this.context.router.go({ name: "list" }) },
                "Back to all conversations",
            ),
        ));
    }

    /**
     * @param {string} action
     * @param {MessageRow} row
     * @param {HTMLElement} at
     */
    #act(action, row, at) {
        switch (action) {
            case "menu":
                openMenu(at, "Message", this.#menuItems(row));
                break;
            case "retry":
                this.#run((chat) => chat.retry(row.id));
                break;
            case "discard":
                this.#run((chat) => chat.discard(row.id));
                break;
        }
    }

    /** @param {MessageRow} row */
    #menuItems(row) {
        const address = `${location.origin}/c/${encodeURIComponent(this.conversation)}/m/${encodeURIComponent(row.id)}`;
        const isSent = row.seq !== null;
        const mayChange = row.mine && isSent && !row.deleted && !this.#chat?.header.gone;
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
            ...row.deleted
                ? []
                : [{ label: "Copy text", icon: "copy", run: () => this.#copy(row.text, "Text copied") }],
            ...isSent ? [{ label: "Copy link", icon: "link", run: () => this.#copy(address, "Link copied") }] : [],
            ...mayChange ? [{ label: "Edit", icon: "edit", run: () => this.#composer?.edit(row) }] : [],
            ...isSent ? [{ label: "Details", icon: "info", run: () => this.#details(row) }] : [],
            ...mayChange ? [{ label: "Delete", icon: "delete", danger: true, run: () => void this.#delete(row) }] : [],
        ];
    }

    /** @param {MessageRow} row */
    #details(row) {
        if (this.#chat) openMessageDetails(this.#chat, row, this.signal);
    }

    /** @param {MessageRow} row */
    async #delete(row) {
        const agreed = await confirm({
            title: "Delete this message?",
            text: "It disappears for everybody in the conversation.",
            confirm: "Delete",
            danger: true,
        });
        if (agreed) this.#run((chat) => chat.delete([row.id]));
    }

    /** @param {(chat: Chat) => Promise<void>} work */
    #run(work) {
        if (this.#chat) work(this.#chat).catch((error) => this.context.notices.refuse(error));
    }

    /**
     * @param {string} text
     * @param {string} done
     */
    async #copy(text, done) {
        try {
            await navigator.clipboard.writeText(text);
            this.context.notices.show(done);
        } catch {
            this.context.notices.show("The browser did not allow copying.", { problem: true });
        }
    }
}
