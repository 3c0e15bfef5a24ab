import NexusCore
import Testing

/// A broken or hostile server: frames in any order, damaged, with extreme numbers.
@Suite("The sync engine under fuzzing")
struct SyncEngineFuzzTests {
    @Test("for any server, the engine continues, no cursor moves back and the list follows")
    func hostileServer() throws {
        for seed in UInt64(1)...300 {
            var random = SeededGenerator(seed: seed)
            var device = Device()
            for _ in 0..<40 {
                try device.hear(using: &random)
                let forwardByHearing = device.cursorsMovedForward()
                device.act(using: &random)
                let forwardByActing = device.cursorsMovedForward()
                #expect(forwardByHearing && forwardByActing, "seed \(seed)")
                #expect(device.engine.unreadTotal >= 0, "seed \(seed)")
                let shown = device.engine.conversations.keys.count {
                    device.engine.conversationRow($0)?.isListed == true
                }
                #expect(device.engine.conversationRows().count == shown, "seed \(seed)")
                let isFollowed = device.listIsFollowed()
                #expect(isFollowed, "seed \(seed)")
            }
        }
    }
}

private struct Device {
    var engine: SyncEngine
    private var now = WireSamples.now
    private var cursors: [ConversationID: Seq] = [:]
    private var listing = ConversationListing()
    private var shown: [ConversationID: ConversationRow] = [:]
    private var order: [ConversationID] = []

    init() {
        let record = ConversationRecord(info: WireSamples.info, cursor: 3, head: 4, gaps: Gaps([1...2]))
        let item = SyncSnapshot.Item(record: record, members: WireSamples.members, newest: nil, unread: [])
        engine = SyncEngine(
            restoring: SyncSnapshot(profile: WireSamples.profile, conversations: [item]), seed: DeviceRandom(seed: 1))
        _ = engine.handle(.start, at: now)
        _ = engine.handle(.socketOpened, at: now)
    }

    mutating func hear(using random: inout SeededGenerator) throws {
        var bytes = try #require(WireSamples.serverFrames.randomElement(using: &random)).json
        if Bool.random(using: &random) { bytes.replaceNumbers(using: &random) }
        if Int.random(in: 0..<3, using: &random) == 0 { bytes.damage(using: &random) }
        guard let frame = try? ServerFrame.decode(bytes) else { return }
        handle(.frame(frame))
    }

    private mutating func handle(_ input: SyncInput) {
        for effect in engine.handle(input, at: now) { listing.note(effect) }
    }

    /// Whether the list built from changes equals a rebuilt one.
    mutating func listIsFollowed() -> Bool {
        let changes = listing.changes(in: engine)
        for row in changes.rows { shown[row.id] = row }
        order = changes.order ?? order
        return order.compactMap { shown[$0] } == engine.conversationRows()
    }

    mutating func act(using random: inout SeededGenerator) {
        now = now.advanced(by: Int64.random(in: -5...20_000, using: &random))
        let seq = Int64.random(in: 0...10, using: &random)
        let inputs: [SyncInput]
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            inputs = [
                .timer([.heartbeat, .silence, .outbox, .requests, .typing].randomElement(using: &random) ?? .outbox)
            ]
        case 1: inputs = [.socketClosed(.lost), .timer(.reconnect), .socketOpened]
        case 2: inputs = [.loadOlder(WireSamples.group, before: seq), .loadAround(WireSamples.group, seq)]
        case 3: inputs = [.read(WireSamples.group, through: seq)]
        case 4:
            // Operations that this device can refuse are refused; the others go out.
            let operation = WireSamples.operations.randomElement(using: &random) ?? .leave(WireSamples.group)
            if let (_, effects) = try? engine.perform(operation, at: now) {
                for effect in effects { listing.note(effect) }
            }
            inputs = [.signOfLife]
        default: inputs = []
        }
        for input in inputs { handle(input) }
    }

    /// Whether no remaining conversation's cursor has moved back.
    mutating func cursorsMovedForward() -> Bool {
        let held = engine.conversations.mapValues(\.record.cursor)
        defer { cursors = held }
        return held.allSatisfy { id, cursor in cursor >= cursors[id] ?? 0 }
    }
}

extension [UInt8] {
    /// Puts small, huge and negative numbers in the place of numbers outside strings.
    fileprivate mutating func replaceNumbers(using random: inout SeededGenerator) {
        let numbers = [
            "0", "1", "2", "3", "4", "5", "6", "7", "-1", "9007199254740991", "8640000000000000", "-8640000000000000",
            "9223372036854775807", "-9223372036854775808",
        ]
        var output: [UInt8] = []
        var isInString = false
        var wasDigit = false
        for byte in self {
            if byte == UInt8(ascii: "\"") { isInString.toggle() }
            let isDigit = !isInString && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            if isDigit, !wasDigit { output += (numbers.randomElement(using: &random) ?? "0").utf8 }
            if !isDigit { output.append(byte) }
            wasDigit = isDigit
        }
        self = output
    }
}
