// @ts-check
import { accountCard } from "../account-fields.js";
import { element, replace } from "../element.js";
import { refusalText } from "../notices.js";

/** @typedef {import("../context.js").Context} Context */

/**
 * The screen of the link that confirms a new address. The token is behind the `#` of the address; programs that only look at mailed
 * links do not press the button.
 *
 * @param {Context} context
 */
export function confirmScreen({ client }) {
    const problem = element("p", { class: "form-problem", role: "alert" });
    const place = element("div", { class: "account-form" });
    const confirm = element("button", { type: "button", class: "button", "data-first": true }, "Confirm this address");
    confirm.addEventListener("click", async () => {
        confirm.disabled = true;
        problem.textContent = "";
        try {
            const { email } = await client.confirmEmail(location.hash.slice(1));
            replace(
                place,
                element("p", { role: "status" }, `Done. From now on you sign in with ${email}.`),
                element("p", { class: "account-other" }, element("a", { href: "/" }, "Go to Nexus")),
            );
        } catch (error) {
            confirm.disabled = false;
            problem.textContent = refusalText(error);
        }
    });
    place.append(element("p", {}, "You asked to sign in with this e-mail address from now on."), problem, confirm);
    return accountCard("Confirm your address", place);
}
