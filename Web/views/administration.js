// @ts-check
import { confirm } from "./dialogs/confirm.js";
import { element, replace } from "./element.js";
import { fullTime } from "./format.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../shell/contract.js").Report} Report */

/**
 * What was reported and waits for an administrator of the server; hidden from everybody else.
 *
 * @param {Context} context
 */
export function administrationSection({ client, notices }) {
    const list = element("ul", { class: "people-list" });
    const none = element("p", { class: "details-note" }, "Nothing waits.");
    const section = element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-reports", hidden: true },
        element("h2", { id: "settings-reports" }, "Reported messages"),
        none,
        list,
    );
    const draw = async () => {
        try {
            const reports = await client.reports();
            section.hidden = false;
            none.hidden = reports.length > 0;
            replace(list, ...reports.map((report) => reportItem(report, decide)));
        } catch {
            // Whoever is no administrator is shown nothing; with no network there is nothing to decide.
            section.hidden = true;
        }
    };
    const decide = async (/** @type {Report} */ report, /** @type {Decision} */ decision) => {
        const { name } = report.sender;
        const agreed = decision === "dismiss" || await confirm(
            decision === "remove"
                ? {
                    title: "Remove this message?",
                    text: `The message of ${name} disappears for everybody.`,
                    confirm: "Remove message",
                    danger: true,
                }
                : {
                    title: `Suspend ${name}?`,
                    text: `${name} is signed out everywhere at once, and cannot sign in until the account is restored.`,
                    confirm: "Suspend",
                    danger: true,
                },
        );
        if (!agreed) return;
        try {
            if (decision === "suspend") await client.suspend(report.sender.id);
            else await client.resolve(report.id, decision === "remove" ? "removed" : "dismissed");
            notices.show(done[decision]);
        } catch (error) {
            notices.refuse(error);
        }
        await draw();
    };
    void draw();
    return section;
}

/** @typedef {"remove" | "dismiss" | "suspend"} Decision */

const done = {
    remove: "The message is removed.",
    dismiss: "The report is dismissed.",
    suspend: "The account is suspended.",
};

/**
 * @param {Report} report
 * @param {(report: Report, decision: Decision) => Promise<void>} decide
 */
function reportItem(report, decide) {
    const action = (/** @type {string} */ label, /** @type {Decision} */ decision, danger = true) =>
        element("button", {
            type: "button",
            class: danger ? "text-button danger" : "text-button",
            onclick: () => void decide(report, decision),
        }, label);
    return element(
        "li",
        { class: "report" },
        element(
            "p",
            { class: "details-note" },
            `${report.reporter.name} reported a message of ${report.sender.name}, ${fullTime(report.reportedAt)}`,
        ),
        element("blockquote", { class: "quoted", dir: "auto" }, report.text),
        element("p", { dir: "auto" }, report.reason),
        element(
            "div",
            { class: "report-actions" },
            action("Dismiss", "dismiss", false),
            action("Remove message", "remove"),
            action(`Suspend ${report.sender.name}`, "suspend"),
        ),
    );
}
