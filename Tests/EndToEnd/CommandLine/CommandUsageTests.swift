import Foundation
import NexusTestSupport
import Testing

@Suite("The command line: usage, refusals and passwords")
struct CommandUsageTests {
    @Test(
        "wrong usage exits with 2 and prints the right one to standard error",
        arguments: [
            ["frobnicate"], ["signup", "--server", "http://127.0.0.1:1"], ["new"],
            ["new", "--direct", "a@example.org", "--group", "G"],
            ["new", "--direct", "a@example.org", "--member", "b"],
            ["send"], ["send", "x"], ["send", "x", "y", "--wait", "nan"], ["send", "x", "y", "--wait=-1"],
            ["messages"], ["messages", "x", "--limit", "0"], ["messages", "x", "--limit", "many"],
            ["messages", "x", "--before", "yesterday"], ["edit", "x"], ["delete"], ["read"],
            ["sync", "--timeout", "soon"], ["serve", "--port", "70000"], ["serve", "--log-level", "loud"],
            ["relay", "--port", "70000"], ["relay", "--pushes-per-minute", "0"], ["relay", "--log-level", "loud"],
            ["bench", "everything"], ["bench", "grow", "--messages", "9999"],
            ["bench", "grow", "--server", "http://127.0.0.1:1"],
            ["insights", "--csv", "--limit", "5"], ["admin", "policy", "--domain", "a.org", "--no-domains"],
            ["restore", "x", "--data", "y", "--work", "z"], ["password", "--code", "123456"],
        ])
    func usage(_ arguments: [String]) async throws {
        let outcome = try await Terminal().run(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("Error: "))
        #expect(outcome.errors.contains("--help"))
    }

    @Test(
        "before the first sign-in, verbs say so and exit with 1",
        arguments: [
            ["conversations"], ["send", "x", "y"], ["messages", "x"], ["people"], ["sessions"], ["watch"], ["sync"],
            ["outbox"], ["logout"], ["read", "x"], ["edit", "x", "2", "y"], ["delete", "x", "2"],
        ])
    func signedOut(_ arguments: [String]) async throws {
        let outcome = try await Terminal().run(arguments)
        #expect(outcome.code == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("You are not signed in."))
    }

    @Test("refusals exit with 1 and print the reason to standard error; no network exits with 3")
    func refusals() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let notes = try await ada.run("new", "--group", "Notes").identifier
        try await ada.run("send", notes, "one")
        func enter(_ verb: String, _ server: String, _ rest: String..., password: String) async throws
            -> Terminal.Outcome
        {
            try await Terminal().run([verb, "--server", server] + rest, environment: ["NEXUS_PASSWORD": password])
        }
        let long = String(repeating: "é", count: 8_001)
        let refusals: [(Terminal.Outcome, String)] = [
            (try await enter("login", server.address, "--email", "ada@example.org", password: "wrong horse"), "wrong"),
            (
                try await enter(
                    "signup", server.address, "--name", "A", "--email", "ada@example.org", password: "long enough"),
                "exists"
            ),
            (
                try await enter(
                    "signup", server.address, "--name", "E", "--email", "eve@example.org", password: "short"),
                "at least 8 characters"
            ),
            (
                try await enter(
                    "signup", server.address, "--name", " ", "--email", "e@example.org", password: "long enough"),
                "name is empty"
            ),
            (
                try await enter("signup", server.address, "--name", "E", "--email", "eve", password: "long enough"),
                "not an e-mail address"
            ),
            (
                try await enter("login", "ftp://x", "--email", "ada@example.org", password: "long enough"),
                "not a server's address"
            ),
            (try await Terminal().run("relay"), "NEXUS_APNS_KEY_FILE"),
            (try await ada.run("send", notes, "  "), "empty"),
            (try await ada.run("send", notes, "-", input: long), "at most 8000 characters"),
            (try await ada.run("send", "nowhere", "hello"), "No conversation"),
            (try await ada.run("edit", notes, "99", "x"), "no message at 99"),
            (try await ada.run("edit", notes, "9223372036854775807", "x"), "not a message"),
            (try await ada.run("delete", "not-a-message"), "No"),
            (try await ada.run("new", "--direct", "nobody@example.org"), "There is no person"),
            (try await ada.run("sessions", "revoke", "ffffffff"), "No single session"),
            (try await ada.run("outbox", "discard", "ffffffff"), "No single operation"),
            (
                try await ada.run(
                    "login", "--server", server.address, "--email", "b@example.org",
                    environment: ["NEXUS_PASSWORD": "long enough"]), "belongs to ada@example.org"
            ),
        ]
        for (outcome, reason) in refusals {
            #expect(outcome.code == 1)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains(reason))
        }
        let offline = try await enter(
            "login", "http://127.0.0.1:1", "--email", "ada@example.org", password: "long enough")
        #expect(offline.code == 3)
        #expect(offline.errors.contains("connection refused"))
    }

    @Test("a text may come from standard input, and begin with a dash after --")
    func texts() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let notes = try await ada.run("new", "--group", "Notes").identifier
        #expect(try await ada.run("send", notes, "-", input: "two\nlines").code == 0)
        #expect(try await ada.run("send", notes, "--", "-hi").code == 0)
        let hostile = "\u{1B}[2Jclear\u{202E}"
        #expect(try await ada.run("send", notes, hostile).code == 0)
        #expect(try await ada.texts(notes) == ["two\nlines", "-hi", hostile])
        let shown = try await ada.run("messages", notes)
        #expect(!shown.output.contains("\u{1B}[2J"), "a message must not clear the reader's screen")
        let upper = "\u{9B}2Jclear\u{7F}"
        #expect(try await ada.run("edit", notes, "3", "-", input: upper).code == 0)
        #expect(try await ada.texts(notes)[1] == upper)
        let json = try await ada.run("messages", notes, "--json")
        #expect(json.output.contains(#"\u009b2Jclear\u007f"#) && !json.output.contains("\u{9B}"))
        #expect(try await ada.run("draft", notes, "-", input: "later").code == 0)
        #expect(try await ada.run("draft", notes).output == "later\n")
    }

    @Test("profiles are separate: NEXUS_HOME, or else .nexus in the home folder")
    func profiles() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let bob = try await Terminal.signedUp("Bob", at: server.address)
        #expect(try await ada.objects("sessions", "--json").count == 1)
        #expect(FileManager.default.fileExists(atPath: ada.home + "/store.sqlite"))
        try await ada.run("new", "--group", "Ada's own")
        #expect(try await bob.objects("conversations", "--json").isEmpty)
        let home = ada.home + "-user"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let outcome = try await ada.run("people", environment: ["NEXUS_HOME": "", "HOME": home])
        #expect(outcome.code == 1, "no user is signed in there")
        #expect(FileManager.default.fileExists(atPath: home + "/.nexus"))
        let mode = try FileManager.default.attributesOfItem(atPath: home + "/.nexus")[.posixPermissions] as? Int
        #expect(mode == 0o700)
    }

    @Test("on a terminal the password is asked for twice, and not echoed", .enabled(if: PseudoTerminal.isThere))
    func prompt() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = Terminal()
        let screen = try PseudoTerminal(
            ada, "signup", "--server", server.address, "--name", "Ada", "--email", "ada@example.org")
        try await eventually("it asks") { screen.shown.contains("Password: ") }
        try screen.type("correct horse\n")
        try await eventually("it asks again") { screen.shown.contains("Again: ") }
        try screen.type("correct horse\n")
        #expect(screen.ended() == 0)
        try await eventually("it is done") { screen.shown.contains("Signed up as Ada <ada@example.org>.") }
        #expect(!screen.shown.contains("horse"))
        #expect(try await ada.objects("conversations", "--json").isEmpty, "and Ada is signed in")
    }
}
