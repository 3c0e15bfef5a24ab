// @ts-check
import { element } from "./element.js";
import { sentenceTime } from "./format.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../shell/wire.js").LedgerEntry} Entry  something that left the server */

/**
 * The requests to the language model, page by page, loaded once they are opened.
 *
 * @param {Pick<Context, "client" | "notices">} context
 * @param {string} title
 * @param {string} path  of the ledger
 * @param {boolean} names  whether it says for whom they were
 */
export function ledgerTable({ client, notices }, title, path, names = false) {
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
                ...["When", ...(names ? ["For"] : []), "Purpose", "Messages", "Tokens", "Cost", "Outcome"].map((name) =>
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
}

/**
 * An amount as "0.0123 USD".
 *
 * @param {import("../shell/wire.js").Money} money
 */
export function moneyText({ millionths, currency }) {
    const amount = (millionths / 1_000_000).toLocaleString(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 6 });
    return `${amount} ${currency}`;
}

/** @param {Entry} entry @param {boolean} names */
function row(entry, names) {
    const cells = [
        sentenceTime(entry.at, Date.now()).replace(/^on /, ""),
        ...(names ? [entry.user.name] : []),
        purposes.get(entry.purpose.split("/")[0]) ?? entry.purpose,
        String(entry.messages),
        (entry.inputTokens + entry.outputTokens).toLocaleString(),
        entry.cost ? moneyText(entry.cost) : "",
        outcomes.get(entry.outcome) ?? entry.outcome,
    ];
    return element("tr", {}, ...cells.map((cell) => element("td", { dir: "auto" }, cell)));
}

const purposes = new Map([
    ["answer", "Answer"],
    ["conversation", "Answer in a conversation"],
    ["summary", "Summary"],
    ["rewording", "Wording"],
    ["extraction", "Insights"],
    ["entailment", "Check of an answer"],
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
