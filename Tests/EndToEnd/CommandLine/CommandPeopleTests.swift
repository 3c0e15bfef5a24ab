import Foundation
import NexusTestSupport
import Testing

@testable import NexusBench

@Suite("The command line: people and insights")
struct CommandPeopleTests {
    @Test("an e-mail address is found on a fresh device without an earlier search")
    func freshDevice() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        _ = try await Terminal.signedUp("Bob", at: server.address)
        _ = try await Terminal.signedUp("Cem", at: server.address)
        let talk = try await ada.run("new", "--direct", "bob@example.org").identifier
        #expect(try await ada.run("send", talk, "From the desk").code == 0)
        func fresh() async throws -> Terminal {
            let terminal = Terminal()
            let outcome = try await terminal.run(
                "login", "--server", server.address, "--email", "ada@example.org", input: Terminal.password + "\n")
            try #require(outcome.code == 0, "\(outcome.errors)")
            return terminal
        }
        let sent = try await fresh().run("send", "Bob@example.org", "From the train")
        #expect(sent.code == 0, "\(sent.errors)")
        #expect(try await fresh().texts("bob@example.org") == ["From the desk", "From the train"])
        #expect(try await fresh().run("new", "--direct", "bob@example.org").identifier == talk)
        let group = try await fresh().run("new", "--group", "Plans", "--member", "bob@example.org")
        #expect(group.code == 0, "\(group.errors)")
        let alone = try await fresh().run("send", "cem@example.org", "Hello?")
        #expect(alone.code == 1)
        #expect(alone.errors.contains("There is no conversation with cem@example.org yet. See `nexus new --direct`."))
        let nobody = try await fresh().run("send", "nobody@example.org", "Hello?")
        #expect(nobody.code == 1)
        #expect(nobody.errors.contains("There is no person \"nobody@example.org\"."))
    }

    @Test("all people are listed, and one of them is found by name among similar names")
    func directory() async throws {
        let server = try ServerProcess()
        let names = (0..<450).map { String(format: "Person %03d", $0) }
        _ = try await server.seed { seed in
            try await seed.people(names.enumerated().map { ($1, "person-\($0)@example.org") })
        }
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let everybody = try await ada.objects("people", "--json").compactMap { $0["name"] as? String }
        #expect(everybody == names)
        #expect(try await ada.objects("people", "person-44", "--json").count == 11)
        #expect(try await ada.run("new", "--direct", "Person 449").code == 0)
        #expect(try await ada.run("new", "--direct", "person-4@example.org").code == 0)
    }

    @Test("an insight is edited without naming its kind, unless its message has several")
    func insightKind() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let bob = try await Terminal.signedUp("Bob", at: server.address)
        let talk = try await ada.run("new", "--direct", "bob@example.org").identifier
        let decision = try await ada.run("send", talk, "We decided to go with the blue plates.").identifier
        let both = try await ada.run(
            "send", talk, "Urgent: Bob, please order the cake by Friday. The oven is on fire!"
        ).identifier
        func kinds(_ message: String) async throws -> [String] {
            try await ada.objects("insights", "--all", "--json").filter { $0["message"] as? String == message }
                .compactMap { $0["kind"] as? String }.sorted()
        }
        try await eventually("they are found") {
            let found = (try await kinds(decision), try await kinds(both))
            return found.0 == ["decision"] && found.1.count > 1
        }
        let edited = try await bob.run("insight", "edit", decision, "--text", "Blue plates")
        #expect(edited.code == 0, "\(edited.errors)")
        #expect(edited.output.contains("Blue plates"))
        let unclear = try await bob.run("insight", "edit", both, "--priority", "low")
        #expect(unclear.code == 1)
        let several = Set(try await kinds(both)).sorted()
        #expect(
            unclear.errors.contains(
                "That message has several: \(several.joined(separator: ", ")). Name one with --kind."))
        #expect(try await bob.run("insight", "edit", both, "--kind", "action", "--priority", "low").code == 0)
        let greeting = try await ada.run("send", talk, "Hello").identifier
        let made = try await bob.run(
            "insight", "add", greeting, "--task", "--text", "Say hello", "--to", "ada@example.org")
        #expect(made.code == 0, "\(made.errors)")
        #expect(
            try await bob.run("insight", "split", greeting, "--text", "Wave", "--rest", "Say hello twice").code == 0)
        let two = try await bob.run("insight", "complete", greeting)
        #expect(two.errors.contains("several of the kind action"))
        #expect(try await bob.run("insight", "dismiss", greeting, "--number", "2").code == 0)
        let own = try await ada.objects("insights", talk, "--kind", "action", "--json").filter {
            $0["message"] as? String == greeting
        }
        let id = try #require(own.first?["id"] as? String)
        let shown = try await ada.run("insight", "show", id)
        #expect(shown.output.contains("added by Bob"), "\(shown)")
        #expect(try await ada.run("insight", "remind", id, "--when", "hour").output.contains("Say hello twice"))
        let reminder = try await ada.object("insight", "remind", id, "--when", "tomorrow", "--json")
        let listed = try await ada.objects("insight", "reminders", "--json")
        #expect(listed.count == 1 && listed.first?["at"] as? String == reminder["at"] as? String)
        #expect(try await bob.objects("insight", "reminders", "--json").isEmpty)
        let past = try await ada.run("insight", "remind", id, "--at", "2020-02-02T08:00")
        #expect(past.errors.contains("That time has passed"), "\(past)")
        for words in [[], ["--at", "tomorrow"], ["--when", "due", "--remove"]] {
            #expect(try await ada.run(["insight", "remind", id] + words).code != 0, "\(words)")
        }
        #expect(try await ada.run("insight", "remind", id, "--remove").code == 0)
        #expect(try await ada.objects("insight", "reminders", "--json").isEmpty)
        #expect(try await ada.run("insight", "add", greeting).code != 0)
        let nothing = try await ada.run("send", talk, "Good morning").identifier
        let missing = try await bob.run("insight", "edit", nothing, "--priority", "low")
        #expect(missing.code == 1)
        #expect(missing.errors.contains("That message has no insights."))
    }
}
