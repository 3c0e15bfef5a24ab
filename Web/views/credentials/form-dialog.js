// @ts-check
import { accountForm } from "../account-form.js";
import { makeDialog } from "../dialogs/dialog.js";
import { element } from "../element.js";

/**
 * Asks for fields in a dialog, which closes once they are accepted. A refusal is shown beside its field.
 *
 * @param {object} parts
 * @param {string} parts.title
 * @param {import("../account-fields.js").Field[]} parts.fields
 * @param {import("../notices.js").Notices} parts.notices
 * @param {Node[]} [parts.lead]  above the fields
 * @param {Node[]} [parts.more]  below the fields
 * @param {string} parts.submit
 * @param {boolean} [parts.danger]
 * @param {() => void} [parts.closed]  called once the dialog is closed
 * @param {() => Promise<(() => void) | void>} parts.send  resolves to what follows once the dialog is closed; throws a Refusal
 * @returns {() => void}  closes it
 */
export function openForm({ title, fields, notices, lead, more, submit: label, danger = false, closed, send }) {
    const dialog = makeDialog(title, { className: "narrow", ...closed && { closed } });
    dialog.body.append(accountForm(fields, {
        submit: label,
        notices,
        before: lead,
        after: more,
        actions: (submit) => {
            submit.classList.toggle("danger", danger);
            return [element(
                "div",
                { class: "dialog-actions" },
                element("button", { type: "button", class: "button", onclick: dialog.close }, "Cancel"),
                submit,
            )];
        },
        send: async () => {
            const next = await send();
            dialog.close();
            next?.();
        },
    }));
    dialog.show();
    fields[0]?.input.focus();
    return dialog.close;
}
