// @ts-check
// The state of an account that every screen shows, beside the open chats: the leading tab keeps one copy for tabs that come later, and
// each tab merges events into its own.

/**
 * @typedef {import("./contract.js").Connection} Connection
 * @typedef {import("./contract.js").ConversationRow} ConversationRow
 * @typedef {import("./contract.js").PresenceState} PresenceState
 * @typedef {import("./contract.js").Profile} Profile
 * @typedef {import("./contract.js").Relation} Relation
 *
 * @typedef {object} AccountChanges  as `nexus_engine_changes` writes them: missing fields are unchanged
 * @property {Profile | null} [profile]
 * @property {Connection} [connection]
 * @property {ConversationRow[]} [rows]  that came or changed
 * @property {string[]} [order]  all conversations of the list
 * @property {number} [unread]
 * @property {Relation[]} [relations]
 * @property {{user: string, online: boolean, lastSeen?: number | null}[]} [presence]
 *
 * @typedef {object} ChatChanges  of an open chat
 * @property {number} chat  by which the engine knows it
 * @property {import("./contract.js").Splice[]} splices
 * @property {import("./contract.js").ChatHeader} [header]
 * @property {string[]} [missing]  messages that rows quote and the engine does not have
 * @property {boolean} hasOlder
 * @property {boolean} hasNewer
 * @property {number} start
 * @property {number} end
 *
 * @typedef {{conversation: string, senderName: string, text: string, banner?: import("./contract.js").Banner}} Arrival
 * @typedef {{operation: string, conversation?: string, stays: boolean, error: import("./contract.js").Refusal}} RefusedOperation
 *
 * @typedef {Omit<AccountChanges, "profile"> & {profile?: import("./wire.js").Profile, chats: ChatChanges[], arrived?: Arrival[],
 *   refused?: RefusedOperation[]}} EngineChanges  as the core gives them
 */

/**
 * The connection of an account that has none.
 * @type {Readonly<Connection>}
 */
export const noConnection = Object.freeze({ online: false, offlineSince: null, waiting: 0, caughtUp: false });

export class AccountState {
    /** @type {Profile | null} */
    profile = null;
    /** @type {Connection} */
    connection = noConnection;
    unread = 0;
    /** @type {Relation[]} */
    relations = [];
    /** @type {string[]} */
    #order = [];
    /** @type {Map<string, ConversationRow>} */
    #rows = new Map();
    /** @type {Map<string, PresenceState>} */
    #presence = new Map();

    /** @param {AccountChanges} changes */
    take({ profile, connection, rows = [], order, unread, relations, presence = [] }) {
        if (profile !== undefined) this.profile = profile;
        if (connection !== undefined) this.connection = connection;
        if (unread !== undefined) this.unread = unread;
        if (relations !== undefined) this.relations = relations;
        for (const row of rows) this.#rows.set(row.id, row);
        if (order !== undefined) {
            this.#order = order;
            const listed = new Set(order);
            for (const id of this.#rows.keys()) if (!listed.has(id)) this.#rows.delete(id);
        }
        for (const { user, online, lastSeen = null } of presence) this.#presence.set(user, { online, lastSeen });
    }

    /** The conversations of the list, in order. */
    get rows() {
        return this.#order.flatMap((id) => this.#rows.get(id) ?? []);
    }

    /** @param {string} conversation  whether the list has it */
    has(conversation) {
        return this.#rows.has(conversation);
    }

    /** @param {string} user @returns {PresenceState | undefined} */
    presence(user) {
        return this.#presence.get(user);
    }

    /**
     * The whole state, as changes from an empty one.
     * @returns {Required<AccountChanges>}
     */
    snapshot() {
        return {
            profile: this.profile,
            connection: this.connection,
            rows: this.rows,
            order: this.#order,
            unread: this.unread,
            relations: this.relations,
            presence: [...this.#presence].map(([user, seen]) => ({ user, ...seen })),
        };
    }
}
