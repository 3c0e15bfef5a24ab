import GRDB
import NexusCore

/// The answer of the process that has a profile to a request of another.
enum MailboxAnswer: Equatable, Sendable {
    /// Done, with the state of that process.
    case done(ConnectionStatus)
    case refused(Refusal)
}

/// The state of a process's connection.
enum ConnectionStatus: String, Sendable {
    /// The last connection attempt failed, or no caller wants a connection.
    case offline
    case connecting
    case online
    /// The outbox is empty and the device is in sync.
    case settled

    init(_ engine: SyncEngine) {
        if engine.isSettled {
            self = .settled
        } else if engine.connection.isOpen {
            self = .online
        } else {
            self = engine.connection.hasGivenUp ? .offline : .connecting
        }
    }
}

/// Requests of other processes to the one that has the profile: durable, and answered in order, by the next such
/// process if this one dies.
extension LocalStore {
    struct Request: Equatable, Sendable {
        var position: Int64
        /// `nil` if it was written by another version and is not understood.
        var command: ClientCommand?
    }

    /// The answer of a request that the holder has taken on and not answered yet.
    private static let claimed = ""

    /// Queues a request; returns its place, by which the answer is found.
    func post(_ command: ClientCommand) throws(ClientError) -> Int64 {
        try writing { db in
            try db.execute(
                sql: "INSERT INTO mailbox (request) VALUES (?)",
                arguments: [String(decoding: command.json, as: UTF8.self)])
            return db.lastInsertedRowID
        }
    }

    /// Requests that wait for an answer, in order, with those that a holder has claimed and not answered.
    func requests() throws(ClientError) -> [Request] {
        try reading { db in
            try Row.fetchAll(
                db, sql: "SELECT position, request FROM mailbox WHERE answer IS NULL OR answer = ? ORDER BY position",
                arguments: [LocalStore.claimed]
            ).map { Request(position: $0[0], command: try? ClientCommand.decode($0[1] as String)) }
        }
    }

    /// Claims a request for the holder, which performs it next: it can no longer be withdrawn. Returns false if it was withdrawn.
    func claim(_ position: Int64) throws(ClientError) -> Bool {
        try writing { db in
            try db.execute(
                sql: "UPDATE mailbox SET answer = ? WHERE position = ? AND (answer IS NULL OR answer = ?)",
                arguments: [LocalStore.claimed, position, LocalStore.claimed])
            return db.changesCount > 0
        }
    }

    /// Gives a claimed request back that was not performed.
    func unclaim(_ position: Int64) throws(ClientError) {
        try writing { db in
            try db.execute(
                sql: "UPDATE mailbox SET answer = NULL WHERE position = ? AND answer = ?",
                arguments: [position, LocalStore.claimed])
        }
    }

    /// Deletes a request that no holder has claimed, so that it is never performed. Returns false if it was claimed or answered.
    func withdraw(_ position: Int64) throws(ClientError) -> Bool {
        try writing { db in
            try db.execute(sql: "DELETE FROM mailbox WHERE position = ? AND answer IS NULL", arguments: [position])
            return db.changesCount > 0
        }
    }

    /// Whether an operation is in the outbox, or in a request that may still put it there.
    func mayHold(_ operation: OperationID) throws(ClientError) -> Bool {
        if try outbox().contains(where: { $0.operation.id == operation }) { return true }
        return try requests().contains { request in
            if case .perform(let asked, _) = request.command { asked.id == operation } else { false }
        }
    }

    func answer(_ position: Int64, with answer: MailboxAnswer) throws(ClientError) {
        let text: String =
            switch answer {
            case .done(let status): status.rawValue
            case .refused(let refusal): String(decoding: ErrorBody(refusal).json, as: UTF8.self)
            }
        try writing { db in
            try db.execute(sql: "UPDATE mailbox SET answer = ? WHERE position = ?", arguments: [text, position])
            // Unclaimed answers: the processes that asked are gone.
            try db.execute(
                sql: "DELETE FROM mailbox WHERE answer IS NOT NULL AND position < ?", arguments: [position - 100])
        }
    }

    /// Takes the answer out, once it is there.
    func takeAnswer(_ position: Int64) throws(ClientError) -> MailboxAnswer? {
        let text = try reading { db in
            try String.fetchOne(db, sql: "SELECT answer FROM mailbox WHERE position = ?", arguments: [position])
        }
        guard let text, text != LocalStore.claimed else { return nil }
        try writing { try $0.execute(sql: "DELETE FROM mailbox WHERE position = ?", arguments: [position]) }
        if let body = try? ErrorBody.decode(text) { return .refused(body.refusal) }
        return .done(ConnectionStatus(rawValue: text) ?? .offline)
    }
}
