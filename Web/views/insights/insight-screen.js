// @ts-check
import { element, iconButton } from "../element.js";
import { loadStyle } from "../style.js";
import { InsightList } from "./insight-list.js";

/** @typedef {import("../context.js").Context} Context */

/**
 * Insights of all conversations.
 *
 * @param {Context} context
 * @param {AbortSignal} signal
 * @returns {Promise<HTMLElement>}
 */
export async function insightScreen(context, signal) {
    await loadStyle("insights");
    return element(
        "section",
        { class: "insight-screen", "aria-labelledby": "insights-title" },
        element(
            "header",
            { class: "chat-header" },
            iconButton("back", "Back to all conversations", () => context.router.go({ name: "list" }), {
                class: "icon-button back",
            }),
            element("h1", { class: "chat-title", id: "insights-title" }, "Insights"),
        ),
        signal.aborted ? null : new InsightList(context, "", {}, signal).element,
    );
}
