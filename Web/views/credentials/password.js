// @ts-check
import { passwordField, valueOf } from "../account-fields.js";
import { element, replace } from "../element.js";
import { openForm } from "./form-dialog.js";

/** @typedef {import("../context.js").Context} Context */

/**
 * The settings' section of the password.
 *
 * @param {Context} context
 * @param {{changed: () => void}} listener  called once the password has changed, which may have ended sessions
 */
export function passwordSection(context, { changed }) {
    const place = element(
        "div",
        { class: "password" },
        element("p", { class: "details-note" }, "What you sign in with on a new device."),
        element(
            "button",
            { type: "button", class: "button", onclick: () => openChange(context, changed) },
            "Change password",
        ),
    );
    const section = element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-password" },
        element("h2", { id: "settings-password" }, "Password"),
        place,
    );
    // Of an account without a password: one that signs in with a provider.
    Promise.all([context.client.ask("GET", "/v1/sessions/proof"), context.client.server()]).then(([{ password = false }, server]) => {
        if (password) return;
        section.hidden = server.passwords === false;
        replace(place, ...withoutPassword(context, server));
    }, () => {});
    return section;
}

/**
 * How a person without a password gets one: by a link.
 *
 * @param {Context} context
 * @param {import("../../shell/contract.js").ServerInfo} server
 */
function withoutPassword({ client, notices }, { mail = false }) {
    const email = client.profile?.email ?? "";
    const send = async () => {
        ask.disabled = true;
        try {
            await client.forgotPassword(email);
            notices.show(`A link that sets a password is on its way to ${email}.`);
        } catch (error) {
            notices.refuse(error);
            ask.disabled = false;
        }
    };
    const ask = element("button", { type: "button", class: "button", onclick: () => void send() }, "Mail me a link that sets a password");
    return [
        element("p", { class: "details-note" }, mail
            ? "You have no password, and need none."
            : "You have no password, and need none. An administrator can give you a link that sets one."),
        mail && ask,
    ];
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
