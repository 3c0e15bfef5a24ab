import NexusClient
import NexusCore
import NexusTestSupport
import Testing

@Suite("Blocking on a device", .timeLimit(.minutes(10)))
struct ClientBlockTests {
    @Test(
        "hides the conversation, refuses the other's messages for them alone, folds groups, and can be undone")
    func block() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let bobUser = try await bob.user
        let bobID = bobUser.id
        let (group, _) = try await ada.client.createGroup(title: "Team", members: [bobUser])
        let (talk, _) = try await ada.client.openDirect(with: bobUser)
        try await eventually("Bob has it") { try await bob.client.conversation(talk) != nil }
        let before = try await bob.client.send("before", in: talk)
        try await eventually("Ada has it") { (try? await ada.texts(talk)) == ["before"] }
        #expect(try await ada.client.search("before").results.map(\.message) == [before])

        try await ada.client.block(bobID)
        #expect(try await ada.client.conversations().map(\.id) == [group])
        #expect(try await ada.client.blockedPeople().map(\.id) == [bobID])
        try await eventually("it is done") { try await ada.client.unsentCount() == 0 }
        #expect(try await ada.client.search("before").results.isEmpty)
        #expect(try await ada.client.people(matching: "").people.isEmpty)

        let refused = try await bob.client.send("why?", in: talk)
        try await eventually("Bob is told") {
            try await bob.client.messages(in: talk).messages.last?.refusal?.code == .blocked
        }
        try await bob.client.send("all of you", in: group)
        try await eventually("it is there, folded") {
            try await ada.client.messages(in: group).messages.last?.isFolded == true
        }
        #expect(try await ada.texts(talk) == ["before"])
        #expect(try await ada.client.search("all").results.isEmpty)
        #expect(try await bob.client.presence(of: [try await ada.user.id]).values.allSatisfy { !$0.isOnline })

        await ada.quit()
        #expect(try await ada.client.search("before").results.isEmpty, "on the device, too")
        try await ada.connect()
        try await ada.client.block(bobID, false)
        #expect(try await ada.client.conversations().map(\.id).contains(talk))
        #expect(try await ada.client.blockedPeople().isEmpty)
        try await eventually("it is done") { try await ada.client.unsentCount() == 0 }
        try await bob.client.retry(refused.retyped())
        try await eventually("it arrives") { (try? await ada.texts(talk)) == ["before", "why?"] }
        #expect(try await ada.client.messages(in: group).messages.last?.isFolded == false)
    }
}
