// @ts-check
import { accountCard, field, passwordField, refuse, validate, valueOf } from "../account-fields.js";
import { element, replace, setText } from "../element.js";
import { refusalText } from "../notices.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").ResetPreview} ResetPreview */

/**
 * What the link of an administrator shows to a person who forgot their password: sets a new one and signs in. The token stands
 * behind the `#` of the address.
 *
 * @param {Context} context
 */
export function resetScreen(context) {
    const token = location.hash.slice(1);
    const place = element("div", { class: "account-form", "aria-busy": "true" });
    const card = accountCard("Choose a new password", place);
    const heading = card.querySelector("h1");
    context.client.passwordReset(token).then((preview) => {
        place.removeAttribute("aria-busy");
        const { profile } = context.client;
        if (profile && profile.id !== preview.user.id) {
            replace(
                place,
                element("p", { role: "alert" }, `This link is for ${preview.user.email}. Sign out of ${profile.email} in this browser first.`),
                element("p", { class: "account-other" }, element("a", { href: "/settings" }, "Go to the settings")),
            );
            return;
        }
        replace(place, ...formOf(context, token, preview));
        const first = place.querySelector("input:not([readonly])");
        if (first instanceof HTMLElement) first.focus();
    }, (error) => {
        place.removeAttribute("aria-busy");
        if (heading) setText(heading, "This link does not work");
        replace(
            place,
            element("p", { role: "alert" }, refusalText(error)),
            element("p", { class: "account-other" }, element("a", { href: "/sign-in" }, "Sign in")),
        );
    });
    return card;
}

/** @param {Context} context @param {string} token @param {ResetPreview} preview */
function formOf({ client, router }, token, { user }) {
    const fields = [passwordField(true, { label: "New password" })];
    const address = field("email", "E-mail", { type: "email", autocomplete: "username", readonly: true, value: user.email });
    const problem = element("p", { class: "form-problem", role: "alert" });
    const submit = element("button", { type: "submit", class: "button primary wide" }, "Set password");
    const form = element(
        "form",
        {
            novalidate: true,
            class: "account-form",
            onsubmit: async (/** @type {SubmitEvent} */ event) => {
                event.preventDefault();
                problem.textContent = "";
                if (!validate(fields) || submit.disabled) return;
                submit.disabled = true;
                setText(submit, "Setting your password…");
                try {
                    await client.resetPassword({
                        token, user: user.id, name: user.name, email: user.email, password: valueOf(fields, "password"),
                    });
                    router.go({ name: "list" }, { replace: true });
                } catch (error) {
                    submit.disabled = false;
                    setText(submit, "Set password");
                    refuse(error, fields, problem);
                }
            },
        },
        address.element,
        ...fields.map((one) => one.element),
        problem,
        submit,
    );
    return [element("p", {}, `Hello ${user.name}. You are signed out on all other devices.`), form];
}
