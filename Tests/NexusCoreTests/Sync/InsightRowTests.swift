import Testing

@testable import NexusCore

@Suite("Insights on a device")
struct InsightRowTests {
    private static let cake = InsightID(high: 8, low: 1)
    private static let band = InsightID(high: 8, low: 2)

    private static func row(
        _ id: InsightID, _ text: String, state: InsightRecord.State = .open, due: String? = nil, by sender: UserID = ben
    ) -> InsightRecord {
        InsightRecord(
            id: id, conversation: team, source: MessageID(high: 9, low: 1), seq: 1, kind: .action, text: text,
            due: due.map { InsightRecord.Due(text: $0, zone: "UTC") }, state: state,
            sender: InsightRecord.Person(id: sender, name: "Ben"), writtenAt: noon, excerpt: text)
    }

    private static func rows(
        after: Seq = 0, _ cursor: Seq, _ ids: [InsightID], _ rows: [InsightRecord] = []
    ) -> ServerFrame {
        .insightRows(InsightRows(conversation: team, after: after, cursor: cursor, ids: ids, rows: rows))
    }

    /// A device whose server keeps revisions of insights.
    private static func device(hasInsights: Bool = true) -> ScriptedDevice {
        var device = ScriptedDevice.inTeam()
        device.hear(
            .welcome(
                Welcome(
                    session: SessionID(high: 1, low: 1), profile: .of(ada), time: noon, hasInsights: hasInsights)))
        return device
    }

    private func texts(_ device: ScriptedDevice, _ states: [InsightRecord.State] = []) -> [String] {
        device.engine.insights(matching: InsightSelection(states: states)).rows.map(\.record.text)
    }

    private let done = Operation.Kind.insight(team, .change(cake, InsightChange(state: .done)))

    @Test("are asked for once, then by revision, and are the same after a restart")
    func followed() throws {
        var device = Self.device()
        #expect(device.effects.frames.contains(.insights(team, after: 0)))
        #expect(!device.engine.insights(matching: InsightSelection()).isComplete)
        var effects = device.hear(
            Self.rows(4, [Self.cake, Self.band], [Self.row(Self.cake, "cake"), Self.row(Self.band, "band")]))
        #expect(effects.contains(.insightsChanged(team)))
        #expect(texts(device) == ["cake", "band"])
        effects = device.hear(.insights(team))
        #expect(effects.frames == [.insights(team, after: 4)])
        effects = device.hear(Self.rows(after: 4, 6, [Self.band], [Self.row(Self.band, "trio")]))
        #expect(texts(device) == ["trio"])
        #expect(
            effects.stored == [
                .putInsights(team, cursor: 6, keeping: [Self.band], rows: [Self.row(Self.band, "trio")])
            ])
        #expect(device.engine.insights(matching: InsightSelection()).isComplete)
        // A late answer to an earlier question changes nothing.
        device.hear(.insights(team))
        #expect(device.hear(Self.rows(4, [], [])).stored.isEmpty)
        #expect(texts(device) == ["trio"])
    }

    @Test("an insight that the device has never had leads to a question for all")
    func unknown() {
        var device = Self.device()
        device.hear(Self.rows(4, [Self.cake], [Self.row(Self.cake, "cake")]))
        device.hear(.insights(team))
        let effects = device.hear(Self.rows(after: 4, 5, [Self.cake, Self.band]))
        #expect(effects.stored.isEmpty)
        #expect(effects.frames == [.insights(team, after: 0)])
        #expect(texts(device) == ["cake"], "meanwhile the earlier ones stay")
    }

    @Test(
        "a change during a question leads to another one; a discovery finds a lost notice, and is told how far they are known"
    )
    func again() {
        var device = Self.device()
        device.hear(.insights(team))
        #expect(device.hear(Self.rows(4, [], [])).frames == [.insights(team, after: 4)])
        device.hear(Self.rows(after: 4, 4, []))
        let moved = Moved(
            time: noon, conversations: [], hasMore: false, insights: MovedInsights(through: 9, conversations: [team]))
        #expect(device.hear(.moved(moved)).frames == [.insights(team, after: 4)])
        #expect(device.engine.insightsThrough == 0)
        #expect(device.hear(Self.rows(after: 4, 9, [])).stored.contains(.putInsightsThrough(9)))
        #expect(
            device.handle(.timer(.heartbeat)).frames.contains { frame in
                if case .discover(_, insights: 9) = frame { true } else { false }
            })
    }

    @Test("a change shows at once, is sent, and stays in the outbox until its rows have arrived")
    func optimistic() throws {
        var device = Self.device()
        device.hear(Self.rows(4, [Self.cake], [Self.row(Self.cake, "cake")]))
        let id = try device.perform(done)
        #expect(device.effects.contains(.insightsChanged(team)))
        #expect(device.effects.operations.map(\.kind) == [done])
        var listing = device.engine.insights(matching: InsightSelection())
        #expect(listing.rows.map(\.record.state) == [.done] && listing.rows.map(\.isWaiting) == [true])
        #expect(listing.open == 0)
        #expect(
            device.hear(.ack(Acknowledgement(operation: id, seq: 5, at: noon))).frames == [.insights(team, after: 4)])
        listing = device.engine.insights(matching: InsightSelection())
        #expect(listing.rows.map(\.record.state) == [.done] && listing.rows.map(\.isWaiting) == [false])
        let effects = device.hear(Self.rows(after: 4, 5, [Self.cake], [Self.row(Self.cake, "cake", state: .done)]))
        #expect(effects.stored.contains(.removeOperation(id)))
        #expect(device.engine.outbox.count == 0)
        #expect(texts(device, [.done]) == ["cake"])
    }

    @Test("a refused change is taken back and reported; a no-op leaves the outbox at once")
    func refused() throws {
        var device = Self.device()
        device.hear(Self.rows(4, [Self.cake], [Self.row(Self.cake, "cake")]))
        let id = try device.perform(done)
        let refusal = Refusal(.notFound, "This insight no longer exists.")
        let effects = device.hear(.refusal(.operation(id), refusal))
        #expect(effects.contains(.refused(id, refusal)) && effects.contains(.insightsChanged(team)))
        #expect(texts(device, [.open]) == ["cake"])
        device.handle(.discard(id))
        let other = try device.perform(done)
        device.hear(.ack(Acknowledgement(operation: other, seq: 0, at: noon)))
        #expect(device.engine.outbox.count == 0)
        #expect(throws: Refusal.self) {
            try device.perform(.insight(team, .change(Self.cake, InsightChange(text: " "))))
        }
    }

    @Test("all kinds of changes show as the server will do them")
    func pending() throws {
        var device = Self.device()
        device.hear(
            Self.rows(4, [Self.cake, Self.band], [Self.row(Self.cake, "cake"), Self.row(Self.band, "band")]))
        let (part, own) = (InsightID(high: 8, low: 3), InsightID(high: 8, low: 4))
        try device.perform(
            .insight(team, .change(Self.cake, InsightChange(assignee: .set(cyd), due: .set("2026-03-03"), zone: "UTC")))
        )
        try device.perform(
            .insight(team, .split(InsightSplit(insight: Self.band, id: part, text: "drum", rest: "bass"))))
        try device.perform(
            .insight(
                team, .make(NewInsight(id: own, message: MessageID(high: 9, low: 2), kind: .deadline, text: "party"))))
        #expect(Set(texts(device)) == ["cake", "bass", "drum", "party"])
        let mine = device.engine.insights(matching: InsightSelection(assignee: .user(cyd))).rows
        #expect(mine.map(\.record.text) == ["cake"] && mine.first?.record.assignee?.name.isEmpty == false)
        #expect(texts(device).first == "cake", "the one with a date comes first")
        try device.perform(.insight(team, .merge(InsightMerge(insight: Self.band, other: part, text: "quartet"))))
        #expect(Set(texts(device)) == ["cake", "quartet", "party"])
    }

    @Test("of blocked people and deleted messages none are shown, and the server is asked again")
    func hidden() throws {
        var device = Self.device()
        device.hear(Self.rows(4, [Self.cake], [Self.row(Self.cake, "cake")]))
        try device.perform(.updateRelation(ben, RelationChange(isBlocked: true)))
        #expect(texts(device).isEmpty)
        let effects = device.hear(
            .own(
                UserSettingsChanges(
                    after: 0, cursor: 1, head: 1, relations: [Relation(user: ben, isBlocked: true, changed: 1)])))
        #expect(effects.frames.contains(.insights(team, after: 4)))
    }

    @Test("a device that stops before it has the insights of a changed view asks again when it starts")
    func stoppedBetween() {
        var device = Self.device()
        device.hear(Self.rows(4, [Self.cake], [Self.row(Self.cake, "cake")]))
        device.hear(
            .moved(
                Moved(
                    time: noon, conversations: [], hasMore: false,
                    insights: MovedInsights(through: 9, conversations: []))))
        #expect(device.engine.insightsThrough == 9)
        let blocked = UserSettingsChanges(
            after: 0, cursor: 1, head: 1, relations: [Relation(user: ben, isBlocked: true, changed: 1)])
        #expect(device.hear(.own(blocked)).stored.contains(.putInsightsThrough(0)), "in the same transaction")

        // Its store: the new view, the earlier insights, and no discovery.
        var stopped = ScriptedDevice.inTeam(
            insights: [team: device.engine.insights[team] ?? InsightState()], insightsThrough: 0)
        let welcome = Welcome(
            session: SessionID(high: 1, low: 1), profile: .of(ada), time: noon, hasInsights: true)
        #expect(stopped.hear(.welcome(welcome)).frames.contains(.insights(team, after: 4)))

        // The other goes on: once it has the answer, the discovery counts again.
        #expect(device.hear(Self.rows(after: 4, 4, [])).stored.contains(.putInsightsThrough(9)))
    }

    @Test("a server without revisions is asked for none, and refuses changes with the reason")
    func oldServer() throws {
        var device = ScriptedDevice.inTeam()
        device.handle(.socketClosed(.lost))
        let id = try device.perform(done)
        device.handle(.timer(.reconnect))
        device.handle(.socketOpened)
        let effects = device.hear(
            .welcome(Welcome(session: SessionID(high: 1, low: 1), profile: .of(ada), time: noon)))
        #expect(effects.contains(.refused(id, .insightsTooOld)))
        #expect(effects.operations.isEmpty)
        #expect(throws: Refusal.insightsTooOld) { try device.perform(done) }
        #expect(device.hear(.insights(team)) == [.insightsChanged(team)])
    }

    @Test("at most 100 of a conversation are kept")
    func bounded() {
        var device = Self.device()
        let ids = (1...101).map { InsightID(high: 8, low: $0) }
        device.hear(Self.rows(4, ids, ids.map { Self.row($0, "task") }))
        #expect(texts(device).count == Limits.insightsOnDevice)
        #expect(!device.engine.insights(matching: InsightSelection()).isComplete)
    }
}
