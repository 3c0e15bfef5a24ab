// @ts-check
import { accountCard, emailField, valueOf } from "../account-fields.js";
import { accountForm } from "../account-form.js";
import { element } from "../element.js";

/** @typedef {import("../context.js").Context} Context */

/**
 * Asks for a link that sets a new password. What it says afterwards is the same with and without an account of that address.
 *
 * @param {Context} context
 */
export function forgotScreen({ client, notices }) {
    const fields = [emailField(true)];
    const place = element("div", { class: "account-form", role: "status" });
    const form = accountForm(fields, {
        submit: "Send link",
        busy: "Sending…",
        notices,
        before: [element("p", {}, "Enter your e-mail address. We send a link that sets a new password.")],
        send: async () => {
            const email = valueOf(fields, "email").trim();
            await client.forgotPassword(email);
            form.hidden = true;
            place.append(
                element("p", {}, `If ${email} has an account here, a link is on its way. It works once, for 30 minutes.`),
                element("p", { class: "details-note" }, "Nothing arrived? Look into the spam folder, or ask an administrator of your team for a link."),
            );
        },
    });
    return accountCard("Forgot your password?", form, place, element("p", { class: "account-other" }, element("a", { href: "/sign-in" }, "Back to sign-in")));
}
