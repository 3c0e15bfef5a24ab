// @ts-check
import { addressScreen } from "../address-screen.js";

/**
 * Asks for a link that sets a new password.
 *
 * @param {import("../context.js").Context} context
 */
export function forgotScreen(context) {
    return addressScreen(context, {
        title: "Forgot your password?",
        lead: "Enter your e-mail address. We send a link that sets a new password.",
        sent: (email) => `If ${email} has an account here, a link is on its way. It works once, for 30 minutes.`,
        nothing: "ask an administrator of your team for a link.",
    }, (email) => context.client.forgotPassword(email));
}
