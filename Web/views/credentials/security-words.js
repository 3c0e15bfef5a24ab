// @ts-check
import { fullTime, plural } from "../format.js";

/**
 * @typedef {object} Entry  of the log of one's own security, as GET /v1/security answers
 * @property {number} number
 * @property {number} at
 * @property {string} act
 * @property {{id: string, name: string}} actor
 * @property {string} [note]
 * @property {string} [session]
 * @property {number} [count]
 * @property {number} [since]
 */

/** @type {Record<string, (entry: Entry) => string>} */
const texts = {
    "sign-in.success": ({ note }) => note ? `Signed in: ${note}` : "Signed in",
    "sign-in.failure": ({ count = 1, since = 0, note }) =>
        `${plural(count, "failed attempt")} to sign in since ${fullTime(since)}${note ? `, from ${note}` : ""}`,
    "session.end": () => "You signed other devices out",
    "email.change": () => "Your e-mail address was changed",
    "password.change": () => "Your password was changed",
    "password.link": ({ actor, note = "" }) =>
        note === "by e-mail"
            ? "A link for a new password was mailed to you"
            : note.startsWith("by the operator")
            ? "The operator made a link for a new password"
            : `${actor.name} made a link for a new password`,
    "password.reset": () => "A new password was set with a link",
    "second-factor.add": () => "Two-step sign-in was turned on",
    "second-factor.remove": () => "Two-step sign-in was turned off",
    "passkey.add": ({ note }) => `The passkey “${note}” was added`,
    "passkey.remove": ({ note }) => `The passkey “${note}” was removed`,
    "passkey.refuse": ({ note }) => `The passkey “${note}” was refused: it may have been copied. Remove it if you do not know why`,
    "recovery-code.renew": () => "New recovery codes replaced the earlier ones",
    "deletion.schedule": ({ actor }) => `${actor.name} asked for the deletion of your account`,
    "deletion.cancel": () => "The deletion of your account was cancelled",
    "data.export": () => "A copy of your data was made",
    "provider.connect": ({ note }) => `${note || "A provider"} was connected`,
    "provider.disconnect": ({ note }) => `${note || "A provider"} was disconnected`,
    "recovery-code.use": () => "A recovery code was used to sign in",
};

/** @param {Entry} entry */
export const securityText = (entry) => texts[entry.act]?.(entry) ?? entry.act;

/**
 * The entries to tell of in notices, oldest first: sign-ins of other devices, failed attempts, and passkeys that came, went or were refused.
 *
 * @param {Entry[]} entries  newest first
 * @param {string | undefined} session  this browser's
 * @param {number | null} seen  the newest entry that was told of; null for none: then what this sign-in brought is news
 */
export function newsOf(entries, session, seen) {
    const own = entries.filter((entry) => session !== undefined && entry.session === session).at(-1);
    const last = seen ?? (own ? own.number - 1 : entries[0]?.number ?? 0);
    return entries
        .filter(({ number, act, session: opened }) =>
            number > last && (act === "sign-in.failure" || ((act === "sign-in.success" || act.startsWith("passkey.")) && opened !== session)))
        .reverse();
}
