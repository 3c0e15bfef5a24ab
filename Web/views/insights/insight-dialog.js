// @ts-check
import { makeDialog } from "../dialogs/dialog.js";
import { append, element } from "../element.js";

/** @typedef {import("../context.js").Context} Context */

/**
 * A dialog with a form about an insight.
 *
 * @param {Context} context
 * @param {string} title
 * @param {HTMLElement[]} fields  the first has the focus
 * @param {() => Promise<void>} save  a refusal is shown, and leaves the form open
 * @param {string} [label]  of the button that saves
 */
export function openInsightDialog(context, title, fields, save, label = "Save") {
    const dialog = makeDialog(title, { className: "narrow" });
    const button = element("button", { type: "submit", class: "button primary" }, label);
    const submit = async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        button.disabled = true;
        try {
            await save();
            dialog.close();
        } catch (error) {
            button.disabled = false;
            context.notices.refuse(error);
        }
    };
    append(
        dialog.body,
        element(
            "form",
            { class: "stack insight-form", onsubmit: submit },
            ...fields,
            element(
                "div",
                { class: "dialog-actions" },
                element("button", { type: "button", class: "button", onclick: dialog.close }, "Cancel"),
                button,
            ),
        ),
    );
    dialog.show();
    const first = dialog.body.querySelector("textarea, input");
    if (first instanceof HTMLElement) first.focus();
}

/**
 * @param {string} label
 * @param {HTMLElement} control
 */
export function field(label, control) {
    return element("div", { class: "field" }, element("label", { for: control.id }, label), control);
}
