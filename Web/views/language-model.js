// @ts-check
import { element, replace } from "./element.js";
import { fullTime } from "./format.js";
import { ledgerTable, moneyText } from "./ledger.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../shell/wire.js").LanguageModelState} State */

/**
 * The server's language model, the user's remaining daily budget, and their ledger. Empty when offline.
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
    const draw = async () => {
        try {
            const state = /** @type {State} */ (await client.ask("GET", "/v1/ai"));
            text.textContent = stateText(state);
            section.hidden = false;
        } catch {
            return;
        }
        replace(ledgers, ledgerTable({ client, notices }, "My requests to the language model", "/v1/ai/ledger"));
    };
    void draw();
    return section;
}

/** @param {State} state */
function stateText({ on, model, requests, requestLimit, tokens, tokenLimit, renewsAt, cost, costLimit }) {
    if (!on) return "AI is off on this server.";
    if (model === undefined) return "This server has no language model: answers are quotes, and no message leaves it.";
    const count = (/** @type {number} */ number) => number.toLocaleString();
    const money = cost ? ` Cost today: ${moneyText(cost)}${costLimit ? ` of ${moneyText(costLimit)}` : ""}.` : "";
    return `${model}. Used today: ${count(requests)} of ${count(requestLimit)} requests and ${count(tokens)} of ${
        count(tokenLimit)
    } tokens.${money} Renews on ${fullTime(renewsAt)}.`;
}
