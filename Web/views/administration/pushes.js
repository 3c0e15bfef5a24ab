// @ts-check
import { element, replace } from "../element.js";
import { factRows } from "../facts.js";
import { fullTime, plural } from "../format.js";
import { refusalText } from "../notices.js";

/** @typedef {import("../../shell/wire.js").PushReport} Report */

/**
 * Why attempts fail, in words.
 * @type {Record<string, string>}
 */
const reasons = {
    address: "address not allowed",
    connection: "service not reached",
    credentials: "server's credentials refused",
    size: "too large",
    rate: "too many at once",
    service: "service failed",
    gone: "device gone",
    expired: "expired",
};

/**
 * What became of push notifications since the server's start.
 *
 * @param {import("../context.js").Context} context
 */
export function pushSection({ client }) {
    const note = element("p", { class: "details-note", role: "status" }, "Loading…");
    const facts = element("dl", { class: "facts server-facts" });
    const draw = async () => {
        try {
            const report = /** @type {Report} */ (await client.ask("GET", "/v1/admin/push"));
            note.textContent = "";
            replace(facts, ...factRows(rows(report)));
        } catch (error) {
            note.textContent = refusalText(error);
        }
    };
    void draw();
    return {
        element: element(
            "section",
            { class: "settings-section", "aria-labelledby": "settings-pushes" },
            element("h2", { id: "settings-pushes" }, "Push notifications"),
            note,
            facts,
            element("div", {}, element("button", { type: "button", class: "text-button", onclick: () => void draw() }, "Refresh push notifications")),
        ),
    };
}

/** @param {Report} report @returns {[string, string][]} */
function rows({ services, devices, sent, failures, waiting, oldest }) {
    const failed = failures.map(({ reason, count }) => `${count} ${reasons[reason] ?? reason}`).join(", ");
    return [
        ["Services", services.join(", ")],
        ["Devices", String(devices)],
        ["Sent since the start", String(sent)],
        ["Failed attempts", failed || "None"],
        ["Waiting", waiting === 0 ? "None" : plural(waiting, "notification")],
        ...(oldest === undefined ? [] : /** @type {[string, string][]} */ ([["Oldest due", fullTime(oldest)]])),
    ];
}
