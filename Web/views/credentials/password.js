// @ts-check
import { passwordField, valueOf } from "../account-fields.js";
import { element } from "../element.js";
import { openForm } from "./form-dialog.js";

/** @typedef {import("../context.js").Context} Context */

/**
 * The settings' section of the password.
 *
 * @param {Context} context
 * @param {{changed: () => void}} listener  called once the password has changed, which may have ended sessions
 */
export function passwordSection(context, { changed }) {
    return element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-password" },
        element("h2", { id: "settings-password" }, "Password"),
        element("p", { class: "details-note" }, "What you sign in with on a new device."),
        element(
            "button",
            { type: "button", class: "button", onclick: () => openChange(context, changed) },
            "Change password",
        ),
    );
}

/** @param {Context} context @param {() => void} changed */
function openChange({ client, notices }, changed) {
    const fields = [
        passwordField(false, { label: "Current password" }),
        passwordField(true, { name: "newPassword", label: "New password" }),
    ];
    const others = element("input", { type: "checkbox", checked: true });
    openForm({
        title: "Change password",
        notices,
        fields,
        // Password managers file the new password under this address.
        lead: [element("input", { type: "email", autocomplete: "username", readonly: true, hidden: true, value: client.profile?.email ?? "" })],
        more: [element("label", { class: "setup-choice" }, others, element("span", {}, "Sign out my other devices"))],
        submit: "Change password",
        send: async () => {
            await client.ask("POST", "/v1/password", {
                password: valueOf(fields, "password"),
                newPassword: valueOf(fields, "newPassword"),
                endOthers: others.checked,
            });
            notices.show(others.checked
                ? "Your password is changed. You are signed out on your other devices."
                : "Your password is changed.");
            changed();
        },
    });
}
