// @ts-check
import { element, icon, replace } from "../element.js";
import { fullTime, plural } from "../format.js";
import { refusalText } from "../notices.js";
import { saveFile } from "../save-file.js";
import { selectField } from "../select-field.js";
import { areas, AuditLog, textOf } from "./audit-log.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("./audit-log.js").Entry} Entry */

/** Milliseconds without a keystroke before the log is read. */
const pause = 200;

/**
 * The audit log, newest first, by area and person, with a table to download. It cannot be changed.
 *
 * @param {Context} context
 * @param {AbortSignal} signal
 */
export function auditSection(context, signal) {
    const list = element("ol", { class: "audit" });
    const note = element("p", { class: "details-note", role: "status" });
    const older = element("button", { type: "button", class: "text-button", hidden: true }, "Show older entries");
    const download = element("button", { type: "button", class: "button" }, icon("download"), "Download as CSV");
    const filter = { area: "", person: "" };
    let log = new AuditLog(context, filter);
    let count = 0;
    const more = async () => {
        const asked = log;
        note.textContent = count === 0 ? "Loading…" : "";
        try {
            const entries = await asked.next();
            if (asked !== log) return;
            if (count === 0) replace(list);
            list.append(...entries.map(entryItem));
            count += entries.length;
            older.hidden = asked.isComplete;
            note.textContent = entries.length > 0 ? "" : noneText(count);
        } catch (error) {
            if (asked === log) note.textContent = refusalText(error);
        }
    };
    const draw = () => {
        log = new AuditLog(context, { ...filter });
        count = 0;
        void more();
    };
    const noneText = (/** @type {number} */ shown) =>
        shown > 0 ? "That is all." : filter.area === "" && filter.person === "" ? "No entries yet." : "No matching entries.";
    const person = element("input", {
        type: "search",
        class: "picker-input",
        placeholder: "Name or e-mail",
        "aria-label": "Filter entries by name or e-mail",
        autocomplete: "off",
        spellcheck: "false",
        dir: "auto",
    });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    person.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
            filter.person = person.value;
            draw();
        }, pause);
    });
    const save = async () => {
        download.disabled = true;
        try {
            const table = await new AuditLog(context, { ...filter }).table((read) => note.textContent = `${plural(read, "entry", "entries")} read…`, signal);
            if (signal.aborted) return;
            saveFile({ name: `audit-${new Date().toISOString().slice(0, 10)}.csv`, type: "text/csv", text: table });
            note.textContent = "The table was saved in your downloads.";
        } catch (error) {
            note.textContent = refusalText(error);
        } finally {
            download.disabled = false;
        }
    };
    older.addEventListener("click", () => void more());
    download.addEventListener("click", () => void save());
    draw();
    return {
        draw,
        element: element(
            "section",
            { class: "settings-section", "aria-labelledby": "settings-audit" },
            element("h2", { id: "settings-audit" }, "Audit log"),
            element(
                "div",
                { class: "audit-filters" },
                selectField("audit-area", "Show", areas, "", (area) => {
                    filter.area = area;
                    draw();
                }),
                element("div", { class: "search" }, icon("search"), person),
            ),
            note,
            list,
            element("div", { class: "audit-actions" }, older, download),
        ),
    };
}

/** @param {Entry} entry */
function entryItem(entry) {
    const { at, note = "" } = entry;
    return element(
        "li",
        {},
        element("span", { dir: "auto" }, textOf(entry)),
        note !== "" && element("span", { class: "audit-note", dir: "auto" }, note),
        element("time", { datetime: new Date(at).toISOString(), class: "option-detail" }, fullTime(at)),
    );
}
