// @ts-check
import { addressScreen } from "../address-screen.js";

/**
 * Asks for a link that joins the team with a confirmed address.
 *
 * @param {import("../context.js").Context} context
 */
export function askScreen(context) {
    return addressScreen(context, {
        title: "Join with your address",
        lead: "Enter your e-mail address at the team's organization. We send a link by which you join.",
        sent: (email) => `If ${email} may join here, a link is on its way. It works once, for 30 minutes.`,
        nothing: "ask a member of the team for an invitation.",
    }, (email) => context.client.askToJoin(email));
}
