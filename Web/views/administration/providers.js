// @ts-check
import { element, replace } from "../element.js";
import { fullTime } from "../format.js";
import { refusalText } from "../notices.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/wire.js").ProviderReport} ProviderReport */
/** @typedef {import("../../shell/wire.js").ProviderState} ProviderState */

/**
 * The providers that people sign in with: their state, and a test of each.
 *
 * @param {Context} context
 */
export function providersSection({ client }) {
    const note = element("p", { class: "details-note", role: "status" }, "Loading…");
    const list = element("ul", { class: "audit" });
    const draw = async () => {
        try {
            const { providers, passwords = true } = /** @type {ProviderReport} */ (await client.ask("GET", "/v1/admin/providers"));
            note.textContent = providers.length === 0
                ? "People sign in with passwords: the operator has not named a provider."
                : passwords ? "People sign in with these, or with a password." : "People sign in with these only.";
            replace(list, ...providers.map(item));
        } catch (error) {
            note.textContent = refusalText(error);
        }
    };
    /** @param {ProviderState} state */
    function item(state) {
        const { provider, issuer, redirect } = state;
        const condition = element("span", { role: "status", dir: "auto" }, conditionText(state));
        const test = element(
            "button",
            {
                type: "button",
                class: "text-button",
                onclick: async () => {
                    test.disabled = true;
                    try {
                        const made = /** @type {ProviderState} */ (await client.ask("POST", `/v1/admin/providers/${provider.name}/test`, {}));
                        replace(condition, conditionText(made));
                    } catch (error) {
                        replace(condition, refusalText(error));
                    } finally {
                        test.disabled = false;
                        test.focus();
                    }
                },
            },
            `Test ${provider.title}`,
        );
        return element(
            "li",
            {},
            element("strong", {}, provider.title),
            condition,
            element("span", { class: "audit-note", dir: "ltr" }, `Issuer: ${issuer}`),
            element("span", { class: "audit-note", dir: "ltr" }, `Redirect address to enter there: ${redirect}`),
            element("div", {}, test),
        );
    }
    void draw();
    return {
        element: element(
            "section",
            { class: "settings-section", "aria-labelledby": "settings-sign-in" },
            element("h2", { id: "settings-sign-in" }, "Sign-in providers"),
            note,
            list,
        ),
    };
}

/** @param {ProviderState} state */
function conditionText({ problem, checkedAt }) {
    if (checkedAt === undefined) return "Not asked yet.";
    return problem === undefined ? `Works, asked ${fullTime(checkedAt)}.` : `Does not work. ${problem} Asked ${fullTime(checkedAt)}.`;
}
