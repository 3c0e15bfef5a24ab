// @ts-check
import { emailField, field, valueOf } from "../account-fields.js";
import { accountForm } from "../account-form.js";
import { makeDialog } from "../dialogs/dialog.js";
import { openLink } from "../dialogs/link.js";
import { element } from "../element.js";

/** @typedef {import("../context.js").Context} Context */

/**
 * Adds a person by name and address, and shows the link with which they open their account.
 *
 * @param {Context} context
 * @param {() => void} added
 */
export function addPerson(context, added) {
    const { client, notices } = context;
    const dialog = makeDialog("Add a person", { className: "narrow" });
    const fields = [field("name", "Name", { maxlength: 80, autocomplete: "off", autofocus: true }), emailField(false)];
    dialog.body.append(
        element("p", { class: "details-note" }, "You get a link to give them. With it they choose a password and open their account."),
        accountForm(fields, {
            submit: "Add",
            notices,
            send: async () => {
                const person = { name: valueOf(fields, "name").trim(), email: valueOf(fields, "email").trim() };
                const { user } = await client.ask("POST", "/v1/admin/accounts", person);
                dialog.close();
                added();
                openClaim(context, user);
            },
            actions: (submit) => [
                element(
                    "div",
                    { class: "dialog-actions" },
                    element("button", { type: "button", class: "button", onclick: dialog.close }, "Cancel"),
                    submit,
                ),
            ],
        }),
    );
    dialog.show();
}

/**
 * Shows a link with which a person who has no password opens their account.
 *
 * @param {Context} context
 * @param {{id: string, name: string}} person
 */
function openClaim({ client, notices }, person) {
    openLink(`Link for ${person.name}`, notices, claimLink(client, person));
}

/**
 * @param {Context["client"]} client
 * @param {{id: string, name: string}} person
 */
export async function claimLink(client, { id, name }) {
    const { token } = await client.ask("POST", "/v1/invitations", { person: id });
    return {
        link: `${location.origin}/join#${token}`,
        note: `Give it to ${name}: it opens their account once, within 7 days, and is shown only once.`,
    };
}
