// @ts-check
import { element } from "../element.js";
import { plural } from "../format.js";
import { selectField } from "../select-field.js";
import { openLink } from "./link.js";

/** @typedef {import("../context.js").Context} Context */

const lifetimes = { 1: "1 day", 7: "7 days", 30: "30 days" };
const sizes = { 1: "1 person", 10: "10 people", 100: "100 people" };

/**
 * Creates an invitation and shows its link. Another lifetime or number of people replaces both.
 *
 * @param {Context} context
 * @param {object} options
 * @param {{id: string, title: string}} [options.conversation]  which people join at once
 * @param {string} [options.title]
 * @param {string} [options.lead]
 * @param {() => void} [options.changed]  called once invitations were created or revoked
 */
export function openInvite({ client, notices }, { conversation, title, lead, changed } = {}) {
    const wanted = { days: 7, uses: 100, ...conversation && { conversations: [conversation.id] } };
    let current = "";
    const create = async () => {
        const { invitation, token } = await client.ask("POST", "/v1/invitations", wanted);
        const replaced = current;
        current = invitation.id;
        if (replaced !== "") await client.ask("DELETE", `/v1/invitations/${replaced}`).catch((error) => notices.refuse(error));
        changed?.();
        return { link: `${location.origin}/join#${token}`, note: noteOf(invitation) };
    };
    let making = create();
    const remake = () => {
        making = making.then(create, create);
        link.show(making);
    };
    const settings = element(
        "div",
        { class: "link-settings" },
        selectField("invite-days", "Works for", lifetimes, "7", (value) => {
            wanted.days = Number(value);
            remake();
        }),
        selectField("invite-uses", "For up to", sizes, "100", (value) => {
            wanted.uses = Number(value);
            remake();
        }),
        element("p", { class: "details-note" }, "A change here replaces the link above."),
    );
    const link = openLink(title ?? (conversation ? `Invite people to ${conversation.title}` : "Invite people"), notices, making, { lead, settings });
}

/** @param {{usesLeft: number, expiresAt: number}} invitation */
function noteOf({ usesLeft, expiresAt }) {
    return usesLeft === 1
        ? `One person can join with it. It expires in ${daysUntil(expiresAt)}, and is shown only once.`
        : `Up to ${usesLeft} people can join with it. It expires in ${daysUntil(expiresAt)}, and is shown only once.`;
}

/** @param {number} time */
export const daysUntil = (time) => plural(Math.max(1, Math.ceil((time - Date.now()) / 86_400_000)), "day");
