// @ts-check
import { codeField, passwordField, valueOf } from "../account-fields.js";
import { element } from "../element.js";
import { openForm } from "./form-dialog.js";
import { hasPasskeys, signWithPasskey } from "./passkey-ceremony.js";

/** @typedef {import("../context.js").Context} Context */

/** @type {Promise<boolean> | null} */
let asking = null;

/**
 * Asks the person to confirm that it is them, for an act that needs a fresh proof: with the password, and a code where a second factor
 * is on, or with a passkey. Resolves to whether they did. Several acts at once ask once.
 *
 * @param {Context} context
 */
export function askForProof(context) {
    asking ??= ask(context).finally(() => {
        asking = null;
    });
    return asking;
}

/** @param {Context} context @returns {Promise<boolean>} */
async function ask({ client, notices }) {
    const state = /** @type {import("../../shell/wire.js").ProofState} */ (await client.ask("GET", "/v1/sessions/proof"));
    const usesPasskey = state.passkey === true && hasPasskeys();
    if (!state.password && !usesPasskey) {
        notices.show("Sign out and in again first: this needs a sign-in that is at most ten minutes old.", { problem: true });
        return false;
    }
    const fields = state.password
        ? [passwordField(false, { name: "proof-password" }), ...state.code ? [codeField("Code of your authenticator app, or a recovery code")] : []]
        : [];
    return new Promise((resolve) => {
        let isProved = false;
        const prove = async (/** @type {object} */ request) => {
            await client.ask("POST", "/v1/sessions/proof", request);
            isProved = true;
        };
        const withPasskey = async () => {
            const signed = await signWithPasskey(await client.ask("POST", "/v1/sessions/proof/challenge", {}));
            if (!signed) return;
            await prove({ passkey: signed });
            close();
        };
        const close = openForm({
            title: "Confirm that it is you",
            fields,
            notices,
            lead: [
                element("p", {}, "What you are about to do needs a proof that is at most ten minutes old."),
                ...usesPasskey ? [element("button", {
                    type: "button",
                    class: "button wide",
                    onclick: () => void withPasskey().catch((error) => notices.refuse(error)),
                }, "Use a passkey")] : [],
            ],
            submit: "Confirm",
            closed: () => resolve(isProved),
            send: () => prove({ password: valueOf(fields, "proof-password"), ...state.code && { code: valueOf(fields, "code").trim() } }),
        });
    });
}
