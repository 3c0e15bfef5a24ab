// @ts-check
import { codeField, passwordField, valueOf } from "../account-fields.js";
import { choiceField } from "../choice-field.js";
import { openForm } from "../credentials/form-dialog.js";
import { hasPasskeys } from "../credentials/passkey-ceremony.js";
import { element, replace } from "../element.js";
import { fullTime } from "../format.js";
import { keepAccount } from "./deletion-notice.js";

/** @typedef {import("../context.js").Context} Context */

/**
 * The settings' section of deleting one's account.
 *
 * @param {Context} context
 * @param {AbortSignal} signal
 */
export function deletionSection(context, signal) {
    const place = element("div", { class: "deletion" });
    const draw = () => {
        const at = context.client.profile?.deletesAt;
        replace(
            place,
            element("p", { class: "details-note" }, at === undefined
                ? "You have 14 days to change your mind."
                : `Your account will be deleted on ${fullTime(at)}. Until then everything works as before.`),
            at === undefined
                ? element("button", { type: "button", class: "button danger", onclick: () => void openDeletion(context) }, "Delete my account…")
                : element("button", { type: "button", class: "button", onclick: () => void keepAccount(context) }, "Keep account"),
        );
    };
    signal.addEventListener("abort", context.client.subscribe({ session: draw }), { once: true });
    draw();
    return element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-deletion" },
        element("h2", { id: "settings-deletion" }, "Delete account"),
        place,
    );
}

/** @param {Context} context */
async function openDeletion({ client, notices }) {
    /** @type {[{keepsMessages?: boolean}, import("../../shell/wire.js").ProofState]} */
    let states;
    try {
        states = await Promise.all([client.ask("GET", "/v1/server"), client.ask("GET", "/v1/sessions/proof")]);
    } catch (error) {
        notices.refuse(error);
        return;
    }
    const [{ keepsMessages = false }, { password = false, code = false, passkey = false }] = states;
    // Others prove that it is them in the dialog that the server asks for: with a passkey, or by a sign-in that is fresh.
    const fields = password && !(passkey && hasPasskeys())
        ? [passwordField(false), ...code ? [codeField("Code of your app, or a recovery code")] : []]
        : [];
    const messages = choiceField("left-messages", "Your messages", {
        keep: "Leave them, under the name “Deleted account”",
        delete: "Delete them for everyone",
    }, /** @type {"keep" | "delete"} */ ("keep"));
    openForm({
        title: "Delete your account?",
        notices,
        fields,
        lead: [
            element("p", {}, "Your account is deleted in 14 days. You leave your groups then, and your settings, drafts, picture and assistant history are deleted. Your other devices are signed out now."),
            keepsMessages ? element("p", {}, "Your team keeps your messages, under the name “Deleted account”.") : messages.element,
        ],
        submit: "Delete account",
        danger: true,
        send: async () => {
            await client.ask("POST", "/v1/account/deletion", {
                ...(fields.length > 0 && { password: valueOf(fields, "password") }),
                ...(fields.length > 1 && { code: valueOf(fields, "code").trim() }),
                messages: keepsMessages ? "keep" : messages.value(),
            });
            notices.show("Your account will be deleted in 14 days. Your other devices are signed out.");
        },
    });
}
