import Foundation
import NexusClient
import NexusCore
import Synchronization

/// A signed-in client with one stored conversation, and the server's end of its live socket.
final class BenchProfile: Sendable {
    let client: NexusClient
    let conversation: ConversationID
    private let folder: String
    private let line: BenchLine
    private let other: UserID
    private let head: Mutex<Seq>

    /// - Parameter messages: of the conversation, all read.
    init(messages: Int) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "nexus-bench-\(UUID().uuidString)").path
        let profile = try ProfileFolder(folder)
        var random = SystemRandomNumberGenerator()
        let time = BenchServer.now()
        let me = User(id: UserID(at: time, using: &random), name: "Ada", email: "ada@bench.example")
        other = UserID(at: time, using: &random)
        conversation = ConversationID(at: time, using: &random)
        line = BenchLine(Profile(user: me, showsPresence: true))
        head = Mutex(Seq(messages) + 1)
        try BenchProfile.fill(folder + "/store.sqlite", messages, conversation, me, other, time)
        var configuration = ClientConfiguration(live: line, credentials: try BenchVault(me.id, at: time))
        configuration.device = "bench"
        client = NexusClient(profile, configuration: configuration)
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// A message of the other member arrives.
    func arrive() -> MessageID {
        let seq = head.withLock { head in
            head += 1
            return head
        }
        var random = SystemRandomNumberGenerator()
        let now = BenchServer.now()
        let message = Message(
            id: MessageID(at: now, using: &random), conversation: conversation, seq: seq, changed: seq, sender: other,
            text: String(repeating: "y", count: 100), writtenAt: now)
        line.say(.change(Change(conversation: conversation, seq: seq, messages: [message])))
        return message.id
    }

    /// Waits until a message is stored.
    func stored(_ message: MessageID) async throws {
        while try await client.message(message) == nil { await Task.yield() }
    }

    private static func fill(
        _ path: String, _ count: Int, _ id: ConversationID, _ me: User, _ other: UserID, _ time: Timestamp
    ) throws {
        let store = try LocalStore(at: path)
        var random = SystemRandomNumberGenerator()
        let head = Seq(count) + 1
        let info = Conversation(
            id: id, kind: .group, title: "Group", creator: me.id, createdAt: time, allowsAI: false, changed: 1)
        let members = [
            Member(user: me.id, name: "Ada", role: .owner, joined: 1, read: head, delivered: head, changed: 1),
            Member(user: other, name: "Grace", role: .member, joined: 1, read: head, delivered: head, changed: 1),
        ]
        let messages = (2...head).map { seq in
            Message(
                id: MessageID(at: time.advanced(by: seq), using: &random), conversation: id, seq: seq, changed: seq,
                sender: seq.isMultiple(of: 2) ? me.id : other, text: String(repeating: "x", count: 100),
                writtenAt: time.advanced(by: seq))
        }
        try store.apply([
            .putProfile(Profile(user: me, showsPresence: true)), .putClock(since: time, offset: 0),
            .putConversation(ConversationRecord(info: info, cursor: head, head: head, read: head)),
            .upsertMembers(id, members), .upsertMessages(messages),
        ])
    }
}

/// The server's end of a live socket: says that nothing was missed, and then what the scenario wants.
private final class BenchLine: LiveTransport, LiveSocket {
    private let profile: Profile
    private let frames: AsyncStream<ServerFrame>
    private let continuation: AsyncStream<ServerFrame>.Continuation

    init(_ profile: Profile) {
        self.profile = profile
        (frames, continuation) = AsyncStream.makeStream(of: ServerFrame.self)
    }

    func open(_ server: ServerAddress, accessToken: String) async throws(ClientError) -> any LiveSocket { self }

    func say(_ frame: ServerFrame) { continuation.yield(frame) }

    func send(_ frame: ClientFrame) {
        guard case .discover = frame else { return }
        let now = BenchServer.now()
        say(.welcome(Welcome(session: SessionID(high: 1, low: 1), profile: profile, time: now)))
        say(.moved(Moved(time: now, conversations: [], hasMore: false)))
    }

    func receive() async -> [ServerFrame]? {
        for await frame in frames { return [frame] }
        return nil
    }

    func close() {}
}

/// The session of a client that never asks a server for another token.
private struct BenchVault: CredentialStore {
    private let credentials: Credentials

    init(_ user: UserID, at time: Timestamp) throws {
        let text = """
            {"server": "http://127.0.0.1:1", "session": "\(SessionID(high: 1, low: 1).text)", "user": "\(user.text)", \
            "accessToken": "a", "refreshToken": "r", "expiresAt": \(time.advanced(by: 86_400_000).milliseconds)}
            """
        credentials = try Credentials.decode(Array(text.utf8))
    }

    func load() throws(ClientError) -> Credentials? { credentials }
    func save(_ credentials: Credentials) throws(ClientError) {}
    func remove() throws(ClientError) {}
}
