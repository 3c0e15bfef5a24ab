// @ts-check
import { accountCard, emailField, field, nameField, passwordField, refuse, validate, valueOf } from "../account-fields.js";
import { choiceField } from "../choice-field.js";
import { openInvite } from "../dialogs/invite.js";
import { element, setText } from "../element.js";
import { PictureChoice } from "../media/picture-choice.js";

/** @typedef {import("../context.js").Context} Context */

/**
 * Sets a fresh server up, in three steps: the administrator's account, the team, the first invitation. The code is in the address, after `#`.
 *
 * @param {Context} context
 */
export function setupScreen(context) {
    const { client, notices } = context;
    const code = location.hash.slice(1);
    if (code === "") {
        return accountCard(
            "Set up Nexus",
            element("p", {}, "This set-up link is incomplete. Print it again on the server with “nexus setup-link”."),
        );
    }
    const account = [nameField(), emailField(false), passwordField(true)];
    const team = [field("team", "Team name", { maxlength: 80, autocomplete: "organization" })];
    const accountStep = step("1 of 3: Your administrator account", ...account.map((one) => one.element));
    const join = choiceField("join", "Who may join", {
        invited: "People who are invited",
        everyone: "Everyone who reaches this server",
    }, /** @type {"invited" | "everyone"} */ ("invited"));
    /** @type {Blob | null} Uploaded once the administrator is signed in. */
    let chosen = null;
    const picture = new PictureChoice({
        of: "the team's picture",
        notices,
        change: async (blob) => {
            chosen = blob;
            const face = element("img", { class: "team-picture", alt: "" });
            if (blob) face.src = URL.createObjectURL(blob);
            face.addEventListener("load", () => URL.revokeObjectURL(face.src));
            picture.show(blob ? face : noPicture(), blob !== null);
        },
    });
    picture.show(noPicture(), false);
    const teamStep = step("2 of 3: Your team", ...team.map((one) => one.element), picture.element, join.element);
    teamStep.hidden = true;
    const problem = element("p", { class: "form-problem", role: "alert" });
    const back = element("button", { type: "button", class: "text-button", hidden: true, onclick: () => show(false) }, "Back");
    const submit = element("button", { type: "submit", class: "button primary wide" }, "Continue");

    /** @param {boolean} isTeam */
    function show(isTeam) {
        accountStep.hidden = isTeam;
        teamStep.hidden = !isTeam;
        back.hidden = !isTeam;
        (isTeam ? team : account)[0]?.input.focus();
    }

    async function finish() {
        submit.disabled = true;
        setText(submit, "Setting up…");
        try {
            await client.setUp({
                code,
                name: valueOf(account, "name").trim(),
                email: valueOf(account, "email").trim(),
                password: valueOf(account, "password"),
                team: valueOf(team, "team").trim(),
                join: join.value(),
            });
            // The team is set up without its picture too; the administration page takes another.
            await showTeam(/** @type {Blob | null} */ (chosen)).catch((error) => notices.refuse(error));
            openInvite(context, {
                title: "3 of 3: Invite your team",
                lead: `${valueOf(team, "team").trim()} is set up. Give this link to the people of your team.`,
            });
        } catch (error) {
            submit.disabled = false;
            setText(submit, "Continue");
            const { code } = /** @type {{code?: string}} */ (error);
            if (code && ["invalid_name", "invalid_email", "invalid_password", "email_taken"].includes(code)) show(false);
            refuse(error, [...account, ...team], problem);
        }
    }

    /** @param {Blob | null} blob */
    async function showTeam(blob) {
        if (blob) await client.ask("POST", "/v1/admin/policy", { picture: await client.uploadPicture(blob) });
    }

    return accountCard(
        "Set up Nexus",
        element(
            "form",
            {
                novalidate: true,
                class: "account-form",
                onsubmit: (/** @type {SubmitEvent} */ event) => {
                    event.preventDefault();
                    problem.textContent = "";
                    const isTeam = !teamStep.hidden;
                    if (submit.disabled || !validate(isTeam ? team : account)) return;
                    if (isTeam) void finish();
                    else show(true);
                },
            },
            accountStep,
            teamStep,
            problem,
            submit,
            back,
        ),
    );
}

const noPicture = () => element("span", { class: "team-picture" });

/** @param {string} title @param {...Node} children */
function step(title, ...children) {
    return element("fieldset", { class: "setup-step" }, element("legend", {}, title), ...children);
}
