// @ts-check
import { element, replace } from "../element.js";
import { factRows } from "../facts.js";
import { bytesText, counted, plural } from "../format.js";
import { refusalText } from "../notices.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/wire.js").Inventory} Inventory */
/**
 * @typedef {object} Health  as GET /health answers
 * @property {string} status
 * @property {string} version
 * @property {number} uptimeSeconds
 * @property {string} database
 * @property {string} [problem]
 * @property {string} [search]
 * @property {string} [languageModel]
 * @property {{name: string, state: string, reason?: string}[]} [parts]
 */

/**
 * The version and state of the server.
 *
 * @param {Context} context
 */
export function serverSection({ client }) {
    const facts = element("dl", { class: "facts server-facts" });
    const note = element("p", { class: "details-note", role: "status" });
    const draw = async () => {
        note.textContent = "";
        try {
            const [health, held] = /** @type {[Health, Inventory]} */ (
                await Promise.all([client.ask("GET", "/health"), client.ask("GET", "/v1/admin/inventory")]));
            replace(facts, ...factRows([...rows(health), ...counts(held)]));
        } catch (error) {
            note.textContent = refusalText(error);
        }
    };
    void draw();
    return {
        element: element(
            "section",
            { class: "settings-section", "aria-labelledby": "settings-server" },
            element("h2", { id: "settings-server" }, "Server"),
            facts,
            note,
            element("div", {}, element("button", { type: "button", class: "text-button", onclick: () => void draw() }, "Refresh")),
        ),
    };
}

/** @param {Health} health @returns {[string, string][]} */
function rows({ status, version, uptimeSeconds, database, problem, search, languageModel, parts = [] }) {
    const failing = parts.filter(({ state }) => state !== "ok");
    return [
        ["Version", version],
        ["State", status === "ok" ? "Works" : problem ?? "Works in part"],
        ...failing.map(({ name, reason }) => /** @type {[string, string]} */ ([partNames[name] ?? name, reason ?? "Does not work at the moment."])),
        ["Running for", duration(uptimeSeconds)],
        ["Database", database === "ok" ? "Works" : database],
        ["Search", search === "words" ? "By words" : "By words and meaning"],
        ["Language model", languageModel === undefined || languageModel === "none" ? "None" : languageModel === "off" ? "AI is off" : languageModel],
    ];
}

/** @param {Inventory} held @returns {[string, string][]} */
function counts(held) {
    return [
        ["Accounts", accountsText(held)],
        ["Signed-in devices", counted(held.sessions)],
        ["Conversations", counted(held.conversations)],
        ["Messages", counted(held.messages)],
        ["Files", `${counted(held.files)}, ${bytesText(held.mediaBytes)}`],
        ["Size of the database", bytesText(held.databaseBytes)],
        ...held.freeBytes === undefined ? [] : [/** @type {[string, string]} */ (["Free disk space", bytesText(held.freeBytes)])],
    ];
}

/** @param {Inventory} held */
function accountsText({ accounts, administrators, suspended, unclaimed }) {
    const parts = [
        plural(administrators, "administrator"),
        suspended > 0 ? `${counted(suspended)} suspended` : "",
        unclaimed > 0 ? `${counted(unclaimed)} not joined yet` : "",
    ];
    return `${counted(accounts)}: ${parts.filter(Boolean).join(", ")}`;
}

/** @type {Record<string, string>} */
const partNames = {
    search: "Search index", meaning: "Search by meaning", insights: "Insights", wording: "Wording of insights", mail: "E-mail",
    notifications: "Notifications", push: "Push notifications", missed: "E-mails about missed messages", devices: "Removal of signed-out devices",
    leaving: "Deletion of accounts", retention: "Deletion of old messages", exports: "Copies of people’s data", providers: "Sign-in providers",
};

/** @param {number} seconds */
function duration(seconds) {
    const minutes = Math.floor(seconds / 60);
    if (minutes < 60) return plural(Math.max(1, minutes), "minute");
    const hours = Math.floor(minutes / 60);
    return hours < 48 ? plural(hours, "hour") : plural(Math.floor(hours / 24), "day");
}
