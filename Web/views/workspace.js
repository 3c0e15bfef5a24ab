// @ts-check
import { ChatScreen } from "./chat/chat-screen.js";
import { connectionNotice } from "./connection-notice.js";
import { ConversationList } from "./conversations/conversation-list.js";
import { openNewConversation } from "./dialogs/new-conversation.js";
import { element, icon } from "./element.js";
import { showPictures } from "./pictures.js";
import { isApple } from "./platform.js";
import { settingsScreen } from "./settings.js";
import { listenForShortcuts } from "./shortcuts.js";

export { showBadge } from "./badge.js";
export { showBanners } from "./banners.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./router.js").Route} Route */

/** The conversations beside the open screen. On a phone, one of the two. */
export class Workspace {
    #stage = element("div", { class: "stage" });
    #ending = new AbortController();
    /** @type {ChatScreen | null} */
    #chat = null;

    /**
     * @param {Context} context
     * @param {AbortSignal} signal
     */
    constructor(context, signal) {
        this.context = context;
        showPictures(context.client, signal);
        this.list = new ConversationList(context, signal);
        this.element = element(
            "main",
            { class: "workspace" },
            connectionNotice(context, signal),
            this.list.element,
            this.#stage,
        );
        context.router.subscribe((route, before) => this.#show(route, before), signal);
        signal.addEventListener("abort", () => this.#ending.abort(), { once: true });
        listenForShortcuts(context, this, signal);
        this.#announceArrivals(signal);
        void import("./insights/insight-link.js")
            .then(({ addInsightLink }) => addInsightLink(context, this.list.element, signal))
            .catch(() => {});
        this.#show(context.router.route, null);
    }

    /** Closes the innermost open element; unsent text stays. */
    escape() {
        if (this.list.endSearch(() => this.#chat?.focus())) return;
        if (!this.#chat?.escape() && !isWriting(document.activeElement)) this.leave();
    }

    /** Leaves the open screen. */
    leave() {
        if (this.context.router.route.name !== "list") this.context.router.go({ name: "list" });
    }

    /** Goes to the search; on a phone that is with the list. */
    search() {
        if (this.list.element.offsetParent === null) this.leave();
        this.list.search();
    }

    /**
     * @param {Route} route
     * @param {Route | null} before
     */
    #show(route, before) {
        this.element.dataset.screen = route.name === "list" ? "list" : "stage";
        this.list.select(route.name === "chat" ? route.conversation : null);
        if (route.name === "chat" && this.#chat?.conversation === route.conversation) {
            if (route.message !== undefined) this.#chat.jump(route.message);
            if (route.writes) this.#chat.focus();
            return;
        }
        this.#ending.abort();
        this.#ending = new AbortController();
        this.#chat = null;
        const signal = this.#ending.signal;
        switch (route.name) {
            case "chat":
                this.#chat = new ChatScreen(this.context, route.conversation, route.message, signal);
                this.#stage.replaceChildren(this.#chat.element);
                if (route.writes) this.#chat.focus();
                break;
            case "insights":
                void this.#showInsights(signal);
                break;
            case "nexus":
                void this.#openNexus(signal);
                break;
            case "administration":
                void this.#openAdministration(signal);
                break;
            case "settings":
                this.#stage.replaceChildren(settingsScreen(this.context, signal));
                break;
            default:
                this.#stage.replaceChildren(this.#welcome());
                if (before?.name === "chat") this.list.focus(before.conversation);
        }
    }

    /** @param {AbortSignal} signal */
    async #showInsights(signal) {
        this.#stage.replaceChildren(element("p", { class: "spoken", role: "status" }, "Opening the insights"));
        try {
            const { insightScreen } = await import("./insights/insight-screen.js");
            const screen = await insightScreen(this.context, signal);
            if (!signal.aborted) this.#stage.replaceChildren(screen);
        } catch (error) {
            if (!signal.aborted) this.context.notices.refuse(error);
        }
    }

    /** @param {AbortSignal} signal */
    async #openNexus(signal) {
        this.#stage.replaceChildren();
        try {
            const { openNexus } = await import("./assistant/load.js");
            const screen = await openNexus(this.context, signal);
            if (!signal.aborted) this.#stage.replaceChildren(screen);
        } catch (error) {
            if (!signal.aborted) this.context.notices.refuse(error);
        }
    }

    /**
     * For administrators only; others do not load it, and see their settings.
     * @param {AbortSignal} signal
     */
    async #openAdministration(signal) {
        const { client, router, notices } = this.context;
        const leave = () => {
            if (client.profile?.administrator !== true) router.go({ name: "settings" }, { replace: true });
        };
        this.#stage.replaceChildren();
        leave();
        if (signal.aborted) return;
        signal.addEventListener("abort", client.subscribe({ session: leave }), { once: true });
        try {
            const { administrationScreen } = await import("./administration.js");
            if (!signal.aborted) this.#stage.replaceChildren(administrationScreen(this.context, signal));
        } catch (error) {
            if (!signal.aborted) notices.refuse(error);
        }
    }

    #welcome() {
        return element(
            "div",
            { class: "blank" },
            icon("chats"),
            element("h2", {}, "No conversation is open"),
            element(
                "p",
                {},
                "Choose one from the list",
                element(
                    "span",
                    { class: "key-hint" },
                    ", or press ",
                    element("kbd", {}, isApple() ? "⌘ K" : "Ctrl K"),
                    " to find one by name",
                ),
                ".",
            ),
            element(
                "button",
                { type: "button", class: "button", onclick: () => openNewConversation(this.context) },
                icon("compose"),
                "New conversation",
            ),
        );
    }

    /** @param {AbortSignal} signal */
    #announceArrivals(signal) {
        const { client, announcer, router } = this.context;
        signal.addEventListener(
            "abort",
            client.subscribe({
                arrived: ({ conversation, senderName, text }) => {
                    const here = router.route.name === "chat" && router.route.conversation === conversation;
                    const title = client.conversations.rows.find((row) => row.id === conversation)?.title;
                    announcer.sayMessage(
                        here || !title || title === senderName
                            ? `${senderName}: ${text}`
                            : `${senderName} in ${title}: ${text}`,
                    );
                },
            }),
            { once: true },
        );
    }
}

/**
 * Whether an element is a field with something in it.
 *
 * @param {Element | null} field
 */
function isWriting(field) {
    return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== "";
}
