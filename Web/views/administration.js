// @ts-check
import { accountsSection } from "./administration/accounts.js";
import { auditSection } from "./administration/audit.js";
import { reportsSection } from "./administration/reports.js";
import { serverSection } from "./administration/server-state.js";
import { teamSection } from "./administration/team.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * The settings of an administrator of the server.
 *
 * @param {Context} context
 * @param {AbortSignal} signal
 */
export function administrationSections(context, signal) {
    const audit = auditSection(context, signal);
    const accounts = accountsSection(context, { acted: audit.draw });
    const team = teamSection(context, { acted: audit.draw });
    const reports = reportsSection(context, {
        acted: () => {
            audit.draw();
            accounts.draw();
        },
    });
    return [reports.element, team.element, accounts.element, audit.element, serverSection(context).element];
}
