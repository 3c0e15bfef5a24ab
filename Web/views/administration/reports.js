// @ts-check
import { confirm } from "../dialogs/confirm.js";
import { element } from "../element.js";
import { fullTime } from "../format.js";
import { refusalText } from "../notices.js";
import { newest, redrawRows } from "../redraw.js";
import { selectField } from "../select-field.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").Person} Person */
/** @typedef {import("../../shell/wire.js").Report} Report */
/** @typedef {"remove" | "dismiss" | "suspend"} Decision */

const done = {
    remove: "The message is removed.",
    dismiss: "The report is dismissed.",
    suspend: "The account is suspended.",
    removed: "The message was removed.",
    dismissed: "The report was dismissed.",
};
/** Reports in one answer of the server, at most. */
const most = 100;

/**
 * The reports: open ones, oldest first, or decided ones, newest first.
 *
 * @param {Context} context
 * @param {{acted: () => void}} listener
 */
export function reportsSection({ client, notices }, { acted }) {
    const list = element("ul", { class: "people-list" });
    const note = element("p", { class: "details-note", role: "status" });
    let state = "open";
    const draw = newest(
        () => client.ask("GET", `/v1/admin/reports?state=${state}`),
        ({ reports }) => {
            note.textContent = reports.length === 0 ? `No ${state} reports.` : reports.length >= most ? `${most} reports are shown.` : "";
            redrawRows(list, /** @type {Report[]} */ (reports).map((report) => reportItem(report, decide)), section.querySelector("select"));
        },
        (error) => {
            note.textContent = refusalText(error);
        },
    );
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
    const section = element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-reports" },
        element("h2", { id: "settings-reports" }, "Reported messages"),
        selectField("reports-state", "Show", { open: "Open reports", decided: "Decided reports" }, state, (wanted) => {
            state = wanted;
            void draw();
        }),
        note,
        list,
    );
    void draw();
    return { draw: () => void draw(), element: section };
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
        report.state !== "open" ? element("p", { class: "details-note" }, done[report.state]) : element(
            "div",
            { class: "report-actions" },
            action("Dismiss", "dismiss", false),
            action("Remove message", "remove"),
            action(`Suspend ${report.sender.name}`, "suspend"),
        ),
    );
}
