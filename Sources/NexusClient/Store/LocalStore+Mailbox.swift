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

    /// Queues a request; returns its place, by which the answer is found.
    func post(_ command: ClientCommand) throws(ClientError) -> Int64 {
        try writing { db in
            try db.execute(
                sql: "INSERT INTO mailbox (request) VALUES (?)",
                arguments: [String(decoding: command.json, as: UTF8.self)])
            return db.lastInsertedRowID
        }
    }

    /// Requests that wait for an answer, in order.
    func requests() throws(ClientError) -> [Request] {
        try reading { db in
            try Row.fetchAll(db, sql: "SELECT position, request FROM mailbox WHERE answer IS NULL ORDER BY position")
                .map { Request(position: $0[0], command: try? ClientCommand.decode($0[1] as String)) }
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
        guard let text else { return nil }
        try writing { try $0.execute(sql: "DELETE FROM mailbox WHERE position = ?", arguments: [position]) }
        if let body = try? ErrorBody.decode(text) { return .refused(body.refusal) }
        return .done(ConnectionStatus(rawValue: text) ?? .offline)
    }
}
