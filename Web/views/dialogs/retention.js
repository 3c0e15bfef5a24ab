// @ts-check
import { element, replace } from "../element.js";
import { plural } from "../format.js";
import { selectField } from "../select-field.js";

/** Days that are offered. */
const offered = [1, 7, 30, 90, 365];

/**
 * When messages of the conversation are deleted: a choice for who may set it, and for others a sentence.
 *
 * @param {import("../context.js").Context} context
 * @param {string} conversation
 * @param {() => boolean} maySet
 */
export function retentionSetting({ client, notices }, conversation, maySet) {
    const place = element("div", { class: "retention" });
    let isOpen = false;
    const path = `/v1/conversations/${conversation}/retention`;
    /** @param {{days: number, serverDays?: number}} retention */
    const draw = ({ days, serverDays }) => {
        const shortest = Math.min(days || Infinity, serverDays ?? Infinity);
        const sentence = element("p", { class: "details-note", role: "status" }, shortest === Infinity
            ? "Messages stay until they are deleted."
            : `Messages are deleted after ${plural(shortest, "day")}, for everyone.`);
        if (!maySet()) {
            replace(place, shortest !== Infinity && sentence);
            return;
        }
        if (!isOpen) {
            const open = () => {
                isOpen = true;
                draw({ days, serverDays });
                document.getElementById("conversation-retention")?.focus();
            };
            replace(place, sentence, element("button", { type: "button", class: "text-button", onclick: open }, "Change when messages are deleted"));
            return;
        }
        const choices = [...new Set([...offered, days])].filter((each) => each > 0 && each <= (serverDays ?? Infinity)).sort((a, b) => a - b);
        replace(
            place,
            selectField("conversation-retention", "Delete messages", {
                "0": serverDays === undefined ? "Never" : "By the server’s rule",
                ...Object.fromEntries(choices.map((each) => [String(each), `After ${plural(each, "day")}`])),
            }, String(days), (value) => void set(Number(value), { days, serverDays })),
            sentence,
        );
    };
    const set = async (/** @type {number} */ days, /** @type {{days: number, serverDays?: number}} */ before) => {
        try {
            draw(await client.ask("POST", path, { days }));
        } catch (error) {
            notices.refuse(error);
            draw(before);
        }
        document.getElementById("conversation-retention")?.focus();
    };
    const load = async () => {
        try {
            draw(await client.ask("GET", path));
        } catch {
            // With no network it is left out.
        }
    };
    void load();
    return place;
}
