import NexusCore
import Testing

@testable import NexusServer

@Suite("Group events")
struct GroupEventTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let cem: UserID
    let group: ConversationID

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        cem = try server.person("Cem")
        group = try server.group(of: ann, with: [bob])
    }

    private func event(_ kind: Operation.Kind, by user: UserID) throws -> GroupEvent? {
        let change = try #require(try server.apply(kind, by: user).change)
        #expect(change.messages.map(\.seq) == [change.seq])
        #expect(change.messages.map(\.sender) == [user])
        return change.messages.first?.event
    }

    @Test("come with the change: title, description, additions and removals")
    func told() throws {
        #expect(try event(.rename(group, title: " Trips "), by: bob) == GroupEvent(.title, text: "Trips"))
        #expect(
            try event(.describe(group, DescriptionChange(about: "By train")), by: ann)
                == GroupEvent(.about, text: "By train"))
        #expect(try event(.describe(group, DescriptionChange(about: "")), by: ann) == GroupEvent(.about))
        #expect(try event(.addMembers(group, users: [cem, bob]), by: ann) == GroupEvent(.added, users: [cem]))
        #expect(try event(.removeMember(group, user: cem), by: ann) == GroupEvent(.removed, users: [cem]))
        #expect(try event(.leave(group), by: bob) == GroupEvent(.left))
        #expect(try server.apply(.dissolve(group), by: ann).change?.messages.isEmpty == true)
    }

    @Test("are in history, in their place, and in catch-up")
    func history() throws {
        try server.post("one", in: group, by: ann)
        try server.apply(.rename(group, title: "Trips"), by: bob)
        try server.post("two", in: group, by: ann)
        try server.apply(.addMembers(group, users: [cem]), by: ann)
        let all = try server.page(of: group, for: cem)
        #expect(all.messages.map(\.seq) == [2, 3, 4, 5])
        #expect(all.messages.map(\.text) == ["one", "", "two", ""])
        #expect(all.messages.map { $0.event?.kind } == [nil, .title, nil, .added])
        #expect(try server.page(of: group, limit: 2, for: bob).messages.map(\.seq) == [4, 5])
        #expect(try server.page(of: group, .around(3), limit: 2, for: bob).messages.map(\.seq) == [3, 4])
        let changes = try server.changes(of: group, after: 2, for: bob)
        #expect(changes.messages == all.messages.filter { $0.seq > 2 })
        #expect(changes.unread == 2, "it is not unread")
        #expect(try server.changes(of: group, after: 0, for: bob).messages == all.messages)
    }

    @Test("a no-op has none, and a repetition has one")
    func once() throws {
        #expect(try server.apply(.rename(group, title: "Plans"), by: bob).publications.isEmpty)
        #expect(try server.apply(.addMembers(group, users: [bob]), by: ann).publications.isEmpty)
        let rename = server.operation(.rename(group, title: "Trips"))
        let first = try server.apply(rename, by: bob)
        let second = try server.apply(rename, by: bob)
        #expect(second.acknowledgement == first.acknowledgement)
        #expect(try server.page(of: group, for: ann).messages.count == 1)
    }

    @Test("cannot be changed, and a removed member does not get them")
    func untouchable() throws {
        let applied = try server.apply(.rename(group, title: "Trips"), by: bob)
        let id = try #require(applied.change?.messages.first?.id)
        let attempts: [Operation.Kind] = [
            .edit(group, message: id, text: "Mine"), .delete(group, messages: [id]),
            .react(group, message: id, emoji: "👍", on: true), .pin(group, message: id, on: true),
            .report(group, message: id, reason: "It is rude."),
            .post(group, Post(text: "yes", writtenAt: server.now, replyTo: id)),
            .post(
                group, Post(text: "", writtenAt: server.now, forward: Forward(user: bob, name: "Bob", message: id))),
        ]
        for attempt in attempts {
            #expect(try refusal { try server.apply(attempt, by: ann) } == .messageGone, "\(attempt)")
        }
        let removal = try server.apply(.removeMember(group, user: bob), by: ann)
        #expect(removal.publications.first?.recipients == [ann])
        #expect(removal.publications.first?.departed == [bob])
    }
}
