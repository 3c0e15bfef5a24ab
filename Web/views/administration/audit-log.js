// @ts-check
// The audit log of the server, in pages, and the texts of its acts.
import { queryText } from "../query-text.js";
import { csvOf } from "./csv.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/wire.js").AuditEntry} Entry */
/** @typedef {{area: string, person: string}} Filter  empty for all; `person`: a part of a name or address */

/** Entries in a file, at most (docs/web.md). */
export const fileEntries = 50_000;

/**
 * The texts of the acts, after the name of the actor.
 *
 * @type {Record<string, (subject: string) => string>}
 */
const texts = {
    "account.add": (name) => `added ${name}`,
    "account.delete": () => "deleted an account",
    "account.join": () => "joined with a confirmed address",
    "account.restore": (name) => `restored ${name}`,
    "account.suspend": (name) => `suspended ${name}`,
    "administrator.appoint": (name) => `made ${name} an administrator`,
    "administrator.discharge": (name) => `removed ${name} as an administrator`,
    "data.export": () => "made a copy of their data",
    "deletion.cancel": (name) => `cancelled the deletion of the account of ${name}`,
    "deletion.schedule": (name) => `asked for the deletion of the account of ${name}`,
    "groups.transfer": (name) => `handed groups of ${name} over`,
    "email.change": () => "changed their e-mail address",
    "invitation.create": () => "created an invitation",
    "invitation.revoke": () => "revoked an invitation",
    "invitation.use": (name) => `joined with an invitation of ${name}`,
    "message.remove": (name) => `removed a message of ${name}`,
    "password.change": () => "changed their password",
    "password.link": (name) => `made a link for a new password of ${name}`,
    "password.reset": () => "set a new password with a link",
    "sign-in.failure": (name) => `had failed attempts to sign in as ${name}`,
    "sign-in.success": () => "signed in",
    "passkey.add": () => "added a passkey",
    "passkey.refuse": () => "had a passkey refused that may have been copied",
    "passkey.remove": () => "removed a passkey",
    "policy.change": () => "changed the team's settings",
    "provider.connect": () => "connected a sign-in provider",
    "provider.disconnect": () => "disconnected a sign-in provider",
    "recovery-code.renew": () => "made new recovery codes",
    "recovery-code.use": () => "signed in with a recovery code",
    "report.dismiss": (name) => `dismissed a report about ${name}`,
    "retention.set": () => "changed when messages are deleted",
    "second-factor.add": () => "turned two-step sign-in on",
    "second-factor.remove": () => "turned two-step sign-in off",
    "session.end": () => "signed other devices out",
    "server.set-up": () => "set the server up",
};

/** The areas of acts, by the beginnings of their names. The server leaves sign-ins out of "all". */
export const areas = {
    "": "All entries",
    "account.,administrator.,deletion.,groups.,data.": "Accounts",
    "invitation.": "Invitations",
    "password.,passkey.,email.,second-factor.,recovery-code.,session.": "Passwords and two-step sign-in",
    "sign-in.": "Sign-ins",
    "message.,report.,retention.": "Reported messages",
    "server.,policy.": "Team and server",
};

/** @param {Entry} entry */
export function textOf({ act, actor, subject }) {
    return `${actor.name} ${texts[act]?.(subject.name) ?? `${act}: ${subject.name}`}`;
}

/** The newest entries first, page by page. */
export class AuditLog {
    #context;
    #filter;
    /** @type {number | undefined | null}  null after the last page */
    #before;

    /** @param {Context} context @param {Filter} filter */
    constructor(context, filter) {
        this.#context = context;
        this.#filter = filter;
    }

    get isComplete() {
        return this.#before === null;
    }

    /**
     * The next page of matching entries. Throws a Refusal.
     *
     * @returns {Promise<Entry[]>}
     */
    async next() {
        const { area, person } = this.#filter;
        const query = queryText({
            ...this.#before !== undefined && { before: String(this.#before) },
            ...area !== "" && { acts: area },
            ...person.trim() !== "" && { person: person.trim() },
        });
        const { entries, next } = /** @type {import("../../shell/wire.js").AuditPage} */ (
            await this.#context.client.ask("GET", `/v1/admin/audit?${query}`));
        this.#before = next ?? null;
        return entries;
    }

    /**
     * The newest `fileEntries` of all matching entries, as a table. Throws a Refusal.
     *
     * @param {(read: number) => void} progress  told how many entries were read
     * @param {AbortSignal} signal
     */
    async table(progress, signal) {
        const rows = [["number", "at", "actor", "actor_email", "act", "subject", "subject_email", "note"]];
        while (rows.length <= fileEntries && !this.isComplete && !signal.aborted) {
            rows.push(...(await this.next()).map(cells));
            progress(rows.length - 1);
        }
        return csvOf(rows.slice(0, fileEntries + 1));
    }
}

/** @param {Entry} entry */
function cells({ number, at, actor, act, subject, note = "" }) {
    const time = new Date(at).toISOString();
    return [String(number), time, actor.name, actor.email ?? "", act, subject.name, subject.email ?? "", note];
}
