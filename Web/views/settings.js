// @ts-check
import { avatar } from "./avatar.js";
import { confirm } from "./dialogs/confirm.js";
import { openKeys } from "./dialogs/keys.js";
import { element, icon, iconButton, replace } from "./element.js";
import { sentenceTime } from "./format.js";
import { refusalText } from "./notices.js";
import { notificationsSection } from "./notifications/notifications-section.js";
import { invitationsSection } from "./joining/invitations.js";
import { profileSection } from "./own-profile.js";
import { newest, redrawRows } from "./redraw.js";
import { switchSetting } from "./switch-setting.js";
import { chooseTheme, chosenTheme } from "./theme.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./theme.js").Theme} Theme */
/** @typedef {import("../shell/contract.js").SessionRow} SessionRow */

/**
 * Profile and settings.
 *
 * @param {Context} context
 * @param {AbortSignal} signal
 */
export function settingsScreen(context, signal) {
    const sessions = sessionsSection(context);
    return element(
        "section",
        { class: "settings", "aria-label": "Settings" },
        element(
            "header",
            { class: "chat-header" },
            iconButton("back", "Back to all conversations", () => context.router.go({ name: "list" }), {
                class: "icon-button back",
            }),
            element("h1", { class: "chat-title" }, "Settings"),
        ),
        element(
            "div",
            { class: "settings-scroller" },
            element(
                "div",
                { class: "settings-column" },
                profileSection(context, signal),
                notificationsSection(context, signal),
                privacySection(context, signal),
                blockedSection(context, signal),
                invitationsSection(context),
                languageModel(context),
                themeSection(),
                passwords(context, sessions.draw),
                sessions.element,
                administration(context, signal),
                leaving(context, signal),
                endSection(context),
            ),
        ),
    );
}

/**
 * @param {Context} context
 * @param {AbortSignal} signal
 */
function privacySection(context, signal) {
    return element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-privacy" },
        element("h2", { id: "settings-privacy" }, "Privacy"),
        privacySwitch(context, signal, "showsPresence", {
            label: "Show when I am online",
            note: "If off, others do not see when you are online or were last seen, and you do not see it of them.",
        }),
        privacySwitch(context, signal, "showsReceipts", {
            label: "Send read receipts",
            note: "If off, others do not see what you have received and read, and you do not see it of them.",
        }),
        privacySwitch(context, signal, "showsAI", {
            label: "Show AI features",
            note: "If off, the assistant and its suggestions are hidden from you, on all of your devices.",
        }),
    );
}

/**
 * @param {Context} context
 * @param {AbortSignal} signal
 * @param {"showsPresence" | "showsReceipts" | "showsAI"} name
 * @param {{label: string, note: string}} texts
 */
function privacySwitch({ client, notices }, signal, name, texts) {
    const setting = switchSetting(name, texts, () => client.profile?.[name] ?? true, async (on) => {
        try {
            await client.updateProfile({ [name]: on });
        } catch (error) {
            notices.refuse(error);
            throw error;
        }
    });
    signal.addEventListener("abort", client.subscribe({ session: setting.draw }), { once: true });
    return setting.element;
}

/**
 * @param {Context} context
 * @param {AbortSignal} signal
 */
function blockedSection({ client, notices }, signal) {
    const list = element("ul", { class: "people-list" });
    const none = element("p", { class: "details-note" }, "You have not blocked anyone.");
    const draw = () => {
        const blocked = client.relations.filter((one) => one.blocked);
        none.hidden = blocked.length > 0;
        replace(
            list,
            ...blocked.map(({ user, name }) =>
                element(
                    "li",
                    {},
                    avatar(user, name, { size: "small" }),
                    element(
                        "span",
                        { class: "option-text" },
                        element("span", { class: "option-name", dir: "auto" }, name),
                    ),
                    element("button", {
                        type: "button",
                        class: "text-button",
                        "aria-label": `Unblock ${name}`,
                        onclick: () =>
                            void client.relate(user, { blocked: false }).catch((error) => notices.refuse(error)),
                    }, "Unblock"),
                )
            ),
        );
    };
    signal.addEventListener("abort", client.subscribe({ conversations: draw }), { once: true });
    draw();
    return element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-blocked" },
        element("h2", { id: "settings-blocked" }, "Blocked people"),
        none,
        list,
    );
}

/**
 * The way to the administration, for administrators.
 *
 * @param {Context} context
 * @param {AbortSignal} signal
 */
function administration({ client, router }, signal) {
    const section = element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-administration" },
        element("h2", { id: "settings-administration" }, "Administration"),
        element("p", { class: "details-note" }, "Reported messages, the team, accounts, the audit log and the state of the server."),
        element("button", { type: "button", class: "button", onclick: () => router.go({ name: "administration" }) }, "Administer this server"),
    );
    const draw = () => {
        section.hidden = client.profile?.administrator !== true;
    };
    signal.addEventListener("abort", client.subscribe({ session: draw }), { once: true });
    draw();
    return section;
}

/** @param {Context} context */
function languageModel(context) {
    const place = element("div", {});
    void import("./language-model.js").then(({ languageModelSection }) => {
        place.replaceWith(languageModelSection(context));
    }, () => {});
    return place;
}

/** @param {Context} context @param {() => void} changed */
function passwords(context, changed) {
    const place = element("div", {});
    const modules = Promise.all([
        import("./credentials/password.js"), import("./credentials/second-factor.js"), import("./credentials/security-log.js"),
        import("./credentials/passkeys.js"), import("./providers/connected-providers.js"),
    ]);
    modules.then(([{ passwordSection }, { secondFactorSection }, { securityLogSection }, { passkeySection }, { providersSection }]) => {
        place.replaceWith(
            passwordSection(context, { changed }), passkeySection(context), secondFactorSection(context), providersSection(context),
            securityLogSection(context),
        );
    }, () => {});
    return place;
}

/** @param {Context} context @param {AbortSignal} signal */
function leaving(context, signal) {
    const place = element("div", {});
    Promise.all([import("./leaving/export.js"), import("./leaving/delete-account.js")]).then(([{ exportSection }, { deletionSection }]) => {
        place.replaceWith(exportSection(context, signal), deletionSection(context, signal));
    }, () => {});
    return place;
}

function themeSection() {
    const chosen = chosenTheme();
    const choices = /** @type {[Theme, string, string][]} */ ([
        ["system", "System", "system"],
        ["light", "Light", "sun"],
        ["dark", "Dark", "moon"],
    ]);
    return element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-theme" },
        element("h2", { id: "settings-theme" }, "Theme"),
        element(
            "div",
            { class: "choices", role: "radiogroup", "aria-labelledby": "settings-theme" },
            ...choices.map(
                ([theme, label, iconName]) =>
                    element(
                        "label",
                        { class: "choice" },
                        element("input", {
                            type: "radio",
                            name: "theme",
                            value: theme,
                            checked: theme === chosen,
                            onchange: () => chooseTheme(theme),
                        }),
                        icon(iconName),
                        label,
                    ),
            ),
        ),
    );
}

/** @param {Context} context */
function sessionsSection(context) {
    const list = element("ul", { class: "people-list", "aria-busy": "true" });
    const draw = newest(
        () => context.client.sessions(),
        (sessions) => {
            list.removeAttribute("aria-busy");
            redrawRows(list, sessions.map((session) => sessionItem(session, () => void revoke(session))));
            others.hidden = sessions.length < 2;
        },
        (error) => {
            list.removeAttribute("aria-busy");
            const again = element("button", { type: "button", class: "text-button", onclick: () => void draw() }, "Try again");
            redrawRows(list, [element("li", { class: "session" }, element("p", { role: "status" }, refusalText(error)), again)]);
        },
    );
    const revokeOthers = async () => {
        const agreed = await confirm({
            title: "Sign out all other devices?",
            text: "They are signed out at once. You stay signed in here.",
            confirm: "Sign out",
            danger: true,
        });
        if (!agreed) return;
        try {
            await context.client.revoke("others");
            context.notices.show("Your other devices are signed out.");
        } catch (error) {
            context.notices.refuse(error);
        }
        await draw();
    };
    const others = element(
        "div",
        { hidden: true },
        element("button", { type: "button", class: "button danger", onclick: () => void revokeOthers() }, "Sign out all other devices"),
    );
    const revoke = async (/** @type {SessionRow} */ session) => {
        const agreed = await confirm({
            title: "End this session?",
            text: `${session.device} is signed out at once.`,
            confirm: "End session",
            danger: true,
        });
        if (!agreed) return;
        try {
            await context.client.revoke(session.id);
            context.notices.show("The session has ended.");
        } catch (error) {
            context.notices.refuse(error);
        }
        await draw();
    };
    void draw();
    return {
        draw: () => void draw(),
        element: element(
            "section",
            { class: "settings-section", "aria-labelledby": "settings-sessions" },
            element("h2", { id: "settings-sessions" }, "Sessions"),
            element("p", { class: "details-note" }, "Your signed-in devices."),
            list,
            others,
        ),
    };
}

/**
 * @param {SessionRow} session
 * @param {() => void} revoke
 */
function sessionItem(session, revoke) {
    const now = Date.now();
    const origin = [session.place, session.address].filter(Boolean).join(", ");
    return element(
        "li",
        { class: "session" },
        element("span", { class: "list-button-icon" }, icon("device")),
        element(
            "span",
            { class: "option-text" },
            element("span", { class: "option-name", dir: "auto" }, session.device),
            element(
                "span",
                { class: "option-detail" },
                session.current ? "This device" : `Last used ${sentenceTime(session.lastUsedAt, now)}`,
            ),
            origin !== "" && element("span", { class: "option-detail", dir: "auto" }, `Signed in ${sentenceTime(session.createdAt, now)} from ${origin}`),
        ),
        session.current ? element("span", { class: "tag" }, "Current") : element("button", {
            type: "button",
            class: "text-button danger",
            "aria-label": `End the session on ${session.device}`,
            onclick: revoke,
        }, "End"),
    );
}

/** @param {Context} context */
function endSection(context) {
    const signOut = async () => {
        const { waiting } = context.client.connection;
        const agreed = await confirm({
            title: "Sign out?",
            text: waiting > 0
                ? "Unsent messages are lost, and the data on this device is removed."
                : "The data on this device is removed. Your conversations stay on the server.",
            confirm: "Sign out",
            danger: waiting > 0,
        });
        if (agreed) context.client.signOut().catch((error) => context.notices.refuse(error));
    };
    return element(
        "section",
        { class: "settings-section settings-end", "aria-label": "More" },
        element("button", { type: "button", class: "button key-hint", onclick: () => openKeys() }, icon("keyboard"), "Keys"),
        element(
            "button",
            { type: "button", class: "button danger", onclick: () => void signOut() },
            icon("leave"),
            "Sign out",
        ),
    );
}
