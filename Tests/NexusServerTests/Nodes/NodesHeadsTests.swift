import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

/// Two nodes over the same rows, each with its own memory: what one changes holds for the next operation on the other.
@Suite("Cached heads of two nodes")
struct NodesHeadsTests {
    let first: InlineServer
    let second: InlineServer
    let ann: UserID
    let bob: UserID
    let cem: UserID
    let group: ConversationID

    init() throws {
        var configuration = DatabaseConfiguration.inline
        configuration.isShared = true
        first = InlineServer(on: try SQLDatabase(configuration, migrations: Schema.migrations))
        ann = try first.person("Ann")
        bob = try first.person("Bob")
        cem = try first.person("Cem")
        group = try first.group(of: ann, with: [bob])
        second = InlineServer(on: try first.database.anotherNode(2), after: first)
    }

    /// What a node knows of a conversation, from its memory where that has it.
    private func known(_ id: ConversationID, on server: InlineServer) throws -> String {
        try server.write { [heads = server.operations.heads] transaction in
            guard let head = try heads.conversation(id, in: transaction) else { return "none" }
            let places = head.places.sorted { $0.key < $1.key }.map { user, place in
                "\(user) \(place.role) \(place.hasLeft) \(place.joined) \(place.read) \(place.delivered) \(place.changed)"
            }
            let names = try head.places.keys.sorted().map { try heads.name(of: $0, in: transaction) ?? "?" }
            let blocks = try head.places.keys.sorted().map { try heads.blocked(by: $0, in: transaction).count }
            let hiding = try heads.hidingReceipts(in: transaction).count
            return
                "\(head.head) \(head.changedAt) \(head.title ?? "") \(head.infoChanged) \(head.allowsAI) \(places) \(names) \(blocks) \(hiding)"
        }
    }

    @Test("whatever one node changes, the other one knows before its next operation")
    func everyOperation() throws {
        let direct = ConversationID.direct(between: ann, and: cem)
        let operations: [(NexusCore.Operation.Kind, UserID)] = [
            (.post(group, text: "Hi", writtenAt: first.now), ann), (.receipt(group, read: 1, delivered: 1), bob),
            (.rename(group, title: "Trips"), ann), (.setAI(group, on: false), ann),
            (.addMembers(group, users: [cem]), ann),
            (.setRole(group, user: bob, role: .admin), ann), (.removeMember(group, user: cem), bob),
            (.updateProfile(name: "Anna", showsPresence: nil), ann), (.createDirect(direct, with: cem), ann),
            (.updateRelation(cem, RelationChange(isBlocked: true)), ann),
            (.updateProfile(ProfileChange(showsReceipts: false)), bob), (.leave(group), bob), (.dissolve(group), ann),
        ]
        for (number, (kind, user)) in operations.enumerated() {
            // Both have all of it in memory.
            for server in [first, second] { _ = try [group, direct].map { try known($0, on: server) } }
            let (writer, other) = number.isMultiple(of: 2) ? (first, second) : (second, first)
            writer.now = writer.now.advanced(by: 1_000)
            other.now = writer.now
            let operation = first.operation(kind)
            try writer.apply(operation, by: user)
            let truth = InlineServer(on: try first.database.anotherNode(100 + Int64(number)), after: first)
            for id in [group, direct] {
                let expected = try known(id, on: truth)
                #expect(try known(id, on: other) == expected, "\(operation.kind.name)")
                #expect(try known(id, on: writer) == expected, "\(operation.kind.name)")
            }
        }
    }

    @Test("posts of both take one seq after the other, and time goes on though a clock is behind")
    func seqs() throws {
        var seqs: [Seq] = []
        var times: [Timestamp] = []
        second.now = first.now.advanced(by: -60_000)
        for number in 0..<6 {
            let server = number.isMultiple(of: 2) ? first : second
            let applied = try server.apply(
                first.operation(.post(group, text: "\(number)", writtenAt: server.now)), by: number % 3 == 0 ? ann : bob
            )
            seqs.append(applied.acknowledgement.seq)
            times.append(
                try server.read { [group] in
                    try $0.first("SELECT changed_at FROM conversations WHERE id = $1", .id(group)) { try $0.next() }
                        ?? .zero
                })
        }
        #expect(seqs == [2, 3, 4, 5, 6, 7])
        #expect(times == times.sorted())
    }

    @Test("membership, blocks and hidden receipts that were changed on one node are enforced on the other")
    func enforced() throws {
        try second.apply(first.operation(.post(group, text: "from the second", writtenAt: first.now)), by: bob)
        try first.apply(first.operation(.removeMember(group, user: bob)), by: ann)
        let gone = first.operation(.post(group, text: "still here?", writtenAt: first.now))
        #expect(try refusal { try second.apply(gone, by: bob) } == .conversationGone)
        let direct = ConversationID.direct(between: ann, and: bob)
        try first.apply(first.operation(.createDirect(direct, with: bob)), by: ann)
        let one = first.operation(.post(direct, text: "one", writtenAt: first.now))
        try second.apply(one, by: ann)
        try first.apply(first.operation(.updateRelation(ann, RelationChange(isBlocked: true))), by: bob)
        let two = first.operation(.post(direct, text: "two", writtenAt: first.now))
        #expect(try refusal { try second.apply(two, by: ann) } == .blocked)
        try second.apply(first.operation(.updateRelation(ann, RelationChange(isBlocked: false))), by: bob)
        try second.apply(first.operation(.updateProfile(ProfileChange(showsReceipts: false))), by: bob)
        let receipt = try first.apply(first.operation(.receipt(direct, read: 2, delivered: 2)), by: ann)
        #expect(receipt.publications.first?.hidden.isEmpty == false)
    }

    @Test("what a node tells is read as it was told, and what a later version tells beside it is skipped")
    func notes() throws {
        let session: SessionID = first.identifier()
        let notes: [NodeNote] = [
            .head(group, 7, first.now), .receipts(group, ann, read: 1, delivered: 2, changed: 3), .conversation(group),
            .face(ann), .blocks(bob), .hiding, .sessionEnded(session), .sessionChanged(session), .own(cem), .leader(-1),
        ]
        let later: [UInt8] = [200, 2] + [UInt8](repeating: 9, count: 16)
        #expect(NodeNote.all(in: notes.flatMap(\.bytes) + later + NodeNote.hiding.bytes) == notes + [.hiding])
        #expect(NodeNote.all(in: Array(NodeNote.face(ann).bytes.dropLast())) == nil)
    }
}
