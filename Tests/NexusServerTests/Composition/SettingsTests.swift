import Foundation
import Testing

@testable import NexusServer

@Suite("The settings")
struct SettingsTests {
    private func file(_ text: String) throws -> SettingsFile { try SettingsFile(path: "nexus.yaml", text: text) }

    private func settings(
        _ text: String = "", environment: [String: String] = [:], arguments: [String] = []
    ) throws -> EffectiveSettings {
        try EffectiveSettings(file: try file(text), environment: environment, arguments: arguments)
    }

    private func problems(
        _ text: String, environment: [String: String] = [:], arguments: [String] = []
    ) -> [String] {
        let error = #expect(throws: SettingsError.self) {
            try settings(text, environment: environment, arguments: arguments)
        }
        return error?.problems ?? []
    }

    @Test("come from the file, are overridden by the environment, and both by the command line, and say so")
    func origins() throws {
        let all = try settings(
            "host: 0.0.0.0\nport: 1\nthreads: 2\n",
            environment: ["NEXUS_PORT": "3", "NEXUS_THREADS": "4", "NEXUS_WEB": ""],
            arguments: ["--threads", "5"])
        func value(_ key: String) throws -> EffectiveSettings.Value {
            try #require(all.values.first { $0.setting.key == key })
        }
        #expect(try value("host").shown == "0.0.0.0")
        #expect(try value("host").origin == .file("nexus.yaml", line: 1))
        #expect(try value("port").shown == "3")
        #expect(try value("port").origin == .environment)
        #expect(try value("threads").shown == "5")
        #expect(try value("threads").origin == .flag)
        #expect(try value("web").origin == .standard)
        #expect(all.environment["NEXUS_HOST"] == "0.0.0.0")
        #expect(all.environment["NEXUS_THREADS"] == "4", "the parser of the command line puts its own above")
        #expect(all["port"] == "3")
        #expect(all["web"] == nil)
    }

    @Test("take groups, lists and every word for on and off, and ignore names without a value")
    func forms() throws {
        let all = try settings(
            """
            # a comment
            tls:
              certificate: /etc/nexus/cert.pem
            tls.key: "/etc/nexus/key.pem"
            allowed-origins: [https://a.example, https://b.example]
            rate-limits: no
            trust-proxy: true
            ai:
              enabled: off
              person:
                requests: 7
              price: {input: 2.50}
            oidc:
              google:
                client-id: abc
                client-secret: hush
            smtp:
            web: ~
            """, environment: ["NEXUS_OIDC_GIT_LAB_CLIENT_ID": "def"],
            arguments: ["--allow-origin=x", "--allow-origin", "y"])
        #expect(all["tls.certificate"] == "/etc/nexus/cert.pem")
        #expect(all["tls.key"] == "/etc/nexus/key.pem")
        #expect(all["allowed-origins"] == "x,y")
        #expect(all.environment["NEXUS_ALLOWED_ORIGINS"] == "https://a.example,https://b.example")
        #expect(all["rate-limits"] == "off")
        #expect(all["trust-proxy"] == "on")
        #expect(all.environment["NEXUS_AI"] == "off")
        #expect(all.environment["NEXUS_AI_PERSON_REQUESTS"] == "7")
        #expect(all["ai.price.input"] == "2.50")
        #expect(all.environment["NEXUS_OIDC_GOOGLE_CLIENT_ID"] == "abc")
        #expect(all["oidc.git-lab.client-id"] == "def")
        #expect(all["web"] == nil)
        #expect(try settings(arguments: ["--no-rate-limits"])["rate-limits"] == "off")
        #expect(try settings("")["port"] == nil)
    }

    @Test("hide secrets, and let a secret's file in the environment replace its value in the file")
    func secrets() throws {
        let all = try settings(
            "smtp: {password: hush}\nai: {key: quiet}", environment: ["NEXUS_AI_KEY_FILE": "/run/key"])
        #expect(!all.values.contains { $0.shown.contains("hush") || $0.shown.contains("quiet") })
        #expect(all.values.first { $0.setting.key == "smtp.password" }?.shown == "(hidden)")
        #expect(all.environment["NEXUS_SMTP_PASSWORD"] == "hush")
        #expect(all.environment["NEXUS_AI_KEY"] == nil)
    }

    @Test("unknown names are errors with their line, and the name that was probably meant")
    func unknown() {
        for (text, meant) in [
            ("prot: 1", "port"), ("public_url: x", "public-url"), ("tls:\n  certifcate: x", "tls.certificate"),
            ("log-level: debug", "log.level"), ("certificate: x", "tls.certificate"), ("hosst: x", "host"),
            ("oidc:\n  google:\n    client-idd: x", "oidc.NAME.client-id"),
        ] {
            let problem = problems(text).first ?? ""
            let line = text.split(separator: "\n").count
            #expect(problem.hasPrefix("nexus.yaml, line \(line): there is no setting"), "\(problem)")
            #expect(problem.hasSuffix("Did you mean \"\(meant)\"?"), "\(problem)")
        }
        let stranger = problems("completely-different-thing: 1").first ?? ""
        #expect(stranger.hasSuffix("there is no setting \"completely-different-thing\"."), "\(stranger)")
    }

    @Test("wrong types and ranges are errors that name the place, the key and what is allowed, all at once")
    func wrong() {
        #expect(
            problems("port: 99999\nlog:\n  level: loud\ntls: x\nhost: [a, b]") == [
                "nexus.yaml, line 4: tls has settings below it: certificate, key.",
                "nexus.yaml, line 5: host is one value, without commas.",
            ])
        #expect(
            problems("port: 99999\nlog:\n  level: loud\nrate-limits: maybe") == [
                "nexus.yaml, line 1: port is 0 to 65535, not \"99999\".",
                "nexus.yaml, line 4: rate-limits is on or off, not \"maybe\".",
                "nexus.yaml, line 3: log.level is trace, debug, info, notice, warning, error, critical, not \"loud\".",
            ])
        #expect(problems("", environment: ["NEXUS_PORT": "x"]) == ["NEXUS_PORT is 0 to 65535, not \"x\"."])
        #expect(problems("", arguments: ["--threads", "x"]) == ["--threads is 0 to 256, not \"x\"."])
        #expect(problems("host:\n  - {a: b}") == ["nexus.yaml, line 2: host is a value, with no settings below it."])
        #expect(problems("just text").first?.contains("names and values") == true)
        #expect(problems("port: 1\nport: 2").first?.contains("set twice") == true)
        #expect(problems("tls: {key: a}\ntls.key: b").first?.contains("tls.key is set twice") == true)
    }

    @Test(
        "text that is not YAML is an error with its line, without the text", arguments: ["a: [", "a: \"x\n", "\ta: b"])
    func broken(_ text: String) {
        let problem = problems("smtp:\n  password: hush\n" + text).first ?? ""
        #expect(problem.hasPrefix("nexus.yaml, line "), "\(problem)")
        #expect(!problem.contains("hush"))
    }

    @Test("the table has each key and variable once, and each key's place in the environment")
    func table() {
        #expect(Set(Setting.table.map(\.key)).count == Setting.table.count)
        #expect(Set(Setting.table.map(\.variable)).count == Setting.table.count)
        for setting in Setting.table {
            #expect(setting.flag?.hasPrefix("--") != false)
            #expect(!setting.meaning.isEmpty && !setting.meaning.hasSuffix("."), "\(setting.key)")
        }
    }

    @Test("changes are those whose value differs, whether they were added, changed or removed")
    func changes() throws {
        let before = try settings("port: 1\nlog: {level: debug}\noidc: {a: {client-id: x}}")
        let after = try settings("port: 2\nlog: {level: debug}\nweb: client")
        #expect(Set(before.changes(to: after).map(\.setting.key)) == ["port", "web", "oidc.a.client-id"])
        #expect(before.changes(to: before).isEmpty)
    }

    @Test("docs/operations.md has the row of every setting")
    func documentation() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let page = try String(contentsOf: root.appending(path: "docs/operations.md"), encoding: .utf8)
        for setting in Setting.table {
            #expect(page.contains("\n\(setting.documentation)\n"), "missing: \(setting.documentation)")
        }
    }

    @Test("of a relay are its own: those of a server are unknown to it, and docs/relay.md has the row of each")
    func relay() throws {
        let table = Setting.relayTable
        #expect(Set(table.map(\.key)).count == table.count)
        #expect(Set(table.map(\.variable)).count == table.count)
        let file = try SettingsFile(
            path: "nexus.yaml", text: "token: 0123456789abcdef\npushes-per-minute: 5\ntls: {certificate: a, key: b}\n",
            of: table)
        let all = try EffectiveSettings(
            file: file, environment: ["NEXUS_PORT": "1"], arguments: ["--port", "2"], of: table)
        #expect(all["port"] == "2")
        #expect(all["tls.key"] == "b")
        #expect(all.environment["NEXUS_RELAY_TOKEN"] == "0123456789abcdef")
        #expect(all.environment["NEXUS_RELAY_PUSHES_PER_MINUTE"] == "5")
        #expect(all.values.first { $0.setting.key == "token" }?.shown == "(hidden)")
        for (text, problem) in [
            ("web: x", #"there is no setting "web"."#),
            ("pushes-per-minut: 1", #"Did you mean "pushes-per-minute"?"#),
            ("public-url: x", #"there is no setting "public-url"."#),
        ] {
            let error = #expect(throws: SettingsError.self) {
                try SettingsFile(path: "nexus.yaml", text: text, of: table)
            }
            #expect(error?.text.hasSuffix(problem) == true, "\(error?.text ?? "")")
        }
        #expect(throws: SettingsError(["--pushes-per-minute is 1 to 10000000, not \"0\"."])) {
            try EffectiveSettings(file: nil, environment: [:], arguments: ["--pushes-per-minute", "0"], of: table)
        }
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let page = try String(contentsOf: root.appending(path: "docs/relay.md"), encoding: .utf8)
        for setting in table {
            #expect(page.contains("\n\(setting.documentation)\n"), "missing: \(setting.documentation)")
        }
    }
}
