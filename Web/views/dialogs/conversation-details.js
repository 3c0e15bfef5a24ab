// @ts-check
import { avatar } from "../avatar.js";
import { element, icon, iconButton } from "../element.js";
import { plural, presenceText } from "../format.js";
import { openMenu } from "../menu.js";
import { redrawRows } from "../redraw.js";
import { confirm } from "./confirm.js";
import { makeDialog } from "./dialog.js";
import { openGroupDescription } from "./group-description.js";
import { openInvite } from "./invite.js";
import { PeoplePicker } from "./people-picker.js";
import { retentionSetting } from "./retention.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").Chat} Chat */
/** @typedef {import("../../shell/contract.js").MemberRow} MemberRow */

/**
 * The members of a conversation, and its settings.
 *
 * @param {Context} context
 * @param {Chat} chat
 */
export function openConversationDetails(context, chat) {
    const ending = new AbortController();
    const isGroup = chat.header.kind === "group";
    const dialog = makeDialog(isGroup ? "Group" : "Conversation", {
        className: "people fitting",
        closed: () => ending.abort(),
    });
    const run = (/** @type {Promise<void>} */ work) => {
        work.catch((error) => {
            context.notices.refuse(error);
            drawAgain();
        });
    };
    const line = element("p", { class: "details-about", dir: "auto", hidden: true });
    if (chat.header.other !== null) void showLine(context, chat.header.other, line);
    const retention = retentionSetting(context, chat.header.id, () => chat.header.may.setAI);
    let mayInvite = false;
    if (isGroup) {
        context.client.server().then(({ invite }) => {
            mayInvite = invite !== "administrators" || context.client.profile?.administrator === true;
            draw();
        }, () => {});
    }
    /** What is drawn, as JSON. */
    let drawn = "";
    const draw = () => {
        const header = chat.header;
        if (header.gone) {
            dialog.close();
            return;
        }
        const now = Date.now();
        const state = isGroup ? plural(header.members.length, "member") : presenceText(header, now);
        const isFavourite = context.client.relations.some((one) => one.user === header.other && one.favourite);
        const members = header.members.map((member) => ({ ...member, lastSeen: presenceText(member, now) }));
        // A press on a button that is replaced meanwhile would do nothing.
        const wanted = JSON.stringify([header.title, header.about, header.may, header.ai, state, isFavourite, mayInvite, members]);
        if (wanted === drawn) return;
        drawn = wanted;
        redrawRows(dialog.body, [
            element(
                "div",
                { class: "details-head" },
                avatar(header.other ?? header.id, header.title, { kind: header.kind, size: "large" }),
                element(
                    "div",
                    {},
                    element("p", { class: "details-title", dir: "auto" }, header.title),
                    element("p", { class: "details-note" }, state),
                ),
                header.may.describe &&
                    iconButton("edit", "Edit the group", () => openGroupDescription(context, chat)),
            ),
            header.about !== "" && element("p", { class: "details-about", dir: "auto" }, header.about),
            line,
            header.other !== null && favouriteButton(context, header.other, isFavourite),
            isGroup && header.may.addMembers && element(
                "button",
                { type: "button", class: "list-button", onclick: () => addMembers(context, chat) },
                element("span", { class: "list-button-icon" }, icon("person-add")),
                "Add members",
            ),
            isGroup && header.may.addMembers && mayInvite && element(
                "button",
                { type: "button", class: "list-button", onclick: () => openInvite(context, { conversation: header }) },
                element("span", { class: "list-button-icon" }, icon("link")),
                "Invite with a link",
            ),
            consent(chat, run),
            retention,
            isGroup && element("h3", { class: "field-label" }, "Members"),
            isGroup && element(
                "ul",
                { class: "people-list members" },
                ...header.members.map((member) =>
                    memberItem(
                        member,
                        member.mayRemove ? () => void remove(member) : null,
                        member.mayBecome.length > 0 ? (at) => openMenu(at, `Role of ${member.name}`, roles(member)) : null,
                    )
                ),
            ),
            isGroup && (header.may.leave || header.may.dissolve) && element(
                "div",
                { class: "details-end" },
                header.may.leave && element(
                    "button",
                    { type: "button", class: "button danger", onclick: () => void leave() },
                    icon("leave"),
                    "Leave group",
                ),
                header.may.dissolve && element(
                    "button",
                    { type: "button", class: "button danger", onclick: () => void dissolve() },
                    icon("delete"),
                    "Delete group",
                ),
            ),
        ]);
    };
    /** Takes back what the user switched, after a refusal. */
    const drawAgain = () => {
        drawn = "";
        draw();
    };
    const roles = (/** @type {MemberRow} */ member) =>
        member.mayBecome.map((role) => ({
            label: { owner: "Make owner…", admin: "Make admin", member: "Make member" }[role],
            icon: role === "member" ? "minus" : "star",
            run: () => void setRole(member, role),
        }));
    const setRole = async (/** @type {MemberRow} */ member, /** @type {MemberRow["role"]} */ role) => {
        const agreed = role !== "owner" || await confirm({
            title: `Make ${member.name} the owner?`,
            text: `The group has one owner. ${member.name} sets all roles from then on; you become an admin.`,
            confirm: "Hand over",
            danger: true,
        });
        if (agreed) run(chat.setRole(member.id, role));
    };
    const remove = async (/** @type {MemberRow} */ member) => {
        const agreed = await confirm({
            title: `Remove ${member.name}?`,
            text: `${member.name} can no longer read this group, not even what was written before.`,
            confirm: "Remove",
            danger: true,
        });
        if (agreed) run(chat.removeMember(member.id));
    };
    const leave = async () => {
        const agreed = await confirm({
            title: "Leave this group?",
            text: "You can no longer read it until a member adds you again.",
            confirm: "Leave",
            danger: true,
        });
        if (!agreed) return;
        dialog.close();
        run(chat.leave());
        context.router.go({ name: "list" });
    };
    const dissolve = async () => {
        const agreed = await confirm({
            title: "Delete this group for everyone?",
            text: "The group and its messages disappear for all members. This cannot be undone.",
            confirm: "Delete",
            danger: true,
        });
        if (!agreed) return;
        dialog.close();
        run(chat.dissolve());
        context.router.go({ name: "list" });
    };
    ending.signal.addEventListener("abort", chat.subscribe({ header: draw, error: drawAgain }), { once: true });
    ending.signal.addEventListener("abort", context.client.subscribe({ conversations: draw }), { once: true });
    draw();
    dialog.show();
}

/**
 * The other person's description, which only the server has.
 *
 * @param {Context} context
 * @param {string} user
 * @param {HTMLElement} line
 */
async function showLine({ client }, user, line) {
    try {
        const { about = "" } = await client.ask("GET", `/v1/people/${user}`);
        line.textContent = about;
        line.hidden = about === "";
    } catch {
        // With no network it is left out.
    }
}

/**
 * The consent to AI: a switch for admins, and for others a note if it is off.
 *
 * @param {Chat} chat
 * @param {(work: Promise<void>) => void} run
 */
function consent(chat, run) {
    const { ai, may } = chat.header;
    if (!may.setAI) {
        return !ai && element("p", { class: "details-note" }, "AI does not read this conversation.");
    }
    const input = element("input", {
        type: "checkbox",
        role: "switch",
        id: "conversation-ai",
        "aria-describedby": "conversation-ai-note",
        checked: ai,
    });
    input.addEventListener("change", () => run(chat.setAI(input.checked)));
    return element(
        "div",
        { class: "setting" },
        element(
            "div",
            {},
            element("label", { for: "conversation-ai" }, "AI may read this conversation"),
            element(
                "p",
                { class: "details-note", id: "conversation-ai-note" },
                "If off, no assistant, insight or search by meaning uses this conversation, for all members.",
            ),
        ),
        input,
    );
}

/**
 * @param {Context} context
 * @param {string} user
 * @param {boolean} isFavourite
 */
function favouriteButton({ client, notices }, user, isFavourite) {
    return element(
        "button",
        {
            type: "button",
            class: "list-button",
            "aria-pressed": String(isFavourite),
            onclick: () => void client.relate(user, { favourite: !isFavourite }).catch((error) => notices.refuse(error)),
        },
        element("span", { class: "list-button-icon" }, icon("star")),
        isFavourite ? "Remove from favourites" : "Add to favourites",
    );
}

/**
 * @param {MemberRow} member
 * @param {(() => void) | null} remove
 * @param {((at: HTMLElement) => void) | null} chooseRole
 */
function memberItem(member, remove, chooseRole) {
    const state = member.me ? "You" : presenceText(member, Date.now());
    return element(
        "li",
        {},
        element(
            "span",
            { class: "row-face" },
            avatar(member.id, member.name, { size: "small" }),
            member.online && element("span", { class: "presence" }),
        ),
        element(
            "span",
            { class: "option-text" },
            element("span", { class: "option-name", dir: "auto" }, member.name),
            element("span", { class: "option-detail" }, state),
        ),
        member.role !== "member" &&
            element("span", { class: "tag" }, member.role === "owner" ? "Owner" : "Admin"),
        chooseRole && iconButton("more", `Role of ${member.name}`, (event) => {
            chooseRole(/** @type {HTMLElement} */ (event.currentTarget));
        }, { "aria-haspopup": "menu" }),
        remove && iconButton("person-remove", `Remove ${member.name}`, remove),
    );
}

/**
 * @param {Context} context
 * @param {Chat} chat
 */
function addMembers(context, chat) {
    const dialog = makeDialog("Add members", { className: "people" });
    const add = element("button", { type: "button", class: "button primary", disabled: true }, "Add");
    const picker = new PeoplePicker(context, {
        many: true,
        without: new Set(chat.header.members.map((member) => member.id)),
        changed: () => {
            add.disabled = picker.chosen.size === 0;
            add.textContent = picker.chosen.size > 1 ? `Add ${picker.chosen.size} people` : "Add";
        },
    });
    add.addEventListener("click", () => {
        dialog.close();
        chat.addMembers([...picker.chosen.values()]).catch((error) => context.notices.refuse(error));
    });
    dialog.body.append(
        element("p", { class: "dialog-note" }, "New members can read earlier messages."),
        picker.element,
        element("div", { class: "dialog-actions" }, add),
    );
    dialog.show();
}
