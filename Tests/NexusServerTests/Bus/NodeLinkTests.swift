import NexusBus
import NexusCore
import NexusDatabase
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusServer

/// Two nodes with a socket each, over one database and a bus in this process.
@Suite("What crosses between nodes", .timeLimit(.minutes(5)))
struct NodeLinkTests {
    private static let epoch = EpochID(high: 5, low: 5)

    /// One node: its hub and its link.
    private struct Node: Sendable {
        let link: NodeLink

        init(_ network: LocalBusNetwork, _ server: ServerParts, limit: Int = NodeLink.conversationLimit) throws {
            link = try NodeLink(
                .local(network), epoch: epoch, hub: Hub(), database: server.database,
                now: { Timestamp(milliseconds: 1_700_000_000_000) }, conversationLimit: limit)
        }

        /// Opens a socket of a user, and returns once the node follows their conversations.
        func open(_ user: UserID, _ server: TransportFixture, session: UInt64 = 1) async throws -> RawSocket {
            let (socket, connection) = try await server.livePair()
            let live = LiveSession(
                session: SessionID(high: user.low, low: session),
                profile: Profile(user: User(id: user, name: "A", email: "a@example.org"), showsPresence: true),
                accessUntil: Timestamp(milliseconds: 4_000_000_000_000))
            #expect(link.hub.add(connection, of: live, atMost: 9) == .admitted)
            await withCheckedContinuation { next in link.opened(user) { next.resume() } }
            return socket
        }
    }

    private struct ServerParts: Sendable {
        let database: SQLDatabase
        let ada: UserID
        let ben: UserID
        let cleo: UserID
        let plans: ConversationID
    }

    private func parts() throws -> ServerParts {
        let server = try InlineServer()
        let (ada, ben, cleo) = (try server.person("Ada"), try server.person("Ben"), try server.person("Cleo"))
        return ServerParts(
            database: server.database, ada: ada, ben: ben, cleo: cleo,
            plans: try server.group(of: ada, with: [ben]))
    }

    private static func publication(
        _ parts: ServerParts, _ seq: Seq, to recipients: [UserID], departed: [UserID] = [], members: [Member] = [],
        hidden: [UserID: [UserID: HiddenParts]] = [:]
    ) -> Publication {
        Publication(
            change: Change(conversation: parts.plans, seq: seq, members: members), recipients: recipients,
            departed: departed, hidden: hidden)
    }

    private static func publish(_ publication: Publication, at node: Node) {
        node.link.published(publication, ServerFrame.change(publication.change).json)
    }

    private static func change(at socket: RawSocket) async throws -> Change {
        guard case .change(let change) = try ServerFrame.decode(await socket.nextFrame().payload) else {
            throw Missing()
        }
        return change
    }

    private static func member(_ user: UserID, joined: Seq = 1) -> Member {
        Member(
            user: user, name: "A", role: .member, hasLeft: false, joined: joined, read: 9, delivered: 9, changed: 9)
    }

    @Test("a change reaches the sockets of its recipients at other nodes, and of nobody else")
    func changes() async throws {
        let (parts, network) = (try parts(), LocalBusNetwork())
        try await TransportFixture.serve { server in
            let (one, two) = (try Node(network, parts), try Node(network, parts))
            let ben = try await two.open(parts.ben, server)
            let cleo = try await two.open(parts.cleo, server)
            for seq in 1...3 { Self.publish(Self.publication(parts, Seq(seq), to: [parts.ada, parts.ben]), at: one) }
            for seq in 1...3 { #expect(try await Self.change(at: ben).seq == Seq(seq)) }
            two.link.tell(.reminders, to: [parts.cleo])
            #expect(try ServerFrame.decode(await cleo.nextFrame().payload) == .reminders, "nothing came before")
            await one.link.close()
            await two.link.close()
        }
    }

    @Test("each recipient sees as much as the publication says, and who has left only that")
    func rights() async throws {
        let (parts, network) = (try parts(), LocalBusNetwork())
        try await TransportFixture.serve { server in
            let (one, two) = (try Node(network, parts), try Node(network, parts))
            let (ada, ben) = (try await two.open(parts.ada, server), try await two.open(parts.ben, server))
            let rows = [Self.member(parts.ada), Self.member(parts.ben)]
            Self.publish(
                Self.publication(
                    parts, 2, to: [parts.ada, parts.ben], members: rows, hidden: [parts.ben: [parts.ada: .receipts]]),
                at: one)
            #expect(try await Self.change(at: ada).members == rows)
            let seen = try await Self.change(at: ben).members
            #expect(seen == [rows[0].withoutReceipts, rows[1]])
            Self.publish(Self.publication(parts, 3, to: [parts.ada], departed: [parts.ben], members: rows), at: one)
            #expect(try await Self.change(at: ada).members == rows)
            #expect(try await Self.change(at: ben).members == [rows[1]])
            // Ben is not followed any more: the next reaches Ada alone.
            Self.publish(Self.publication(parts, 4, to: [parts.ada]), at: one)
            #expect(try await Self.change(at: ada).seq == 4)
            two.link.tell(.reminders, to: [parts.ben])
            #expect(try ServerFrame.decode(await ben.nextFrame().payload) == .reminders)
        }
    }

    @Test("a user who is to catch up is not sent the change at other nodes either")
    func catchingUp() async throws {
        let (parts, network) = (try parts(), LocalBusNetwork())
        try await TransportFixture.serve { server in
            let (one, two) = (try Node(network, parts), try Node(network, parts))
            let (ada, ben) = (try await two.open(parts.ada, server), try await two.open(parts.ben, server))
            var publication = Self.publication(parts, 2, to: [parts.ada, parts.ben])
            publication.catchingUp = parts.ada
            Self.publish(publication, at: one)
            #expect(try await Self.change(at: ben).seq == 2)
            two.link.tell(.reminders, to: [parts.ada])
            #expect(try ServerFrame.decode(await ada.nextFrame().payload) == .reminders, "nothing came before")
            await one.link.close()
            await two.link.close()
        }
    }

    @Test("what the bus has lost of members is made good by what the database says, once")
    func foundMembers() async throws {
        let (parts, network) = (try parts(), LocalBusNetwork())
        try await TransportFixture.serve { server in
            let (one, two) = (try Node(network, parts), try Node(network, parts))
            let heard = Mutex<[ForeignChange]>([])
            two.link.onChange { change in heard.withLock { $0.append(change) } }
            let cleo = try await two.open(parts.cleo, server)
            for _ in 1...2 { two.link.found([parts.cleo: true, parts.ada: true], of: parts.plans) }
            #expect(heard.withLock { $0.map(\.joined) } == [[parts.cleo]], "Ada is not connected here")
            Self.publish(Self.publication(parts, 6, to: [parts.ada, parts.ben, parts.cleo]), at: one)
            #expect(try await Self.change(at: cleo).seq == 6)
            for _ in 1...2 { two.link.found([parts.cleo: false], of: parts.plans) }
            #expect(heard.withLock { $0.compactMap(\.departed.first) } == [parts.cleo])
            Self.publish(Self.publication(parts, 7, to: [parts.ada, parts.cleo]), at: one)
            two.link.tell(.reminders, to: [parts.cleo])
            #expect(try ServerFrame.decode(await cleo.nextFrame().payload) == .reminders, "it is not followed any more")
            await one.link.close()
            await two.link.close()
        }
    }

    @Test("a new member at a node without others gets the change that adds them, and what follows")
    func joined() async throws {
        let (parts, network) = (try parts(), LocalBusNetwork())
        try await TransportFixture.serve { server in
            let (one, two) = (try Node(network, parts), try Node(network, parts))
            let cleo = try await two.open(parts.cleo, server)
            let all = [parts.ada, parts.ben, parts.cleo]
            Self.publish(
                Self.publication(parts, 5, to: all, members: [Self.member(parts.cleo, joined: 5)]), at: one)
            #expect(try await Self.change(at: cleo).seq == 5)
            await withCheckedContinuation { next in two.link.opened(parts.ben) { next.resume() } }
            Self.publish(Self.publication(parts, 6, to: all), at: one)
            #expect(try await Self.change(at: cleo).seq == 6)
        }
    }

    @Test("a node with more conversations than it subscribes one by one hears them all the same")
    func everything() async throws {
        let (parts, network) = (try parts(), LocalBusNetwork())
        try await TransportFixture.serve { server in
            let (one, two) = (try Node(network, parts), try Node(network, parts, limit: 0))
            let ben = try await two.open(parts.ben, server)
            Self.publish(Self.publication(parts, 1, to: [parts.ben]), at: one)
            #expect(try await Self.change(at: ben).seq == 1)
            #expect(two.link.status?.subscriptions == 3, "the nodes', Ben's, and that of all")
        }
    }

    @Test(
        "an ended session closes its sockets everywhere, also one that is just being opened, and a renewed one asks there"
    )
    func sessions() async throws {
        let (parts, network) = (try parts(), LocalBusNetwork())
        let session = SessionID(high: parts.ben.low, low: 1)
        let live = LiveSession(
            session: session,
            profile: Profile(user: User(id: parts.ben, name: "A", email: "a@example.org"), showsPresence: true),
            accessUntil: Timestamp(milliseconds: 4_000_000_000_000))
        try await TransportFixture.serve(delegate: RecordingDelegate { _ in .accept(live) }) { server in
            let (one, two) = (try Node(network, parts), try Node(network, parts))
            let (ben, connection) = try await server.livePair()
            let (_, late) = try await server.livePair()
            #expect(two.link.hub.add(connection, of: live, atMost: 9) == .admitted)
            one.link.refreshed(session, of: parts.ben)
            guard case .renew = try ServerFrame.decode(await ben.nextFrame().payload) else { throw Missing() }
            one.link.end(session)
            #expect(try await ben.nextFrame().closeCode == 4_001)
            #expect(two.link.hub.add(late, of: live, atMost: 9) == .ended)
        }
    }

    @Test("what cannot be read is counted and harms nothing, and other databases are not heard")
    func strangers() async throws {
        let (parts, network) = (try parts(), LocalBusNetwork())
        let two = try Node(network, parts)
        let stranger = network.join()
        stranger.publish([], to: "nexus.\(Self.epoch).nodes")
        stranger.publish([9, 9, 9], to: "nexus.\(Self.epoch).nodes")
        stranger.publish([9], to: "nexus.\(EpochID(high: 1, low: 1)).nodes")
        try await eventually("both are counted") { two.link.unreadableCount == 2 }
        #expect(two.link.status?.received == 2)
    }

    @Test("what arrives counts as complete only some time after the connection began")
    func current() async throws {
        let (parts, network) = (try parts(), LocalBusNetwork())
        let node = try Node(network, parts)
        #expect(!node.link.isCurrent)
        try await eventually("it is complete after three calm seconds") { node.link.isCurrent }
        network.stop()
        #expect(!node.link.isCurrent)
        network.start()
        #expect(!node.link.isCurrent)
    }

    @Test("without a bus sockets of the node alone are told")
    func alone() async throws {
        let parts = try parts()
        try await TransportFixture.serve { server in
            let link = try NodeLink(
                nil, epoch: Self.epoch, hub: Hub(), database: parts.database,
                now: { Timestamp(milliseconds: 1_700_000_000_000) })
            #expect(!link.isOn && link.status == nil && !link.isCurrent)
            let (socket, connection) = try await server.livePair()
            let live = LiveSession(
                session: SessionID(high: 1, low: 1),
                profile: Profile(
                    user: User(id: parts.ada, name: "A", email: "a@example.org"), showsPresence: true),
                accessUntil: Timestamp(milliseconds: 4_000_000_000_000))
            #expect(link.hub.add(connection, of: live, atMost: 1) == .admitted)
            link.opened(parts.ada) {}
            link.tell(.reminders, to: [parts.ada])
            #expect(try ServerFrame.decode(await socket.nextFrame().payload) == .reminders)
            await link.close()
        }
    }
}
