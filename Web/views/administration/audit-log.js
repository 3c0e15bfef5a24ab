// @ts-check
// The audit log of the server, in pages, and the texts of its acts.
import { csvOf } from "./csv.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/wire.js").AuditEntry} Entry */
/** @typedef {{area: string, person: string}} Filter  empty for all; `person`: a part of a name or address */

/** Entries in a file, at most (docs/web.md). */
export const fileEntries = 50_000;
/** Pages that one step of a filtered list reads, at most. */
const pagesPerStep = 20;

/**
 * The texts of the acts, after the name of the actor.
 *
 * @type {Record<string, (subject: string) => string>}
 */
const texts = {
    "account.add": (name) => `added ${name}`,
    "account.delete": () => "deleted an account",
    "account.restore": (name) => `restored ${name}`,
    "account.suspend": (name) => `suspended ${name}`,
    "administrator.appoint": (name) => `made ${name} an administrator`,
    "administrator.discharge": (name) => `removed ${name} as an administrator`,
    "data.export": () => "made a copy of their data",
    "deletion.cancel": (name) => `cancelled the deletion of the account of ${name}`,
    "deletion.schedule": (name) => `asked for the deletion of the account of ${name}`,
    "groups.transfer": (name) => `handed groups of ${name} over`,
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
    "recovery-code.renew": () => "made new recovery codes",
    "recovery-code.use": () => "signed in with a recovery code",
    "report.dismiss": (name) => `dismissed a report about ${name}`,
    "retention.set": () => "changed when messages are deleted",
    "second-factor.add": () => "turned two-step sign-in on",
    "second-factor.remove": () => "turned two-step sign-in off",
    "session.end": () => "signed other devices out",
    "server.set-up": () => "set the server up",
};

/** The area of sign-ins, which the server leaves out of the others. */
const signIns = "sign-in.";

/** The areas of acts, by the beginning of the act's name. */
export const areas = {
    "": "All entries",
    "account.,administrator.,deletion.,groups.,data.": "Accounts",
    "invitation.": "Invitations",
    "password.,passkey.,second-factor.,recovery-code.,session.": "Passwords and two-step sign-in",
    [signIns]: "Sign-ins",
    "message.,report.,retention.": "Reported messages",
    "server.,policy.": "Team and server",
};

/** @param {Entry} entry */
export function textOf({ act, actor, subject }) {
    return `${actor.name} ${texts[act]?.(subject.name) ?? `${act}: ${subject.name}`}`;
}

/** @param {Entry} entry @param {Filter} filter */
export function matches({ act, actor, subject }, { area, person }) {
    const wanted = person.trim().toLowerCase();
    return area.split(",").some((start) => act.startsWith(start))
        && [actor, subject].some(({ name, email = "" }) => `${name}\n${email}`.toLowerCase().includes(wanted));
}

/** The newest entries first, page by page. */
export class AuditLog {
    #context;
    #filter;
    #before = Infinity;

    /** @param {Context} context @param {Filter} filter */
    constructor(context, filter) {
        this.#context = context;
        this.#filter = filter;
    }

    /** Entries are numbered from 1 without a gap. */
    get isComplete() {
        return this.#before <= 1;
    }

    /**
     * The next matching entries, at least one if any is left in the next pages. Throws a Refusal.
     *
     * @returns {Promise<Entry[]>}
     */
    async next() {
        for (let page = 0; page < pagesPerStep && !this.isComplete; page += 1) {
            const found = (await this.#page()).filter((entry) => matches(entry, this.#filter));
            if (found.length > 0) return found;
        }
        return [];
    }

    /**
     * All matching entries of the newest `fileEntries`, as a table. Throws a Refusal.
     *
     * @param {(read: number) => void} progress  told how many entries were read
     * @param {AbortSignal} signal
     */
    async table(progress, signal) {
        const rows = [["number", "at", "actor", "actor_email", "act", "subject", "subject_email", "note"]];
        for (let read = 0; read < fileEntries && !this.isComplete && !signal.aborted;) {
            const page = await this.#page();
            read += page.length;
            for (const entry of page.filter((one) => matches(one, this.#filter))) rows.push(cells(entry));
            progress(read);
        }
        return csvOf(rows);
    }

    async #page() {
        const parts = [
            this.#before === Infinity ? "" : `before=${this.#before}`,
            this.#filter.area === signIns ? "sign-ins=true" : "",
        ].filter(Boolean);
        const query = parts.length > 0 ? `?${parts.join("&")}` : "";
        const { entries } = /** @type {{entries: Entry[]}} */ (await this.#context.client.ask("GET", `/v1/admin/audit${query}`));
        this.#before = entries.at(-1)?.number ?? 1;
        return entries;
    }
}

/** @param {Entry} entry */
function cells({ number, at, actor, act, subject, note = "" }) {
    const time = new Date(at).toISOString();
    return [String(number), time, actor.name, actor.email ?? "", act, subject.name, subject.email ?? "", note];
}
