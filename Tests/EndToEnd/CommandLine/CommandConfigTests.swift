import Foundation
import NexusTestSupport
import Testing

@Suite("The file of settings", .serialized, .timeLimit(.minutes(10)))
struct CommandConfigTests {
    /// A folder with a file of settings, removed with it.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "nexus-config-\(UUID().uuidString)")

        init(_ text: String) throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try write(text)
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        var file: String { url.appending(path: "nexus.yaml").path }

        func write(_ text: String) throws { try text.write(toFile: file, atomically: true, encoding: .utf8) }
    }

    @Test("is found by option, environment and data folder; config prints what holds, from where, and no secret")
    func effective() async throws {
        let folder = try Folder("port: 4711\nthreads: 1\nsmtp:\n  password: hushhush\n")
        let terminal = Terminal()
        for (arguments, environment) in [
            (["--config", folder.file], [:]), ([], ["NEXUS_CONFIG": folder.file]), (["--data", folder.url.path], [:]),
            ([], ["NEXUS_DATA": folder.url.path]),
        ] as [([String], [String: String])] {
            let text = try await terminal.run(["config"] + arguments, environment: environment)
            #expect(text.code == 0, "\(text.errors)")
            #expect(text.lines.contains { $0.hasPrefix("port ") && $0.hasSuffix("4711  (\(folder.file):1)") })
            #expect(text.lines.contains { $0.hasPrefix("host ") && $0.hasSuffix("127.0.0.1  (default)") })
            #expect(!text.output.contains("hushhush"))
        }
        let outcome = try await terminal.run(
            ["config", "--json", "--config", folder.file, "--threads", "3"], environment: ["NEXUS_HOST": "::1"])
        #expect(!outcome.output.contains("hushhush"))
        let values = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
        func value(_ key: String) -> [String: Any]? { values.first { $0["key"] as? String == key } }
        #expect(value("threads")?["value"] as? String == "3")
        #expect(value("threads")?["from"] as? String == "flag")
        #expect(value("host")?["value"] as? String == "::1")
        #expect(value("host")?["from"] as? String == "environment")
        #expect(value("smtp.password")?["value"] as? String == "(hidden)")
        #expect(value("smtp.password")?["secret"] as? Bool == true)
    }

    @Test("is right in each deployment of packaging/: three nodes share database, bus and store")
    func packaged() async throws {
        let packaging = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../packaging").standardized
        func text(_ path: String) throws -> String {
            try String(contentsOf: packaging.appending(path: path), encoding: .utf8)
        }
        /// The file in a ConfigMap.
        func mounted(_ path: String) throws -> String {
            let lines = try text(path).split(separator: "\n", omittingEmptySubsequences: false)
            return lines.drop { $0 != "  nexus.yaml: |" }.dropFirst().prefix { $0.hasPrefix("    ") }
                .map { $0.dropFirst(4) }.joined(separator: "\n")
        }
        for (path, file) in [
            ("kubernetes/nexus.yaml", try mounted("kubernetes/nexus.yaml")),
            ("kubernetes/nodes.yaml", try mounted("kubernetes/nodes.yaml")),
            ("compose/nodes/nexus.yaml", try text("compose/nodes/nexus.yaml")),
        ] {
            let hasNodes = path.contains("nodes")
            // What the environment has there by secrets.
            let secrets = hasNodes ? ["NEXUS_DATABASE", "NEXUS_BUS_TOKEN", "NEXUS_S3_SECRET_KEY"] : []
            let deployment = try text(path.replacing("nodes/nexus.yaml", with: "nodes/compose.yaml"))
            for secret in secrets { #expect(deployment.contains("\(secret): "), "\(path)") }
            let folder = try Folder(file)
            let outcome = try await Terminal().run(
                ["config", "--json", "--config", folder.file],
                environment: Dictionary(
                    uniqueKeysWithValues: secrets.map { ($0, "postgres://nexus:hush@database/nexus") }))
            #expect(outcome.code == 0, "\(path): \(outcome.errors)")
            let values = try #require(
                try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
            func value(_ key: String) -> String? { values.first { $0["key"] as? String == key }?["value"] as? String }
            #expect(value("host") == "0.0.0.0" && value("port") == "8480" && value("trust-proxy") == "on", "\(path)")
            #expect(value("data") == "/var/lib/nexus/data", "\(path)")
            #expect(value("database.nodes") == (hasNodes ? "on" : "off"), "\(path)")
            for key in ["bus.url", "media.store", "s3.endpoint", "s3.access-key"] where hasNodes {
                #expect(value(key)?.isEmpty == false, "\(path): \(key)")
            }
        }
    }

    @Test("serves every verb of the server's machine, and config prints a relay's as well")
    func verbs() async throws {
        let folder = try Folder("public-url: https://chat.example.org\ndata: \(NSTemporaryDirectory())nexus-none\n")
        for verb in [
            ["setup-link"], ["database", "check"], ["database", "renew"],
            ["database", "copy", "--to", "postgres://127.0.0.1:1/none"], ["backup", "s3://bucket/set"],
            ["restore", "s3://bucket/set", "--rehearse"], ["import", "jsonl", "none.jsonl"],
            ["media", "copy", "--from", "none", "--to", "s3://bucket/media"],
        ] {
            let outcome = try await Terminal().run(verb + ["--config", folder.file])
            #expect(outcome.code == 1, "\(verb): \(outcome.errors)")
            let missing = try await Terminal().run(verb + ["--config", folder.file + "x"])
            #expect(missing.code == 1 && missing.errors.contains("cannot be read"), "\(verb): \(missing.errors)")
        }
        try folder.write("port: 4712\ntoken: hushhushhushhush\n")
        let relay = try await Terminal().run("config", "--relay", "--config", folder.file)
        #expect(relay.code == 0, "\(relay.errors)")
        #expect(relay.lines.contains { $0.hasPrefix("port ") && $0.hasSuffix("4712  (\(folder.file):1)") })
        #expect(!relay.output.contains("hushhush") && !relay.lines.contains { $0.hasPrefix("smtp.") })
    }

    @Test("mistakes in it end the program before it starts, and are told with file, line, key and what is meant")
    func mistakes() async throws {
        let folder = try Folder("prot: 1\n")
        for (text, words) in [
            ("prot: 1\n", "\(folder.file), line 1: there is no setting \"prot\". Did you mean \"port\"?"),
            ("\nport: many\n", "\(folder.file), line 2: port is 0 to 65535, not \"many\"."),
            ("data: elsewhere\n", "line 1: data is not for the file in the data folder"),
            ("port: [\n", "this is not YAML"),
        ] {
            try folder.write(text)
            for verb in ["serve", "config"] {
                let outcome = try await Terminal().run(verb, "--data", folder.url.path)
                #expect(outcome.code == 1)
                #expect(outcome.errors.contains(words), "\(outcome.errors)")
            }
        }
        let missing = try await Terminal().run("serve", "--config", folder.url.path + "/none.yaml")
        #expect(missing.code == 1)
        #expect(missing.errors.contains("cannot be read"))
    }

    @Test("is read again on SIGHUP: what can change does, the rest is named, and a broken file changes nothing")
    func reload() async throws {
        let folder = try Folder("log: {format: json}\nthreads: 1\n")
        let server = try ServerProcess()
        try server.start(["--config", folder.file])
        #expect(try await server.get("/health").status == 200)
        #expect(!server.log.contains("answered"))

        try folder.write("log: {format: json, level: debug}\nthreads: 2\n")
        server.hangUp()
        try await eventually("the settings are reloaded") { server.log.contains("settings reloaded") }
        let needing = try #require(server.log.split(separator: "\n").first { $0.contains("needs a restart") })
        #expect(needing.contains(#""setting":"threads""#))
        #expect(server.log.contains(#""setting":"log.level""#))
        #expect(try await server.get("/health").status == 200)
        try await eventually("requests are logged") { server.log.contains("answered") }
        for line in server.log.split(separator: "\n") {
            #expect(throws: Never.self, "\(line)") { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }

        try folder.write("log: {format: jsonn}\n")
        server.hangUp()
        try await eventually("the mistake is told") { server.log.contains("the settings cannot be reloaded") }
        #expect(try await server.get("/health").status == 200)
        #expect(server.terminate() == 0)
    }

    @Test("a relay has a file of its own, and speaks TLS")
    func relay() async throws {
        let folder = try Folder("port: 0\nweb: client\n")
        let wrong = try await Terminal().run("relay", "--data", folder.url.path)
        #expect(wrong.code == 1)
        #expect(wrong.errors.contains("\(folder.file), line 2: there is no setting \"web\"."), "\(wrong.errors)")
        // The keys of the app are read after the file: their names in it count.
        try folder.write("port: 0\napns: {key-id: ABCDEFGHIJ}\n")
        let keys = try await Terminal().run("relay", "--data", folder.url.path)
        #expect(keys.code == 1)
        #expect(
            keys.errors.contains("NEXUS_APNS_KEY_FILE is missing, though NEXUS_APNS_KEY_ID is set."), "\(keys.errors)")
        let half = try await Terminal().run("relay", "--data", folder.url.path, "--tls-key", "x.pem")
        #expect(half.code == 2)
        #expect(half.errors.contains("A TLS key needs its certificate too"))
    }
}
