import Foundation
import NexusClient
import NexusCore
import NexusTestSupport
import Testing

@Suite("A server restored from a backup")
struct RestoreTests {
    /// A folder with a server's database, and the devices of three users in a group.
    private final class Bench {
        let folder = NSTemporaryDirectory() + "nexus-restore-" + UUID().uuidString
        var database: String { folder + "/nexus.sqlite" }
        private(set) var server: TestServer
        private let port: Int
        let ada: Device
        let bob: Device
        let cyd: Device
        let group: ConversationID

        init() async throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let server = try await TestServer(data: folder + "/nexus.sqlite")
            self.server = server
            port = server.port
            ada = try await Device.signedUp("Ada", at: server.address)
            bob = try await Device.signedUp("Bob", at: server.address)
            cyd = try await Device.signedUp("Cyd", at: server.address)
            (group, _) = try await ada.client.createGroup(
                title: "Plans", members: [try await bob.user, try await cyd.user])
            try await ada.client.send("before", in: group)
            for device in [bob, cyd] {
                try await eventually("all have what was before") { [group] in
                    (try? await device.texts(group)) == ["before"]
                }
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        func stop() async { await server.stop() }

        func start() async throws {
            server = try await TestServer(data: database, port: port)
            for device in [ada, bob] { try? await device.client.networkReturned() }
        }

        /// Stops the server and copies its database, as it is then, away; and starts it again.
        func backUp() async throws {
            await stop()
            try FileManager.default.copyItem(atPath: database, toPath: database + ".backup")
            try await start()
        }

        /// The steps of docs/operations.md, with the server stopped.
        func restore() throws {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + suffix) }
            try FileManager.default.copyItem(atPath: database + ".backup", toPath: database)
        }
    }

    @Test("messages of lost devices disappear everywhere, own messages are posted again, and new messages arrive")
    func restored() async throws {
        let bench = try await Bench()
        let (ada, bob, group) = (bench.ada, bench.bob, bench.group)
        try await bench.backUp()
        try await eventually("Cyd is back") { await bench.cyd.client.isOnline }
        try await bench.cyd.client.send("a ghost", in: group)
        try await eventually("the ghost is seen") {
            let last = [try await ada.texts(group).last, try await bob.texts(group).last]
            return last == ["a ghost", "a ghost"]
        }
        try await bob.client.send("by Bob after the backup", in: group)
        try await eventually("Ada has it") { try await ada.texts(group).last == "by Bob after the backup" }
        await bench.cyd.quit()
        await bench.stop()
        try await ada.client.send("while it was stopped", in: group)
        try await ada.client.setDraft("half a thought", in: group)
        try bench.restore()
        try await bench.start()
        try await eventually("both have the old, the reposted and the queued messages") {
            let (texts, others) = (try await ada.texts(group), try await bob.texts(group))
            return texts.count == 3 && texts == others
                && Set(texts) == ["before", "by Bob after the backup", "while it was stopped"]
        }
        #expect(try await ada.client.draft(in: group) == "half a thought")
        for number in 1...3 { try await ada.client.send("new \(number)", in: group) }
        try await bob.client.send("and by Bob", in: group)
        try await eventually("new messages arrive") {
            let (texts, others) = (try await ada.texts(group), try await bob.texts(group))
            return texts.count == 7 && texts == others
        }
        try await eventually("nothing waits") {
            let waiting = [try await ada.client.outbox().count, try await bob.client.outbox().count]
            return waiting == [0, 0]
        }
        await ada.quit()
        await bob.quit()
        await bench.stop()
    }

    @Test("a killed server whose log is lost begins a new epoch, and recent messages are posted again")
    func logLost() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        try await ada.client.send("before", in: talk)
        try await eventually("Bob has it") { (try? await bob.texts(talk)) == ["before"] }
        // A stopped server leaves no log.
        #expect(server.terminate() == 0)
        let database = server.folder.appending(path: "nexus.sqlite").path
        let before = try mark(of: database)
        try server.start(["--port", "\(server.port)"])
        for device in [ada, bob] {
            try? await device.client.networkReturned()
            try await eventually("it is back") { await device.client.isOnline }
        }
        for number in 1...5 { try await bob.client.send("lost \(number)", in: talk) }
        try await eventually("Ada has all") { try await ada.texts(talk).count == 6 }
        try await eventually("the mark says how far it had come") {
            let now = try mark(of: database)
            return now.epoch == before.epoch && now.changes >= before.changes + 5
        }
        server.kill()
        try FileManager.default.removeItem(atPath: database + "-wal")
        try server.start(["--port", "\(server.port)"])
        #expect(try mark(of: database).epoch != before.epoch)
        for device in [ada, bob] { try? await device.client.networkReturned() }
        let expected = ["before"] + (1...5).map { "lost \($0)" }
        try await eventually("both have everything, once and in order") {
            let (texts, others) = (try await ada.texts(talk), try await bob.texts(talk))
            return texts == expected && others == expected
        }
        try await ada.client.send("after", in: talk)
        // Bob's reposted messages may come after it.
        try await eventually("new messages arrive, and reposted ones keep their order") {
            let (texts, others) = (try await ada.texts(talk), try await bob.texts(talk))
            return texts == others && texts.count == 7 && texts.filter { $0 != "after" } == expected
        }
        await ada.quit()
        await bob.quit()
        #expect(server.terminate() == 0)
    }

    @Test("nexus database renew begins a new epoch, or says why it cannot")
    func renew() async throws {
        let server = try ServerProcess()
        let terminal = Terminal()
        let missing = try await terminal.run("database", "renew", "--data", server.folder.path)
        #expect(missing.code == 1 && missing.errors.contains("There is no database"))
        try server.start()
        let database = server.folder.appending(path: "nexus.sqlite").path
        let before = try mark(of: database).epoch
        let running = try await terminal.run("database", "renew", "--data", server.folder.path)
        #expect(running.code == 1 && running.errors.contains("A server is running"))
        #expect(server.terminate() == 0)
        let renewed = try await terminal.run("database", "renew", "--data", server.folder.path)
        #expect(renewed.code == 0, "\(renewed.errors)")
        let epoch = try mark(of: database).epoch
        #expect(epoch != before && renewed.output.contains(epoch))
        try server.start()
        #expect(try mark(of: database).epoch == epoch)
        #expect(server.terminate() == 0)
    }

    /// The content of the mark beside a database.
    private func mark(of database: String) throws -> (epoch: String, changes: Int) {
        let words = try String(contentsOfFile: database + ".mark", encoding: .utf8).split(
            whereSeparator: \.isWhitespace)
        try #require(words.count == 5)
        return (String(words[2]), try #require(Int(words[4])))
    }
}
