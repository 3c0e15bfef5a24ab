import Foundation
import NexusTestSupport
import Testing

@Suite("The command line: operating a server", .serialized)
struct CommandOperatorTests {
    private func restored(_ terminal: Terminal, _ set: String, _ arguments: String...) async throws -> Terminal.Outcome
    {
        try await terminal.run(["restore", set, "--rehearse", "--work", terminal.home] + arguments)
    }

    @Test("nexus restore --rehearse and nexus database check exit with 0 until something is damaged")
    func rehearsal() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        _ = try await Terminal.signedUp("Bob", at: server.address)
        let talk = try await ada.run("new", "--direct", "bob@example.org").identifier
        let file = ada.home + "/plan.txt"
        try Data("the plan".utf8).write(to: URL(filePath: file))
        for number in 1...3 { #expect(try await ada.run("send", talk, "message \(number)").code == 0) }
        #expect(try await ada.run("send", talk, "with a file", "--file", file).code == 0)
        let data = server.folder.path
        let checked = try await ada.run("database", "check", "--data", data, "--thorough")
        #expect(checked.code == 0, "\(checked.output)")
        let set = ada.home + "/set"
        #expect(try await ada.run("backup", set, "--data", data).code == 0)
        let passed = try await restored(ada, set, "--json")
        #expect(passed.code == 0, "\(passed.output)\(passed.errors)")
        #expect(passed.output.contains(#""isPassed":true"#))
        #expect(passed.output.contains(#""messages":4,"files":1"#))

        let blobs = server.folder.appending(path: "media/blobs")
        let name = try #require(
            FileManager.default.subpaths(atPath: blobs.path)?.first { $0.split(separator: "/").last?.count == 64 })
        try Data("another plan".utf8).write(to: URL(filePath: "\(set)/objects/\(name)"))
        let failed = try await restored(ada, set)
        #expect(failed.code == 1)
        #expect(failed.output.contains("objects/\(name) is damaged."))
        #expect(try await restored(ada, set, "--data", data).code == 2)

        try FileManager.default.removeItem(at: blobs.appending(path: name))
        let lost = try await ada.run("database", "check", "--data", data, "--json")
        #expect(lost.code == 1)
        #expect(lost.output.contains(#""problem":"missing-file""#))
        #expect(try await ada.run("database", "check", "--data", ada.home).code == 1)
        #expect(server.terminate() == 0)
    }

    @Test("nexus serve backs itself up by a setting, and shows it in /health and /metrics")
    func scheduled() async throws {
        let (server, terminal) = (try ServerProcess(), Terminal())
        let set = server.folder.path + "-set"
        defer { try? FileManager.default.removeItem(atPath: set) }
        try server.start(["--backup", set, "--backup-every", "12", "--backup-keep-last", "3"])
        try await eventually("a snapshot is made") {
            try await terminal.run("backup", "list", set).output.split(separator: "\n").count == 1
        }
        try await eventually("the log has it") { server.log.contains("a backup was made") || server.isRunning }
        let health = String(decoding: try await server.get("/health").body, as: UTF8.self)
        #expect(health.contains(#"{"name":"backup","state":"ok"}"#))
        let metrics = String(decoding: try await server.get("/metrics").body, as: UTF8.self)
        #expect(metrics.contains("nexus_backup_age_seconds"))
        #expect(server.terminate() == 0)
        let refused = try await terminal.run(
            "serve", "--port", "0", "--data", server.folder.path, "--backup", set, "--backup-key-file", "/nonexistent")
        #expect(refused.code == 1)
        #expect(refused.errors.contains("key file"))
    }

    @Test("nexus doctor exits with 0, 1 or 2, takes the settings of the server, and prints no secret")
    func doctor() async throws {
        let (server, terminal) = (try ServerProcess(), Terminal())
        try server.start()
        let arguments = ["doctor", "--data", server.folder.path, "--port", "\(server.port)"]
        let environment = ["NEXUS_MODELS": server.folder.path]
        let warned = try await terminal.run(arguments, environment: environment)
        #expect(warned.code == 1, "\(warned.output)")
        #expect(warned.output.contains("WARNING  backup: The server makes no backups."))
        #expect(warned.output.contains("server: The server runs at"))
        let wrong = try await terminal.run(
            arguments + ["--json"],
            environment: environment.merging([
                "NEXUS_SMTP_URL": "smtps://nexus@127.0.0.1:1", "NEXUS_SMTP_PASSWORD": "a-secret-password",
                "NEXUS_MAIL_FROM": "nexus@example.org", "NEXUS_PUBLIC_URL": "http://127.0.0.1:1",
                "NEXUS_AI_URL": "ftp://nowhere", "NEXUS_AI_MODEL": "m",
            ]) { $1 })
        #expect(wrong.code == 2)
        #expect(wrong.output.contains(#""part":"settings","state":"error","text":"NEXUS_AI_URL"#))
        #expect(wrong.output.contains(#""part":"mail","state":"error""#))
        #expect(wrong.output.contains(#""part":"public","state":"error""#))
        #expect(!wrong.output.contains("a-secret-password"))
        let unreadable = try await terminal.run(
            ["doctor", "--data", server.folder.path, "--json"], environment: ["NEXUS_PORT": "abc"])
        #expect(unreadable.code == 2)
        #expect(unreadable.output.contains(#""part":"settings","state":"error","text":"NEXUS_PORT"#))
        #expect(server.terminate() == 0)
    }
}
