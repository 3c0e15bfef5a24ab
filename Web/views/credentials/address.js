// @ts-check
import { field, valueOf } from "../account-fields.js";
import { element } from "../element.js";
import { openForm } from "./form-dialog.js";

/** @typedef {import("../context.js").Context} Context */

/**
 * Asks for another address for the account. A link that is mailed there confirms it.
 *
 * @param {Context} context
 */
export function openAddressChange({ client, notices }) {
    const fields = [field("email", "New e-mail address", { type: "email", autocomplete: "off", inputmode: "email", spellcheck: "false" }, { check: "email" })];
    openForm({
        title: "Change your address",
        notices,
        fields,
        lead: [element("p", {}, `You sign in with ${client.profile?.email ?? ""}. We send a link to the new address, which confirms it.`)],
        submit: "Send link",
        send: async () => {
            const email = valueOf(fields, "email").trim();
            await client.ask("POST", "/v1/email", { email });
            notices.show(`Look into the mailbox of ${email}: the link works once, for 30 minutes.`);
        },
    });
}
