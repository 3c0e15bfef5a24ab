// @ts-check
import { passwordField, refuse, validate, valueOf } from "../account-fields.js";
import { makeDialog } from "../dialogs/dialog.js";
import { element } from "../element.js";

/** @typedef {import("../context.js").Context} Context */

/**
 * The settings' section of the password.
 *
 * @param {Context} context
 * @param {{changed: () => void}} listener  told once a password has changed, which may have ended sessions
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
    const dialog = makeDialog("Change password", { className: "narrow" });
    const fields = [
        passwordField(false, { label: "Current password" }),
        passwordField(true, { name: "newPassword", label: "New password" }),
    ];
    const others = element("input", { type: "checkbox", checked: true });
    const problem = element("p", { class: "form-problem", role: "alert" });
    const submit = element("button", { type: "submit", class: "button primary" }, "Change password");
    dialog.body.append(element(
        "form",
        {
            novalidate: true,
            class: "account-form",
            onsubmit: async (/** @type {SubmitEvent} */ event) => {
                event.preventDefault();
                problem.textContent = "";
                if (!validate(fields) || submit.disabled) return;
                submit.disabled = true;
                try {
                    await client.ask("POST", "/v1/password", {
                        password: valueOf(fields, "password"),
                        newPassword: valueOf(fields, "newPassword"),
                        endOthers: others.checked,
                    });
                    dialog.close();
                    notices.show(others.checked
                        ? "Your password is changed. You are signed out on your other devices."
                        : "Your password is changed.");
                    changed();
                } catch (error) {
                    refuse(error, fields, problem);
                } finally {
                    submit.disabled = false;
                }
            },
        },
        // Password managers file the new password under this address.
        element("input", { type: "email", autocomplete: "username", readonly: true, hidden: true, value: client.profile?.email ?? "" }),
        ...fields.map((one) => one.element),
        element("label", { class: "setup-choice" }, others, element("span", {}, "Sign out my other devices")),
        problem,
        element(
            "div",
            { class: "dialog-actions" },
            element("button", { type: "button", class: "button", onclick: dialog.close }, "Cancel"),
            submit,
        ),
    ));
    dialog.show();
    fields[0].input.focus();
}
