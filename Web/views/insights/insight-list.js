// @ts-check
import { element, icon, replace, setText } from "../element.js";
import { plural } from "../format.js";
import { openMenu } from "../menu.js";
import { refusalText } from "../notices.js";
import { editInsight, openSplit } from "./insight-form.js";
import { denials, insightView, isSuggested } from "./insight-view.js";
import { changeInsight, downloadInsights, fetchInsights, isReadingOlder, keyOf, mergeInsights } from "./insights-api.js";
import { openReminderMenu } from "./reminder-menu.js";
import { fetchReminders } from "./reminders-api.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("./insights-api.js").Insight} Insight */
/** @typedef {import("./insights-api.js").Filter} Filter */

/** Milliseconds of debouncing. */
const gathering = 250;
const page = 50;
/** The maximum to reload at once. */
const most = 200;

/**
 * The filter and scroll position of a closed sheet, by its conversation.
 * @type {Map<string, {filter: Filter, top: number}>}
 */
const kept = new Map();

const kinds = { "": "All kinds", action: "Action items", decision: "Decisions", deadline: "Deadlines", priority: "Urgent messages" };
const states = { "open,suggestedDone": "Open", "": "All", done: "Done", "dismissed,cancelled": "Dismissed" };
const whose = { "": "Anyone", me: "Mine", none: "Unassigned" };

/** Insights with their filters: of one conversation, or of all. */
export class InsightList {
    #list = element("ul", { class: "insight-list" });
    #doubtful = element("ul", { class: "insight-list", "aria-label": "Suggested" });
    #suggested = element("section", { class: "insight-suggested", hidden: true }, element("h3", {}, "Suggested"), this.#doubtful);
    #state = element("p", { class: "insight-state", role: "status" });
    #more = element("button", { type: "button", class: "button", hidden: true, onclick: () => void this.#loadMore() }, "Show more");
    #scroller;
    /** @type {Map<string, {element: HTMLElement, drawn: string}>} */
    #views = new Map();
    /** @type {Insight[]} */
    #insights = [];
    /** The user's own, by insight. @type {Map<string, import("../../shell/wire.js").Reminder>} */
    #reminders = new Map();
    /** @type {string | undefined} */
    #cursor = undefined;
    #open = 0;
    #isPartial = false;
    #asked = 0;
    #soon = 0;
    #hasLoaded = false;
    #opened;

    /**
     * @param {Context} context
     * @param {string} conversation  empty for all
     * @param {{jumped?: () => void, counted?: (open: number) => void}} events
     * @param {AbortSignal} signal
     */
    constructor(context, conversation, events, signal) {
        this.context = context;
        this.conversation = conversation;
        this.events = events;
        const last = kept.get(conversation);
        this.filter = last?.filter ?? { conversation, kind: "", state: "open,suggestedDone", assignee: "" };
        this.#opened = last?.top ?? 0;
        this.#scroller = element("div", { class: "insight-scroller" }, this.#state, this.#list, this.#suggested, this.#more);
        this.element = element("div", { class: "insights" }, this.#controls(), this.#scroller);
        signal.addEventListener("abort", () => {
            clearTimeout(this.#soon);
            kept.set(conversation, { filter: this.filter, top: this.#scroller.scrollTop });
        }, { once: true });
        signal.addEventListener(
            "abort",
            context.client.subscribe({
                insights: ({ conversation: moved }) => {
                    if (conversation === "" || !moved || moved === conversation) this.#loadSoon();
                },
                reminders: () => this.#loadSoon(),
                connection: () => {
                    if (context.client.connection.online) this.#loadSoon();
                },
            }),
            { once: true },
        );
        void this.load();
    }

    /** Reloads as many as are shown. */
    async load() {
        const asked = this.#asked += 1;
        try {
            const [answer, reminders] = await Promise.all([
                fetchInsights(this.context, this.filter, { limit: Math.min(most, Math.max(page, this.#insights.length)) }),
                fetchReminders(this.context).catch(() => null),
            ]);
            if (asked !== this.#asked) return;
            if (reminders !== null) this.#reminders = new Map(reminders.map((reminder) => [reminder.insight, reminder]));
            this.#take(answer, []);
            if (answer.partial === undefined) this.#isPartial = await isReadingOlder(this.context, this.filter).catch(() => false);
            if (asked === this.#asked) setText(this.#state, this.#summary());
        } catch (error) {
            if (asked !== this.#asked) return;
            this.#hasLoaded = true;
            setText(this.#state, refusalText(error));
        }
    }

    #loadSoon() {
        this.#soon ||= setTimeout(() => {
            this.#soon = 0;
            void this.load();
        }, gathering);
    }

    async #loadMore() {
        const asked = this.#asked;
        try {
            const answer = await fetchInsights(this.context, this.filter, { cursor: this.#cursor });
            if (asked === this.#asked) this.#take(answer, this.#insights);
        } catch (error) {
            this.context.notices.refuse(error);
        }
    }

    /**
     * @param {import("./insights-api.js").InsightPage} answer
     * @param {Insight[]} earlier
     */
    #take({ insights, cursor, open, partial = false }, earlier) {
        this.#insights = [...earlier, ...insights];
        this.#cursor = cursor;
        this.#open = open;
        this.#isPartial = partial;
        this.#hasLoaded = true;
        this.events.counted?.(open);
        this.#draw();
        if (this.#opened > 0) this.#scroller.scrollTop = this.#opened;
        this.#opened = 0;
    }

    // Rendering

    #draw() {
        const focused = this.#focused();
        const views = new Map();
        const drawn = (/** @type {Insight} */ insight) => {
            const key = keyOf(insight);
            const reminder = this.#reminders.get(insight.id ?? "");
            const text = JSON.stringify([insight, this.#title(insight), reminder]);
            const before = this.#views.get(key);
            const view = before?.drawn === text
                ? before
                : { drawn: text, element: insightView(insight, this.#title(insight), reminder, this.#actions) };
            views.set(key, view);
            return view.element;
        };
        show(this.#list, this.#insights.filter((insight) => !isSuggested(insight)).map(drawn));
        show(this.#doubtful, this.#insights.filter(isSuggested).map(drawn));
        this.#suggested.hidden = this.#doubtful.childElementCount === 0;
        this.#views = views;
        this.#restore(focused);
        this.#more.hidden = this.#cursor === undefined;
        setText(this.#state, this.#summary());
    }

    #summary() {
        const isPlain = this.filter.kind === "" && this.filter.assignee === "";
        const reading = this.#isPartial ? " Older messages are still being read." : "";
        if (this.#insights.length > 0) return `${plural(this.#open, "open item")}.${reading}`;
        if (!this.#hasLoaded) return "Loading…";
        if (this.filter.state === "open,suggestedDone" && isPlain) {
            return `No open insights. Action items, decisions and deadlines appear here as people write them.${reading}`;
        }
        return `No insights match the filter.${reading}`;
    }

    /**
     * @param {Insight} insight
     * @returns {string | null}
     */
    #title({ conversation }) {
        if (this.conversation !== "") return null;
        return this.context.client.conversations.rows.find((row) => row.id === conversation)?.title ?? null;
    }

    // The focus stays in place, also if its element disappeared.

    get #rows() {
        return [...this.#list.children, ...this.#doubtful.children];
    }

    #focused() {
        const active = document.activeElement;
        const at = this.#rows.findIndex((child) => child.contains(active));
        if (at < 0) return null;
        const key = [...this.#views].find(([, view]) => view.element.contains(active))?.[0];
        return { key, at, action: active instanceof HTMLElement ? active.dataset.action : undefined };
    }

    /** @param {{key?: string, at: number, action?: string} | null} focused */
    #restore(focused) {
        if (focused === null || this.#scroller.contains(document.activeElement)) return;
        const kept = focused.key === undefined ? undefined : this.#views.get(focused.key)?.element;
        const row = kept ?? this.#rows[Math.min(focused.at, this.#rows.length - 1)];
        const target = row?.querySelector(`[data-action="${focused.action}"]`) ?? row?.querySelector("button, a")
            ?? this.element.querySelector("select");
        if (target instanceof HTMLElement) target.focus({ preventScroll: kept !== undefined });
    }

    // Actions

    /** @type {import("./insight-view.js").InsightActions} */
    #actions = {
        settle: (insight, state) => void this.#change(insight, { state }),
        menu: (insight, at) => openMenu(at, "Insight", this.#menuItems(insight, at)),
        remind: (insight, at) => this.#remind(insight, at),
        jump: () => this.events.jumped?.(),
    };

    /**
     * @param {Insight} insight
     * @param {HTMLElement} at
     */
    #remind(insight, at) {
        if (insight.id === undefined) return;
        const subject = { insight: insight.id, due: insight.due, at: this.#reminders.get(insight.id)?.at };
        openReminderMenu(this.context, at, subject, () => void this.load());
    }

    /**
     * @param {Insight} insight
     * @param {HTMLElement} at
     */
    #menuItems(insight, at) {
        const isOpen = insight.state === "open" || insight.state === "suggestedDone";
        const me = this.context.client.profile?.id;
        const settle = (/** @type {Insight["state"]} */ state) => () => void this.#change(insight, { state });
        const isTask = insight.kind === "action" || insight.kind === "deadline";
        return [
            ...isOpen && !insight.confirmed ? [{ label: "Confirm", icon: "star", run: settle("open") }] : [],
            ...isOpen && isTask ? [{ label: "Mark as done", icon: "tick", run: settle("done") }] : [],
            ...isOpen ? [] : [{ label: "Reopen", icon: "retry", run: settle("open") }],
            ...insight.assignee?.id !== me && isTask
                ? [{ label: "Assign to me", icon: "person-add", run: () => void this.#change(insight, { assignee: me }) }]
                : [],
            ...isOpen && insight.id !== undefined ? [{ label: "Remind me…", icon: "clock", run: () => this.#remind(insight, at) }] : [],
            { label: "Edit…", icon: "edit", run: () => editInsight(this.context, insight, () => void this.load()) },
            ...isOpen && insight.id !== undefined && insight.kind !== "priority"
                ? [{ label: "Split…", icon: "copy", run: () => openSplit(this.context, insight, () => void this.load()) }]
                : [],
            ...isOpen
                ? this.#siblings(insight).map((other) => ({
                    label: `Merge with “${shortened(other.text)}”`,
                    icon: "link",
                    run: () => void this.#merge(insight, other),
                }))
                : [],
            ...isOpen ? [{ label: "Dismiss", icon: "close", danger: true, run: settle("dismissed") }] : [],
        ];
    }

    /**
     * The others of the same message and kind, of those shown.
     *
     * @param {Insight} insight
     */
    #siblings({ id, message, kind }) {
        return this.#insights.filter((other) =>
            other.message === message && other.kind === kind && other.id !== id && id !== undefined
        );
    }

    /**
     * @param {Insight} insight
     * @param {Insight} other
     */
    async #merge(insight, other) {
        try {
            await mergeInsights(this.context, insight, other);
        } catch (error) {
            this.context.notices.refuse(error);
        }
        await this.load();
    }

    /**
     * @param {Insight} insight
     * @param {import("./insights-api.js").InsightChange} change
     * @param {boolean} [isUndo]
     */
    async #change(insight, change, isUndo = false) {
        const { notices } = this.context;
        try {
            await changeInsight(this.context, insight, change);
            /** @type {Record<string, string>} */
            const words = { done: "Marked as done.", dismissed: `${denials[insight.kind]}: dismissed.` };
            const done = words[change.state ?? ""];
            if (done && !isUndo) {
                const undo = { label: "Undo", run: () => void this.#change(insight, insight.confirmed ? { state: "open" } : { undo: true }, true) };
                notices.show(done, { action: undo });
            }
        } catch (error) {
            notices.refuse(error);
        }
        await this.load();
    }

    // Filters and files

    #controls() {
        const { client } = this.context;
        const places = Object.fromEntries([
            ["", "All conversations"],
            ...client.conversations.rows.map((row) => [row.id, row.title]),
        ]);
        const file = (/** @type {"ics" | "csv"} */ format, /** @type {string} */ label) =>
            element("button", {
                type: "button",
                class: "text-button",
                onclick: () => void downloadInsights(this.context, this.filter, format).catch((error) => this.context.notices.refuse(error)),
            }, icon("download"), label);
        return element(
            "div",
            { class: "insight-controls", role: "group", "aria-label": "Filter" },
            this.#select("kind", "Kind", kinds),
            this.#select("state", "State", states),
            this.#select("assignee", "Assigned to", whose),
            this.conversation === "" && this.#select("conversation", "Conversation", places),
            element("span", { class: "insight-files" }, file("ics", "Calendar"), file("csv", "Table")),
        );
    }

    /**
     * @param {keyof Filter} name
     * @param {string} label
     * @param {Record<string, string>} options
     */
    #select(name, label, options) {
        const select = element(
            "select",
            { "aria-label": label, "data-filter": name },
            ...Object.entries(options).map(([value, text]) => element("option", { value }, text)),
        );
        select.value = this.filter[name];
        select.addEventListener("change", () => {
            this.filter = { ...this.filter, [name]: select.value };
            this.#insights = [];
            replace(this.#list);
            replace(this.#doubtful);
            this.#suggested.hidden = true;
            this.#hasLoaded = false;
            void this.load();
        });
        return select;
    }
}

/**
 * @param {HTMLElement} list
 * @param {HTMLElement[]} rows
 */
function show(list, rows) {
    const isSame = rows.length === list.childElementCount && rows.every((row, at) => row === list.children[at]);
    if (!isSame) list.replaceChildren(...rows);
}

/** @param {string} text */
function shortened(text) {
    return text.length <= 30 ? text : `${text.slice(0, 29)}…`;
}
