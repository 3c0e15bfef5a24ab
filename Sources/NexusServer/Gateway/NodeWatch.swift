import NexusCore
import NexusDatabase

/// Looks once a second at what other nodes have committed, for what nobody waits for here: tells connected people which of their conversations have moved, so
/// that messages arrive even where nothing else carries them between nodes; closes the sockets of sessions that have ended; wakes the work in the
/// background; says who are members where that has changed, since the bus may have lost it; and moves the mark of the epoch.
struct NodeWatch: Sendable {
    /// Between two looks.
    static let pace = Duration.seconds(1)
    /// People who are told in one look; the others follow in the next.
    static let peoplePerLook = 2_000
    /// People, conversations or sessions of one read.
    private static let page = 200
    /// Looks between two counts of all changes, each of which takes a pass over all conversations.
    private static let looksPerCount = 30

    let database: SQLDatabase
    let hub: Hub
    let history: HistoryService
    let epoch: DatabaseEpoch
    let now: @Sendable () -> Timestamp
    /// Whether changes come here live by other ways, so that nobody need be told here.
    var isCovered: @Sendable () -> Bool = { false }
    /// Told of each conversation whose members may have changed, and for each person connected here whether they are a member. Nil without a bus.
    var members: (@Sendable (ConversationID, [UserID: Bool]) -> Void)?
    /// Called with the conversations that others have changed; nil if any may have changed.
    let changed: @Sendable (Set<ConversationID>?) -> Void

    /// Runs until its task is cancelled.
    /// - Throws: `DatabaseError` (`database_in_use`), once the database is in another epoch: what this node tells is of the one before.
    func run(sleep: @Sendable () async throws -> Void = { try await Task.sleep(for: pace) }) async throws {
        guard var turns = database.turnReader() else { return }
        var waiting: Set<UserID> = []
        var looks = 0
        while true {
            do {
                try await look(&turns, &waiting)
                if looks.isMultiple(of: Self.looksPerCount) {
                    epoch.counted(try await database.read { try EpochRepository.changes(in: $0) })
                }
                looks += 1
            } catch let error as DatabaseError where error.code == .inUse {
                throw error
            } catch is CancellationError {
                return
            } catch {
                // Told by the storage monitor. What was not looked at is looked at then.
            }
            guard (try? await sleep()) != nil else { return }
        }
    }

    private func look(_ turns: inout TurnReader, _ waiting: inout Set<UserID>) async throws {
        let before = turns
        let (others, after, current) = try await database.read { reader in
            var turns = before
            return (try turns.look(reader), turns, try EpochRepository.epoch(in: reader))
        }
        guard current == epoch.id else {
            throw DatabaseError(.inUse, detail: "the database has begun a new epoch: restart this node")
        }
        turns = after
        if let others { try await take(others.read, &waiting) }
        guard !waiting.isEmpty else { return }
        if isCovered() { return waiting.removeAll() }
        let told = Array(waiting.prefix(Self.peoplePerLook))
        waiting.subtract(told)
        try await tell(told)
    }

    /// - Parameter notes: nil if everything may have changed.
    private func take(_ notes: [NodeNote]?, _ waiting: inout Set<UserID>) async throws {
        guard let notes else {
            waiting.formUnion(hub.connected())
            changed(nil)
            return try await endSessions()
        }
        var conversations: Set<ConversationID> = []
        var moved: Set<ConversationID> = []
        var people: Set<UserID> = []
        var renewed: Set<SessionID> = []
        for note in notes {
            switch note {
            case .head(let id, _, _), .receipts(let id, _, _, _, _): conversations.insert(id)
            case .conversation(let id):
                conversations.insert(id)
                moved.insert(id)
            case .own(let user): people.insert(user)
            case .sessionEnded(let session): hub.end(session)
            case .sessionChanged(let session): renewed.insert(session)
            case .face, .blocks, .hiding, .leader: break
            }
        }
        if !renewed.isEmpty { hub.refreshed(renewed, at: now()) }
        changed(conversations)
        if hub.userCount > 0 { try await tellMembers(of: moved) }
        if !isCovered(), hub.userCount > 0 {
            for ids in Array(conversations).pages(of: Self.page) {
                for members in try await database.read({ try HistoryRepository.everMembers(of: ids, $0) }).values {
                    people.formUnion(members.keys)
                }
            }
        }
        waiting.formUnion(hub.connected(people))
    }

    private func tellMembers(of conversations: Set<ConversationID>) async throws {
        guard let members else { return }
        for ids in Array(conversations).pages(of: Self.page) {
            let rows = try await database.read { try HistoryRepository.everMembers(of: ids, $0) }
            for id in ids {
                guard let people = rows[id] else { continue }
                let here = Set(hub.connected(Set(people.keys)))
                members(id, people.filter { here.contains($0.key) })
            }
        }
    }

    /// Closes the sockets of sessions that have ended unnoticed.
    private func endSessions() async throws {
        for sessions in Array(hub.sessions).pages(of: Self.page) {
            let known = try await database.read { try SessionRepository.existing(sessions, in: $0) }
            for session in sessions where !known.contains(session) { hub.end(session) }
        }
    }

    /// Answers as if they had asked: complete from their last answer on.
    private func tell(_ people: [UserID]) async throws {
        for users in people.pages(of: Self.page) {
            let starts = users.compactMap { user in
                hub.connections(of: user).compactMap { ($0.context as? LiveSession)?.discoveredAt }.min()
                    .map { (user, $0.advanced(by: -Limits.discoveryOverlapMilliseconds)) }
            }
            let time = now()
            let answers = try await database.read { [history] reader in
                try starts.map { ($0.0, try history.moved(since: $0.1, for: $0.0, now: time, in: reader)) }
            }
            for (user, moved) in answers {
                let frame = SharedFrame(text: ServerFrame.moved(moved).json)
                hub.forEachConnection(of: user) { connection in
                    guard let session = connection.context as? LiveSession, session.discoveredAt != nil else { return }
                    if !moved.hasMore { session.discoveredAt = moved.time }
                    connection.send(frame)
                }
            }
        }
    }
}

extension Array {
    /// In pages of so many elements at most.
    fileprivate func pages(of count: Int) -> [[Element]] {
        stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
    }
}
