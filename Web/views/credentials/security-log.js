// @ts-check
import { element, replace } from "../element.js";
import { fullTime } from "../format.js";
import { refusalText } from "../notices.js";
import { securityText } from "./security-words.js";

/** @typedef {import("./security-words.js").Entry} Entry */

/** Entries of a page of the server, at most, and those that are shown at first. */
const pageLength = 100;
const first = 5;

/**
 * The settings' section of what happened to the security of one's own account.
 *
 * @param {import("../context.js").Context} context
 */
export function securityLogSection({ client }) {
    const list = element("ol", { class: "audit" });
    const note = element("p", { class: "details-note", role: "status" });
    const more = element("button", { type: "button", class: "text-button", hidden: true }, "Show more");
    /** @type {Entry[]} */
    let entries = [];
    let shown = first;
    let isComplete = false;
    const load = async () => {
        try {
            const before = entries.at(-1)?.number;
            const { entries: page } = await client.ask("GET", `/v1/security${before === undefined ? "" : `?before=${before}`}`);
            entries.push(...page);
            isComplete = page.length < pageLength;
            note.textContent = entries.length === 0 ? "Nothing has happened yet." : "";
        } catch (error) {
            note.textContent = refusalText(error);
        }
    };
    const draw = () => {
        replace(list, ...entries.slice(0, shown).map((entry) =>
            element(
                "li",
                {},
                element("span", { dir: "auto" }, securityText(entry)),
                element("time", { datetime: new Date(entry.at).toISOString(), class: "option-detail" }, fullTime(entry.at)),
            )));
        more.hidden = isComplete && shown >= entries.length;
    };
    more.addEventListener("click", async () => {
        if (shown >= entries.length) await load();
        shown = Math.max(shown, entries.length);
        draw();
    });
    void load().then(draw);
    return element(
        "section",
        { class: "settings-section", "aria-labelledby": "settings-security" },
        element("h2", { id: "settings-security" }, "Security activity"),
        element("p", { class: "details-note" }, "Sign-ins to your account, failed attempts, and changes of how you sign in."),
        note,
        list,
        more,
    );
}
