import Foundation
import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("The demo team")
struct DemoTeamTests {
    @Test("is created once, and can sign in")
    func filledOnce() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nexus-demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let configuration = DatabaseConfiguration(storage: .file(folder.appending(path: "nexus.sqlite").path))
        let now: @Sendable () -> Timestamp = { Timestamp(milliseconds: 1_800_000_000_000) }
        #expect(try await DemoTeam.fill(configuration, passwordCostLog2: 4, now: now))
        #expect(try await !DemoTeam.fill(configuration, passwordCostLog2: 4, now: now))

        let database = try SQLDatabase(configuration, migrations: Schema.migrations)
        let (messages, conversations, hash) = try await database.read { reader in
            (
                try reader.first("SELECT COUNT(*) FROM messages") { try $0.next(Int.self) },
                try reader.first("SELECT COUNT(*) FROM conversations") { try $0.next(Int.self) },
                try AccountRepository.account(email: DemoTeam.people[0].email, in: reader)?.passwordHash
            )
        }
        #expect(conversations == DemoConversation.all.count)
        #expect(messages == DemoConversation.all.reduce(0) { $0 + $1.lines.count })
        #expect(try #require(hash).hasPrefix("scrypt$"))
        try await database.close()
    }
}
