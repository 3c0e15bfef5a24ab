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
        #expect(server.terminate() == 0)
        let path = server.folder.appending(path: "nexus.sqlite").path
        let database = try SQLDatabase(
            DatabaseConfiguration(storage: .file(path)), migrations: Schema.migrations)
        try await database.write { try $0.run("UPDATE sessions SET proved_at = 0") }
        try await database.close()
        try server.start(["--port", "\(server.port)"])

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
}
