@testable import NexusCore

/// An engine with a clock; it records the engine's effects.
struct ScriptedDevice {
    var engine: SyncEngine
    var now = noon
    private(set) var effects: [SyncEffect] = []

    init(
        _ user: UserID = ada, conversations: [SyncSnapshot.Item] = [], outbox: [OutboxEntry] = [],
        since: Timestamp? = noon, insights: [ConversationID: InsightState] = [:], insightsThrough: Seq = 0
    ) {
        engine = SyncEngine(
            restoring: SyncSnapshot(
                profile: .of(user), since: since, conversations: conversations, outbox: outbox,
                insights: insights, insightsThrough: insightsThrough),
            seed: DeviceRandom(seed: 1))
    }

    /// A device of Ada's with an open socket, in sync with `team` at `cursor`.
    static func inTeam(
        cursor: Seq = 1, gaps: Gaps = Gaps(), unreadInGaps: Int = 0, outbox: [OutboxEntry] = [],
        insights: [ConversationID: InsightState] = [:], insightsThrough: Seq = 0
    ) -> ScriptedDevice {
        let record = ConversationRecord(
            info: .group(), cursor: cursor, head: cursor, gaps: gaps, read: 1, unreadInGaps: unreadInGaps)
        var device = ScriptedDevice(
            conversations: [
                SyncSnapshot.Item(
                    record: record, members: [.of(ada, role: .owner), .of(ben), .of(cyd)], newest: nil, unread: [])
            ], outbox: outbox, insights: insights, insightsThrough: insightsThrough)
        device.connect()
        return device
    }

    /// Passes an input; returns the effects.
    @discardableResult
    mutating func handle(_ input: SyncInput, after milliseconds: Int64 = 0) -> [SyncEffect] {
        now = now.advanced(by: milliseconds)
        effects = engine.handle(input, at: now)
        return effects
    }

    @discardableResult
    mutating func hear(_ frame: ServerFrame, after milliseconds: Int64 = 0) -> [SyncEffect] {
        handle(.frame(frame), after: milliseconds)
    }

    @discardableResult
    mutating func perform(_ kind: Operation.Kind, people: [User] = []) throws(Refusal) -> OperationID {
        let (id, asked) = try engine.perform(kind, people: people, at: now)
        effects = asked
        return id
    }

    @discardableResult
    mutating func post(_ text: String, in conversation: ConversationID = team) throws(Refusal) -> OperationID {
        try perform(.post(conversation, text: text, writtenAt: now))
    }

    /// Opens the socket, and answers the discovery with nothing.
    mutating func connect() {
        handle(.start)
        handle(.socketOpened)
        let opened = effects
        hear(.moved(Moved(time: now, conversations: [], hasMore: false)))
        effects = opened + effects
    }

    func state(_ id: ConversationID = team) -> ConversationState? { engine.conversations[id] }
}

extension [SyncEffect] {
    /// The sent frames.
    var frames: [ClientFrame] { compactMap { if case .send(let frame) = $0 { frame } else { nil } } }

    var operations: [Operation] {
        frames.compactMap { if case .operation(let operation) = $0 { operation } else { nil } }
    }

    /// The stored mutations, over all transactions.
    var stored: [StoreMutation] {
        flatMap { if case .store(let mutations) = $0 { mutations } else { [] as [StoreMutation] } }
    }

    var arrived: [Message] { compactMap { if case .arrived(let message) = $0 { message } else { nil } } }

    /// Milliseconds after which a timer was set to fire.
    func delay(of timer: SyncTimer) -> Int64? {
        compactMap { if case .schedule(timer, let delay) = $0 { delay } else { nil } }.last
    }
}
