// @ts-check
import { element, spoken } from "../element.js";
import { counted, plural } from "../format.js";
import { loadStyle } from "../style.js";
import { insightIcon } from "./insight-icon.js";
import { fetchInsights } from "./insights-api.js";

/** @typedef {import("../context.js").Context} Context */

/** Milliseconds of debouncing. */
const gathering = 1_000;

/**
 * A link to the insights of all conversations, with the number of the user's open ones.
 *
 * @param {Context} context
 * @param {Element} sidebar
 * @param {AbortSignal} signal
 */
export async function addInsightLink(context, sidebar, signal) {
    await loadStyle("insights");
    const count = element("span", { class: "insight-count", hidden: true });
    const link = element(
        "a",
        { href: "/insights", class: "icon-button insight-link", title: "Insights" },
        insightIcon(),
        spoken("Insights"),
        count,
    );
    const last = sidebar.querySelector(".sidebar-header > :last-child");
    if (signal.aborted || last === null) return;
    last.before(link);
    let soon = 0;
    const load = async () => {
        soon = 0;
        try {
            const filter = { conversation: "", kind: "", state: "open,suggestedDone", assignee: "me" };
            const { open } = await fetchInsights(context, filter, { limit: 1 });
            count.hidden = open === 0;
            count.replaceChildren(counted(open), spoken(` of ${open === 1 ? "yours is" : "yours are"} open`));
            link.title = open > 0 ? `Insights: ${plural(open, "open item")} of yours` : "Insights";
        } catch {
            // Without a connection the last count stays.
        }
    };
    const loadSoon = () => {
        soon ||= setTimeout(load, gathering);
    };
    let wasOnline = context.client.connection.online;
    signal.addEventListener(
        "abort",
        context.client.subscribe({
            insights: loadSoon,
            session: () => show(),
            connection: () => {
                const { online } = context.client.connection;
                if (online && !wasOnline) loadSoon();
                wasOnline = online;
            },
        }),
        { once: true },
    );
    signal.addEventListener("abort", () => clearTimeout(soon), { once: true });
    const show = () => {
        link.hidden = context.client.profile?.showsAI === false;
        if (context.router.route.name === "insights") link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    };
    context.router.subscribe(show, signal);
    show();
    await load();
}
