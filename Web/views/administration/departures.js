// @ts-check
// What administrators do for people who left: delete their account, keep it after all, hand their groups over.
import { field, valueOf } from "../account-fields.js";
import { accountForm } from "../account-form.js";
import { choiceField } from "../choice-field.js";
import { makeDialog } from "../dialogs/dialog.js";
import { element } from "../element.js";
import { plural } from "../format.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/wire.js").AdministeredAccount["user"]} User */

/** @param {Context} context @param {User} user @param {() => void} done */
export async function deleteAccount({ client, notices }, user, done) {
    const { keepsMessages = false } = await client.ask("GET", "/v1/server").catch(() => ({}));
    const messages = choiceField("left-messages", "Messages", {
        keep: "Leave them, under the name “Deleted account”",
        delete: "Delete them for everyone",
    }, /** @type {"keep" | "delete"} */ ("keep"));
    const time = choiceField("left-time", "When", {
        later: "In 14 days; until then you can keep the account",
        now: "Now; this cannot be undone",
    }, /** @type {"later" | "now"} */ ("later"));
    openQuestion(notices, {
        title: `Delete the account of ${user.name}?`,
        lead: [
            element("p", {}, `${user.name} is signed out everywhere at once, and cannot sign in any more.`),
            keepsMessages ? element("p", {}, "Your team keeps the messages.") : messages.element,
            time.element,
        ],
        submit: "Delete account",
        send: async () => {
            await client.ask("POST", `/v1/admin/accounts/${user.id}/deletion`, {
                messages: keepsMessages ? "keep" : messages.value(),
                atOnce: time.value() === "now",
            });
            notices.show(time.value() === "now" ? "The account is being deleted." : "The account is suspended, and will be deleted in 14 days.");
            done();
        },
    });
}

/** @param {Context} context @param {User} user @param {() => void} done */
export async function keepAccount({ client, notices }, user, done) {
    try {
        await client.ask("DELETE", `/v1/admin/accounts/${user.id}/deletion`);
        notices.show(`The account of ${user.name} is kept. Restore it to let ${user.name} in again.`);
    } catch (error) {
        notices.refuse(error);
    }
    done();
}

/** @param {Context} context @param {User} user @param {() => void} done */
export function transferGroups({ client, notices }, user, done) {
    const fields = [field("email", "E-mail of the new owner", { type: "email", autocomplete: "off", required: true })];
    openQuestion(notices, {
        title: `Hand the groups of ${user.name} over?`,
        fields,
        lead: [element("p", {}, "The new owner gets the groups of which they are a member.")],
        submit: "Hand over",
        send: async () => {
            const email = valueOf(fields, "email").trim().toLowerCase();
            const { accounts } = await client.ask("GET", `/v1/admin/accounts?query=${encodeURIComponent(email)}`);
            const owner = accounts.find((/** @type {{user: User}} */ one) => one.user.email === email)?.user;
            if (owner === undefined) {
                notices.show(`No account has the address ${email}.`, { problem: true });
                return;
            }
            const { transferred, remaining } = await client.ask("POST", `/v1/admin/accounts/${user.id}/groups`, { to: owner.id });
            const rest = remaining > 0 ? ` ${plural(remaining, "group")} without ${owner.name} stay.` : "";
            notices.show(`${owner.name} owns ${plural(transferred, "group")} of ${user.name} now.${rest}`);
            done();
        },
    });
}

/**
 * @param {Context["notices"]} notices
 * @param {{title: string, lead: Node[], fields?: import("../account-fields.js").Field[], submit: string, send: () => Promise<void>}} question
 */
function openQuestion(notices, { title, lead, fields = [], submit: label, send }) {
    const dialog = makeDialog(title, { className: "narrow" });
    dialog.body.append(accountForm(fields, {
        submit: label,
        notices,
        before: lead,
        actions: (submit) => {
            submit.classList.add("danger");
            return [element(
                "div",
                { class: "dialog-actions" },
                element("button", { type: "button", class: "button", autofocus: true, onclick: dialog.close }, "Cancel"),
                submit,
            )];
        },
        send: async () => {
            await send();
            dialog.close();
        },
    }));
    dialog.show();
}
