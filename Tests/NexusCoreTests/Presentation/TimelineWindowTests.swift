import Testing

@testable import NexusCore

@Suite("A timeline window")
struct TimelineWindowTests {
    @Test("its splices produce the same rows as a rebuild from the state", arguments: 0..<120)
    func agreesWithTheScreen(seed: UInt64) {
        var random = DeviceRandom(seed: seed)
        var board = ScriptedTimeline(readBefore: seed % 3 == 0 ? 6 : nil)
        for _ in 0..<60 {
            board.change(using: &random)
            #expect(board.shown == board.expected)
            guard board.shown == board.expected else { return }
        }
    }

    @Test("sends one row for one new message, and none for a known one")
    func oneMore() {
        var window = TimelineWindow(me: ada)
        let around = TimelineWindow.Surroundings(members: [.of(ada), .of(ben)])
        _ = window.show((Seq(1)...1_000).map { .at($0) }, showsNewest: true, in: around)
        let told = window.update([.at(1_001)], in: around)
        #expect(told.map(\.remove) == [0])
        #expect(told.flatMap(\.rows).count == 1)
        #expect(window.update([.at(1_001)], in: around).isEmpty)
    }

    @Test("sends the rows whose ticks change when a position moves, and no others")
    func receipts() {
        var window = TimelineWindow(me: ada)
        var around = TimelineWindow.Surroundings(members: [.of(ada), .of(ben, read: 40)])
        _ = window.show((Seq(1)...100).map { .at($0, by: ada) }, showsNewest: true, in: around)
        around.members = [.of(ada), .of(ben, read: 45, changed: 101)]
        let told = window.update([], in: around)
        #expect(told.count == 1)
        #expect(told.flatMap(\.messages).map(\.seq) == [41, 42, 43, 44, 45])
        #expect(told.flatMap(\.messages).allSatisfy { $0.status == .read })
    }

    @Test("keeps an unsent message's row in place when the change arrives before the acknowledgement")
    func changeBeforeAcknowledgement() throws {
        var window = TimelineWindow(me: ada)
        var around = TimelineWindow.Surroundings(members: [.of(ada), .of(ben)])
        let entries = [OutboxEntry(operation: .post(7), order: 1, createdAt: noon)]
        around.outbox = entries
        _ = window.update([.at(1)], in: around)
        var posted = Message.at(2, by: ada)
        posted.id = entries[0].operation.id.retyped()
        let told = window.update([posted], in: around)
        #expect(told.map(\.remove) == [1])
        #expect(told.flatMap(\.messages).map(\.id) == [posted.id])
        around.outbox = []
        #expect(window.update([], in: around).isEmpty)
        #expect(window.rows.count == 3)
    }

    @Test("shows unsent messages only at the newest end")
    func detached() {
        var window = TimelineWindow(me: ada)
        var around = TimelineWindow.Surroundings(members: [.of(ada), .of(ben)])
        around.outbox = [OutboxEntry(operation: .post(7), order: 1, createdAt: noon)]
        _ = window.show([.at(1), .at(2)], showsNewest: false, in: around)
        #expect(window.rows.messages.map(\.seq) == [1, 2])
        window.attach()
        _ = window.update([.at(3)], in: around)
        #expect(window.rows.messages.map(\.seq) == [1, 2, 3, nil])
    }

    @Test("rebuilds the rows of a renamed user")
    func names() {
        var window = TimelineWindow(me: ada)
        _ = window.show(
            [.at(1), .at(2, by: cyd)], showsNewest: true, in: .init(members: [.of(ada), .of(ben), .of(cyd)]))
        var renamed = Member.of(cyd, changed: 3)
        renamed.name = "Cydney"
        let told = window.update([], in: .init(members: [.of(ada), .of(ben), renamed]))
        #expect(told.flatMap(\.messages).map(\.senderName) == ["Cydney"])
    }
}

/// A window, its screen as built from splices alone, and their state.
private struct ScriptedTimeline {
    var window: TimelineWindow
    var shown: [TimelineRow] = []
    private var held: [Message] = []
    private var around = TimelineWindow.Surroundings(members: [.of(ada), .of(ben), .of(cyd)])
    private let readBefore: Seq?
    private var lastChange: Seq = 1_000
    private var lastOperation: UInt64 = 0

    init(readBefore: Seq?) {
        self.readBefore = readBefore
        window = TimelineWindow(me: ada, readBefore: readBefore, minutesFromUTC: 90)
    }

    /// The screen built from the same state; a window leaves out gaps before its first message.
    var expected: [TimelineRow] {
        let posted = Set(held.map { OperationID(high: $0.id.high, low: $0.id.low) })
        let first = held.first?.seq ?? 0
        let screen = TimelineScreen(
            me: ada, members: around.members, gaps: Gaps(around.gaps.ranges.filter { $0.upperBound >= first }),
            readWhenOpened: readBefore, minutesFromUTC: 90, isOnline: around.isOnline)
        return screen.rows(messages: held, outbox: around.outbox.filter { !posted.contains($0.operation.id) }) {
            around.inFlight.contains($0)
        }
    }

    mutating func change(using random: inout DeviceRandom) {
        var told: [Message] = []
        for _ in 0...(random.next() % 2) { told += somethingHappens(using: &random) }
        for splice in window.update(told, in: around) { shown.apply(splice) }
    }

    private mutating func somethingHappens(using random: inout DeviceRandom) -> [Message] {
        lastChange += 1
        let seq = Seq(random.next() % 40) + 1
        switch random.next() % 9 {
        case 0, 1, 2:
            // A page in any order, partly known.
            let page = (0..<(random.next() % 6 + 1)).map { _ in written(Seq(random.next() % 40) + 1, using: &random) }
            for message in page { hold(message) }
            return page
        case 3:
            guard var message = held.randomElement(using: &random) else { return [] }
            message.changed = lastChange
            if random.next() % 2 == 0 {
                message.text = "edited \(lastChange)"
                message.editedAt = noon
            } else {
                message.text = ""
                message.deletedAt = noon
            }
            hold(message)
            return [message]
        case 4:
            let position = Int(random.next() % 2) + 1
            around.members[position].read = max(around.members[position].read, seq)
            around.members[position].delivered = max(around.members[position].delivered, seq)
        case 5:
            around.gaps = random.next() % 2 == 0 ? Gaps() : Gaps([seq...(seq + Seq(random.next() % 5))])
        case 6:
            lastOperation += 1
            let kind: Operation.Kind =
                if let message = held.randomElement(using: &random), random.next() % 2 == 0 {
                    .edit(team, message: message.id, text: "pending \(lastOperation)")
                } else {
                    .post(
                        team, text: "unsent \(lastOperation)", writtenAt: noon,
                        replyTo: [
                            nil, held.randomElement(using: &random)?.id, OperationID(high: 0x7000, low: 1).retyped(),
                        ]
                        .randomElement(using: &random) ?? nil)
                }
            around.outbox.append(
                OutboxEntry(operation: Operation(lastOperation, kind), order: Int64(lastOperation), createdAt: noon))
        case 7:
            guard let position = around.outbox.indices.randomElement(using: &random) else { return [] }
            switch random.next() % 3 {
            case 0: around.outbox[position].state = .failed(Refusal(.textTooLong, "Too long."))
            case 1: around.outbox.remove(at: position)
            default:
                // Posted: stored from now on, whether or not its acknowledgement has arrived.
                let operation = around.outbox[position].operation
                guard case .post(_, let post) = operation.kind else { return [] }
                let message = post.message(
                    operation.id.retyped(), in: team, at: (held.last?.seq ?? 0) + 1, by: ada,
                    writtenAt: post.writtenAt)
                if random.next() % 2 == 0 { around.outbox.remove(at: position) }
                hold(message)
                return [message]
            }
        default:
            around.isOnline.toggle()
            if random.next() % 8 == 0 { around.members[2].hasLeft.toggle() }
        }
        return []
    }

    private func written(_ seq: Seq, using random: inout DeviceRandom) -> Message {
        if let message = held.first(where: { $0.seq == seq }) { return message }
        // Some follow within minutes, some a day later, some by a clock that goes wrong.
        let minutes = Int64(seq) * Int64(random.next() % 3 == 0 ? 700 : 2)
        var message = Message.at(
            seq, by: [ada, ben, cyd][Int(random.next() % 3)], text: "message \(seq)",
            writtenAt: noon.advanced(by: minutes * 60_000))
        // Some are replies, whose original is not always stored.
        if random.next() % 3 == 0 { message.replyTo = Message.at(Seq(random.next() % 44) + 1).id }
        return message
    }

    private mutating func hold(_ message: Message) {
        held.removeAll { $0.seq == message.seq }
        held.append(message)
        held.sort { $0.seq < $1.seq }
    }
}

extension RowSplice {
    fileprivate var messages: [MessageRow] { rows.messages }
}

extension [TimelineRow] {
    var messages: [MessageRow] { compactMap { if case .message(let row) = $0 { row } else { nil } } }
}
