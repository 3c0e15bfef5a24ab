import Foundation
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("The command line: fresh proofs of identity")
struct CommandProofTests {
    @Test("an administrator's verb asks for the password once the sign-in is old, and says so without one")
    func asked() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let policy = ["admin", "policy", "--team", "Engines"]
        #expect(try await ada.run(policy).code == 0)
        try await change(server, "UPDATE sessions SET proved_at = 0")

        let refused = try await ada.run(policy)
        #expect(refused.code == 1)
        #expect(refused.errors.contains("Confirm that it is you."))
        #expect(refused.errors.contains("No password: type one"))
        #expect(try await ada.run(policy, input: "a wrong guess\n").code == 1)
        let added = try await ada.run(
            "admin", "add", "--name", "Grace", "--email", "grace@example.org",
            environment: ["NEXUS_PASSWORD": Terminal.password])
        #expect(added.code == 0, "\(added.errors)")
        #expect(added.output.contains("/join#"))
        #expect(try await ada.run(policy).code == 0, "the proof lasts")
    }

    @Test("a person without a password is not asked for one, and learns to sign in again")
    func withoutPassword() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        try await change(
            server, "UPDATE sessions SET proved_at = 0",
            // `AccountRepository.noPassword`.
            "UPDATE users SET password_hash = '!'")
        for verb in [["admin", "policy", "--team", "Engines"], ["second-factor", "add"]] {
            let refused = try await ada.run(verb, input: "a password that nobody has\n")
            #expect(refused.code == 1)
            #expect(refused.errors.contains("your account has no password"), "\(verb): \(refused.errors)")
            #expect(refused.errors.contains("\"nexus login --provider NAME\""))
            #expect(!refused.errors.contains("Confirm that it is you."))
        }
    }

    /// Runs statements on the server's database while the server is stopped, and starts it again.
    private func change(_ server: ServerProcess, _ statements: SQL...) async throws {
        #expect(server.terminate() == 0)
        let path = server.folder.appending(path: "nexus.sqlite").path
        let database = try SQLDatabase(
            DatabaseConfiguration(storage: .file(path)), migrations: Schema.migrations)
        try await database.write { transaction in for statement in statements { try transaction.run(statement) } }
        try await database.close()
        try server.start(["--port", "\(server.port)"])
    }
}
