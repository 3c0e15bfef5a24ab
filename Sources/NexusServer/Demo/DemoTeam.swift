import NIOPosix
import NexusCore
import NexusDatabase

/// A small team with a history, for demonstrations: `make run DEMO=1`.
public enum DemoTeam {
    /// The password of all its members.
    public static let password = "nexus-demo"

    /// The accounts for signing in.
    public static let people: [(name: String, email: String)] = [
        ("Maya Okafor", "maya@demo.example"), ("Jonas Weber", "jonas@demo.example"),
        ("Priya Raman", "priya@demo.example"), ("Tomás Silva", "tomas@demo.example"),
        ("Lena Novak", "lena@demo.example"),
    ]

    /// Adds the team to a database, unless it exists. The server must not be running on it.
    ///
    /// - Returns: whether it was added.
    /// - Throws: `DatabaseError`.
    @discardableResult
    public static func fill(
        _ configuration: DatabaseConfiguration, passwordCostLog2: Int, now: @escaping @Sendable () -> Timestamp
    ) async throws -> Bool {
        let threads = NIOThreadPool(numberOfThreads: 1)
        threads.start()
        let seed = try ServerSeed(configuration, now: now)
        var cost = PasswordHasher.Cost()
        cost.rounds = 1 << passwordCostLog2
        let result: Result<Bool, any Error>
        do {
            let hash = try await PasswordHasher(cost: cost, threads: threads).hash(password)
            result = .success(try await fill(seed, passwordHash: hash, now: now()))
        } catch {
            result = .failure(error)
        }
        try await seed.close()
        try await threads.shutdownGracefully()
        return try result.get()
    }

    private static func fill(_ seed: ServerSeed, passwordHash: String, now: Timestamp) async throws -> Bool {
        let team: [UserID]
        do {
            team = try await seed.people(people, passwordHash: passwordHash).map(\.user.id)
        } catch let refusal as Refusal where refusal.code == .emailTaken {
            return false
        }
        var script = DemoScript(team: team, now: now)
        for conversation in DemoConversation.all { script.play(conversation) }
        try await seed.apply(script.operations)
        return true
    }
}

/// Converts the conversations into operations, in order and with their original times.
private struct DemoScript {
    let team: [UserID]
    let now: Timestamp
    private(set) var operations: [(operation: Operation, user: UserID)] = []
    private var random = SystemRandomNumberGenerator()

    init(team: [UserID], now: Timestamp) {
        self.team = team
        self.now = now
    }

    mutating func play(_ conversation: DemoConversation) {
        let members = conversation.members.map { team[$0] }
        let start = now.advanced(by: -conversation.minutesAgo * 60_000)
        let id: ConversationID
        if let title = conversation.title {
            id = ConversationID(at: start, using: &random)
            add(.createGroup(id, title: title, members: Array(members.dropFirst())), by: members[0], at: start)
        } else {
            id = .direct(between: members[0], and: members[1])
            add(.createDirect(id, with: members[1]), by: members[0], at: start)
        }
        var time = start
        for (position, line) in conversation.lines.enumerated() {
            let rest = Int64(conversation.lines.count - position)
            time = time.advanced(by: now.since(time) / (rest + 1))
            add(.post(id, text: dated(line.text), writtenAt: time), by: team[line.by], at: time)
        }
        // The conversation's making is change 1, and each message one more.
        let head = Seq(conversation.lines.count + 1)
        for (position, member) in members.enumerated() {
            let read = position < conversation.readers ? head : max(1, head - 3)
            add(.receipt(id, read: read, delivered: head), by: member, at: now)
        }
    }

    /// A text with the weekdays of its placeholders: the launch is in two days, the rota's day is the one after.
    private func dated(_ text: String) -> String {
        func weekday(in days: Int64) -> String {
            let day = MeaningDay.words(now.advanced(by: days * 86_400_000), utcOffset: 0)
            return String(day.prefix { $0 != " " })
        }
        return text.replacing("{launch}", with: weekday(in: 2)).replacing("{rota}", with: weekday(in: 3))
    }

    private mutating func add(_ kind: Operation.Kind, by user: UserID, at time: Timestamp) {
        operations.append((Operation(id: OperationID(at: time, using: &random), kind: kind), user))
    }
}
