import Foundation
import NexusCore
import Testing

@Suite("The wire's golden files")
struct WireFixtureTests {
    static let frames =
        WireSamples.clientFrames.map { WireFixture(WireFrameName($0).rawValue, $0) }
        + WireSamples.serverFrames.map { WireFixture(WireFrameName($0).rawValue, $0) }

    /// The compiler checks each request and response against its endpoint's types.
    static let bodies =
        bodies(
            "signUp", Endpoints.signUp,
            SignUpRequest(
                email: "ada@example.org", password: "correct horse", name: "Ada", device: "Ada's browser"), signedIn)
        + bodies(
            "signIn", Endpoints.signIn,
            SignInRequest(email: "ada@example.org", password: "correct horse", device: "terminal"), signedIn)
        + bodies(
            "server", Endpoints.server, Nothing(),
            ServerInfo(team: "Analytical Engines", join: .everyone, invite: .administrators))
        + [
            WireFixture("endpoint.server.response.fresh", ServerInfo(needsSetup: true)),
            WireFixture(
                "endpoint.server.response.mail", ServerInfo(team: "Analytical Engines", sendsMail: true)),
        ]
        + bodies(
            "setUp", Endpoints.setUp,
            SetupRequest(
                code: "code",
                account: SignUpRequest(
                    email: "ada@example.org", password: "correct horse", name: "Ada", device: "Ada's browser"),
                team: "Analytical Engines"), signedIn)
        + bodies(
            "updatePolicy", Endpoints.updatePolicy,
            PolicyChange(team: "Analytical Engines", join: .invited, invite: .administrators),
            ServerInfo(team: "Analytical Engines"))
        + bodies("refresh", Endpoints.refresh, RefreshRequest(refreshToken: "refresh-token"), signedIn)
        + [
            WireFixture("endpoint.refresh.cookie.request", CookieRefreshRequest(attempt: "attempt")),
            WireFixture(
                "endpoint.refresh.cookie.response",
                CookieSignedIn(session: WireSamples.session, profile: WireSamples.profile, expiresIn: 900_000)),
        ]
        + bodies("sessions", Endpoints.sessions, Nothing(), sessions)
        + bodies("endSession", Endpoints.endSession, Nothing(), Nothing())
        + bodies("profile", Endpoints.profile, Nothing(), WireSamples.known)
        + bodies("people", Endpoints.people, Nothing(), PeopleList(people: [WireSamples.known.user]))
        + [
            WireFixture(
                "endpoint.people.response.page",
                PeopleList(people: [WireSamples.known.user], cursor: "01990000-0000-7000-8000-0000000000a1.YWRh"))
        ]
        + bodies("person", Endpoints.person, Nothing(), WireSamples.known.user)
        + bodies("conversations", Endpoints.conversations, Nothing(), WireSamples.moved)
        + bodies("changes", Endpoints.changes, Nothing(), WireSamples.changes)
        + bodies("own", Endpoints.own, Nothing(), WireSamples.own)
        + bodies("messages", Endpoints.messages, Nothing(), WireSamples.page)
        + bodies(
            "readings", Endpoints.readings, Nothing(),
            ReadingList(readings: [Reading(user: WireSamples.bob, at: WireSamples.now)]))
        + bodies(
            "versions", Endpoints.versions, Nothing(),
            VersionList(versions: [
                MessageVersion(text: "Helo", at: WireSamples.before),
                MessageVersion(
                    text: "@Bob", mentions: [Mention(user: WireSamples.bob, start: 0, length: 4)], at: WireSamples.now),
            ]))
        + bodies("pins", Endpoints.pins, Nothing(), PinnedList(messages: [WireSamples.messages[1]]))
        + bodies(
            "search", Endpoints.search,
            SearchRequest(query: "lunch from:ada", order: .newest, limit: 20, cursor: "r7", utcOffset: 120),
            SearchAnswer(results: [WireSamples.found], cursor: "r3", isPartial: true, byMeaning: true))
        + bodies(
            "operations", Endpoints.operations,
            Operation(id: WireSamples.operation, kind: WireSamples.operations[0]), WireSamples.acknowledgement)
        + bodies("reports", Endpoints.reports, Nothing(), ReportList(reports: [WireSamples.report]))
        + bodies(
            "resolveReport", Endpoints.resolveReport, ReportResolution(.removed, note: "Agreed."), WireSamples.report)
        + bodies(
            "accounts", Endpoints.accounts, Nothing(),
            AccountList(accounts: [
                AdministeredAccount(user: WireSamples.profile.user, isAdministrator: true),
                AdministeredAccount(user: WireSamples.report.sender, suspendedAt: WireSamples.now),
            ]))
        + bodies(
            "updateAccount", Endpoints.updateAccount,
            AccountChange(isSuspended: true, isAdministrator: false, note: "Spam."),
            AdministeredAccount(user: WireSamples.report.sender, suspendedAt: WireSamples.now))
        + bodies(
            "audit", Endpoints.audit, Nothing(),
            AuditPage(entries: [
                AuditEntry(
                    number: 7, at: WireSamples.now, actor: WireSamples.profile.user, act: .removeMessage,
                    subject: WireSamples.report.sender, report: WireSamples.report.id, note: "Agreed.")
            ]))
        + bodies("inventory", Endpoints.inventory, Nothing(), WireSamples.inventory)
        + bodies("ledger", Endpoints.ledger, Nothing(), LedgerPage(entries: [WireSamples.ledgerEntry]))
        + bodies(
            "languageModel", Endpoints.languageModel, Nothing(),
            LanguageModelState(
                isOn: true, model: "llama3.1", requests: 3, requestLimit: 200, tokens: 4_200, tokenLimit: 1_000_000,
                renewsAt: WireSamples.now, cost: Money(millionths: 250_000, currency: "USD"),
                costLimit: Money(millionths: 2_000_000, currency: "USD")))
        + bodies(
            "createUpload", Endpoints.createUpload,
            UploadRequest(
                id: WireSamples.media, name: "Küste.jpg", bytes: 123_456, type: "image/jpeg", sha256: "beef"), upload)
        + bodies("upload", Endpoints.upload, Nothing(), upload)
        + bodies(
            "appendUpload", Endpoints.appendUpload, Nothing(),
            UploadState(id: WireSamples.media, offset: 123_456, bytes: 123_456, isFinished: true))
        + bodies(
            "finishUpload", Endpoints.finishUpload, Nothing(),
            Media(
                id: WireSamples.media, name: "Küste.jpg", type: "image/jpeg", bytes: 100_000, width: 1_600, height: 900)
        )
        + bodies(
            "insights", Endpoints.insights, Nothing(),
            InsightPage(
                insights: [WireSamples.insight, WireSamples.plainInsight], cursor: "0.1.2", open: 7, isPartial: true))
        + bodies("updateInsight", Endpoints.updateInsight, WireSamples.insightChange, WireSamples.plainInsight)
        + bodies("makeInsight", Endpoints.makeInsight, WireSamples.newInsight, WireSamples.suggestedInsight)
        + bodies("changeInsight", Endpoints.changeInsight, WireSamples.insightChange, WireSamples.madeInsight)
        + bodies("splitInsight", Endpoints.splitInsight, WireSamples.insightSplit, WireSamples.suggestedInsight)
        + bodies("mergeInsights", Endpoints.mergeInsights, WireSamples.insightMerge, WireSamples.suggestedInsight)
        + bodies(
            "reminders", Endpoints.reminders, Nothing(),
            ReminderList(reminders: [WireSamples.firedReminder, WireSamples.reminder]))
        + bodies("reminder", Endpoints.reminder, Nothing(), WireSamples.firedReminder)
        + bodies(
            "setReminder", Endpoints.setReminder, ReminderRequest(.evening, zone: "Europe/Berlin"),
            WireSamples.reminder)
        + [WireFixture("endpoint.setReminder.request.time", ReminderRequest(at: WireSamples.now))]
        + bodies("removeReminder", Endpoints.removeReminder, Nothing(), Nothing())
        + bodies("exportInsights", Endpoints.exportInsights, Nothing(), WireSamples.insightFile)
        + bodies("zone", Endpoints.zone, ZoneNotice(zone: "Europe/Berlin"), Nothing())
        + bodies("topics", Endpoints.topics, Nothing(), TopicList(topics: [WireSamples.topic], model: "llama3.1"))
        + bodies(
            "topic", Endpoints.topic, Nothing(),
            AssistantThread(
                topic: WireSamples.topic, exchanges: [WireSamples.plainExchange, WireSamples.exchange]))
        + bodies("deleteTopic", Endpoints.deleteTopic, Nothing(), Nothing())
        + bodies("summary", Endpoints.summary, Nothing(), WireSamples.summary)
        + bodies("catchUp", Endpoints.catchUp, Nothing(), WireSamples.plainSummary)
        + answerLines
        + bodies("discardMedia", Endpoints.discardMedia, Nothing(), Nothing())
        + bodies("renew", Endpoints.renew, RenewalRequest(socket: WireSamples.socket), Nothing())
        + epochs
        + insightRevisions
        + bodies("renew", Endpoints.renew, RenewalRequest(socket: WireSamples.socket), Nothing())
        + [
            WireFixture(
                "endpoint.operations.request.attachments",
                Operation(
                    id: WireSamples.operation,
                    kind: .post(
                        WireSamples.group,
                        Post(text: "", writtenAt: WireSamples.now, attachments: WireSamples.attachments)))),
            WireFixture(
                "endpoint.error", ErrorBody(Refusal(.overloaded, "Busy. Try again shortly.", retryAfter: 2_000))),
        ]

    /// Frames with an epoch; those of a server without one are among the frames.
    private static let epochs = [
        WireFixture(
            "server.welcome.epoch",
            ServerFrame.welcome(
                Welcome(
                    session: WireSamples.session, profile: WireSamples.profile, time: WireSamples.now,
                    epoch: WireSamples.epoch))),
        WireFixture(
            "server.moved.epoch",
            ServerFrame.moved(Moved(time: WireSamples.now, conversations: [], hasMore: false, epoch: WireSamples.epoch))
        ),
        WireFixture(
            "server.changes.epoch",
            ServerFrame.changes(
                Changes(
                    conversation: WireSamples.group, after: 12, cursor: 9, head: 9, isReset: true, oldest: 0, unread: 0,
                    info: nil, members: [], messages: [], epoch: WireSamples.epoch))),
        WireFixture(
            "server.page.epoch",
            ServerFrame.page(
                Page(
                    conversation: WireSamples.group, from: 1, through: 5, head: 9, messages: [],
                    epoch: WireSamples.epoch))),
    ]

    /// Frames of a server and a client that keep revisions of insights.
    private static let insightRevisions = [
        WireFixture(
            "server.welcome.insights",
            ServerFrame.welcome(
                Welcome(
                    session: WireSamples.session, profile: WireSamples.profile, time: WireSamples.now,
                    epoch: WireSamples.epoch, hasInsights: true))),
        WireFixture(
            "server.moved.insights",
            ServerFrame.moved(
                Moved(
                    time: WireSamples.now, conversations: [], hasMore: false, epoch: WireSamples.epoch,
                    insights: MovedInsights(through: 7, conversations: [WireSamples.group])))),
        WireFixture("client.discover.insights", ClientFrame.discover(since: WireSamples.now, insights: 7)),
    ]

    /// The question, and the lines of its streamed answer.
    private static let answerLines = [
        WireFixture(
            "endpoint.ask.request",
            AssistantQuestion("and where?", topic: WireSamples.topicID, conversation: WireSamples.group, utcOffset: 120)
        ),
        WireFixture(
            "endpoint.ask.began", AssistantEvent.began(WireSamples.topicID, readAs: "When is the launch? and where?")),
        WireFixture("endpoint.ask.text", AssistantEvent.text("In Zürich. ")),
        WireFixture("endpoint.ask.citation", AssistantEvent.citation(WireSamples.citation)),
        WireFixture("endpoint.ask.record", AssistantEvent.citation(WireSamples.recordCitation)),
        WireFixture("endpoint.ask.finished", AssistantEvent.finished(WireSamples.topicID, WireSamples.exchange)),
        WireFixture("endpoint.ask.failed", AssistantEvent.failed(Refusal(.overloaded, "Busy.", retryAfter: 2_000))),
    ]

    private static let upload = UploadState(
        id: WireSamples.media, offset: 65_536, bytes: 123_456, isFinished: false)
    static let signedIn = SignedIn(
        session: WireSamples.session, profile: WireSamples.profile, accessToken: "access-token", expiresIn: 900_000,
        refreshToken: "refresh-token")
    private static let sessions = SessionList(sessions: [
        SessionInfo(
            id: WireSamples.session, device: "Ada's browser", createdAt: WireSamples.before,
            lastUsedAt: WireSamples.now, isCurrent: true)
    ])

    static func bodies<Request, Response>(
        _ name: String, _: Endpoint<Request, Response>, _ request: Request, _ response: Response
    ) -> [WireFixture]
    where
        Request: JSONEncodable & JSONDecodable & Equatable & Sendable,
        Response: JSONEncodable & JSONDecodable & Equatable & Sendable
    {
        let response = WireFixture("endpoint.\(name).response", response)
        return request is Nothing ? [response] : [WireFixture("endpoint.\(name).request", request), response]
    }

    static let fixtures =
        frames + bodies + invitations + passwords + passkeys + mail + leaving + providers + push
        + polling

    @Test("each is decoded to its value, and encoded to the same bytes", arguments: fixtures)
    func golden(_ fixture: WireFixture) throws {
        let golden = try fixture.golden()
        #expect(String(decoding: fixture.written, as: UTF8.self) == String(decoding: golden, as: UTF8.self))
        let read = try fixture.read(golden)
        #expect(read.isSame)
        #expect(read.written == golden)
    }

    @Test("every kind of frame has one, and no file is unused")
    func complete() throws {
        let sampled =
            WireSamples.clientFrames.map(WireFrameName.init) + WireSamples.serverFrames.map(WireFrameName.init)
        #expect(Set(sampled) == Set(WireFrameName.allCases))
        let files = try FileManager.default.contentsOfDirectory(atPath: WireFixture.folder.path)
        #expect(Set(files) == Set(Self.fixtures.map { $0.name + ".json" }))
    }

    @Test("unknown fields are skipped, in any order and with any value", arguments: fixtures)
    func unknownFields(_ fixture: WireFixture) throws {
        let golden = try fixture.golden()
        let unknown = #"{"future":{"id":[1,"}"]},"x":null"#
        let extended =
            Array(unknown.utf8) + (golden == Array("{}".utf8) ? [] : [UInt8(ascii: ",")]) + golden.dropFirst()
        #expect(try fixture.read(extended).isSame)
    }

    @Test("fields are read in any order", arguments: frames + bodies)
    func anyOrder(_ fixture: WireFixture) throws {
        let tree = try JSONValue.decode(try fixture.golden())
        var random = SeededGenerator(seed: 16)
        #expect(try fixture.read(Self.reordered(tree) { $0.reverse() }.json).isSame)
        for _ in 0..<5 { #expect(try fixture.read(Self.reordered(tree) { $0.shuffle(using: &random) }.json).isSame) }
    }

    private static func reordered(_ value: JSONValue, _ reorder: (inout [JSONValue.Field]) -> Void) -> JSONValue {
        switch value {
        case .object(var fields):
            for place in fields.indices { fields[place].value = reordered(fields[place].value, reorder) }
            reorder(&fields)
            return .object(fields)
        case .array(let elements): return .array(elements.map { reordered($0, reorder) })
        default: return value
        }
    }

    @Test("a frame of another shape is refused with the field's name")
    func refusals() throws {
        let cases: [(String, JSONError.Reason)] = [
            ("{}", .missing("type")),
            (#"{"type":"dance"}"#, .invalid("type")),
            (#"{"type":"changes","conversation":"x","after":0}"#, .invalid("conversation")),
            (#"{"type":"changes","conversation":"\#(WireSamples.group.text)"}"#, .missing("after")),
            (#"{"type":"changes","conversation":"\#(WireSamples.group.text)","after":-1}"#, .invalid("after")),
            (
                #"{"type":"changes","conversation":"\#(WireSamples.group.text)","after":9007199254740992}"#,
                .invalid("after")
            ),
            (#"{"type":"page","conversation":"\#(WireSamples.group.text)","before":1,"limit":201}"#, .invalid("limit")),
            (#"{"type":"operation","operation":{"kind":"leave"}}"#, .missing("id")),
            (#"{"type":"activity","active":1}"#, .wrongKind(expected: .bool)),
            ("[]", .wrongKind(expected: .object)),
        ]
        for (text, reason) in cases {
            let error = #expect(throws: JSONError.self) { try ClientFrame.decode(text) }
            #expect(error?.reason == reason, "\(text)")
        }
        let error = #expect(throws: JSONError.self) { try ServerFrame.decode(#"{"type":"welcome"}"#) }
        #expect(error?.reason == .missing("session"))
    }

    @Test("a damaged frame is refused, or decoded and encoded to the same frame")
    func damaged() throws {
        for seed in UInt64(1)...3_000 {
            var random = SeededGenerator(seed: seed)
            let fixture = try #require(Self.frames.randomElement(using: &random))
            var bytes = fixture.written
            for _ in 0..<Int.random(in: 1...3, using: &random) { bytes.damage(using: &random) }
            if let frame = try? ClientFrame.decode(bytes) {
                #expect(try ClientFrame.decode(frame.json) == frame, "seed \(seed)")
            }
            if let frame = try? ServerFrame.decode(bytes) {
                #expect(try ServerFrame.decode(frame.json) == frame, "seed \(seed)")
            }
        }
    }
}
