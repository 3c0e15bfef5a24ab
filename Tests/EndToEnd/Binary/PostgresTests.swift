import Foundation
import NexusClient
import NexusCore
import NexusDatabase
import NexusServer
import NexusTestSupport
import Testing

@testable import NexusBench

@Suite(
    "The server on PostgreSQL", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: PostgresProcess.isInstalled, "PostgreSQL is not installed (Debian: postgresql)"))
struct PostgresTests {
    @Test("takes sign-ups, posts and searches, and has them after a restart")
    func everyday() async throws {
        let postgres = try PostgresProcess()
        let server = try ServerProcess(database: postgres.address())
        try server.start()
        let (ada, bob) = try await (
            Device.signedUp("Ada", at: server.address), Device.signedUp("Bob", at: server.address)
        )
        let (group, _) = try await ada.client.createGroup(title: "Kitchen", members: [try await bob.user])
        try await ada.client.send("soup at noon", in: group)
        try await eventually("Bob has it") { (try? await bob.texts(group)) == ["soup at noon"] }
        try await eventually("it is found") { try await bob.client.search("soup").results.count == 1 }
        let health = String(decoding: try await server.get("/health").body, as: UTF8.self)
        #expect(health.contains(#""engine":"PostgreSQL""#))
        await ada.quit()
        await bob.quit()
        #expect(server.terminate() == 0)
        try server.start()
        let cyd = try Device()
        try await cyd.client.signIn(server: server.address, email: "ada@example.org", password: "correct horse")
        try await cyd.connect()
        try await eventually("it is still there") { (try? await cyd.texts(group)) == ["soup at noon"] }
        await cyd.quit()
        #expect(server.terminate() == 0)
        #expect(!server.log.contains("new epoch"))
        #expect(!server.log.contains("secret-of-the-test"))
        #expect(!FileManager.default.fileExists(atPath: server.folder.path + "/nexus.sqlite"))
    }

    @Test("loses and doubles nothing acknowledged while sessions are ended and PostgreSQL is killed under load")
    func killedUnderLoad() async throws {
        let postgres = try PostgresProcess()
        let server = try ServerProcess(database: postgres.address())
        let team = ResendingTeam(try await server.seed { try await BenchTeam.pairs(8, $0) })
        try server.start()
        try await team.write(to: server)
        for round in 1...8 {
            try await team.haveAcknowledgements(round * 200)
            if round.isMultiple(of: 2) {
                try postgres.endSessions()
            } else {
                postgres.stop()
                try postgres.start()
            }
        }
        try await team.haveAcknowledgements(team.acknowledged)
        server.kill()
        try await team.areCut()
        try server.start()
        try await team.expectUnbroken(on: server)
        #expect(server.terminate() == 0)
    }

    @Test("tells in /health that PostgreSQL is away, comes back with it, and ends without it")
    func away() async throws {
        let postgres = try PostgresProcess()
        let server = try ServerProcess(database: postgres.address())
        try server.start()
        #expect(try await server.get("/health").status == 200)
        postgres.stop()
        let away = try await server.get("/health")
        let text = String(decoding: away.body, as: UTF8.self)
        #expect(away.status == 503)
        #expect(text.contains(#""status":"unavailable""#) && text.contains("PostgreSQL does not answer"), "\(text)")
        try postgres.start()
        try await eventually("it is well again", within: .seconds(60)) { try await server.get("/health").status == 200 }
        let account = SignUpRequest(email: "eve@example.org", password: "correct horse", name: "Eve", device: "test")
        try await eventually("it writes again", within: .seconds(60)) {
            try await server.post("/v1/accounts", account.json).status < 300
        }
        postgres.stop()
        #expect(server.terminate() == 0)
    }

    /// Ada's terminal, who has sent Bob a message with a file.
    private func plannerOn(_ server: ServerProcess) async throws -> Terminal {
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        _ = try await Terminal.signedUp("Bob", at: server.address)
        let file = ada.home + "/plan.txt"
        try Data("the plan".utf8).write(to: URL(filePath: file))
        let talk = try await ada.run("new", "--direct", "bob@example.org").identifier
        #expect(try await ada.run("send", talk, "the plan", "--file", file).code == 0)
        return ada
    }

    @Test(
        "is checked while it runs, and while it is stopped repaired, renewed, filled from a file and reset for its operator"
    )
    func operated() async throws {
        let postgres = try PostgresProcess()
        let address = try postgres.address()
        let server = try ServerProcess(database: address)
        try server.start()
        let ada = try await plannerOn(server)
        let place = ["--data", server.folder.path]
        func run(_ arguments: String...) async throws -> Terminal.Outcome {
            try await ada.run(arguments + place, environment: ["NEXUS_DATABASE": address.text])
        }
        let live = try await run("database", "check")
        #expect(
            live.code == 0 && live.output.contains("1 messages and 1 files: all agree"), "\(live.output)\(live.errors)")
        let doctor = try await ada.run(["doctor"] + place, environment: ["NEXUS_DATABASE": address.text])
        #expect(doctor.output.contains("with schema"), "\(doctor.output)")

        #expect(server.terminate() == 0)
        try PostgresScript.run("UPDATE media_total SET bytes = 7; DELETE FROM media_usage", at: address)
        let damaged = try await run("database", "check", "--json")
        #expect(damaged.code == 1 && damaged.output.contains(#""problem":"usage""#), "\(damaged.output)")
        #expect(try await run("database", "check", "--repair").code == 0)
        let lines = ada.home + "/history.jsonl"
        try Data(#"{"type": "user", "id": "u1", "name": "Grace", "email": "grace@example.org"}"#.utf8)
            .write(to: URL(filePath: lines))
        let imported = try await run("import", "jsonl", lines)
        #expect(imported.output.contains("Imported 1 people"), "\(imported.output)\(imported.errors)")
        let link = try await run("admin", "reset", "ada@example.org", "--server", "http://nexus.example.org")
        #expect(link.output.hasPrefix("http://nexus.example.org/reset#"), "\(link.output)\(link.errors)")
        #expect(!server.log.contains("new epoch"))
        let renewed = try await run("database", "renew")
        #expect(renewed.output.contains("begins epoch"), "\(renewed.output)\(renewed.errors)")

        try server.start()
        let secret = try #require(link.lines.first?.split(separator: "#").last)
        let set = try await ada.run(
            "password", "--link", "\(server.address)/reset#\(secret)", input: "battery staple\n")
        #expect(set.code == 0, "\(set.errors)")
        #expect(try await ada.run("people", "Grace").output.contains("Grace"))
        #expect(server.terminate() == 0)
    }

    @Test("backs itself up while it runs, and the snapshot passes a rehearsal and comes back into another database")
    func backedUp() async throws {
        let postgres = try PostgresProcess()
        let address = try postgres.address()
        let server = try ServerProcess(database: address)
        let set = server.folder.path + "-set"
        let restored = server.folder.path + "-restored"
        defer { for path in [set, restored] { try? FileManager.default.removeItem(atPath: path) } }
        try server.start()
        let ada = try await plannerOn(server)
        func run(_ arguments: String...) async throws -> Terminal.Outcome {
            try await ada.run(arguments, environment: ["NEXUS_DATABASE": address.text])
        }
        #expect(server.terminate() == 0)
        try server.start(["--backup", set])
        try await eventually("a snapshot is made") { try await run("backup", "list", set).lines.count == 1 }
        let made = try await run("backup", set, "--data", server.folder.path)
        #expect(made.output.contains("1 messages, 1 files"), "\(made.output)\(made.errors)")
        let health = String(decoding: try await server.get("/health").body, as: UTF8.self)
        #expect(health.contains(#""backup""#), "\(health)")
        #expect(server.terminate() == 0)
        let rehearsed = try await run("restore", set, "--rehearse", "--work", ada.home, "--json")
        #expect(rehearsed.output.contains(#""isPassed":true"#), "\(rehearsed.output)\(rehearsed.errors)")

        let back = try await run("restore", set, "--data", restored)
        #expect(back.output.contains("nexus database copy --from"), "\(back.output)\(back.errors)")
        try PostgresScript.run("CREATE SCHEMA restored", at: address)
        let place = try address.inSchema("restored")
        let copied = try await run("database", "copy", "--from", restored, "--to", place.text)
        #expect(copied.output.contains("1 messages"), "\(copied.output)\(copied.errors)")
        let second = try ServerProcess(folder: URL(filePath: restored), database: place)
        try second.start()
        let cyd = try Device()
        try await cyd.client.signIn(server: second.address, email: "ada@example.org", password: Terminal.password)
        try await cyd.connect()
        try await eventually("it is found") { try await cyd.client.search("plan").results.count == 1 }
        await cyd.quit()
        #expect(second.terminate() == 0)
        let checked = try await ada.run(
            ["database", "check", "--data", restored], environment: ["NEXUS_DATABASE": place.text])
        #expect(checked.output.contains("1 messages and 1 files: all agree"), "\(checked.output)\(checked.errors)")
    }

    @Test("does not start on a wrong address or password, nor beside another one; nothing else writes beside it")
    func refusals() async throws {
        let postgres = try PostgresProcess()
        let address = try postgres.address()
        let server = try ServerProcess(database: address)
        try server.start()
        let other = NSTemporaryDirectory() + "nexus-other-" + UUID().uuidString
        defer {
            for folder in [other] + ["a", "b", "c", "d"].map({ "\(other)-\($0)" }) {
                try? FileManager.default.removeItem(atPath: folder)
            }
        }
        let data = server.folder.path
        func serving(_ folder: String) -> [String] { ["serve", "--port", "0", "--data", "\(other)-\(folder)"] }
        let refused = [
            (serving("a"), address.text, "Another server writes it"),
            (
                serving("b"), try postgres.address(password: "wrong-password").text,
                "password authentication failed"
            ),
            (serving("c"), "postgres://nexus@127.0.0.1:1/none", "refused"),
            (serving("d"), "mysql://nexus@127.0.0.1/none", "not an address of PostgreSQL"),
            (["backup", other, "--data", other], address.text, "No server of a PostgreSQL database has run on"),
            (["database", "check", "--data", other], address.text, "No server of a PostgreSQL database has run on"),
            (["database", "renew", "--data", data], address.text, "A server runs on the database"),
            (["admin", "reset", "a@example.org", "--data", data], address.text, "A server runs on the database"),
            (["import", "jsonl", "/dev/null", "--data", data], address.text, "A server runs on the database"),
        ]
        // Beside each other: some wait for seconds that the other server may end.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (arguments, named, words) in refused {
                group.addTask {
                    let outcome = try await Terminal().run(arguments, environment: ["NEXUS_DATABASE": named])
                    #expect(arguments.first == "serve" ? outcome.code == 1 : outcome.code != 0, "\(arguments)")
                    #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
                    #expect(
                        !outcome.errors.contains("secret-of-the-test") && !outcome.errors.contains("wrong-password"))
                }
            }
            try await group.waitForAll()
        }
        let unnamed = try await Terminal().run(["database", "check", "--data", data])
        #expect(unnamed.code != 0 && unnamed.errors.contains("name its database in NEXUS_DATABASE"))
        let settings = try await Terminal().run(["config"], environment: ["NEXUS_DATABASE": address.text])
        #expect(settings.output.contains("(hidden)") && !settings.output.contains("secret-of-the-test"))
        #expect(server.terminate() == 0)
    }

    @Test("takes over the rows of SQLite, and gives them back")
    func moved() async throws {
        let postgres = try PostgresProcess()
        let address = try postgres.address().text
        let old = try ServerProcess()
        try old.start()
        let ada = try await Device.signedUp("Ada", at: old.address)
        let bob = try await Device.signedUp("Bob", at: old.address)
        let (group, _) = try await ada.client.createGroup(title: "Kitchen", members: [try await bob.user])
        for text in ["soup at noon", "bread at one"] { try await ada.client.send(text, in: group) }
        try await eventually("all are sent") { (try? await bob.texts(group).count) == 2 }
        let copy = ["database", "copy", "--from", old.folder.path]
        let running = try await Terminal().run(copy, environment: ["NEXUS_DATABASE": address])
        #expect(running.code == 1 && running.errors.contains("Stop it first"), "\(running.errors)")
        await ada.quit()
        await bob.quit()
        #expect(old.terminate() == 0)

        let copied = try await Terminal().run(copy, environment: ["NEXUS_DATABASE": address])
        #expect(copied.code == 0 && copied.output.contains("2 messages"), "\(copied.output)\(copied.errors)")
        #expect(!copied.errors.contains("secret-of-the-test"))
        let again = try await Terminal().run(copy, environment: ["NEXUS_DATABASE": address])
        #expect(again.code == 1 && again.errors.contains("has people already"), "\(again.errors)")

        // Files stay in the data folder.
        let server = try ServerProcess(folder: old.folder, database: postgres.address())
        try server.start()
        let cyd = try Device()
        try await cyd.client.signIn(server: server.address, email: "ada@example.org", password: "correct horse")
        try await cyd.connect()
        try await eventually("all is there") { (try? await cyd.texts(group)) == ["soup at noon", "bread at one"] }
        try await eventually("it is found") { try await cyd.client.search("soup").results.count == 1 }
        try await cyd.client.send("cake at four", in: group)
        try await eventually("it goes on") { try await cyd.client.search("cake").results.count == 1 }
        await cyd.quit()
        #expect(server.terminate() == 0)

        let third = try ServerProcess()
        let back = try await Terminal().run(
            ["database", "copy", "--from", address, "--to", third.folder.path, "--json"], environment: [:])
        #expect(back.code == 0 && back.output.contains(#""messages":3"#), "\(back.output)\(back.errors)")
        try third.start()
        let dan = try Device()
        try await dan.client.signIn(server: third.address, email: "bob@example.org", password: "correct horse")
        try await dan.connect()
        try await eventually("all came back") { (try? await dan.texts(group).count) == 3 }
        await dan.quit()
        #expect(third.terminate() == 0)
    }
}
