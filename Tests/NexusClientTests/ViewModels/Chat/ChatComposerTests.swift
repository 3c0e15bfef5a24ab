import NexusTestSupport
import Testing

@testable import NexusClient
@testable import NexusCore

@Suite("The composer of a conversation") @MainActor
struct ChatComposerTests {
    private static func person(_ name: String, _ number: UInt64, isMe: Bool = false) -> ChatHeader.Person {
        ChatHeader.Person(
            user: UserID(high: 1, low: number), name: name, role: .member, isMe: isMe, isOnline: false)
    }

    private static let people = [
        person("Ada Lovelace", 1, isMe: true), person("Zoë Moss-Kay", 2), person("Adam Ant", 3), person("Mo Zahn", 4),
    ]

    private static func suggested(_ text: String, caret: Int? = nil) -> [String] {
        MentionSuggestions(for: text, caret: caret, among: people)?.people.map(\.name) ?? []
    }

    private func model() async throws -> (ScriptedService, ChatViewModel) {
        let offline = try await OfflineClient()
        let service = ScriptedService()
        let update = try await offline.client.openChat(Samples.talk).changes()
        service.chat.change { $0.waiting = update }
        let model = ChatViewModel(Samples.talk, service: service)
        await model.load()
        return (service, model)
    }

    /// A message of Ada that the server has.
    private func own(_ text: String, attachments: [NexusCore.Attachment] = []) -> MessageRow {
        MessageRow(
            id: MessageID(high: 5, low: 5), seq: 9, sender: Samples.ada.id, senderName: "Ada", isMine: true, text: text,
            attachments: attachments, writtenAt: Samples.time(0))
    }

    @Test("suggests members by the beginning of a word of their name, without accents, and not the user")
    func suggestions() {
        #expect(ChatComposerTests.suggested("hi @") == ["Zoë Moss-Kay", "Adam Ant", "Mo Zahn"])
        #expect(ChatComposerTests.suggested("@zoe") == ["Zoë Moss-Kay"])
        #expect(ChatComposerTests.suggested("(@mo") == ["Zoë Moss-Kay", "Mo Zahn"])
        #expect(ChatComposerTests.suggested("@kay") == ["Zoë Moss-Kay"])
        #expect(ChatComposerTests.suggested("@adam a") == ["Adam Ant"])
        #expect(ChatComposerTests.suggested("@a and more", caret: 2) == ["Adam Ant"])
        for text in ["", "zoe", "mail@zoe", "a_@zoe", "@ zoe", "@zoe!", "@nobody", "@zoe\n"] {
            #expect(ChatComposerTests.suggested(text) == [], "\(text)")
        }
    }

    @Test("a picked member's name replaces the typed part, and is mentioned; closed suggestions stay closed")
    func pick() async throws {
        let (_, model) = try await model()
        await model.write("ask @bo today", caret: 7)
        let bob = try #require(model.composer.suggestions?.people.first)
        #expect(await model.pick(bob) == 8)
        #expect(model.draft == "ask @Bob today")
        #expect(model.mentioned == [Samples.bob.id])
        #expect(model.composer.suggestions == nil)
        await model.write("ask @Bob today, @b")
        #expect(model.composer.suggestions?.people.map(\.name) == ["Bob"])
        model.closeSuggestions()
        await model.write("ask @Bob today, @bo")
        #expect(model.composer.suggestions == nil)
    }

    @Test("an edit takes the composer, keeps the draft for later, and saves only a changed text")
    func edit() async throws {
        let (service, model) = try await model()
        await model.write("half a thought")
        model.edit(own("old"))
        #expect(model.draft == "old")
        #expect(model.editing?.text == "old")
        await model.write("new")
        #expect(service.now.draft == "half a thought", "the text of an edit is no draft")
        await model.send()
        #expect(service.now.edits == ["new"])
        #expect(service.now.sent.isEmpty)
        #expect(model.editing == nil)
        #expect(model.draft == "half a thought")
        model.edit(own("same"))
        await model.send()
        #expect(service.now.edits == ["new"])
        model.edit(own("again"))
        #expect(model.cancelComposing())
        #expect(model.draft == "half a thought")
        #expect(!model.cancelComposing())
    }

    @Test("an edit that fails stays in the composer")
    func editFails() async throws {
        let (service, model) = try await model()
        model.edit(own("old"))
        await model.write("new")
        service.fail(.change, with: .storeUnavailable("disk is full"))
        await model.send()
        #expect(model.editing != nil)
        #expect(model.draft == "new")
        #expect(model.error?.code == "store_unavailable")
    }

    @Test("others' messages, unsent, deleted and forwarded ones cannot be edited")
    func editable() async throws {
        let (_, model) = try await model()
        var rows = [own("a"), own("b"), own("c"), own("d")]
        rows[0].isMine = false
        rows[1].seq = nil
        rows[2].isDeleted = true
        rows[3].forwardedFrom = "Bob"
        for row in rows {
            model.edit(row)
            #expect(model.editing == nil)
        }
        #expect(!model.editLast(), "there is none of Ada's")
    }

    @Test("files are sent with the text, at most ten; after an error they stay")
    func attachments() async throws {
        let (service, model) = try await model()
        #expect(!model.composer.canSend)
        #expect(model.attach([OutgoingFile("/a.png"), OutgoingFile("/b.png")]))
        #expect(model.composer.canSend, "files need no text")
        model.removeAttachment(model.composer.attachments[0].id)
        service.fail(.send, with: .fileUnavailable("/b.png"))
        await model.send()
        #expect(model.composer.attachments.map(\.file.path) == ["/b.png"])
        service.fail(.send, with: nil)
        await model.send()
        #expect(service.now.sent == [ScriptedChat.Sent(text: "", files: [OutgoingFile("/b.png")])])
        #expect(model.composer.attachments.isEmpty)
        #expect(!model.attach((0...10).map { OutgoingFile("/\($0)") }))
        #expect(model.composer.attachments.count == 10)
        #expect(model.error?.code == "attachment_invalid")
    }

    @Test("a recording is sent at once, as a reply, and leaves the text")
    func voice() async throws {
        let (service, model) = try await model()
        await model.write("typing")
        model.reply(to: model.messages.first)
        await model.sendVoice("/voice.m4a", duration: 1_200, waveform: [1, 2])
        let file = OutgoingFile("/voice.m4a", kind: .voice, duration: 1_200, waveform: [1, 2])
        #expect(service.now.sent == [ScriptedChat.Sent(text: "", files: [file])])
        #expect(service.now.replies == [model.messages.first?.id])
        #expect(model.draft == "typing")
        #expect(model.replyingTo == nil)
    }

    @Test("a draft of another device comes in unless the user has typed")
    func draft() async throws {
        let (service, model) = try await model()
        let header = try #require(model.header)
        @Sendable func tell(_ draft: String) {
            service.chat.change { state in
                state.waiting.header = header
                state.waiting.header?.draft = draft
            }
        }
        tell("from the phone")
        await model.load()
        #expect(model.draft == "from the phone")
        await model.write("typed here")
        tell("from the phone again")
        await model.load()
        #expect(model.draft == "typed here")
    }
}
