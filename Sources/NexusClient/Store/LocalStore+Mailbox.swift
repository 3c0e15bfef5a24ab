import GRDB
import NexusCore

/// What the process that holds a profile answered to a request of another.
enum MailboxAnswer: Equatable, Sendable {
    /// It was done; how the holder stands.
    case done(Standing)
    case refused(Refusal)
}

/// How a process stands with the server.
enum Standing: String, Sendable {
    /// The last try to connect failed, or nobody wants a connection.
    case offline
    case connecting
    case online
    /// Nothing waits to be sent, and everything the server has is here.
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

/// Requests of other processes to the one that holds the profile: durable like everything that is queued, and answered in
/// order, by the next holder if this one dies.
extension LocalStore {
    struct Request: Equatable, Sendable {
        var position: Int64
        /// `nil` where it is not understood: written by another version.
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
            case .done(let standing): standing.rawValue
            case .refused(let refusal): String(decoding: ErrorBody(refusal).json, as: UTF8.self)
            }
        try writing { db in
            try db.execute(sql: "UPDATE mailbox SET answer = ? WHERE position = ?", arguments: [text, position])
            // Nobody came for these: whoever asked is gone.
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
        return .done(Standing(rawValue: text) ?? .offline)
    }
}
