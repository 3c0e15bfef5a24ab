import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Concurrent operations")
struct ConcurrencyTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID

    init() throws {
        server = try InlineServer()
        ann = UserID(high: 0x7000, low: 1 << 63 | 1)
        bob = UserID(high: 0x7000, low: 1 << 63 | 2)
    }

    /// The services over a database with threads, as they are in the server.
    private struct Threaded: Sendable {
        let database: SQLDatabase
        let service: OperationService
        let now: Timestamp

        func apply(_ operation: NexusCore.Operation, by user: UserID) async throws -> Applied {
            try await database.write { try service.apply(operation, by: user, in: $0, now: now) }
        }
    }

    private func threaded() async throws -> Threaded {
        let database = try SQLDatabase(
            DatabaseConfiguration(storage: TestDatabase.storage()), migrations: Schema.migrations)
        let heads = ConversationHeads()
        database.beforeCommit { try heads.writeHeads($0) }
        let now = server.now
        try await database.write { [ann, bob] transaction in
            for (user, name) in [(ann, "Ann"), (bob, "Bob")] {
                let user = User(id: user, name: name, email: name)
                _ = try AccountRepository.insert(user, passwordHash: "", at: now, transaction)
            }
        }
        return Threaded(database: database, service: OperationService(heads: heads), now: now)
    }

    @Test("one operation sent by two sessions concurrently takes effect once, and both get the same answer")
    func sameOperation() async throws {
        let threaded = try await threaded()
        let talk = ConversationID.direct(between: ann, and: bob)
        _ = try await threaded.apply(server.operation(.createDirect(talk, with: bob)), by: ann)
        var operations: [NexusCore.Operation] = []
        for number in 0..<30 {
            operations.append(server.operation(.post(talk, text: "\(number)", writtenAt: server.now)))
            operations.append(server.operation(.createGroup(server.identifier(), title: "\(number)", members: [bob])))
            operations.append(server.operation(.updateProfile(name: "Ann \(number)", showsPresence: nil)))
        }
        let answers = try await withThrowingTaskGroup { group in
            for operation in operations + operations.reversed() {
                group.addTask { [ann] in try await threaded.apply(operation, by: ann) }
            }
            return try await group.reduce(into: [Applied]()) { $0.append($1) }
        }
        for (operation, both) in Dictionary(grouping: answers, by: \.acknowledgement.operation) {
            #expect(both.count == 2)
            #expect(both[0].acknowledgement == both[1].acknowledgement, "\(operation)")
            #expect(both.count { !$0.publications.isEmpty } == 1)
        }
        let seqs = try await threaded.database.read { reader in
            try reader.all("SELECT seq FROM messages ORDER BY seq") { try $0.next(Int64.self) }
        }
        #expect(seqs.count == 30)
        let published = answers.flatMap(\.publications).filter { $0.change.conversation == talk }.map(\.change.seq)
        #expect(published.sorted() == Array(2...(1 + Seq(published.count))))
        try await threaded.database.close()
    }

    @Test("concurrent posts of two users, some refused, take every seq once")
    func gapless() async throws {
        let threaded = try await threaded()
        let talk = ConversationID.direct(between: ann, and: bob)
        _ = try await threaded.apply(server.operation(.createDirect(talk, with: bob)), by: ann)
        let operations = (0..<200).map { number in
            (
                by: number.isMultiple(of: 2) ? ann : bob,
                operation: server.operation(
                    .post(talk, text: number.isMultiple(of: 5) ? " " : "\(number)", writtenAt: server.now))
            )
        }
        let seqs = await withTaskGroup { group in
            for item in operations {
                group.addTask { try? await threaded.apply(item.operation, by: item.by).acknowledgement.seq }
            }
            return await group.reduce(into: [Seq]()) { seqs, seq in if let seq { seqs.append(seq) } }
        }
        #expect(seqs.sorted() == Array(2...161))
        try await threaded.database.close()
    }

    @Test("of two owners' concurrent decisions the first wins: a removed member posts nothing after it")
    func removedMeanwhile() async throws {
        let threaded = try await threaded()
        let group: ConversationID = server.identifier()
        _ = try await threaded.apply(
            server.operation(.createGroup(group, title: "Plans", members: [bob])), by: ann)
        let removal = server.operation(.removeMember(group, user: bob))
        let posts = (0..<100).map { server.operation(.post(group, text: "\($0)", writtenAt: server.now)) }
        let (removed, posted) = try await withThrowingTaskGroup(of: (Bool, Seq?).self) { tasks in
            for (number, post) in posts.enumerated() {
                if number == 50 {
                    tasks.addTask { [ann] in (true, try await threaded.apply(removal, by: ann).acknowledgement.seq) }
                }
                tasks.addTask { [bob] in
                    do { return (false, try await threaded.apply(post, by: bob).acknowledgement.seq) } catch {
                        guard error as? Refusal == .conversationGone else { throw error }
                        return (false, nil)
                    }
                }
            }
            return try await tasks.reduce(into: (Seq(0), [Seq]())) { result, answer in
                guard let seq = answer.1 else { return }
                if answer.0 { result.0 = seq } else { result.1.append(seq) }
            }
        }
        #expect(removed > 1)
        #expect(posted.allSatisfy { $0 < removed })
        try await threaded.database.close()
    }
}
