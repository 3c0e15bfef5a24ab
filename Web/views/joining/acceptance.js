// @ts-check
// Accepts invitations with an account, and opens their conversation.
import { confirm } from "../dialogs/confirm.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").InvitationPreview} InvitationPreview */

/** Milliseconds to wait until a joined conversation is listed. */
const patience = 10_000;

/**
 * Asks a signed-in user to confirm, and joins.
 *
 * @param {Context} context
 * @param {string} token
 */
export async function askToJoin(context, token) {
    const { client, notices } = context;
    try {
        const { creator, conversations = [] } = await client.invitation(token);
        if (conversations.length === 0) {
            notices.show("You are a member of this team already.");
            return;
        }
        const titles = conversations.map(({ title }) => `“${title}”`).join(", ");
        const agrees = await confirm({ title: `Join ${titles}?`, text: `${creator} invites you.`, confirm: "Join" });
        if (agrees) await join(context, token);
    } catch (error) {
        notices.refuse(error);
    }
}

/**
 * Joins the conversations of an invitation, and opens the first. Throws a Refusal.
 *
 * @param {Context} context
 * @param {string} token
 */
export async function join(context, token) {
    openWhenThere(context, await context.client.ask("POST", "/v1/invitations/accept", { token }));
}

/**
 * Opens an invitation's first conversation as soon as it is listed; after ten seconds it gives up.
 *
 * @param {Context} context
 * @param {InvitationPreview} preview
 */
export function openWhenThere({ client, router }, { conversations = [] }) {
    const conversation = conversations[0]?.id;
    if (conversation === undefined) return;
    const look = () => {
        if (!client.conversations.rows.some(({ id }) => id === conversation)) return;
        stop();
        router.go({ name: "chat", conversation }, { replace: true });
    };
    const unsubscribe = client.subscribe({ conversations: look });
    const timer = setTimeout(() => stop(), patience);
    function stop() {
        unsubscribe();
        clearTimeout(timer);
    }
    look();
}
