import Foundation
import NexusTestSupport
import Testing

@Suite("The command line: offline, and with a killed server")
struct CommandOfflineTests {
    @Test("messages written without a server are queued, reported as queued, and sent in order by sync")
    func queue() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let bob = try await Terminal.signedUp("Bob", at: server.address)
        let talk = try await ada.run("new", "--direct", "bob@example.org").identifier
        let first = try await ada.run("send", talk, "online").identifier
        let port = server.port
        server.kill()

        let queued = try await ada.run("send", talk, "one")
        #expect(queued.code == 0)
        #expect(queued.output.hasPrefix("queued "))
        #expect(queued.errors.contains("No connection"))
        let waited = try await ada.run("send", talk, "two", "--wait", "0.2")
        #expect(waited.code == 0)
        #expect(waited.output.hasPrefix("queued "))
        let inJSON = try await ada.run("send", talk, "three", "--json")
        #expect(inJSON.code == 0)
        #expect(inJSON.output.contains("\"status\":\"pending\""))
        #expect(inJSON.output.contains("\"seq\":null"))
        let group = try await ada.run("new", "--group", "Made offline", "--member", "bob@example.org")
        #expect(group.code == 0)
        #expect(group.errors.contains("Queued"))
        try await ada.run("send", group.identifier, "in it")
        #expect(try await ada.run("edit", first, "online, edited offline").output.hasPrefix("queued "))
        #expect(try await ada.run("read", talk).code == 0)

        let read = try await ada.run("messages", talk)
        #expect(read.code == 0)
        #expect(read.errors.contains("No connection"))
        #expect(try await ada.texts(talk) == ["online, edited offline", "one", "two", "three"])
        let listed = try await ada.objects("conversations", "--json").first { $0["id"] as? String == talk }
        #expect(listed?["kind"] as? String == "direct")
        #expect(listed?.keys.contains("online") == false, "without a connection no presence is known")
        let outbox = try await ada.objects("outbox", "--json")
        #expect(
            outbox.compactMap { $0["kind"] as? String }.filter { $0 != "receipt" } == [
                "post", "post", "post", "createGroup", "post", "edit",
            ])
        #expect(outbox.allSatisfy { $0["state"] as? String == "waiting" })
        #expect(try await ada.run("sync").code == 3)
        #expect(try await ada.run("sessions").code == 3)
        #expect(try await ada.run("people", "bob", "--json").output.contains("bob@example.org"))
        #expect(try await ada.run("new", "--direct", "stranger@example.org").code == 3)

        try server.start(["--port", "\(port)"])
        #expect(try await ada.run("sync").code == 0)
        #expect(try await ada.objects("outbox", "--json").isEmpty)
        #expect(try await bob.texts(talk) == ["online, edited offline", "one", "two", "three"])
        #expect(try await bob.texts("Made offline") == ["in it"])
    }

    @Test("a message with --wait is sent when the server returns")
    func waits() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let notes = try await ada.run("new", "--group", "Notes").identifier
        let port = server.port
        server.kill()
        async let sent = ada.run("send", notes, "patience", "--wait", "60")
        try await eventually("it is queued") {
            try await ada.run("outbox", "--json").output.contains("patience")
        }
        try server.start(["--port", "\(port)"])
        let outcome = try await sent
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("sent "))
    }

    @Test("a server killed with -9 between and during verbs loses and duplicates nothing")
    func killed() async throws {
        let server = try ServerProcess()
        try server.start()
        let port = server.port
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let bob = try await Terminal.signedUp("Bob", at: server.address)
        let talk = try await ada.run("new", "--direct", "bob@example.org").identifier
        #expect(try await bob.texts(talk) == [])
        let watch = try RunningVerb(bob, "watch")
        for round in 1...4 {
            async let fromAda = ada.run("send", talk, "a\(round)")
            async let fromBob = bob.run("send", talk, "b\(round)")
            server.kill()
            #expect(try await fromAda.code == 0)
            #expect(try await fromBob.code == 0)
            try server.start(["--port", "\(port)"])
        }
        #expect(try await ada.run("sync").code == 0)
        #expect(try await bob.run("sync").code == 0)
        #expect(try await ada.run("sync").code == 0)
        let order = try await ada.texts(talk)
        #expect(try await bob.texts(talk) == order)
        #expect(order.filter { $0.hasPrefix("a") } == ["a1", "a2", "a3", "a4"])
        #expect(order.filter { $0.hasPrefix("b") } == ["b1", "b2", "b3", "b4"])
        try await eventually("the watch has told of all") { Set(watch.texts).isSuperset(of: order) }
        #expect(watch.interrupt() == 0)
    }

    @Test("a refused message is kept with its reason, and discarded on request")
    func refused() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let bob = try await Terminal.signedUp("Bob", at: server.address)
        let group = try await ada.run("new", "--group", "Lunch", "--member", "bob@example.org").identifier
        #expect(try await bob.texts(group) == [])
        let denied = try await bob.run("dissolve", group)
        #expect(denied.code == 1)
        #expect(denied.errors.contains("does not allow"))
        #expect(try await bob.objects("outbox", "--json").isEmpty, "the person was told, and nothing is left behind")
        let port = server.port
        server.kill()
        let late = try await bob.run("send", group, "too late").identifier
        try server.start(["--port", "\(port)"])
        #expect(try await ada.run("remove", group, "Bob").code == 0)
        let outcome = try await bob.run("sync")
        let left = try await bob.objects("outbox", "--json")
        #expect(outcome.code == 0)
        #expect(left.isEmpty || left.compactMap { $0["id"] as? String } == [late])
        #expect(try await ada.texts(group) == ["You removed Bob"], "and it is not in the conversation")
    }
}
