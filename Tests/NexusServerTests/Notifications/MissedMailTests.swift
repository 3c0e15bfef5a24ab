import Foundation
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("E-mails about unread messages")
struct MissedMailTests {
    private struct Scene {
        let server: RunningServer
        let mail: MailServer
        let ada: SignedIn
        let ben: SignedIn
        let group: ConversationID

        /// The e-mails about unread messages: signing in sends others.
        func mails() throws -> [MailServer.Received] {
            try mail.received.filter { $0.header("List-Unsubscribe") != nil }
        }

        /// Carries out an operation; signs in again, since access ends while hours go by.
        func perform(_ kind: NexusCore.Operation.Kind, by user: SignedIn) async throws {
            let operation = NexusCore.Operation(id: OperationID(at: server.clock.now), kind: kind)
            let token = try await token(of: user)
            let answer = try await server.apply(operation, token: token)
            #expect(answer.status == 200, "\(answer.body)")
        }

        func token(of user: SignedIn) async throws -> String {
            try SignedIn.decode(try await server.signIn(user.profile.user.name).body).accessToken
        }

        func post(_ text: String, mentioning mentions: [Mention] = [], in id: ConversationID? = nil) async throws {
            let post = Post(text: text, mentions: mentions, writtenAt: server.clock.now)
            try await perform(.post(id ?? group, post), by: ada)
        }

        /// Returns once the server has followed all changes and looked for e-mails.
        func settle() async throws {
            try await eventually("everything is followed") {
                let text = try await server.ask("GET", "/metrics").body
                return text.contains("\nnexus_notifications_remaining 0\n")
                    && text.contains("\nnexus_follower_lag_seconds{follower=\"notifications\"} 0")
            }
        }
    }

    private func scene(_ body: @Sendable (Scene) async throws -> Void) async throws {
        let mail = try await MailServer("--tls", "none")
        let settings = try mail.settings("smtp")
        try await RunningServer.serve(configure: {
            $0.mail = settings
            $0.settling = .milliseconds(1)
            $0.zone = .gmt
            $0.backgroundPace.pause = 20
            $0.backgroundPace.rest = 1
        }) { server in
            let (ada, ben) = (try await server.signUp("Ada"), try await server.signUp("Ben"))
            let scene = Scene(
                server: server, mail: mail, ada: ada, ben: ben, group: ConversationID(at: server.clock.now))
            try await scene.perform(
                .createGroup(scene.group, title: "Plans", members: [ben.profile.user.id]), by: ada)
            try await body(scene)
        }
    }

    @Test("are one for everything missed, mentions first, after 15 minutes, with a link that ends them")
    func missed() async throws {
        try await scene { scene in
            let direct = ConversationID.direct(between: scene.ada.profile.user.id, and: scene.ben.profile.user.id)
            try await scene.perform(.createDirect(direct, with: scene.ben.profile.user.id), by: scene.ada)
            try await scene.post("Just you", in: direct)
            try await scene.post("First")
            scene.server.clock.advance(by: 60_000)
            try await scene.post(
                "@Ben <b>look</b>", mentioning: [Mention(user: scene.ben.profile.user.id, start: 0, length: 4)])
            try await scene.settle()
            scene.server.clock.advance(by: 840_000 - 1)
            try await scene.settle()
            #expect(try scene.mails().isEmpty)
            scene.server.clock.advance(by: 1)
            try await eventually("it arrived") { try scene.mails().count == 1 }
            let mail = try #require(try scene.mails().first)
            #expect(mail.to == ["ben@example.org"])
            let text = mail.text
            #expect(text.contains("you have 3 unread messages"))
            #expect(text.contains("Plans (2, 1 for you)") && text.contains("Ada: First") && text.contains("Ada (1)"))
            let (plans, own) = (try #require(text.range(of: "Plans")), try #require(text.range(of: "Ada (1)")))
            #expect(plans.lowerBound < own.lowerBound, "mentions come first")
            #expect(mail.html.contains("@Ben &lt;b&gt;look&lt;/b&gt;") && !mail.html.contains("<b>look"))
            #expect(mail.header("List-Unsubscribe-Post") == "List-Unsubscribe=One-Click")

            let link = try #require(
                mail.header("List-Unsubscribe")?.trimmingCharacters(in: CharacterSet(charactersIn: "<>")))
            let path = try #require(link.range(of: "/v1/").map { String(link[$0.lowerBound...]) })
            #expect(try await scene.server.ask("GET", path).body.contains("<form method=\"post\""))
            #expect(try await scene.server.ask("POST", path + "A").refusal?.code == .invalidRequest)
            #expect(try await scene.server.ask("POST", path, "List-Unsubscribe=One-Click").status == 200)
            let profile = try Profile.decode(
                try await scene.server.ask("GET", "/v1/profile", token: scene.token(of: scene.ben)).body)
            #expect(profile.notifications.mail == .off)
        }
    }

    @Test("are not sent for what was read meanwhile, and name nothing where the user hides content")
    func readMeanwhile() async throws {
        try await scene { scene in
            try await scene.post("read in time")
            try await scene.settle()
            try await scene.perform(.receipt(scene.group, read: 100, delivered: 100), by: scene.ben)
            scene.server.clock.advance(by: 900_000)
            try await scene.settle()
            let hides = ProfileChange(notifications: NotificationChange(hidesContent: true))
            try await scene.perform(.updateProfile(hides), by: scene.ben)
            try await scene.post("a secret")
            try await scene.settle()
            scene.server.clock.advance(by: 900_000)
            try await eventually("it arrived") { try scene.mails().count == 1 }
            let mail = try #require(try scene.mails().first)
            #expect(mail.text.contains("you have 1 unread message"))
            for hidden in ["secret", "Plans", "Ada"] { #expect(!mail.text.contains(hidden), "\(hidden)") }
        }
    }

    @Test("wait for as long as chosen from the first message that is still unread, not from one that was read")
    func firstUnread() async throws {
        try await scene { scene in
            try await scene.post("read in time")
            try await scene.settle()
            try await scene.perform(.receipt(scene.group, read: 100, delivered: 100), by: scene.ben)
            scene.server.clock.advance(by: 890_000)
            try await scene.post("quite new")
            try await scene.settle()
            scene.server.clock.advance(by: 10_000)
            try await scene.settle()
            scene.server.clock.advance(by: 889_999)
            try await scene.settle()
            #expect(try scene.mails().isEmpty)
            scene.server.clock.advance(by: 1)
            try await eventually("it arrived") { try scene.mails().count == 1 }
            #expect(try scene.mails().first?.text.contains("quite new") == true)
        }
    }

    @Test("name what is to be done until the next one, when they are daily")
    func tasks() async throws {
        let bench = try NotificationBench()
        bench.sendsMails = true
        let server = bench.server
        let (ada, ben) = (try server.person("Ada"), try server.person("Ben"))
        let group = try server.group(of: ada, with: [ben])
        try bench.change(NotificationChange(mail: .daily), by: ben)
        let message = try server.post("Ben, please book the room", in: group, by: ada)
        try server.write { transaction in
            try transaction.run("UPDATE users SET password_hash = 'x' WHERE id = $1", .id(ben))
            for (kind, text, due) in [("action", "book the room", 3_600_000), ("deadline", "pay the rent", 90_000_000)]
            {
                try transaction.run(
                    """
                    INSERT INTO insights (conversation_id, seq, kind, message_id, text, assignee_id, is_server_zone, level, state,
                        settled, is_closed, due_at, newness, id, place, span, confidence, is_made)
                    VALUES ($1, $2, $3, $4, $5, $6, 0, 'normal', 'open', 1, 0, $7, 1, randomblob(16), 0, 5, 1, 0)
                    """, .id(group), .integer(message.seq), .text(kind), .id(message.id), .text(text), .id(ben),
                    .time(Timestamp(milliseconds: 1_700_035_200_000 + Int64(due))))
            }
        }
        try await bench.follow()
        // 8:00 UTC of the next day.
        server.now = Timestamp(milliseconds: 1_700_035_200_000)
        let settings = try MailSettings(
            smtp: SMTPSettings(url: "smtp://127.0.0.1:1", password: nil), from: "nexus@example.org",
            server: "https://chat.example.org")
        let pass = MissedMailPass(
            database: server.database, mails: MailQueue(settings: settings) {}, unsubscription: Unsubscription(),
            zone: .gmt, now: { [now = server.now] in now })
        #expect(try await pass.step())
        #expect(try await !pass.step())
        let content = try server.read { [now = server.now] in
            try MailRepository.due(at: now, limit: 9, in: $0).map { String(decoding: $0.content, as: UTF8.self) }
        }
        #expect(content.count == 1)
        #expect(content.first?.contains("To do today: book the room\r\n") == true)
        #expect(content.first?.contains("rent") == false)
    }

    @Test("come at 8:00 in the user's zone when they are daily")
    func daily() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        // 2023-11-14 22:13:20 UTC.
        let posted = Timestamp(milliseconds: 1_700_000_000_000)
        let due = try #require(MissedMailPass.due(.daily, postedAt: posted, in: berlin))
        #expect(due.milliseconds == 1_700_031_600_000, "2023-11-15 07:00 UTC is 8:00 in Berlin")
        #expect(MissedMailPass.due(.off, postedAt: posted, in: berlin) == nil)
        #expect(MissedMailPass.due(.hour, postedAt: posted, in: berlin) == posted.advanced(by: 3_600_000))
    }
}

extension MailServer.Received {
    /// The whole message without soft line breaks and escapes (RFC 2045, section 6.7).
    private var decoded: String {
        content.replacing("=\r\n", with: "").replacing("=3D", with: "=").replacing("\r\n ", with: " ")
    }

    /// The part in HTML and what is before it.
    private var parts: [String] { decoded.components(separatedBy: "Content-Type: text/html") }

    fileprivate var text: String { parts.first ?? "" }
    fileprivate var html: String { parts.last ?? "" }

    fileprivate func header(_ name: String) -> String? {
        decoded.components(separatedBy: "\r\n").first { $0.hasPrefix("\(name): ") }.map {
            String($0.dropFirst(name.count + 2))
        }
    }
}
