// @ts-check
import { field, passwordField, valueOf } from "../account-fields.js";
import { accountForm } from "../account-form.js";
import { element } from "../element.js";
import { linkScreen } from "../link-screen.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").ResetPreview} ResetPreview */

/**
 * The screen of a reset link, for a person who forgot their password: sets a new one and signs in. The token is
 * behind the `#` of the address.
 *
 * @param {Context} context
 */
export function resetScreen(context) {
    const token = location.hash.slice(1);
    return linkScreen("Choose a new password", context.client.passwordReset(token), (preview, { draw }) => {
        const { profile } = context.client;
        if (profile && profile.id !== preview.user.id) {
            draw(
                element("p", { role: "alert" }, `This link is for ${preview.user.email}. Sign out of ${profile.email} in this browser first.`),
                element("p", { class: "account-other" }, element("a", { href: "/settings" }, "Go to the settings")),
            );
            return;
        }
        draw(
            element("p", {}, `Hello ${preview.user.name}. You are signed out on all other devices.`),
            formOf(context, token, preview),
        );
    });
}

/** @param {Context} context @param {string} token @param {ResetPreview} preview */
function formOf({ client, notices, router }, token, { user }) {
    const fields = [passwordField(true, { label: "New password" })];
    const address = field("email", "E-mail", { type: "email", autocomplete: "username", readonly: true, value: user.email });
    return accountForm(fields, {
        submit: "Set password",
        busy: "Setting your password…",
        notices,
        before: [address.element],
        send: async () => {
            const code = valueOf(fields, "code").trim();
            await client.resetPassword({
                token,
                user: user.id,
                name: user.name,
                email: user.email,
                password: valueOf(fields, "password"),
                ...(code !== "" && { code }),
            });
            router.go({ name: "list" }, { replace: true });
        },
    });
}
