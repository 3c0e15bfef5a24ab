// @ts-check
import { openLink } from "../dialogs/link.js";
import { element, replace } from "../element.js";
import { refusalText } from "../notices.js";
import { plural } from "../format.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {{id: string, creator: {name: string}, person?: {name: string}, conversations?: {title: string}[], uses: number, usesLeft: number, expiresAt: number}} Invitation */

/**
 * The section of the settings with the user's open invitations.
 *
 * @param {Context} context
 */
export function invitationsSection(context) {
    const list = element("ul", { class: "people-list" });
    const draw = async () => {
        try {
            const { invitations = [] } = await context.client.ask("GET", "/v1/invitations");
            replace(list, .../** @type {Invitation[]} */ (invitations).map((one) => row(context, one, draw)));
        } catch (error) {
            replace(list, element("li", { class: "details-note" }, refusalText(error)));
        }
    };
    void draw();
    return element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-invitations" },
        element("h2", { id: "settings-invitations" }, "Invitations"),
        element("p", { class: "details-note" }, "People join the team with a link that you give them."),
        list,
        element(
            "button",
            { type: "button", class: "button", onclick: () => openInvite(context, { made: draw }) },
            "Invite people",
        ),
    );
}

/** @param {Context} context @param {Invitation} invitation @param {() => void} changed */
function row({ client, notices }, { id, person, conversations = [], uses, usesLeft, expiresAt }, changed) {
    const whom = person?.name ?? (conversations.map(({ title }) => title).join(", ") || "The team");
    const revoke = async () => {
        try {
            await client.ask("DELETE", `/v1/invitations/${id}`);
            changed();
        } catch (error) {
            notices.refuse(error);
        }
    };
    return element(
        "li",
        { class: "setting" },
        element(
            "div",
            {},
            element("p", {}, whom),
            element("p", { class: "details-note" }, `${uses} of ${uses + usesLeft} used. Expires in ${days(expiresAt)}.`),
        ),
        element("button", { type: "button", class: "button", "aria-label": `Revoke the invitation to ${whom}`, onclick: revoke }, "Revoke"),
    );
}

/** @param {number} time */
const days = (time) => plural(Math.max(1, Math.ceil((time - Date.now()) / 86_400_000)), "day");

/**
 * Creates an invitation and shows its link.
 *
 * @param {Context} context
 * @param {{conversation?: {id: string, title: string}, made?: () => void}} options `conversation`: which people join at once
 */
export function openInvite({ client, notices }, { conversation, made } = {}) {
    const making = client.ask("POST", "/v1/invitations", conversation ? { conversations: [conversation.id] } : {});
    openLink(
        conversation ? `Invite people to ${conversation.title}` : "Invite people",
        notices,
        making.then(({ invitation, token }) => {
            made?.();
            return {
                link: `${location.origin}/join#${token}`,
                note: `Up to ${invitation.usesLeft} people can join with it. It expires in ${days(invitation.expiresAt)}, and is shown only once.`,
            };
        }),
    );
}
