// @ts-check
import { avatar } from "../avatar.js";
import { confirm } from "../dialogs/confirm.js";
import { openLink } from "../dialogs/link.js";
import { element, icon, iconButton, replace } from "../element.js";
import { plural, sentenceTime } from "../format.js";
import { openMenu } from "../menu.js";
import { refusalText } from "../notices.js";
import { queryText } from "../query-text.js";
import { selectField } from "../select-field.js";
import { addPerson, claimLink } from "./add-person.js";
import { deleteAccount, keepAccount, transferGroups } from "./departures.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/wire.js").AdministeredAccount} Account */

/** Milliseconds without a keystroke before the server is queried. */
const pause = 200;
/** The states by which the list is filtered. */
const states = {
    "": "All accounts",
    administrators: "Administrators",
    suspended: "Suspended",
    unclaimed: "Not joined yet",
    "second-factor": "With two-step sign-in",
};

/**
 * All accounts of the server, with suspended ones and administrators marked.
 *
 * @param {Context} context
 * @param {{acted: () => void}} listener
 */
export function accountsSection(context, { acted }) {
    const { client, notices } = context;
    const list = element("ul", { class: "people-list" });
    const note = element("p", { class: "details-note", role: "status" });
    const input = element("input", {
        type: "search",
        class: "picker-input",
        placeholder: "Name or e-mail",
        "aria-label": "Search accounts by name or e-mail",
        autocomplete: "off",
        spellcheck: "false",
        dir: "auto",
    });
    const more = element("button", { type: "button", class: "text-button", hidden: true }, "Show more accounts");
    let state = "";
    /** @type {string | undefined} */
    let cursor;
    let asked = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const draw = async (isNext = false) => {
        const number = asked += 1;
        const query = input.value.trim();
        const parameters = queryText({ query, ...state !== "" && { state }, ...isNext && cursor !== undefined && { cursor } });
        try {
            const page = /** @type {import("../../shell/wire.js").AccountList} */ (await client.ask("GET", `/v1/admin/accounts?${parameters}`));
            if (number !== asked) return;
            cursor = page.cursor;
            more.hidden = cursor === undefined;
            const items = page.accounts.map((account) => accountItem(account, account.user.id === client.profile?.id, { change, reset, depart }));
            if (isNext) list.append(...items);
            else replace(list, ...items);
            note.textContent = list.children.length > 0 ? "" : query === "" ? "No such accounts." : `No account matches “${query}”.`;
        } catch (error) {
            if (number === asked) note.textContent = refusalText(error);
        }
    };
    more.addEventListener("click", () => void draw(true));
    const change = async (/** @type {Account} */ account, /** @type {AccountChange} */ wanted) => {
        const { title, text, done } = words(account, wanted);
        const agreed = await confirm({ title, text, confirm: title.replace(/ .*/u, ""), danger: wanted.suspended === true || wanted.administrator === false });
        if (!agreed) return;
        try {
            await client.ask("POST", `/v1/admin/accounts/${account.user.id}`, wanted);
            notices.show(done);
            acted();
        } catch (error) {
            notices.refuse(error);
        }
        await draw();
    };
    const reset = (/** @type {Account} */ { user }, removeSecondFactor = false) => {
        openLink(
            removeSecondFactor ? `Reset the sign-in of ${user.name}` : `Reset the password of ${user.name}`,
            notices,
            resetLink(client, user, removeSecondFactor).finally(acted),
        );
    };
    const depart = (/** @type {Departure} */ act, /** @type {Account} */ { user }) => void act(context, user, added);
    const added = () => {
        acted();
        void draw();
    };
    input.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(() => void draw(), pause);
    });
    void draw();
    return {
        draw: () => void draw(),
        element: element(
            "section",
            { class: "settings-section", "aria-labelledby": "settings-accounts" },
            element("h2", { id: "settings-accounts" }, "Accounts"),
            element(
                "div",
                { class: "audit-filters" },
                selectField("accounts-state", "Show", states, "", (chosen) => {
                    state = chosen;
                    void draw();
                }),
                element("div", { class: "search" }, icon("search"), input),
            ),
            note,
            list,
            element(
                "div",
                { class: "audit-actions" },
                more,
                element("button", { type: "button", class: "button", onclick: () => addPerson(context, added) }, icon("person-add"), "Add a person"),
            ),
        ),
    };
}

/**
 * A link for a new password; for a person without a password, who was imported or added, one that opens their account.
 *
 * @param {Context["client"]} client
 * @param {import("../../shell/contract.js").Person} user
 * @param {boolean} removeSecondFactor
 */
async function resetLink(client, user, removeSecondFactor) {
    try {
        const { token } = await client.ask("POST", `/v1/admin/accounts/${user.id}/reset`, { removeSecondFactor });
        return {
            link: `${location.origin}/reset#${token}`,
            note: `Give it to ${user.name} in person: it sets a new password${
                removeSecondFactor ? " and turns two-step sign-in off" : ""
            } once, within 30 minutes, and is shown only once.`,
        };
    } catch (error) {
        if (/** @type {{code?: string}} */ (error).code !== "unknown_person") throw error;
        return claimLink(client, user);
    }
}

/** @typedef {import("../../shell/wire.js").AccountChange} AccountChange */
/** @typedef {(context: Context, user: Account["user"], done: () => void) => unknown} Departure */

/**
 * @param {Account} account
 * @param {AccountChange} wanted
 */
function words({ user: { name } }, wanted) {
    if (wanted.suspended === true) {
        return {
            title: `Suspend ${name}?`,
            text: `${name} is signed out everywhere at once, and cannot sign in until the account is restored.`,
            done: "The account is suspended.",
        };
    }
    if (wanted.suspended === false) {
        return {
            title: `Restore ${name}?`,
            text: `${name} can sign in again. What they wrote was there all the time.`,
            done: "The account is restored.",
        };
    }
    return wanted.administrator
        ? {
            title: `Make ${name} an administrator?`,
            text: `${name} can decide on reports, suspend accounts, and make and remove administrators, you too.`,
            done: `${name} is an administrator.`,
        }
        : {
            title: `Remove ${name} as an administrator?`,
            text: `${name} stays a member of the team, and no longer administers the server.`,
            done: `${name} is no longer an administrator.`,
        };
}

/**
 * @param {Account} account
 * @param {boolean} isMe
 * @param {{change: (account: Account, wanted: AccountChange) => Promise<void>, reset: (account: Account, removeSecondFactor?: boolean) => void,
 *   depart: (act: Departure, account: Account) => void}} acts
 */
function accountItem(account, isMe, acts) {
    const { user, suspendedAt, administrator = false, secondFactor = false, deletesAt } = account;
    return element(
        "li",
        {},
        avatar(user.id, user.name, { size: "small" }),
        element(
            "span",
            { class: "option-text" },
            element("span", { class: "option-name", dir: "auto" }, user.name),
            element("span", { class: "option-detail", dir: "auto" }, user.email ?? ""),
            element("span", { class: "option-detail" }, stateText(account)),
        ),
        administrator && element("span", { class: "tag" }, "Administrator"),
        secondFactor && element("span", { class: "tag" }, "Two-step"),
        deletesAt !== undefined && element("span", { class: "tag" }, "Being deleted"),
        isMe && element("span", { class: "tag" }, "You"),
        !isMe && iconButton("more", `Actions for the account of ${user.name}`, (event) => {
            openMenu(/** @type {HTMLElement} */ (event.currentTarget), `Actions for the account of ${user.name}`, itemsOf(account, acts));
        }, { "aria-haspopup": "menu" }),
    );
}

/** @param {Account} account */
function stateText({ user, suspendedAt, lastUsedAt, sessions = 0 }) {
    if (suspendedAt !== undefined) return `Suspended ${sentenceTime(suspendedAt, Date.now())}`;
    if (user.unclaimed) return "Not joined yet";
    const used = lastUsedAt === undefined ? "Never signed in" : `Last here ${sentenceTime(lastUsedAt, Date.now())}`;
    return sessions === 0 ? `${used} · no device signed in` : `${used} · ${plural(sessions, "device")}`;
}

/**
 * @param {Account} account
 * @param {Parameters<typeof accountItem>[2]} acts
 * @returns {import("../menu.js").MenuItem[]}
 */
function itemsOf(account, { change, reset, depart }) {
    const { suspendedAt, administrator = false, secondFactor = false, deletesAt } = account;
    /** @type {import("../menu.js").MenuItem[]} */
    const departures = [
        { label: "Hand groups over…", icon: "forward", run: () => depart(transferGroups, account) },
        deletesAt === undefined
            ? { label: "Delete account…", icon: "delete", danger: true, run: () => depart(deleteAccount, account) }
            : { label: "Keep account", icon: "retry", run: () => depart(keepAccount, account) },
    ];
    if (suspendedAt !== undefined) {
        return [{ label: "Restore…", icon: "retry", run: () => void change(account, { suspended: false }) }, ...departures];
    }
    return [
        {
            label: administrator ? "Remove as administrator…" : "Make administrator…",
            icon: administrator ? "minus" : "star",
            run: () => void change(account, { administrator: !administrator }),
        },
        { label: "Reset password", icon: "link", run: () => reset(account) },
        ...secondFactor ? [{ label: "Reset password and two-step sign-in", icon: "link", run: () => reset(account, true) }] : [],
        { label: "Suspend…", icon: "block", danger: true, run: () => void change(account, { suspended: true }) },
        ...departures,
    ];
}
