// @ts-check
import { element, replace } from "./element.js";
import { fullTime, sentenceTime } from "./format.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../shell/wire.js").LedgerEntry} Entry  something that left the server */
/** @typedef {import("../shell/wire.js").LanguageModelState} State */

/**
 * The server's language model, the user's remaining daily budget, and the ledger: the user's own, and everyone's for
 * administrators. Empty when offline.
 *
 * @param {Context} context
 */
export function languageModelSection({ client, notices }) {
    const text = element("p", { class: "details-note" });
    const ledgers = element("div", { class: "ledgers" });
    const section = element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-model", hidden: true },
        element("h2", { id: "settings-model" }, "Language model"),
        text,
        ledgers,
    );
    const ledger = (/** @type {string} */ title, /** @type {string} */ path, names = false) => {
        const body = element("tbody", {});
        const none = element("p", { class: "details-note" }, "No requests yet.");
        const more = element("button", { type: "button", class: "text-button", hidden: true }, "Show older");
        const table = element(
            "table",
            { class: "ledger", hidden: true },
            element("caption", { class: "spoken" }, title),
            element(
                "thead",
                {},
                element(
                    "tr",
                    {},
                    ...["When", ...(names ? ["For"] : []), "Purpose", "Messages", "Tokens", "Outcome"].map((name) =>
                        element("th", { scope: "col" }, name)
                    ),
                ),
            ),
            body,
        );
        let oldest = /** @type {number | null} */ (null);
        const load = async () => {
            const query = oldest === null ? "" : `?before=${oldest}`;
            try {
                const { entries } = /** @type {{entries: Entry[]}} */ (await client.ask("GET", path + query));
                body.append(...entries.map((entry) => row(entry, names)));
                oldest = entries.at(-1)?.number ?? oldest;
                table.hidden = body.children.length === 0;
                none.hidden = !table.hidden;
                more.hidden = entries.length < 100;
            } catch (error) {
                notices.refuse(error);
            }
        };
        more.addEventListener("click", () => void load());
        const details = element(
            "details",
            {},
            element("summary", {}, title),
            none,
            element("div", { class: "ledger-scroller", tabindex: "0", role: "region", "aria-label": title }, table),
            more,
        );
        details.addEventListener("toggle", () => void (details.open && oldest === null && load()));
        return details;
    };
    const draw = async () => {
        try {
            const state = /** @type {State} */ (await client.ask("GET", "/v1/ai"));
            text.textContent = stateText(state);
            section.hidden = false;
        } catch {
            return;
        }
        replace(
            ledgers,
            ledger("My requests to the language model", "/v1/ai/ledger"),
            client.profile?.administrator && ledger("All requests to the language model", "/v1/admin/ledger", true),
        );
    };
    void draw();
    return section;
}

/** @param {State} state */
function stateText({ on, model, requests, requestLimit, tokens, tokenLimit, renewsAt }) {
    if (!on) return "AI is off on this server.";
    if (model === undefined) return "This server has no language model: answers are quotes, and no message leaves it.";
    const count = (/** @type {number} */ number) => number.toLocaleString();
    return `${model}. Used today: ${count(requests)} of ${count(requestLimit)} requests and ${count(tokens)} of ${
        count(tokenLimit)
    } tokens. Renews on ${fullTime(renewsAt)}.`;
}

/** @param {Entry} entry @param {boolean} names */
function row(entry, names) {
    const cells = [
        sentenceTime(entry.at, Date.now()).replace(/^on /, ""),
        ...(names ? [entry.user.name] : []),
        purposes.get(entry.purpose.split("/")[0]) ?? entry.purpose,
        String(entry.messages),
        (entry.inputTokens + entry.outputTokens).toLocaleString(),
        outcomes.get(entry.outcome) ?? entry.outcome,
    ];
    return element("tr", {}, ...cells.map((cell) => element("td", { dir: "auto" }, cell)));
}

const purposes = new Map([
    ["answer", "Answer"],
    ["conversation", "Answer in a conversation"],
    ["summary", "Summary"],
    ["rewording", "Wording"],
]);

const outcomes = new Map([
    ["answered", "Answered"],
    ["started", "Not finished"],
    ["cancelled", "Cancelled"],
    ["failed", "Failed"],
    ["ai_timed_out", "Timed out"],
    ["ai_rate_limited", "Too many requests"],
    ["ai_unreachable", "Not reached"],
    ["ai_cut", "Interrupted"],
    ["ai_invalid_reply", "Invalid reply"],
]);
