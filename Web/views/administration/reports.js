// @ts-check
import { confirm } from "../dialogs/confirm.js";
import { element, replace } from "../element.js";
import { fullTime } from "../format.js";
import { refusalText } from "../notices.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").Person} Person */
/** @typedef {{id: string, reporter: Person, sender: Person, text: string, reason: string, reportedAt: number}} Report */
/** @typedef {"remove" | "dismiss" | "suspend"} Decision */

const done = {
    remove: "The message is removed.",
    dismiss: "The report is dismissed.",
    suspend: "The account is suspended.",
};

/**
 * The open reports.
 *
 * @param {Context} context
 * @param {{acted: () => void}} listener
 */
export function reportsSection({ client, notices }, { acted }) {
    const list = element("ul", { class: "people-list" });
    const note = element("p", { class: "details-note", role: "status" });
    const draw = async () => {
        try {
            const { reports } = /** @type {{reports: Report[]}} */ (await client.ask("GET", "/v1/admin/reports"));
            note.textContent = reports.length > 0 ? "" : "No open reports.";
            replace(list, ...reports.map((report) => reportItem(report, decide)));
        } catch (error) {
            note.textContent = refusalText(error);
        }
    };
    const decide = async (/** @type {Report} */ report, /** @type {Decision} */ decision) => {
        const { name } = report.sender;
        const agreed = decision === "dismiss" || await confirm(
            decision === "remove"
                ? {
                    title: "Remove this message?",
                    text: `The message of ${name} disappears for everyone.`,
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
            if (decision === "suspend") {
                await client.ask("POST", `/v1/admin/accounts/${report.sender.id}`, { suspended: true });
            } else {
                const state = decision === "remove" ? "removed" : "dismissed";
                await client.ask("POST", `/v1/admin/reports/${report.id}`, { state });
            }
            notices.show(done[decision]);
            acted();
        } catch (error) {
            notices.refuse(error);
        }
        await draw();
    };
    void draw();
    return {
        draw: () => void draw(),
        element: element(
            "section",
            { class: "settings-section", "aria-labelledby": "settings-reports" },
            element("h2", { id: "settings-reports" }, "Reported messages"),
            note,
            list,
        ),
    };
}

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
