// @ts-check

/** @typedef {import("./context.js").Context} Context */

/**
 * The names of screens in the window's title.
 * @type {Partial<Record<import("./router.js").Route["name"], string>>}
 */
const titles = { administration: "Administration", insights: "Insights", settings: "Settings" };

/** Milliseconds of debouncing: a message that is read at once leaves no trace. */
const gathering = 300;

/**
 * Shows the unread count in the title and on the installed app's icon.
 *
 * @param {Context} context
 * @param {AbortSignal} signal
 */
export function showBadge({ client, router }, signal) {
    let shown = -1;
    const show = () => {
        const { unread, rows } = client.conversations;
        const route = router.route;
        const open = route.name === "chat" ? rows.find((row) => row.id === route.conversation)?.title : undefined;
        const name = titles[route.name] ?? open;
        const title = `${unread > 0 ? `(${unread > 999 ? "999+" : unread}) ` : ""}${
            name ? `${name} · Nexus` : "Nexus"
        }`;
        if (document.title !== title) document.title = title;
        if (unread === shown) return;
        shown = unread;
        // Only an installed app has an icon to put it on; elsewhere the promise is refused, and nothing is lost.
        if (unread > 0) {
            navigator.setAppBadge?.(unread).catch(() => {});
        } else {
            navigator.clearAppBadge?.().catch(() => {});
        }
    };
    let timer = 0;
    const showSoon = () => {
        timer ||= setTimeout(() => {
            timer = 0;
            show();
        }, gathering);
    };
    signal.addEventListener("abort", client.subscribe({ conversations: showSoon, session: show }), { once: true });
    router.subscribe(show, signal);
    signal.addEventListener("abort", () => {
        clearTimeout(timer);
        document.title = "Nexus";
        navigator.clearAppBadge?.().catch(() => {});
    }, { once: true });
    show();
}
