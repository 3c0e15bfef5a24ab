// @ts-check
import { emailField, refuse, validate } from "../account-fields.js";
import { element, replace } from "../element.js";
import { factRows } from "../facts.js";
import { fullTime, plural } from "../format.js";
import { refusalText } from "../notices.js";

/** @typedef {import("../context.js").Context} Context */
/**
 * @typedef {object} Mail  an e-mail that waits, or that failed
 * @property {string} id
 * @property {string} to
 * @property {"waiting" | "failed"} state
 * @property {number} attempts
 * @property {number} dueAt
 * @property {string} [reason]
 */
/** @typedef {{on: boolean, server?: string, sender?: string, problem?: string, waiting: number, mails: Mail[]}} Report */

/**
 * The mail server, e-mails that wait or failed, and a test message.
 *
 * @param {Context} context
 */
export function mailSection({ client, notices }) {
    const note = element("p", { class: "details-note", role: "status" }, "Loading…");
    const facts = element("dl", { class: "facts server-facts" });
    const list = element("ol", { class: "audit" });
    const place = element("div", { hidden: true });
    const draw = async () => {
        try {
            const report = /** @type {Report} */ (await client.ask("GET", "/v1/admin/mail"));
            note.textContent = report.on ? report.problem ?? "" : "This server sends no e-mail: its operator has not named a mail server.";
            place.hidden = !report.on;
            replace(facts, ...factRows(rows(report)));
            replace(list, ...report.mails.map(mailItem));
        } catch (error) {
            note.textContent = refusalText(error);
        }
    };
    place.append(testForm({ client, notices }));
    void draw();
    return {
        element: element(
            "section",
            { class: "settings-section", "aria-labelledby": "settings-mail" },
            element("h2", { id: "settings-mail" }, "E-mail"),
            note,
            facts,
            list,
            place,
            element("div", {}, element("button", { type: "button", class: "text-button", onclick: () => void draw() }, "Refresh e-mails")),
        ),
    };
}

/** @param {Report} report @returns {[string, string][]} */
function rows({ on, server = "", sender = "", waiting, mails }) {
    if (!on) return [];
    const failed = mails.filter(({ state }) => state === "failed").length;
    return [
        ["Mail server", server],
        ["Sender", sender],
        ["Waiting", waiting === 0 ? "None" : plural(waiting, "e-mail")],
        ["Failed", failed === 0 ? "None" : plural(failed, "e-mail")],
    ];
}

/** @param {Mail} mail */
function mailItem({ to, state, attempts, dueAt, reason = "" }) {
    const text = state === "failed" ? `Failed ${fullTime(dueAt)}` : attempts === 0 ? "Waits" : `Waits, tried ${plural(attempts, "time")}`;
    return element("li", {}, element("span", { dir: "auto" }, `${to}: ${text}.`), reason !== "" && element("span", { class: "audit-note", dir: "auto" }, reason));
}

/** @param {Pick<Context, "client" | "notices">} context */
function testForm({ client, notices }) {
    const address = emailField(false, "test-address");
    address.input.value = client.profile?.email ?? "";
    const problem = element("p", { class: "form-problem", role: "alert" });
    const send = element("button", { type: "submit", class: "button" }, "Send test message");
    const submit = async () => {
        problem.textContent = "";
        if (send.disabled || !validate([address])) return;
        send.disabled = true;
        try {
            await client.ask("POST", "/v1/admin/mail/test", { to: address.input.value.trim() });
            notices.show("The mail server accepted the message.");
        } catch (error) {
            refuse(error, [address], problem);
        } finally {
            send.disabled = false;
        }
    };
    return element(
        "form",
        {
            novalidate: true,
            class: "account-form",
            onsubmit: (/** @type {SubmitEvent} */ event) => {
                event.preventDefault();
                void submit();
            },
        },
        address.element,
        problem,
        element("div", {}, send),
    );
}
