// @ts-check
import { auditSection } from "./administration/audit.js";
import { accountsSection } from "./administration/accounts.js";
import { reportsSection } from "./administration/reports.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * The settings of an administrator of the server.
 *
 * @param {Context} context
 */
export function administrationSections(context) {
    const audit = auditSection(context);
    const accounts = accountsSection(context, { acted: audit.draw });
    const reports = reportsSection(context, {
        acted: () => {
            audit.draw();
            accounts.draw();
        },
    });
    return [reports.element, accounts.element, audit.element];
}
