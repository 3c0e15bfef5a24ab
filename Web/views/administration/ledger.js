// @ts-check
import { element } from "../element.js";
import { ledgerTable } from "../ledger.js";

/** @typedef {import("../context.js").Context} Context */

/**
 * What was sent to the language model, and for whom.
 *
 * @param {Context} context
 */
export function ledgerSection(context) {
    return {
        element: element(
            "section",
            { class: "settings-section", "aria-labelledby": "settings-ledger" },
            element("h2", { id: "settings-ledger" }, "Requests to the language model"),
            element("p", { class: "details-note" }, "When, for whom and how much was sent; what was sent is not kept."),
            element("div", { class: "ledgers" }, ledgerTable(context, "All requests to the language model", "/v1/admin/ledger", true)),
        ),
    };
}
