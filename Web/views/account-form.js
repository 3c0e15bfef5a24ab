// @ts-check
import { refuse, validate } from "./account-fields.js";
import { element, setText } from "./element.js";

/** @typedef {import("./account-fields.js").Field} Field */

/**
 * A form of account fields: validates them, sends one request at a time, and shows an error beside its field.
 *
 * @param {Field[]} fields
 * @param {object} parts
 * @param {string} parts.submit  the button's text
 * @param {string} [parts.busy]  its text while the form is sent
 * @param {() => Promise<void>} parts.send
 * @param {import("./notices.js").Notices} parts.notices  shows an error that arrives once the form is gone
 * @param {string} [parts.problem]  an error shown from the beginning
 * @param {Node[]} [parts.before]  above the fields
 * @param {Node[]} [parts.after]  below them
 * @param {(submit: HTMLElement) => Node[]} [parts.actions]  the last row of a dialog's form, with its button
 */
export function accountForm(fields, { submit: label, busy = label, send, notices, problem: text = "", before = [], after = [], actions }) {
    const problem = element("p", { class: "form-problem", role: "alert" }, text);
    const submit = element("button", { type: "submit", class: actions ? "button primary" : "button primary wide" }, label);
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
                setText(submit, busy);
                try {
                    await send();
                } catch (error) {
                    if (form.isConnected) refuse(error, fields, problem);
                    else notices.refuse(error);
                } finally {
                    submit.disabled = false;
                    setText(submit, label);
                }
            },
        },
        ...before,
        ...fields.map((one) => one.element),
        ...after,
        problem,
        ...actions ? actions(submit) : [submit],
    );
    return form;
}
