// @ts-check
import { element, icon, iconButton, spoken } from "../element.js";
import { loadStyle } from "../style.js";
import { openReminderMenu } from "./reminder-menu.js";
import { fetchReminders, removeReminder } from "./reminders-api.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/wire.js").Reminder} Reminder */

/** Milliseconds of debouncing. */
const gathering = 250;

/**
 * The banner of reminders that fired: the first of them, until the user opens its message, dismisses it or chooses another time, here or on
 * another device.
 *
 * @param {Context} context
 * @param {HTMLElement} parent
 * @param {AbortSignal} signal
 */
export async function showReminders(context, parent, signal) {
    await loadStyle("insights");
    if (signal.aborted) return;
    const place = element("div", { class: "banner-place reminder-place", role: "region", "aria-label": "Reminders", "aria-live": "polite" });
    parent.append(place);
    /** The insight and its time that the banner shows. */
    let shown = "";
    let soon = 0;
    /** Removed here, while the server is told. @type {Set<string>} */
    const answered = new Set();

    const draw = (/** @type {Reminder[]} */ reminders) => {
        const fired = reminders
            .filter(({ insight, firedAt }) => firedAt !== undefined && !answered.has(`${insight} ${firedAt}`))
            .sort((one, other) => (one.firedAt ?? 0) - (other.firedAt ?? 0));
        const [first] = fired;
        const next = first === undefined ? "" : `${first.insight} ${first.firedAt} ${first.text} ${fired.length}`;
        if (next === shown) return;
        shown = next;
        place.replaceChildren(...first === undefined ? [] : [banner(first, fired.length)]);
    };
    const load = async () => {
        soon = 0;
        if (context.client.profile?.showsAI === false) return draw([]);
        try {
            draw(await fetchReminders(context));
        } catch {
            // Without a connection it is asked again with the next one.
        }
    };
    const loadSoon = () => {
        soon ||= setTimeout(load, gathering);
    };
    const answer = async (/** @type {Reminder} */ { insight, firedAt }) => {
        answered.add(`${insight} ${firedAt}`);
        place.replaceChildren();
        shown = "";
        await removeReminder(context, insight).catch((error) => context.notices.refuse(error));
        await load();
    };
    const banner = (/** @type {Reminder} */ reminder, /** @type {number} */ count) => {
        const title = context.client.conversations.rows.find(({ id }) => id === reminder.conversation)?.title;
        const about = count > 1 ? `Reminder, 1 of ${count}` : "Reminder";
        return element(
            "div",
            { class: "banner" },
            element(
                "a",
                {
                    class: "banner-link",
                    href: `/c/${reminder.conversation}/m/${reminder.message}`,
                    onclick: () => void answer(reminder),
                },
                icon("clock"),
                element(
                    "span",
                    { class: "banner-text" },
                    element("span", { class: "banner-from", dir: "auto" }, title ? `${about}: ${title}` : about),
                    spoken(": "),
                    element("span", { class: "banner-words", dir: "auto" }, reminder.text),
                ),
            ),
            iconButton("retry", "Remind me later", (event) => {
                openReminderMenu(context, /** @type {HTMLElement} */ (event.currentTarget), reminder, loadSoon);
            }, { "aria-haspopup": "menu" }),
            iconButton("close", "Dismiss reminder", () => void answer(reminder)),
        );
    };

    let wasOnline = context.client.connection.online;
    const unsubscribe = context.client.subscribe({
        reminders: loadSoon,
        // A task that was completed withdraws its reminder.
        insights: () => {
            if (shown !== "") loadSoon();
        },
        session: loadSoon,
        connection: () => {
            const { online } = context.client.connection;
            if (online && !wasOnline) loadSoon();
            wasOnline = online;
        },
    });
    signal.addEventListener("abort", () => {
        unsubscribe();
        clearTimeout(soon);
        place.remove();
    }, { once: true });
    await load();
}
