// @ts-check
import { avatar } from "../avatar.js";
import { openNewConversation } from "../dialogs/new-conversation.js";
import { append, element, icon, iconButton, replace, setText } from "../element.js";
import { counted } from "../format.js";
import { openConversationMenu } from "./conversation-menu.js";
import { ConversationRowView } from "./conversation-row.js";
import { MessageResults } from "./message-results.js";
import { RowWindow } from "./row-window.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").ConversationRow} ConversationRow */

/** Milliseconds of debouncing. */
const gathering = 50;

/** The sidebar: the user, search, and the list of conversations. */
export class ConversationList {
    #filter = element("input", {
        type: "search",
        class: "search-input",
        placeholder: "Search",
        "aria-label": "Search conversations and messages",
        dir: "auto",
        autocomplete: "off",
        spellcheck: "false",
        enterkeyhint: "search",
    });
    #profile = element("a", { href: "/settings", class: "profile-link" });
    #nexus = element(
        "a",
        { href: "/nexus", class: "icon-button", "aria-label": "Nexus: ask your conversations", title: "Ask Nexus" },
        icon("mark"),
    );
    #state = element("div", { class: "list-state" });
    #advice = element("p", { dir: "auto" });
    #progress = element("span", { class: "list-progress", role: "status" });
    /** @type {RowWindow<ConversationRow>} */
    #rows;
    #drawing = 0;
    #results;
    #online = false;
    /** Whether archived conversations are shown. */
    #showsArchived = false;
    #archivedCount = element("span", { class: "archive-count" });
    #archive = element(
        "button",
        { type: "button", class: "archive-link", onclick: () => this.#showArchived(true) },
        icon("archive"),
        element("span", {}, "Archived"),
        this.#archivedCount,
    );
    #archiveHead = element(
        "div",
        { class: "archive-head", hidden: true },
        iconButton("back", "Back to all chats", () => this.#showArchived(false)),
        element("h2", {}, "Archived"),
    );

    /**
     * @param {Context} context
     * @param {AbortSignal} signal
     */
    constructor(context, signal) {
        this.context = context;
        this.#rows = new RowWindow({
            label: "Conversations",
            keyOf: (row) => row.id,
            make: () => new ConversationRowView((row, at) =>
                openConversationMenu(context, at, row, {
                    isUnread: row.unread > 0 || row.markedUnread,
                    leave: () => {
                        const { route } = context.router;
                        if (route.name === "chat" && route.conversation === row.id) context.router.go({ name: "list" });
                    },
                })
            ),
        }, signal);
        this.#results = new MessageResults(context, {
            changed: () => this.#drawSoon(),
            filter: (part) => this.#toggleFilter(part),
            has: (part) => this.#filterParts().includes(part),
        });
        this.element = element(
            "nav",
            { class: "sidebar", "aria-label": "Conversations" },
            element(
                "header",
                { class: "sidebar-header" },
                this.#profile,
                element("h1", {}, "Chats", this.#progress),
                this.#nexus,
                iconButton("compose", "New conversation", () => openNewConversation(context)),
            ),
            element("div", { class: "search" }, icon("search"), this.#filter),
            this.#archiveHead,
            this.#archive,
            this.#state,
            this.#rows.element,
            this.#results.element,
        );
        this.#filter.addEventListener("input", () => this.#draw());
        this.#filter.addEventListener("keydown", (event) => this.#keyInSearch(event));
        signal.addEventListener(
            "abort",
            context.client.subscribe({
                conversations: () => this.#drawSoon(),
                connection: () => {
                    this.#drawSoon();
                    if (this.#online !== context.client.connection.online) this.#results.now();
                    this.#online = context.client.connection.online;
                },
                session: () => this.#drawProfile(),
            }),
            { once: true },
        );
        // "14:02" becomes "Yesterday" at midnight without an event.
        const clock = setInterval(() => this.#rows.redraw(), 60_000);
        signal.addEventListener("abort", () => clearInterval(clock), { once: true });
        this.#drawProfile();
        this.#draw();
    }

    /** @param {string | null} conversation the one that is open */
    select(conversation) {
        this.#rows.select(conversation);
    }

    /** @param {string} conversation */
    focus(conversation) {
        this.#rows.focus(conversation);
    }

    /** Puts the cursor into the search. */
    search() {
        this.#filter.focus();
        this.#filter.select();
    }

    /**
     * Empties the search; takes the cursor out of one that is empty. Returns whether the cursor was there.
     *
     * @param {() => void} left  the cursor is free to go elsewhere
     */
    endSearch(left) {
        if (document.activeElement !== this.#filter) return false;
        if (this.#filter.value !== "") {
            this.#filter.value = "";
            this.#draw();
        } else {
            this.#filter.blur();
            left();
        }
        return true;
    }

    #filterParts() {
        return this.#filter.value.trim().split(/\s+/);
    }

    /** @param {string} part */
    #toggleFilter(part) {
        const parts = this.#filterParts();
        const rest = parts.filter((one) => one !== part);
        this.#filter.value = (rest.length < parts.length ? rest : [...parts, part]).join(" ");
        this.#draw();
    }

    /** @param {boolean} shows */
    #showArchived(shows) {
        this.#showsArchived = shows;
        this.#draw();
        (shows ? this.#archiveHead.querySelector("button") : this.#archive)?.focus();
    }

    // A burst of changes is drawn once, and a message that is read at once never counts as unread.
    #drawSoon() {
        this.#drawing ||= setTimeout(() => {
            this.#drawing = 0;
            this.#draw();
        }, gathering);
    }

    #draw() {
        const { client } = this.context;
        const wanted = this.#filter.value.trim();
        const all = client.conversations.rows;
        const archived = all.filter((row) => row.archived).length;
        if (archived === 0) this.#showsArchived = false;
        const rows = wanted === "" ? all.filter((row) => Boolean(row.archived) === this.#showsArchived) : client.find(wanted);
        this.#archive.hidden = archived === 0 || this.#showsArchived || wanted !== "";
        this.#archiveHead.hidden = !this.#showsArchived || wanted !== "";
        setText(this.#archivedCount, counted(archived));
        this.#rows.show(rows);
        this.#results.search(wanted);
        this.#progress.textContent = client.connection.online && !client.connection.caughtUp ? "Updating…" : "";
        this.#drawState(rows.length + this.#results.count, wanted);
    }

    /**
     * @param {number} found
     * @param {string} wanted
     */
    #drawState(found, wanted) {
        const { connection } = this.context.client;
        // The empty state stays until there is a conversation: a new connection must not remove the button that the user is about to
        // press.
        const isEmpty = connection.caughtUp || !connection.online || this.#state.dataset.state === "empty";
        const state = found > 0
            ? ""
            : wanted !== ""
            ? "nothing found"
            : isEmpty
            ? "empty"
            : "loading";
        setText(
            this.#advice,
            state === "nothing found"
                ? `No conversation has “${wanted}” in its title, its people or its last message, and no message has it.`
                : connection.online
                ? "Write to a teammate, or create a group."
                : "They appear here as soon as there is a connection.",
        );
        // Unchanged elements stay: a rebuilt button would lose the focus.
        if (this.#state.dataset.state === state) return;
        this.#state.dataset.state = state;
        this.#state.hidden = state === "";
        replace(this.#state, ...this.#stateParts(state));
    }

    /**
     * @param {string} state
     * @returns {HTMLElement[]}
     */
    #stateParts(state) {
        const begin = (/** @type {string} */ query) => openNewConversation(this.context, query);
        switch (state) {
            case "loading":
                return [
                    ...Array.from({ length: 6 }, () =>
                        element(
                            "div",
                            { class: "row-skeleton" },
                            element("span", { class: "avatar" }),
                            element("span", {}),
                        )),
                    element("p", { class: "spoken", role: "status" }, "Loading conversations"),
                ];
            case "nothing found":
                return [
                    element("h2", {}, "Nothing found"),
                    this.#advice,
                    element(
                        "button",
                        { type: "button", class: "button", onclick: () => begin(this.#filter.value.trim()) },
                        icon("person-add"),
                        "Search all people",
                    ),
                ];
            case "empty":
                return [
                    element("h2", {}, "No conversations yet"),
                    this.#advice,
                    element(
                        "button",
                        { type: "button", class: "button primary", onclick: () => begin("") },
                        icon("compose"),
                        "Start a conversation",
                    ),
                ];
            default:
                return [];
        }
    }

    #drawProfile() {
        const profile = this.context.client.profile;
        if (profile === null) return;
        this.#nexus.hidden = !profile.showsAI;
        this.#profile.setAttribute("aria-label", `${profile.name}: profile and settings`);
        this.#profile.title = "Profile and settings";
        this.#profile.replaceChildren();
        append(this.#profile, avatar(profile.id, profile.name, { size: "small" }));
    }

    /** @param {KeyboardEvent} event */
    #keyInSearch(event) {
        if (event.isComposing) return;
        if (event.key !== "ArrowDown" && event.key !== "Enter") return;
        event.preventDefault();
        const row = this.#rows.focusFirst();
        if (event.key === "Enter" && row) row.click();
        else if (event.key === "Enter") void this.#openFound();
        else if (!row) this.#results.focusFirst();
    }

    /** Opens the first message found, once the results are those of the current query. */
    async #openFound() {
        const typed = this.#filter.value;
        if (!await this.#results.settle()) return;
        if (this.#filter.value === typed && document.activeElement === this.#filter) this.#results.focusFirst()?.click();
    }
}
