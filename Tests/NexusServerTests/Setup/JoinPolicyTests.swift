import Foundation
import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Who may join")
struct JoinPolicyTests {
    private func setUp<T: Sendable>(
        join: JoinPolicy = .invited, _ body: @Sendable (RunningServer, SignedIn) async throws -> T
    ) async throws -> T {
        try await RunningServer.serve(configure: { $0.isOpenToEveryone = false }) { (server) async throws in
            try await body(server, try SignedIn.decode(try await server.setUp("Ada", join: join).body))
        }
    }

    private func change(_ change: PolicyChange, on server: RunningServer, as person: SignedIn) async throws
        -> RunningServer.Answer
    {
        try await server.ask(
            "POST", "/v1/admin/policy", String(decoding: change.json, as: UTF8.self), token: person.accessToken)
    }

    @Test("where people are invited, an address with an account and one without get the same answer")
    func enumeration() async throws {
        try await setUp { (server, _) async throws in
            let taken = try await server.tryToSignUp("Ada")
            let free = try await server.tryToSignUp("Eve")
            #expect(taken.refusal?.code == .invitationRequired)
            #expect(taken.status == free.status)
            #expect(taken.body == free.body)
        }
    }

    @Test("where everyone may join, they do")
    func everyone() async throws {
        try await setUp(join: .everyone) { (server, _) async throws in
            #expect(try await server.signUp("Grace").profile.isAdministrator == false)
        }
    }

    @Test("an administrator opens and closes the door, and the audit log says so")
    func changed() async throws {
        try await setUp { (server, ada) async throws in
            #expect(try await change(PolicyChange(join: .everyone), on: server, as: ada).status == 200)
            #expect(try await server.info().join == .everyone)
            _ = try await server.signUp("Grace")
            let closed = ServerInfo(team: "Engines", join: .invited, invite: .administrators)
            let answer = try await change(
                PolicyChange(team: " Engines ", join: .invited, invite: .administrators), on: server, as: ada)
            let told = try ServerInfo.decode(answer.body)
            #expect(told == closed)
            #expect(try await server.info() == closed)
            #expect(try await server.tryToSignUp("Eve").refusal?.code == .invitationRequired)
            let audit = try await server.ask("GET", "/v1/admin/audit", token: ada.accessToken).body
            let notes = try AuditPage.decode(audit).entries.prefix(2).map(\.note)
            #expect(notes == ["team: Engines, join: invited, invite: administrators", "join: everyone"])
        }
    }

    @Test("other users cannot change it")
    func forbidden() async throws {
        try await setUp(join: .everyone) { (server, _) async throws in
            let eve = try await server.signUp("Eve")
            let refused = try await change(PolicyChange(invite: .administrators), on: server, as: eve)
            #expect(refused.refusal?.code == .forbidden)
            #expect(try await server.info().invite == .members)
        }
    }

    @Test("a policy that this version does not know is refused, and a client takes it for the strictest")
    func unknown() async throws {
        try await setUp { (server, ada) async throws in
            let refused = try await server.ask(
                "POST", "/v1/admin/policy", #"{"join":"friends"}"#, token: ada.accessToken)
            #expect(refused.refusal?.code == .invalidJSON)
        }
        let read = try ServerInfo.decode(#"{"join":"friends","invite":"friends"}"#)
        #expect(read == ServerInfo(join: .invited, invite: .administrators))
    }

    @Test("a database that had accounts before there was a policy stays open, and a fresh one waits for its set-up")
    func migrated() async throws {
        let before = Array(Schema.migrations.prefix { $0.name != "team" })
        // People that were imported have no password.
        for hash in ["hash", ""] {
            let path = NSTemporaryDirectory() + "nexus-join-" + UUID().uuidString
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: path) }
            let configuration = DatabaseConfiguration(storage: .file(path + "/nexus.sqlite"))
            let old = try SQLDatabase(configuration, migrations: before)
            try await old.write { transaction in
                let user = User(id: UserID(high: 7, low: 7), name: "Ada", email: "ada@example.org")
                _ = try AccountRepository.insert(user, passwordHash: hash, at: .zero, transaction)
            }
            try await old.close()
            let migrated = try SQLDatabase(configuration, migrations: Schema.migrations)
            let info = try await migrated.read { try TeamRepository.info($0) }
            #expect(info == (hash.isEmpty ? ServerInfo(needsSetup: true) : ServerInfo(join: .everyone)))
            try await migrated.close()
        }
    }

    @Test("an office behind one address joins freely by invitation, and failures count")
    func vouched() async throws {
        let limits = AccountLimits(RateLimitSettings()) { Timestamp(milliseconds: 1_000_000) }
        for _ in 0..<40 { try await limits.vouched(from: "a") {} }
        let fail: () async throws -> Void = { throw Refusal(.setupInvalid, "") }
        for _ in 0..<10 {
            #expect(try await refusal { try await limits.vouched(from: "a", fail) } == .setupInvalid)
        }
        #expect(try await refusal { try await limits.vouched(from: "a") {} } == .rateLimited)
        #expect(try await refusal { try await limits.vouched(from: "b") {} } == nil)
    }
}
