// @ts-check
import { element, replace } from "../element.js";
import { plural } from "../format.js";
import { refusalText } from "../notices.js";
import { makeDialog } from "./dialog.js";

/** @typedef {import("../context.js").Context} Context */

/** Addresses in one request, at most: as the server has it. */
const addressLimit = 100;

/** Bytes of a file that is read. */
const fileBytes = 1 << 20;

/**
 * The addresses in a pasted text or a CSV file: each word with an `@`, once.
 *
 * @param {string} text
 */
export function addressesIn(text) {
    return [...new Set(text.split(/[\s,;<>"']+/u).filter((word) => word.includes("@")).map((word) => word.toLowerCase()))];
}

/**
 * Asks for e-mail addresses and mails an invitation to each. Refused addresses stay in the field, with the reasons below it.
 *
 * @param {Context} context
 * @param {{changed: () => void}} listener  called once invitations were made
 */
export function openInviteByMail({ client, notices }, { changed }) {
    const dialog = makeDialog("Invite by e-mail", { className: "narrow" });
    const problem = element("div", { class: "form-problem", role: "alert" });
    const field = element("textarea", {
        id: "invite-addresses",
        rows: 5,
        dir: "ltr",
        autofocus: true,
        spellcheck: "false",
        autocapitalize: "none",
        "aria-describedby": "invite-addresses-hint",
    });
    const file = element("input", { type: "file", class: "spoken", accept: ".csv,.txt,text/csv,text/plain", tabindex: "-1", "aria-hidden": "true" });
    file.addEventListener("change", async () => {
        const chosen = file.files?.[0];
        file.value = "";
        if (!chosen) return;
        if (chosen.size > fileBytes) return say(["This file is too large."]);
        field.value = [field.value.trim(), ...addressesIn(await chosen.text())].filter((line) => line !== "").join("\n");
        field.focus();
    });
    const send = element("button", { type: "submit", class: "button primary" }, "Send invitations");
    const say = (/** @type {string[]} */ texts) =>
        texts.length === 0 ? replace(problem) : replace(problem, element("ul", {}, ...texts.map((text) => element("li", {}, text))));
    field.addEventListener("input", () => say([]));
    const submit = async () => {
        const emails = addressesIn(field.value);
        if (emails.length === 0) return say(["Enter at least one e-mail address."]);
        if (emails.length > addressLimit) return say([`Enter at most ${addressLimit} addresses at once.`]);
        say([]);
        send.disabled = true;
        try {
            const { invitations, refused = [] } = await client.ask("POST", "/v1/invitations/mail", { emails });
            if (invitations.length > 0) {
                notices.show(`${plural(invitations.length, "invitation")} on the way.`);
                changed();
            }
            if (refused.length === 0) return dialog.close();
            const left = /** @type {{email: string, message: string}[]} */ (refused);
            field.value = left.map(({ email }) => email).join("\n");
            say(left.map(({ email, message }) => `${email}: ${message}`));
            field.focus();
        } catch (error) {
            say([refusalText(error)].flat().map(String));
        } finally {
            send.disabled = false;
        }
    };
    dialog.body.append(element(
        "form",
        {
            class: "report-form",
            onsubmit: (/** @type {SubmitEvent} */ event) => {
                event.preventDefault();
                void submit();
            },
        },
        element("label", { for: "invite-addresses" }, "E-mail addresses"),
        element("div", { class: "field-box" }, field),
        element("p", { class: "field-hint", id: "invite-addresses-hint" }, "Separated by commas, spaces or lines. Each person gets a link of their own, for 7 days."),
        problem,
        file,
        element(
            "div",
            { class: "dialog-actions" },
            element("button", { type: "button", class: "button", onclick: () => file.click() }, "Add from a file"),
            send,
        ),
    ));
    dialog.show();
}
