import Foundation
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("The command line: passkeys")
struct CommandPasskeyTests {
    @Test("passkeys are listed, renamed and removed, the last with the password once the sign-in is old")
    func passkeys() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        #expect(try await ada.run("passkeys").output.isEmpty)
        #expect(server.terminate() == 0)
        let path = server.folder.appending(path: "nexus.sqlite").path
        let database = try SQLDatabase(
            DatabaseConfiguration(storage: .file(path)), migrations: Schema.migrations)
        // The rest of the row does not matter here: only browsers sign.
        try await database.write { transaction in
            try transaction.run("UPDATE sessions SET proved_at = 0")
            try transaction.run(
                """
                INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter, is_backup_eligible,
                    is_backed_up, created_at)
                SELECT $1, id, 'Laptop', $1, $1, 0, 0, 0, created_at FROM users
                """, .blob([UInt8](repeating: 7, count: 16)))
        }
        try await database.close()
        try server.start(["--port", "\(server.port)"])

        let listed = try await ada.objects("passkeys", "--json")
        #expect(listed.compactMap { $0["name"] as? String } == ["Laptop"])
        #expect(try await ada.run("passkeys", "rename", "Laptop", "Desk").output == "renamed Desk\n")
        let unknown = try await ada.run("passkeys", "remove", "Laptop")
        #expect(unknown.code == 1 && unknown.errors.contains("No single passkey"))
        let refused = try await ada.run("passkeys", "remove", "Desk")
        #expect(refused.code == 1 && refused.errors.contains("Confirm that it is you."))
        let removed = try await ada.run("passkeys", "remove", "Desk", input: Terminal.password + "\n")
        #expect(removed.output == "removed Desk\n", "\(removed.errors)")
        #expect(try await ada.objects("passkeys", "--json").isEmpty)
    }
}
