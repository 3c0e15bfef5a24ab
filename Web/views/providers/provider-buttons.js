// @ts-check
import { element, replace } from "../element.js";
import { refusalText } from "../notices.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {{name: string, title: string}} Provider */

/**
 * The buttons of the sign-in providers, each of which leaves for the provider's page.
 *
 * @param {Context} context
 * @param {Provider[]} providers
 * @param {{invitation?: string, isOnly?: boolean}} options  the token of the link that the person opened; without passwords no "or" stands above
 */
export function providerButtons({ client }, providers, { invitation, isOnly = false } = {}) {
    const problem = element("p", { class: "form-problem", role: "alert" });
    const buttons = providers.map(({ name, title }, index) =>
        element(
            "button",
            {
                type: "button",
                class: isOnly ? "button primary wide" : "button wide",
                "data-first": isOnly && index === 0,
                onclick: async () => {
                    replace(problem);
                    for (const one of buttons) one.disabled = true;
                    try {
                        const { url } = await client.startProvider({ provider: name, ...(invitation && { invitation }) });
                        location.assign(url);
                    } catch (error) {
                        replace(problem, refusalText(error));
                    } finally {
                        // A page that the browser brings back has working buttons.
                        for (const one of buttons) one.disabled = false;
                    }
                },
            },
            `Continue with ${title}`,
        )
    );
    return element(
        "div",
        { class: "provider-buttons" },
        !isOnly && element("p", { class: "account-other" }, "or"),
        ...buttons,
        problem,
    );
}
