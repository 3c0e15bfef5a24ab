// @ts-check
import { field, refuse, validate } from "../account-fields.js";
import { choiceField } from "../choice-field.js";
import { element } from "../element.js";
import { PictureChoice } from "../media/picture-choice.js";
import { refusalText } from "../notices.js";
import { teamPicture } from "../team-picture.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/wire.js").ServerInfo} Server */
/** @typedef {{team: string, join: Server["join"], invite: Server["invite"], secondFactor: boolean, hidesEmails: boolean, hidesNotifications: boolean, domains: string[], keepsMessages: boolean, retentionDays: number}} Policy */

/**
 * The team's name, who may join and invite, and what sign-ins need.
 *
 * @param {Context} context
 * @param {{acted: () => void}} listener
 */
export function teamSection({ client, notices }, { acted }) {
    const picture = new PictureChoice({
        of: "the team's picture",
        notices,
        change: async (chosen) => {
            const media = chosen && await client.uploadPicture(chosen);
            const server = await client.ask("POST", "/v1/admin/policy", { picture: media });
            showPicture(server);
            notices.show(media ? "The team's picture was changed." : "The team's picture was removed.");
            acted();
        },
    });
    const showPicture = (/** @type {Server} */ server) =>
        picture.show(teamPicture(server, "") ?? element("span", { class: "team-picture" }), server.picture !== undefined);
    const team = field("team", "Team name", { maxlength: 80, autocomplete: "off", disabled: true });
    const join = choiceField("policy-join", "Who may join", {
        invited: "People who are invited",
        everyone: "Everyone who reaches this server",
    }, /** @type {Policy["join"]} */ ("invited"), () => check());
    const invite = choiceField("policy-invite", "Who may invite", {
        members: "All members",
        administrators: "Administrators",
    }, /** @type {Policy["invite"]} */ ("members"), () => check());
    const secondFactor = choiceField("policy-second-factor", "Two-step sign-in", {
        optional: "Optional",
        required: "Required: people without it set it up before they go on, you included",
    }, /** @type {"optional" | "required"} */ ("optional"), () => check());
    const messages = choiceField("policy-left-messages", "Messages of deleted accounts", {
        choose: "The person decides whether they are deleted too",
        keep: "They always stay, under the name “Deleted account”",
    }, /** @type {"choose" | "keep"} */ ("choose"), () => check());
    const retention = field("policy-retention", "Days after which messages are deleted (0: never)", { type: "number", min: 0, max: 3_650, step: 1, disabled: true });
    const emails = choiceField("policy-emails", "Who sees e-mail addresses", {
        members: "All members",
        administrators: "Administrators",
    }, /** @type {"members" | "administrators"} */ ("members"), () => check());
    const notifications = choiceField("policy-notifications", "Text in notifications", {
        shown: "Shown, unless the person hides it",
        hidden: "Hidden: notifications outside Nexus name neither sender nor text",
    }, /** @type {"shown" | "hidden"} */ ("shown"), () => check());
    const domains = field("domains", "Domains whose addresses may join without an invitation", {
        autocomplete: "off",
        spellcheck: "false",
        autocapitalize: "none",
        placeholder: "example.org, example.com",
        required: false,
        disabled: true,
    });
    const domainsNote = element("p", { class: "details-note" }, "A link that is mailed to the address confirms it. This needs a mail server.");
    const open = element("p", { class: "details-note", hidden: true }, "The operator opened this server to everyone for now (--join open). Your setting counts again once it runs without.");
    const choices = [join, invite, emails, notifications, secondFactor, messages].map((choice) => choice.element);
    // A choice made before the settings are here would be overwritten by them.
    for (const choice of choices) choice.disabled = true;
    const problem = element("p", { class: "form-problem", role: "alert" });
    const save = element("button", { type: "submit", class: "button", disabled: true }, "Save");
    /** @type {Policy | null} */
    let saved = null;
    /** Only what was changed. */
    const changes = () => {
        const now = {
            team: team.input.value.trim(),
            join: join.value(),
            invite: invite.value(),
            secondFactor: secondFactor.value() === "required",
            hidesEmails: emails.value() === "administrators",
            hidesNotifications: notifications.value() === "hidden",
            domains: domains.input.value.split(/[\s,;]+/u).filter((domain) => domain !== ""),
            keepsMessages: messages.value() === "keep",
            retentionDays: Number(retention.input.value),
        };
        return Object.fromEntries(Object.entries(now).filter(([name, value]) => String(value) !== String(saved?.[/** @type {keyof Policy} */ (name)])));
    };
    const check = () => {
        save.disabled = saved === null || Object.keys(changes()).length === 0;
    };
    const show = (/** @type {Server} */ { team: name = "", join: now, joinSetting, invite: whoInvites, secondFactor: isRequired = false, hidesEmails = false, hidesNotifications = false, domains: named = [], keepsMessages = false, retentionDays = 0 }) => {
        const whoJoins = joinSetting ?? now;
        saved = { team: name, join: whoJoins, invite: whoInvites, secondFactor: isRequired, hidesEmails, hidesNotifications, domains: named, keepsMessages, retentionDays };
        open.hidden = joinSetting === undefined;
        retention.input.value = String(retentionDays);
        retention.input.disabled = false;
        team.input.value = name;
        team.input.disabled = false;
        domains.input.value = named.join(", ");
        domains.input.disabled = false;
        for (const choice of choices) choice.disabled = false;
        join.set(whoJoins);
        invite.set(whoInvites);
        messages.set(keepsMessages ? "keep" : "choose");
        emails.set(hidesEmails ? "administrators" : "members");
        notifications.set(hidesNotifications ? "hidden" : "shown");
        secondFactor.set(isRequired ? "required" : "optional");
        check();
    };
    for (const { input } of [team, domains, retention]) input.addEventListener("input", check);
    client.server().then(
        (server) => {
            showPicture(/** @type {Server} */ (server));
            show(/** @type {Server} */ (server));
        },
        (error) => problem.textContent = refusalText(error),
    );
    const send = async () => {
        problem.textContent = "";
        // A server that was never set up has no name.
        if (save.disabled || !validate("team" in changes() ? [team, retention] : [retention])) return;
        save.disabled = true;
        try {
            show(await client.ask("POST", "/v1/admin/policy", changes()));
            notices.show("The team's settings were changed.");
            acted();
        } catch (error) {
            check();
            refuse(error, [team, retention], problem);
        }
    };
    return {
        element: element(
            "section",
            { class: "settings-section", "aria-labelledby": "settings-team" },
            element("h2", { id: "settings-team" }, "Team"),
            picture.element,
            element(
                "form",
                {
                    novalidate: true,
                    class: "account-form",
                    onsubmit: (/** @type {SubmitEvent} */ event) => {
                        event.preventDefault();
                        void send();
                    },
                },
                team.element,
                choices[0] ?? null,
                open,
                domains.element,
                domainsNote,
                ...choices.slice(1),
                retention.element,
                problem,
                element("div", {}, save),
            ),
        ),
    };
}
