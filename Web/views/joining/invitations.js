// @ts-check
import { daysUntil, openInvite } from "../dialogs/invite.js";
import { openInviteByMail } from "../dialogs/invite-by-mail.js";
import { element } from "../element.js";
import { refusalText } from "../notices.js";
import { newest, redrawRows } from "../redraw.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/wire.js").Invitation} Invitation */

/**
 * The section of the settings with the open invitations: the user's, or everyone's for an administrator.
 *
 * @param {Context} context
 */
export function invitationsSection(context) {
    const { client } = context;
    const list = element("ul", { class: "people-list" });
    const note = element("p", { class: "details-note" }, "People join the team with a link that you give them.");
    const invite = element(
        "button",
        { type: "button", class: "button", onclick: () => openInvite(context, { changed: draw }) },
        "Invite people",
    );
    const byMail = element(
        "button",
        { type: "button", class: "button", hidden: true, onclick: () => openInviteByMail(context, { changed: draw }) },
        "Invite by e-mail",
    );
    const isAdministrator = () => client.profile?.administrator === true;
    /** @type {() => Promise<void>} */
    const draw = newest(
        () => client.ask("GET", `/v1/invitations${isAdministrator() ? "?all=true" : ""}`),
        ({ invitations = [] }) => redrawRows(list, /** @type {Invitation[]} */ (invitations).map((one) => row(context, one, draw)), invite),
        (error) => redrawRows(list, [element("li", { class: "details-note" }, refusalText(error))], invite),
    );
    void draw();
    client.server().then((server) => {
        invite.hidden = server.invite === "administrators" && !isAdministrator();
        byMail.hidden = invite.hidden || !server.mail;
        if (invite.hidden) note.textContent = "Only administrators of this server may invite people.";
    }, () => {});
    return element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-invitations" },
        element("h2", { id: "settings-invitations" }, "Invitations"),
        note,
        list,
        element("div", { class: "setting-actions" }, invite, byMail),
    );
}

/** @param {Context} context @param {Invitation} invitation @param {() => void} changed */
function row({ client, notices }, { id, creator, person, email, conversations = [], uses, usesLeft, expiresAt }, changed) {
    const target = email ?? person?.name ?? (conversations.map(({ title }) => title).join(", ") || "The team");
    const revoke = async () => {
        try {
            await client.ask("DELETE", `/v1/invitations/${id}`);
            changed();
        } catch (error) {
            notices.refuse(error);
        }
    };
    const sendAgain = async () => {
        try {
            await client.ask("POST", `/v1/invitations/${id}/mail`, {});
            notices.show(`Sent to ${email} again. The earlier link no longer works.`);
            changed();
        } catch (error) {
            notices.refuse(error);
        }
    };
    const author = creator.id === client.profile?.id ? "" : ` Created by ${creator.name}.`;
    return element(
        "li",
        { class: "setting" },
        element(
            "div",
            {},
            element("p", { dir: "auto" }, target),
            element("p", { class: "details-note", dir: "auto" }, `${email === undefined ? `${uses} of ${uses + usesLeft} used` : "Sent by e-mail"}. Expires in ${daysUntil(expiresAt)}.${author}`),
        ),
        email !== undefined
            && element("button", { type: "button", class: "button", "aria-label": `Send the invitation to ${target} again`, onclick: sendAgain }, "Send again"),
        element("button", { type: "button", class: "button", "aria-label": `Revoke the invitation to ${target}`, onclick: revoke }, "Revoke"),
    );
}
