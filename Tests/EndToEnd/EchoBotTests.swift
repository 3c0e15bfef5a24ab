import Foundation
import NexusClient
import NexusCore
import NexusTestSupport
import Testing

@Suite("The sample bot")
struct EchoBotTests {
    /// The bot as a process of its own.
    private final class Bot {
        private let home = NSTemporaryDirectory() + "nexus-bot-" + UUID().uuidString
        private let server: String
        private var process: Process?

        init(server: String) { self.server = server }

        deinit {
            kill()
            try? FileManager.default.removeItem(atPath: home)
        }

        func start() throws {
            let process = Process()
            process.executableURL = ServerProcess.binary.deletingLastPathComponent().appending(path: "EchoBot")
            process.environment = ProcessInfo.processInfo.environment.merging([
                "BOT_SERVER": server, "BOT_EMAIL": "robot@example.org", "BOT_PASSWORD": "correct horse",
                "BOT_HOME": home,
            ]) { $1 }
            process.standardError = FileHandle.nullDevice
            try process.run()
            self.process = process
        }

        func kill() {
            guard let process, process.isRunning else { return }
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilEnded()
        }
    }

    @Test("answers in every conversation, across server and bot restarts, each message once")
    func answers() async throws {
        let files = try Device()
        let database = files.folder + "/server.sqlite"
        _ = try await files.client.account()
        var server = try await TestServer(data: database)
        let port = server.port
        _ = try await Device.signedUp("Robot", at: server.address, connects: false)
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bot = Bot(server: server.address)
        try bot.start()
        let robot = try #require(try await ada.client.people(matching: "robot@example.org").people.first)
        let (talk, _) = try await ada.client.openDirect(with: robot)
        let (group, _) = try await ada.client.createGroup(title: "All", members: [robot])
        try await ada.client.send("!ping", in: talk)
        try await ada.client.send("not for a bot", in: group)
        try await ada.client.send("!hello", in: group)
        try await eventually("it answers") { (try? await ada.texts(talk)) == ["!ping", "pong"] }
        try await eventually("in both") { (try? await ada.texts(group)).map(\.last) == "Hello, Ada!" }

        await server.stop()
        try await ada.client.send("!echo over a lost server", in: talk)
        server = try await TestServer(data: database, port: port)
        try await ada.client.networkReturned()
        try await eventually("it comes back by itself") {
            try await ada.texts(talk).last == "You said: over a lost server"
        }
        // Killed between an answer and the mark that it is given, it would give it again.
        try await eventually("it has marked that as answered") {
            try await ada.client.messages(in: talk).messages.last(where: \.isMine)?.status == .read
        }

        bot.kill()
        try await ada.client.send("!echo while it was dead", in: group)
        try await eventually("the message is sent") { try await ada.client.unsentCount() == 0 }
        try bot.start()
        try await eventually("it goes on where it was") {
            try await ada.texts(group).last == "You said: while it was dead"
        }
        #expect(
            try await ada.texts(talk) == ["!ping", "pong", "!echo over a lost server", "You said: over a lost server"])
        #expect(
            try await ada.texts(group)
                == [
                    "not for a bot", "!hello", "Hello, Ada!", "!echo while it was dead",
                    "You said: while it was dead",
                ])
        await server.stop()
    }
}
