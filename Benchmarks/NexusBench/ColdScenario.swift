import Foundation
import NexusClient
import NexusCore

/// `cold`: a device with 100,000 messages, from opening its store to the rows of the first page: the list of
/// conversations and the newest 50 messages of one. No network is involved. The file is in the system's cache, as when
/// an app restarts.
public struct ColdScenario: Sendable {
    public var messages: Int
    public var conversations: Int

    public init(messages: Int = 100_000, conversations: Int = 20) {
        self.messages = messages
        self.conversations = conversations
    }

    public func run() async throws -> BenchReport {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nexus-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "store.sqlite").path
        let ids = try fill(path)
        var times: [Double] = []
        let clock = ContinuousClock()
        for number in 0..<20 {
            let start = clock.now
            let rows = try firstPage(path, of: ids[number % ids.count])
            times.append((clock.now - start) / .milliseconds(1))
            guard rows == 50 else { throw BenchFailure("cold: \(rows) messages on the first page") }
        }
        var report = BenchReport(scenario: "cold")
        report.add("messages", messages)
        report.add("conversations", conversations)
        report.add("firstPageMs", Percentiles(times).p50)
        report.add("slowestPageMs", times.max() ?? 0)
        return report
    }

    /// Opens the store as an app does, and computes its first screen.
    private func firstPage(_ path: String, of conversation: ConversationID) throws -> Int {
        let store = try LocalStore(at: path)
        guard let snapshot = try store.snapshot() else { throw BenchFailure("cold: the store is empty") }
        let engine = SyncEngine(restoring: snapshot, seed: DeviceRandom(seed: 1))
        guard engine.conversationRows().count == conversations else {
            throw BenchFailure("cold: a conversation is missing")
        }
        let messages = try store.messages(in: conversation, limit: 50)
        let page = HeldPage(messages, isOldest: false, isNewest: true)
        return ChatWindow(conversation, showing: page, minutesFromUTC: 0, in: engine).rows.count { row in
            if case .message = row { true } else { false }
        }
    }

    private func fill(_ path: String) throws -> [ConversationID] {
        let store = try LocalStore(at: path)
        var random = SystemRandomNumberGenerator()
        let time = BenchServer.now()
        let me = User(id: UserID(at: time, using: &random), name: "Ada", email: "ada@bench.example")
        let other = UserID(at: time, using: &random)
        try store.apply([.putProfile(Profile(user: me, showsPresence: true)), .putClock(since: time, offset: 0)])
        let text = String(repeating: "x", count: 100)
        let each = Seq(messages / conversations)
        return try (0..<conversations).map { number in
            let id = ConversationID(at: time, using: &random)
            let info = Conversation(
                id: id, kind: .group, title: "Group \(number)", creator: me.id, createdAt: time, changed: 1)
            let record = ConversationRecord(info: info, cursor: each + 1, head: each + 1, read: each - 20)
            let members = [
                Member(user: me.id, name: "Ada", role: .owner, joined: 1, read: each - 20, delivered: each, changed: 1),
                Member(user: other, name: "Grace", role: .member, joined: 1, read: each, delivered: each, changed: 1),
            ]
            let messages = (0..<each).map { seq in
                Message(
                    id: MessageID(at: time.advanced(by: seq), using: &random), conversation: id, seq: seq + 2,
                    changed: seq + 2, sender: seq.isMultiple(of: 2) ? me.id : other, text: text,
                    writtenAt: time.advanced(by: seq))
            }
            try store.apply([.putConversation(record), .upsertMembers(id, members), .upsertMessages(messages)])
            return id
        }
    }
}
