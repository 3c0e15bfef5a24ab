import NexusCore
import Testing

@testable import NexusServer

@Suite("What one commit publishes", .timeLimit(.minutes(10)))
struct PublisherTests {
    private static let ada = UserID(high: 0x7000, low: 1 << 63 | 1)
    private static let ben = UserID(high: 0x7000, low: 1 << 63 | 2)

    private static func conversation(_ number: UInt64) -> ConversationID {
        ConversationID(high: 0x7000, low: 1 << 63 | number)
    }

    private static func change(_ conversation: UInt64, _ seq: Seq, members: [Member] = []) -> Change {
        Change(conversation: Self.conversation(conversation), seq: seq, members: members)
    }

    private static func session(of user: UserID) -> LiveSession {
        LiveSession(
            session: SessionID(high: 1, low: user.low),
            profile: Profile(user: User(id: user, name: "A", email: "a@example.org"), showsPresence: true),
            accessUntil: Timestamp(milliseconds: 4_000_000_000_000))
    }

    /// The changes in the next frames of a socket, as their conversation's number and their `seq`.
    private static func changes(_ count: Int, at socket: RawSocket) async throws -> [[Int64]] {
        var changes: [[Int64]] = []
        for _ in 0..<count {
            let frame = try await socket.nextFrame()
            guard case .change(let change) = try ServerFrame.decode(frame.payload) else { throw Missing() }
            changes.append([Int64(change.conversation.low & 0xFF), change.seq])
        }
        return changes
    }

    private static func seqs(_ count: Int, at socket: RawSocket) async throws -> [Int64] {
        try await changes(count, at: socket).map { $0[1] }
    }

    /// Gives `body` a publisher, and the sockets of Ada and Ben.
    private func publish(
        _ body: @Sendable (Publisher, LiveConnection) -> Void,
        check: @Sendable (_ ada: RawSocket, _ ben: RawSocket) async throws -> Void
    ) async throws {
        try await TransportFixture.serve { server in
            let hub = Hub()
            let (ada, one) = try await server.livePair()
            let (ben, other) = try await server.livePair()
            #expect(hub.add(one, of: Self.session(of: Self.ada), atMost: 2) == .admitted)
            #expect(hub.add(other, of: Self.session(of: Self.ben), atMost: 2) == .admitted)
            let publisher = Publisher(hub: hub)
            body(publisher, one)
            publisher.flush()
            try await check(ada, ben)
        }
    }

    @Test("reaches each socket in the order of its conversation, and answers come after it")
    func order() async throws {
        try await publish { publisher, ada in
            for seq in 1...3 {
                for number: UInt64 in 1...2 {
                    publisher.publish(
                        Publication(change: Self.change(number, Seq(seq)), recipients: [Self.ada, Self.ben]))
                    publisher.send(.reminders, to: ada)
                }
            }
        } check: { ada, ben in
            for socket in [ada, ben] {
                let changes = try await Self.changes(6, at: socket)
                for number: Int64 in 1...2 {
                    #expect(changes.filter { $0[0] == number }.map { $0[1] } == [1, 2, 3])
                }
            }
            for _ in 1...6 {
                let answer = try await ada.nextFrame()
                #expect(answer.payload == ServerFrame.reminders.json)
            }
        }
    }

    @Test("keeps that order where some see less than others, and where members come and go")
    func exceptions() async throws {
        let member = Member(
            user: Self.ada, name: "Ada", role: .member, hasLeft: false, joined: 1, read: 3, delivered: 3, changed: 2)
        try await publish { publisher, _ in
            let all = [Self.ada, Self.ben]
            publisher.publish(Publication(change: Self.change(1, 1), recipients: all))
            publisher.publish(
                Publication(
                    change: Self.change(1, 2, members: [member]), recipients: all,
                    hidden: [Self.ben: [Self.ada: .receipts]]))
            publisher.publish(Publication(change: Self.change(1, 3), recipients: all))
            publisher.publish(
                Publication(change: Self.change(1, 4), recipients: [Self.ada], departed: [Self.ben]))
            publisher.publish(Publication(change: Self.change(1, 5), recipients: [Self.ada]))
            publisher.publish(Publication(change: Self.change(1, 6), recipients: all))
        } check: { ada, ben in
            let (atAda, atBen) = (try await Self.seqs(6, at: ada), try await Self.seqs(5, at: ben))
            #expect(atAda == [1, 2, 3, 4, 5, 6])
            #expect(atBen == [1, 2, 3, 4, 6])
        }
    }

    @Test("tells a user who sees other rows differently to catch up, once, in place of the changes")
    func catchingUp() async throws {
        let all = [Self.ada, Self.ben]
        try await publish { publisher, _ in
            for number: UInt64 in 1...2 {
                publisher.publish(
                    Publication(change: Self.change(number, 1), recipients: all, catchingUp: Self.ada))
            }
            publisher.flush()
            publisher.publish(Publication(change: Self.change(1, 2), recipients: all))
        } check: { ada, ben in
            #expect(try await Self.changes(3, at: ben) == [[1, 1], [2, 1], [1, 2]])
            let frame = try await ServerFrame.decode(ada.nextFrame().payload)
            #expect(frame == .lagged)
            #expect(try await Self.changes(1, at: ada) == [[1, 2]])
        }
    }

    @Test("hides the same from several recipients")
    func alike() async throws {
        let cleo = Member(
            user: UserID(high: 0x7000, low: 1 << 63 | 3), name: "Cleo", role: .member, joined: 1, read: 3, delivered: 3,
            changed: 2)
        let change = Self.change(1, 2, members: [cleo])
        try await publish { publisher, _ in
            publisher.publish(
                Publication(
                    change: change, recipients: [Self.ada, Self.ben],
                    hidden: [Self.ada: [cleo.user: .receipts], Self.ben: [cleo.user: .receipts]]))
        } check: { ada, ben in
            for socket in [ada, ben] {
                let told = Self.change(1, 2, members: [cleo.withoutReceipts])
                let frame = try await ServerFrame.decode(socket.nextFrame().payload)
                #expect(frame == .change(told))
            }
        }
    }

    @Test("tells whoever is removed that they are, and nothing of what the others see")
    func removal() async throws {
        let gone = Member(
            user: Self.ben, name: "Ben", role: .member, hasLeft: true, joined: 1, read: 3, delivered: 3, changed: 4)
        let heir = Member(
            user: Self.ada, name: "Ada", role: .owner, hasLeft: false, joined: 1, read: 3, delivered: 3, changed: 4)
        let event = Message(
            id: MessageID(high: 0x7000, low: 1 << 63 | 9), conversation: Self.conversation(1), seq: 4, changed: 4,
            sender: Self.ada, text: "", writtenAt: .zero, event: GroupEvent(.removed, users: [Self.ben]))
        var change = Self.change(1, 4, members: [gone, heir])
        change.messages = [event]
        try await publish { [change] publisher, _ in
            publisher.publish(Publication(change: change, recipients: [Self.ada], departed: [Self.ben]))
        } check: { [change] ada, ben in
            #expect(try ServerFrame.decode(await ada.nextFrame().payload) == .change(change))
            let farewell = try ServerFrame.decode(await ben.nextFrame().payload)
            #expect(farewell == .change(Self.change(1, 4, members: [gone])))
        }
    }

    @Test("reaches a socket that is opened meanwhile from then on")
    func opened() async throws {
        try await TransportFixture.serve { server in
            let hub = Hub()
            let publisher = Publisher(hub: hub)
            let (ada, one) = try await server.livePair()
            let (ben, other) = try await server.livePair()
            #expect(hub.add(one, of: Self.session(of: Self.ada), atMost: 2) == .admitted)
            publisher.publish(Publication(change: Self.change(1, 1), recipients: [Self.ada, Self.ben]))
            #expect(hub.add(other, of: Self.session(of: Self.ben), atMost: 2) == .admitted)
            publisher.publish(Publication(change: Self.change(1, 2), recipients: [Self.ada, Self.ben]))
            publisher.flush()
            #expect(try await Self.changes(2, at: ada) == [[1, 1], [1, 2]])
            #expect(try await Self.changes(1, at: ben) == [[1, 2]])
        }
    }

    @Test("is cut into buffers, none of which grows far past 64 KiB, without losing a frame")
    func large() async throws {
        let count = 2_000
        try await publish { publisher, _ in
            for seq in 1...count {
                publisher.publish(
                    Publication(change: Self.change(1, Seq(seq)), recipients: [Self.ada, Self.ben]))
            }
        } check: { ada, ben in
            for socket in [ada, ben] {
                let seqs = try await Self.seqs(count, at: socket)
                #expect(seqs == Array(1...Int64(count)))
            }
        }
    }
}
