import Foundation
import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Who is e-mailed about unread messages, and about which")
struct MissedMailRuleTests {
    /// Ada, who administers, and Ben, who has an account, in a group.
    private struct Scene {
        let bench: NotificationBench
        let ada: UserID
        let ben: UserID
        let group: ConversationID

        init() throws {
            bench = try NotificationBench()
            bench.sendsMails = true
            ada = try bench.server.person("Ada")
            ben = try bench.server.person("Ben")
            group = try bench.server.group(of: ada, with: [ben])
            try bench.server.write { [ada] transaction in
                try transaction.run("UPDATE users SET password_hash = 'x'")
                try transaction.run("UPDATE users SET is_administrator = 1 WHERE id = $1", .id(ada))
            }
        }

        func post(_ text: String, mentioning mentions: [Mention] = []) throws {
            let post = Post(text: text, mentions: mentions, writtenAt: bench.server.now)
            try bench.server.apply(.post(group, post), by: ada)
        }

        func suspend(_ isSuspended: Bool) async throws {
            let now = { @Sendable [now = bench.server.now] in now }
            let gate = OperationGate(
                database: bench.server.database, service: bench.server.operations, publisher: Publisher(hub: Hub()),
                limit: .operations(RateLimitSettings(), now: now), now: now)
            let administration = AdministrationService(
                database: bench.server.database, gate: gate, now: now, sessionEnded: { _ in })
            _ = try await administration.update(ben, AccountChange(isSuspended: isSuspended), by: ada)
        }

        /// Lets 15 minutes pass, after which e-mails are due.
        func wait() { bench.server.now = bench.server.now.advanced(by: 900_000) }

        /// E-mails whom it is time for.
        func work() async throws {
            let settings = try MailSettings(
                smtp: SMTPSettings(url: "smtp://127.0.0.1:1", password: nil), from: "nexus@example.org",
                server: "https://chat.example.org")
            let pass = MissedMailPass(
                database: bench.server.database, mails: MailQueue(settings: settings) {},
                unsubscription: Unsubscription(), zone: .gmt, now: { [now = bench.server.now] in now })
            while try await pass.step() {}
        }

        /// The e-mails that wait to be sent.
        func mails() throws -> [String] {
            try bench.server.read { [now = bench.server.now] in
                try MailRepository.due(at: now, limit: 9, in: $0).map { String(decoding: $0.content, as: UTF8.self) }
            }
        }

        /// Conversations that Ben is to be e-mailed about.
        func noted() throws -> Int {
            try bench.server.read { [ben] in try MissedMailRepository.conversations(of: ben, in: $0).count }
        }
    }

    @Test("a suspended person is not e-mailed about what is posted meanwhile")
    func suspendedBefore() async throws {
        let scene = try Scene()
        try await scene.suspend(true)
        try scene.post("a secret")
        try await scene.bench.follow()
        #expect(try scene.noted() == 0)
        try await scene.suspend(false)
        scene.wait()
        try await scene.work()
        #expect(try scene.mails().isEmpty)
    }

    @Test("a suspension withdraws the e-mail that is not due yet, and the one that waits to be sent")
    func suspendedBetween() async throws {
        let scene = try Scene()
        try scene.post("one")
        try await scene.bench.follow()
        #expect(try scene.noted() == 1)
        try await scene.suspend(true)
        #expect(try scene.noted() == 0)
        try await scene.suspend(false)
        try scene.post("two")
        try await scene.bench.follow()
        scene.wait()
        try await scene.work()
        #expect(try scene.mails().count == 1)
        try await scene.suspend(true)
        #expect(try scene.mails().isEmpty)
    }

    @Test("a suspended person is not e-mailed either where the e-mail was noted at the same time")
    func suspendedMeanwhile() async throws {
        let scene = try Scene()
        try await scene.suspend(true)
        let (group, ben, time) = (scene.group, scene.ben, scene.bench.server.now)
        try scene.bench.server.write { try MissedMailRepository.want(group, for: ben, dueAt: time, $0) }
        try scene.post("a secret")
        scene.wait()
        try await scene.work()
        #expect(try scene.mails().isEmpty)
        #expect(try scene.noted() == 0)
    }

    @Test("quiet hours keep a message from devices, and do not delay the e-mail")
    func quiet() async throws {
        let scene = try Scene()
        try scene.bench.device("phone", of: scene.ben)
        try scene.bench.change(NotificationChange(quiet: QuietHours(start: 0, end: 1_439)), by: scene.ben)
        try scene.post("in the night")
        try await scene.bench.run()
        #expect(scene.bench.service.screen("phone").isEmpty)
        try await scene.work()
        #expect(try scene.mails().isEmpty)
        scene.wait()
        try await scene.work()
        #expect(try scene.mails().count == 1)
        #expect(try scene.mails().first?.contains("in the night") == true)
    }

    @Test(
        "a mention is e-mailed, however many messages that the person is not told of came after it",
        arguments: [25, 250])
    func mentioned(count: Int) async throws {
        let scene = try Scene()
        try scene.bench.change(NotificationChange(groups: .mentions), by: scene.ben)
        try scene.post("before")
        try scene.post("@Ben look", mentioning: [Mention(user: scene.ben, start: 0, length: 4)])
        for number in 1...count { try scene.post("small talk \(number)") }
        try await scene.bench.follow()
        scene.wait()
        try await scene.work()
        let mails = try scene.mails()
        #expect(mails.count == 1)
        #expect(mails.first?.contains("Ada: @Ben look") == true)
        #expect(mails.first?.contains("small talk") == false)
    }

    @Test("nobody is e-mailed where the mention was read, whatever came after it")
    func mentionRead() async throws {
        let scene = try Scene()
        try scene.bench.change(NotificationChange(groups: .mentions), by: scene.ben)
        try scene.post("@Ben look", mentioning: [Mention(user: scene.ben, start: 0, length: 4)])
        try await scene.bench.follow()
        try scene.bench.server.apply(.receipt(scene.group, read: 100, delivered: 100), by: scene.ben)
        for number in 1...25 { try scene.post("small talk \(number)") }
        try await scene.bench.follow()
        scene.wait()
        try await scene.work()
        #expect(try scene.mails().isEmpty)
        #expect(try scene.noted() == 0)
    }
}
