import Foundation
import NexusClient
import NexusCore
import NexusServer
import NexusTestSupport
import Testing

@Suite("A conversation on two people's screens") @MainActor
final class ClientChatTests {
    private var tasks: [Task<Void, Never>] = []

    deinit { for task in tasks { task.cancel() } }

    /// The model of a conversation, observed until the test ends.
    private func screen(_ talk: ConversationID, _ device: Device) -> ChatViewModel {
        let model = ChatViewModel(talk, service: device.client)
        tasks.append(Task { await model.observe() })
        return model
    }

    private func visible(_ model: ChatViewModel) { model.setVisible(Set(model.rows.map(\.id))) }

    @Test("what one does, the other sees: typing, replies, edits, reactions, pins, receipts, mentions")
    func together() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (talk, creation) = try await ada.client.openDirect(with: try await bob.user)
        _ = try await ada.client.answer(to: try #require(creation), within: 10_000)
        let (hers, his) = (screen(talk, ada), screen(talk, bob))
        try await eventually("both are there") { hers.title == "Bob" && his.title == "Ada" }
        try await eventually("she sees him online") { hers.status == .online }
        await his.write("lunch, @Ad")
        try await eventually("she sees him typing") { hers.status == .typing(["Bob"]) }
        let suggested = try #require(his.composer.suggestions?.people.first)
        await his.pick(suggested)
        await his.send()
        try await eventually("she has it") { hers.messages.map(\.text) == ["lunch, @Ada"] }
        try await eventually("typing is over") { hers.typing.isEmpty }
        let question = try #require(hers.messages.first)
        #expect(question.mentionsMe)
        #expect(hers.unread == 1)
        visible(hers)
        try await eventually("he sees that she has read it") { his.messages.first?.status == .read }
        try await eventually("nothing is unread") { hers.unread == 0 }
        #expect(await his.receipts(of: question.id).map(\.isRead) == [true])
        hers.reply(to: question)
        await hers.write("yes")
        await hers.send()
        await hers.react("👍", to: question)
        try await eventually("he has both") {
            his.messages.last?.quote?.text == "lunch, @Ada" && his.messages.first?.reactions.map(\.emoji) == ["👍"]
        }
        #expect(his.editLast())
        await his.write("lunch at one?")
        await his.send()
        try await eventually("she sees the edit, also in the quote") {
            hers.messages.first?.text == "lunch at one?" && hers.messages.last?.quote?.text == "lunch at one?"
        }
        #expect(await hers.versions(of: question.id).map(\.text) == ["lunch, @Ada", "lunch at one?"])
        await hers.pin(question.id, true)
        try await eventually("he sees the pin") { his.shownPin?.id == question.id }
        await his.delete(question.id)
        try await eventually("it is gone for both") {
            hers.messages.first?.isDeleted == true && hers.messages.last?.quote?.state == .deleted && hers.pins.isEmpty
        }
        #expect(hers.error == nil && his.error == nil)
    }

    @Test("a file shows its progress, and can be cancelled while it waits")
    func files() async throws {
        let folder = NSTemporaryDirectory() + "nexus-chat-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try await TestServer(settings: { @Sendable in $0.media.folder = folder + "/media" })
        let line = try await CuttableLine(to: server.port)
        let ada = try await Device.signedUp("Ada", at: line.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (talk, creation) = try await ada.client.openDirect(with: try await bob.user)
        _ = try await ada.client.answer(to: try #require(creation), within: 10_000)
        let (hers, his) = (screen(talk, ada), screen(talk, bob))
        try await eventually("both are there") { hers.isOnline && his.isOnline }
        let path = ada.folder + "/notes.txt"
        try Data(repeating: 7, count: 1_500_000).write(to: URL(fileURLWithPath: path))
        hers.attach([OutgoingFile(path)])
        await hers.send()
        #expect(hers.composer.attachments.isEmpty)
        try await eventually("he has it") { his.messages.first?.attachments.map(\.name) == ["notes.txt"] }
        try await eventually("no progress is left") {
            hers.uploads.isEmpty && hers.messages.first?.status == .delivered
        }
        line.become(.cut)
        try await eventually("she is offline") { !hers.isOnline }
        await hers.sendVoice(path, duration: 900, waveform: [1, 2, 3])
        let waiting = try #require(hers.messages.last)
        #expect(waiting.status == .pending)
        #expect(waiting.attachments.map(\.kind) == [.voice])
        await hers.discard(waiting.id)
        #expect(hers.messages.count == 1)
    }

    @Test("a new device jumps to a message and to the original of a reply that it does not have")
    func jump() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        let first = try await ada.client.send("the beginning", in: talk)
        var numbered: [MessageID] = []
        for number in 1...1_100 { numbered.append(try await ada.client.send("\(number)", in: talk)) }
        let reply = try await ada.client.send("as I said", in: talk, replyingTo: first)
        try await eventually("everything is sent") { try await ada.client.unsentCount() == 0 }
        let fresh = try Device()
        try await fresh.client.signIn(server: server.address, email: "bob@example.org", password: "correct horse")
        try await fresh.connect()
        try await eventually("it has the end") { (try? await fresh.texts(talk))?.last == "as I said" }
        try await fresh.client.markRead(talk)
        let model = screen(talk, fresh)
        try await eventually("the end is shown") { model.messages.last?.id == reply }
        #expect(model.messages.last?.quote?.state == .missing)
        visible(model)
        try await eventually("the original was fetched") { model.messages.last?.quote?.text == "the beginning" }
        #expect(await model.jump(to: first))
        #expect(model.messages.first?.text == "the beginning")
        #expect(model.highlighted == first)
        #expect(model.hasNewer)
        let middle = try #require(try await ada.client.message(numbered[499])?.1.seq)
        #expect(await model.jump(toPosition: middle))
        #expect(model.highlighted == numbered[499])
        #expect(model.message(numbered[499])?.text == "500")
        await model.jumpToNewest()
        #expect(model.messages.last?.id == reply)
        #expect(await !model.jump(to: MessageID(high: 9, low: 9)))
        #expect(model.error?.code == "message_gone")
    }
}
