// @ts-check
import { openMessageDetails } from "../dialogs/message-details.js";
import { element, icon } from "../element.js";
import { openMenu } from "../menu.js";
import { refusalText } from "../notices.js";
import { ChatHeaderView } from "./chat-header.js";
import { Composer } from "./composer.js";
import { PinBar } from "./pin-bar.js";
import { openReactionPicker } from "./reaction-picker.js";
import { Timeline } from "./timeline.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").Chat} Chat */
/** @typedef {import("../../shell/contract.js").ChatHeader} ChatHeader */
/** @typedef {import("../../shell/contract.js").MessageRow} MessageRow */

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
    /** @type {import("./selection.js").Selection | null} */
    #selection = null;
    /** @type {AbortController | null} */
    #assistant = null;

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
            // A link that the app was started with comes before the connection does.
            const isHeld = chat.rows.some((row) => row.row === "message" && row.id === message);
            if (!isHeld) await this.#connected();
            if (this.signal.aborted) return;
            const key = await chat.jumpTo(message);
            if (this.signal.aborted || (key !== null && this.#timeline.reveal(key))) return;
            // Without a connection the shell has said so.
            if (this.context.client.connection.online) {
                this.context.notices.show("That message is not in this conversation.");
            }
        } catch (error) {
            this.context.notices.refuse(error);
        }
    }

    /** Until there is a connection, or no more reason to wait for it. */
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
        // This device does not know it yet: it may come with what is still to be caught up.
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
        const { client, notices } = this.context;
        const signal = this.signal;
        /** @type {ChatHeaderView} */
        const header = new ChatHeaderView(this.context, chat, () => void this.#toggleAssistant(header.assistant, readBefore));
        const readBefore = readPosition(chat);
        const timeline = this.#timeline = new Timeline(chat, {
            isOnline: () => client.connection.online,
            unread: () => client.conversations.rows.find((row) => row.id === chat.id)?.unread ?? 0,
            act: (action, row, at) => this.#act(action, row, at),
            isChoosing: () => this.#selection?.isOn ?? false,
            isChosen: (row) => this.#selection?.has(row) ?? false,
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
        timeline.settle();
        void import("../insights/chat-insights.js")
            .then(({ ChatInsights }) => ChatInsights.add(this.context, chat.id, this.element, signal))
            .catch(() => {});
        if (matchMedia("(hover: hover)").matches && !document.querySelector("dialog[open]")) composer.focus();
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
                        button.focus();
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
            element("h1", {}, "This conversation is on its way"),
            element("p", {}, "It is not on this device yet. It opens as soon as it has arrived."),
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
        if (this.#selection?.isOn) {
            this.#selection.toggle(row);
            return;
        }
        switch (action) {
            case "menu":
                openMenu(at, "Message", this.#menuItems(row, at));
                break;
            case "reply":
                if (this.#mayReply(row)) this.#composer?.reply(row);
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
                if (row.quote) void this.jump(row.quote.message);
                break;
            case "retry":
                this.#run((chat) => chat.retry(row.id));
                break;
            case "discard":
                this.#run((chat) => chat.discard(row.id));
                break;
        }
    }

    /**
     * @param {MessageRow} row
     * @param {HTMLElement} at
     */
    #menuItems(row, at) {
        const address = `${location.origin}/c/${encodeURIComponent(this.conversation)}/m/${encodeURIComponent(row.id)}`;
        const isSent = row.seq !== null;
        const mayChange = row.mine && isSent && !row.deleted && !this.#chat?.header.gone;
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
            ...this.#mayReply(row)
                ? [
                    { label: "Reply", icon: "reply", run: () => this.#composer?.reply(row) },
                    { label: "React", icon: "emoji", run: () => this.#pickReaction(row, at) },
                ]
                : [],
            ...row.deleted
                ? []
                : [{ label: "Copy text", icon: "copy", run: () => this.#copy(row.text, "Text copied") }],
            ...row.deleted ? [] : [{ label: "Choose several", icon: "tick", run: () => void this.#choose(row) }],
            ...isSent ? [{ label: "Copy link", icon: "link", run: () => this.#copy(address, "Link copied") }] : [],
            ...isThere ? [{ label: "Forward…", icon: "forward", run: () => void this.#forward([row]) }] : [],
            ...mayChange && row.forwardedFrom === null ? [{ label: "Edit", icon: "edit", run: () => this.#composer?.edit(row) }] : [],
            ...isThere && this.#chat?.header.may.pin
                ? [{
                    label: row.pinnedBy === null ? "Pin" : "Unpin",
                    icon: "pin",
                    run: () => this.#run((chat) => chat.pin(row.id, row.pinnedBy === null)),
                }]
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
     * Adds one's own reaction, or takes it away: as it is now, not as it was when the picker opened.
     *
     * @param {MessageRow} row
     * @param {string} emoji
     */
    #react({ id }, emoji) {
        const row = this.#chat?.rows.find((one) => one.row === "message" && one.id === id);
        if (row?.row === "message") this.#run((chat) => chat.react(id, emoji, !hasOwn(row, emoji)));
    }

    /** @param {MessageRow} row */
    #mayReply(row) {
        return !row.deleted && row.status !== "failed" && this.#chat?.header.gone === false &&
            !this.#chat.header.blocked;
    }

    /** @param {MessageRow} row */
    #details(row) {
        if (this.#chat) openMessageDetails(this.context, this.#chat, row, this.signal);
    }

    /** @param {MessageRow} row */
    async #history(row) {
        const { openEditHistory } = await import("../dialogs/edit-history.js");
        if (this.#chat && !this.signal.aborted) void openEditHistory(this.#chat, row, this.signal);
    }

    /** @param {MessageRow} row  the first of several that something is to be done with */
    async #choose(row) {
        const { Selection } = await import("./selection.js");
        const [chat, timeline, composer] = [this.#chat, this.#timeline, this.#composer];
        if (!chat || !timeline || !composer || this.signal.aborted) return;
        this.#selection ??= new Selection(chat, {
            changed: () => {
                timeline.redrawChosen();
                const isOn = this.#selection?.isOn ?? false;
                this.element.classList.toggle("choosing", isOn);
            },
            ended: () => composer.focus(),
            copy: (text) => void this.#copy(text, "Copied"),
            forward: (rows) => void this.#forward(rows),
            delete: (rows) => void this.#delete(rows),
        }, this.signal);
        composer.element.before(this.#selection.element);
        this.#selection.toggle(row);
    }

    /** @param {MessageRow} row */
    async #report(row) {
        const { openReport } = await import("../dialogs/report.js");
        openReport(row.senderName, (reason) => {
            this.#run(async (chat) => {
                await chat.report(row.id, reason);
                this.context.notices.show("The administrators will see your report.");
            });
        }, this.signal);
    }

    /** @param {MessageRow[]} rows */
    async #forward(rows) {
        const { openForward } = await import("../dialogs/forward.js");
        if (this.signal.aborted) return;
        openForward(this.context, rows.length, (conversations) => {
            this.#selection?.end();
            this.#run(async (chat) => {
                await chat.forward(rows.map(({ id }) => id), conversations.map(({ id }) => id));
                const [first] = conversations;
                this.context.notices.show(
                    conversations.length === 1
                        ? `Forwarded to ${first?.title}`
                        : `Forwarded to ${conversations.length} conversations`,
                );
            });
        }, this.signal);
    }

    /**
     * Whether the messages may be deleted for everybody: one's own, and in a group its admins anybody's.
     *
     * @param {MessageRow[]} rows
     */
    #mayDelete(rows) {
        const header = this.#chat?.header;
        return header?.gone === false && rows.every(({ mine, deleted }) => !deleted && (mine || header.may.deleteOthers));
    }

    /** @param {MessageRow[]} rows */
    async #delete(rows) {
        const { askDeletion } = await import("../dialogs/delete-messages.js");
        const answer = await askDeletion(rows.length, this.#mayDelete(rows), this.signal);
        if (answer === null) return;
        this.#selection?.end();
        this.#run((chat) =>
            answer === "everybody"
                ? chat.delete(rows.map(({ id }) => id))
                : chat.deleteForMe(rows.flatMap(({ seq }) => seq ?? []))
        );
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

/**
 * The `seq` up to which a conversation had been read when it was opened; null where nothing was unread.
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

/**
 * Whether one has reacted with that emoji.
 *
 * @param {MessageRow} row
 * @param {string} emoji
 */
function hasOwn(row, emoji) {
    return row.reactions.some((reaction) => reaction.emoji === emoji && reaction.mine);
}
