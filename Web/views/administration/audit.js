// @ts-check
import { element, replace } from "../element.js";
import { fullTime } from "../format.js";
import { refusalText } from "../notices.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").Person} Person */
/** @typedef {{number: number, at: number, actor: Person, act: string, subject: Person, note?: string}} Entry */

/**
 * The texts of the log's acts.
 *
 * @type {Record<string, (subject: string) => string>}
 */
const acts = {
    "message.remove": (name) => `removed a message of ${name}`,
    "report.dismiss": (name) => `dismissed a report about ${name}`,
    "account.suspend": (name) => `suspended ${name}`,
    "account.restore": (name) => `restored ${name}`,
    "administrator.appoint": (name) => `appointed ${name} as an administrator`,
    "password.change": () => "changed their password",
    "password.link": (name) => `made a link for a new password of ${name}`,
    "password.reset": () => "set a new password with a link",
    "administrator.discharge": (name) => `discharged ${name} as an administrator`,
};

/**
 * The audit log, newest first. It cannot be changed.
 *
 * @param {Context} context
 */
export function auditSection({ client }) {
    const list = element("ol", { class: "audit" });
    const note = element("p", { class: "details-note", role: "status" });
    const older = element("button", { type: "button", class: "text-button", hidden: true }, "Show older entries");
    /** @type {Entry[]} */
    let entries = [];
    const load = async (/** @type {number | null} */ before) => {
        try {
            const answer = await client.ask("GET", `/v1/admin/audit${before === null ? "" : `?before=${before}`}`);
            const page = /** @type {Entry[]} */ (answer.entries);
            entries = before === null ? page : [...entries, ...page];
            note.textContent = entries.length > 0 ? "" : "No entries yet.";
            // Entries are numbered from 1 without a gap.
            older.hidden = (entries.at(-1)?.number ?? 1) <= 1;
            replace(list, ...entries.map(entryItem));
        } catch (error) {
            note.textContent = refusalText(error);
        }
    };
    older.addEventListener("click", () => void load(entries.at(-1)?.number ?? null));
    void load(null);
    return {
        draw: () => void load(null),
        element: element(
            "section",
            { class: "settings-section", "aria-labelledby": "settings-audit" },
            element("h2", { id: "settings-audit" }, "Audit log"),
            note,
            list,
            older,
        ),
    };
}

/** @param {Entry} entry */
function entryItem({ at, actor, act, subject, note = "" }) {
    const what = acts[act]?.(subject.name) ?? `${act}: ${subject.name}`;
    return element(
        "li",
        {},
        element("span", { dir: "auto" }, `${actor.name} ${what}`),
        note !== "" && element("span", { class: "audit-note", dir: "auto" }, note),
        element("time", { datetime: new Date(at).toISOString(), class: "option-detail" }, fullTime(at)),
    );
}
