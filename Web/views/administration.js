// @ts-check
import { accountsSection } from "./administration/accounts.js";
import { auditSection } from "./administration/audit.js";
import { ledgerSection } from "./administration/ledger.js";
import { mailSection } from "./administration/mail.js";
import { pushSection } from "./administration/pushes.js";
import { providersSection } from "./administration/providers.js";
import { reportsSection } from "./administration/reports.js";
import { serverSection } from "./administration/server-state.js";
import { teamSection } from "./administration/team.js";
import { element, iconButton } from "./element.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * The screen of the server's administrators.
 *
 * @param {Context} context
 * @param {AbortSignal} signal
 */
export function administrationScreen(context, signal) {
    const audit = auditSection(context, signal);
    const accounts = accountsSection(context, { acted: audit.draw });
    const team = teamSection(context, { acted: audit.draw });
    const reports = reportsSection(context, {
        acted: () => {
            audit.draw();
            accounts.draw();
        },
    });
    return element(
        "section",
        { class: "settings", "aria-label": "Administration" },
        element(
            "header",
            { class: "chat-header" },
            iconButton("back", "Back to the settings", () => context.router.go({ name: "settings" })),
            element("h1", { class: "chat-title" }, "Administration"),
        ),
        element(
            "div",
            { class: "settings-scroller" },
            element(
                "div",
                { class: "settings-column" },
                reports.element,
                team.element,
                accounts.element,
                audit.element,
                providersSection(context).element,
                mailSection(context).element,
                ledgerSection(context).element,
                pushSection(context).element,
                serverSection(context).element,
            ),
        ),
    );
}
