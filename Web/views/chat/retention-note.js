// @ts-check
import { element } from "../element.js";
import { plural } from "../format.js";

/** Milliseconds that the server's rule is kept before it is asked for again. */
const life = 300_000;
/** @type {{at: number, rule: Promise<{retentionDays?: number}>} | null} */
let known = null;

/**
 * A line that tells when the server deletes messages; hidden where it does not, and without a network.
 *
 * @param {Pick<import("../context.js").Context, "client">} context
 */
export function retentionNote({ client }) {
    const line = element("p", { class: "retention-note", hidden: true });
    if (known === null || Date.now() - known.at > life) {
        const rule = client.server();
        known = { at: Date.now(), rule };
        rule.catch(() => known = null);
    }
    known.rule.then(({ retentionDays }) => {
        if (retentionDays === undefined) return;
        line.textContent = `Your team deletes messages after ${plural(retentionDays, "day")}.`;
        line.hidden = false;
    }, () => {});
    return line;
}
