import NexusCore
import Testing

@testable import NexusServer

@Suite("Push notifications")
struct PushQueueTests {
    private struct Scene {
        let bench: NotificationBench
        let ada: UserID
        let ben: UserID
        let group: ConversationID
        var server: InlineServer { bench.server }

        init() throws {
            bench = try NotificationBench()
            ada = try bench.server.person("Ada")
            ben = try bench.server.person("Ben")
            group = try bench.server.group(of: ada, with: [ben])
            try bench.device("ben's phone", of: ben)
        }

        func wait(_ milliseconds: Int64) { server.now = server.now.advanced(by: milliseconds) }
    }

    @Test("tell of a message, with sender, conversation, page and badge")
    func tells() async throws {
        let scene = try Scene()
        let message = try scene.server.post("The boiler is broken", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        let (_, push) = try #require(scene.bench.service.taken.first)
        #expect(push.content.title == "Plans" && push.content.text == "Ada: The boiler is broken")
        #expect(push.content.senderName == "Ada" && push.content.message == message.id)
        #expect(push.content.page == "https://chat.example.org/c/\(scene.group.text)")
        #expect(push.content.badge == 1)
        #expect(push.collapseKey.utf8.count == 32 && push.life == 4 * 3_600)
        let direct = try scene.server.direct(scene.ada, scene.ben)
        try scene.server.post("Just you", in: direct, by: scene.ada)
        try await scene.bench.run()
        #expect(scene.bench.service.screen("ben's phone") == ["Ada | Just you", "Plans | Ada: The boiler is broken"])
        #expect(scene.bench.service.badge("ben's phone") == 2)
    }

    @Test("are one for each conversation, however many messages it has, and none is sent twice")
    func one() async throws {
        let scene = try Scene()
        for number in 1...10 { try scene.server.post("\(number)", in: scene.group, by: scene.ada) }
        try await scene.bench.run()
        #expect(scene.bench.service.screen("ben's phone") == ["Plans (10) | Ada: 10"])
        try scene.server.post("11", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        #expect(scene.bench.service.screen("ben's phone") == ["Plans (11) | Ada: 11"])
        for _ in 1...3 { try await scene.bench.run() }
        #expect(scene.bench.service.taken.count == 2)
        #expect(Set(scene.bench.service.taken.map(\.push.collapseKey)).count == 1)
    }

    @Test("are withdrawn everywhere once the message is read, and correct the badge")
    func withdrawn() async throws {
        let scene = try Scene()
        try scene.bench.device("ben's tablet", of: scene.ben)
        let message = try scene.server.post("hello", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        #expect(scene.bench.service.taken.count == 2)
        try scene.bench.read(message, by: scene.ben)
        try await scene.bench.run()
        for device in ["ben's phone", "ben's tablet"] {
            #expect(scene.bench.service.screen(device).isEmpty && scene.bench.service.badge(device) == 0)
        }
        #expect(try scene.bench.waiting() == 0)
        try scene.server.post("again", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        #expect(scene.bench.service.screen("ben's phone") == ["Plans | Ada: again"])
    }

    @Test("are withdrawn though the message was read while they were on their way, and take nothing from the next one")
    func overtaken() async throws {
        let scene = try Scene()
        let now = scene.server.now
        func onItsWay() throws -> QueuedPush {
            try #require(
                try scene.server.read { try PushQueueRepository.due(.web, at: now, limit: 1, in: $0) }.first?.0)
        }
        let first = try scene.server.post("first", in: scene.group, by: scene.ada)
        try await scene.bench.follow()
        var push = try onItsWay()
        try scene.bench.read(first, by: scene.ben)
        try await scene.bench.follow()
        try scene.server.write { [push] in try PushQueueRepository.settle(push, shown: first.seq, at: now, $0) }
        try await scene.bench.deliver()
        #expect(scene.bench.service.taken.map(\.push.content.kind) == [.withdrawal])
        #expect(try scene.bench.waiting() == 0)

        let second = try scene.server.post("second", in: scene.group, by: scene.ada)
        try await scene.bench.follow()
        push = try onItsWay()
        try scene.bench.read(second, by: scene.ben)
        try await scene.bench.follow()
        try scene.server.post("third", in: scene.group, by: scene.ada)
        try await scene.bench.follow()
        #expect(try onItsWay().version == push.version)
        try scene.server.write { [push] in try PushQueueRepository.settle(push, shown: second.seq, at: now, $0) }
        try await scene.bench.deliver()
        #expect(scene.bench.service.screen("ben's phone") == ["Plans | Ada: third"])
    }

    @Test("are not sent for what is read before, deleted, the user's own, or of a conversation that was left")
    func needless() async throws {
        let scene = try Scene()
        try scene.bench.device("ada's phone", of: scene.ada)
        let message = try scene.server.post("read", in: scene.group, by: scene.ada)
        try await scene.bench.follow()
        try scene.bench.read(message, by: scene.ben)
        try await scene.bench.deliver()
        let deleted = try scene.server.post("deleted", in: scene.group, by: scene.ada)
        try await scene.bench.follow()
        try scene.server.apply(.delete(scene.group, messages: [deleted.id]), by: scene.ada)
        try await scene.bench.run()
        try scene.server.post("left", in: scene.group, by: scene.ada)
        try await scene.bench.follow()
        try scene.server.apply(.leave(scene.group), by: scene.ben)
        try await scene.bench.run()
        #expect(scene.bench.service.taken.isEmpty)
        #expect(try scene.bench.waiting() == 0)
    }

    @Test("go back to the message before when the one shown is deleted")
    func deletion() async throws {
        let scene = try Scene()
        try scene.server.post("first", in: scene.group, by: scene.ada)
        let second = try scene.server.post("second", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        try scene.server.apply(.delete(scene.group, messages: [second.id]), by: scene.ada)
        try await scene.bench.run()
        #expect(scene.bench.service.screen("ben's phone") == ["Plans | Ada: first"])
    }

    @Test("wait while the user is active on another device, and are not sent to the one in use")
    func active() async throws {
        let scene = try Scene()
        let laptop = try scene.bench.device("ben's laptop", of: scene.ben)
        scene.bench.use(laptop, by: scene.ben)
        try scene.server.post("hello", in: scene.group, by: scene.ada)
        scene.wait(14_999)
        try await scene.bench.run()
        #expect(scene.bench.service.taken.isEmpty)
        scene.wait(1)
        try await scene.bench.run()
        #expect(scene.bench.service.taken.map(\.address) == ["ben's phone"])
        scene.bench.use(by: scene.ben)
        try scene.server.post("and again", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        #expect(scene.bench.service.screen("ben's laptop") == ["Plans (2) | Ada: and again"])
    }

    @Test("follow each user's own rules: level, mute, keywords, quiet hours in their zone, blocked senders")
    func rules() async throws {
        let scene = try Scene()
        try scene.bench.change(NotificationChange(groups: .mentions, keywords: ["boiler"]), by: scene.ben)
        try scene.server.post("nothing of note", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        #expect(scene.bench.service.taken.isEmpty)
        try scene.server.post("the Boiler again", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        #expect(scene.bench.service.taken.count == 1)
        let mine = try scene.server.post("my own", in: scene.group, by: scene.ben)
        try scene.server.apply(
            .post(scene.group, Post(text: "a reply", writtenAt: scene.server.now, replyTo: mine.id)), by: scene.ada)
        try await scene.bench.run()
        #expect(scene.bench.service.taken.last?.push.content.text == "Ada: a reply")

        // 22:13 in London, 23:13 in Berlin.
        try scene.bench.change(
            NotificationChange(groups: .all, quiet: QuietHours(start: 1_380, end: 360)), by: scene.ben)
        try scene.server.post("before quiet hours", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        #expect(scene.bench.service.taken.last?.push.content.text == "Ada: before quiet hours")
        try scene.server.write { [now = scene.server.now, ben = scene.ben] in
            try ZoneRepository.tell("Europe/Berlin", of: ben, at: now, $0)
        }
        try scene.server.post("in quiet hours", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        #expect(scene.bench.service.taken.last?.push.content.text == "Ada: before quiet hours")
        try scene.server.post("URGENT: the server room is on fire", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        #expect(scene.bench.service.taken.last?.push.content.isUrgent == true)
        #expect(scene.bench.service.taken.last?.push.life == 86_400)

        let count = scene.bench.service.taken.count
        try scene.bench.change(NotificationChange(quiet: .off), by: scene.ben)
        try scene.server.apply(.updateRelation(scene.ada, RelationChange(isBlocked: true)), by: scene.ben)
        try scene.server.post("from a blocked sender", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        #expect(scene.bench.service.taken.dropFirst(count).allSatisfy { $0.push.content.kind == .withdrawal })
    }

    @Test(
        "name neither sender nor text for users who hide them, and for everyone where the team does",
        arguments: [false, true])
    func hidden(forEveryone: Bool) async throws {
        let scene = try Scene()
        if forEveryone {
            try scene.server.write { try TeamRepository.put(PolicyChange(hidesNotifications: true), $0) }
        } else {
            try scene.bench.change(NotificationChange(hidesContent: true), by: scene.ben)
        }
        try scene.server.post("a secret", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        let content = try #require(scene.bench.service.taken.first?.push.content)
        #expect(content.title == "Nexus" && content.text == "New message")
        #expect(content.sender == nil && content.senderName == nil)
    }

    @Test("are tried again later, as the service asks, until they expire")
    func retried() async throws {
        let scene = try Scene()
        let failure = PushFailure(reason: "service", text: "503")
        scene.bench.service.answer(.retry(after: nil, failure), .retry(after: 60, failure))
        try scene.server.post("hello", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        #expect(scene.bench.failures == ["service"])
        scene.wait(4_999)
        try await scene.bench.run()
        #expect(try scene.bench.waiting() == 1)
        scene.wait(1)
        try await scene.bench.run()
        scene.wait(59_999)
        // Another message does not hurry a service that asked for patience.
        try scene.server.post("hello?", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        #expect(scene.bench.service.taken.isEmpty)
        scene.wait(1)
        try await scene.bench.run()
        #expect(scene.bench.service.screen("ben's phone") == ["Plans (2) | Ada: hello?"])

        scene.bench.service.answer(.retry(after: 5 * 3_600, failure))
        try scene.server.post("late", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        scene.wait(5 * 3_600_000)
        try await scene.bench.run()
        #expect(scene.bench.failures == ["expired"])
        #expect(try scene.bench.waiting() == 0)
    }

    @Test(
        "stay while their message is unread, though nothing new is told, and a service that is not configured drops them"
    )
    func stays() async throws {
        let scene = try Scene()
        try scene.server.post("before quiet hours", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        try scene.server.post("told too late", in: scene.group, by: scene.ada)
        try await scene.bench.follow()
        try scene.bench.change(NotificationChange(quiet: QuietHours(start: 0, end: 1_439)), by: scene.ben)
        try await scene.bench.deliver()
        #expect(scene.bench.service.screen("ben's phone") == ["Plans | Ada: before quiet hours"])

        try scene.bench.change(NotificationChange(quiet: .off), by: scene.ben)
        scene.bench.service.answer(.refused(PushFailure(reason: "service", text: "no keys")))
        try scene.server.post("never sent", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        #expect(try scene.bench.waiting() == 0)
        #expect(scene.bench.health?.state == .ok)
    }

    @Test("forget a device that is gone")
    func gone() async throws {
        let scene = try Scene()
        scene.bench.service.answer(.gone)
        try scene.server.post("hello?", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        #expect(try scene.server.read { try PushEndpointRepository.count(in: $0) } == 0)
        #expect(try scene.bench.waiting() == 0)
    }

    @Test("end with the session, and move with the device to another account")
    func sessions() async throws {
        let scene = try Scene()
        let session = try scene.bench.device("a shared tablet", of: scene.ben)
        try scene.server.post("hello", in: scene.group, by: scene.ada)
        try await scene.bench.follow()
        try scene.server.write { [ben = scene.ben] in _ = try SessionRepository.delete(session, of: ben, $0) }
        try await scene.bench.deliver()
        #expect(scene.bench.service.taken.map(\.address) == ["ben's phone"])
        #expect(try scene.server.write { try PushEndpointRepository.deleteEnded($0) } == 1)
        try scene.bench.device("ben's phone", of: scene.ada)
        try scene.server.post("for Ben alone", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        #expect(scene.bench.service.taken.count == 1)
    }

    @Test("tell nothing of what was written before the server could send them, or was imported")
    func old() async throws {
        let scene = try Scene()
        for number in 1...3 { try scene.server.post("\(number)", in: scene.group, by: scene.ada) }
        scene.wait(4 * 3_600_000)
        try scene.server.post("now", in: scene.group, by: scene.ada)
        try await scene.bench.run()
        #expect(scene.bench.service.screen("ben's phone") == ["Plans (4) | Ada: now"])
        #expect(scene.bench.service.taken.count == 1)
    }
}
