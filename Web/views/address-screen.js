// @ts-check
import { accountCard, emailField, valueOf } from "./account-fields.js";
import { accountForm } from "./account-form.js";
import { element } from "./element.js";

/**
 * Asks for an e-mail address, to which the server mails a link. What it says afterwards is the same for every address.
 *
 * @param {import("./context.js").Context} context
 * @param {object} words
 * @param {string} words.title
 * @param {string} words.lead
 * @param {(email: string) => string} words.sent
 * @param {string} words.nothing  what to do if no e-mail arrives
 * @param {(email: string) => Promise<void>} send  throws a Refusal
 */
export function addressScreen({ notices }, { title, lead, sent, nothing }, send) {
    const fields = [emailField(true)];
    const place = element("div", { class: "account-form", role: "status" });
    const form = accountForm(fields, {
        submit: "Send link",
        busy: "Sending…",
        notices,
        before: [element("p", {}, lead)],
        send: async () => {
            const email = valueOf(fields, "email").trim();
            await send(email);
            form.hidden = true;
            place.append(element("p", {}, sent(email)), element("p", { class: "details-note" }, `Nothing arrived? Look into the spam folder, or ${nothing}`));
        },
    });
    return accountCard(title, form, place, element("p", { class: "account-other" }, element("a", { href: "/sign-in" }, "Back to sign-in")));
}
