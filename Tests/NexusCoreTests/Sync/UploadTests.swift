import NexusCore
import Testing

@Suite("Posts with files")
struct UploadTests {
    private let picture = NexusCore.Attachment(
        media: MediaID(high: 0x7000, low: 7), kind: .image, name: "photo.jpg", type: "image/jpeg", bytes: 9)

    private func post(_ text: String, on device: inout ScriptedDevice) throws(Refusal) -> OperationID {
        try device.perform(.post(team, Post(text: text, writtenAt: noon, attachments: [picture])))
    }

    private func uploads(_ effects: [SyncEffect]) -> [OperationID] {
        effects.compactMap { if case .upload(let operation) = $0 { operation.id } else { nil } }
    }

    @Test("a post is uploaded first and sent then, and later messages wait")
    func order() throws {
        var device = ScriptedDevice.inTeam()
        let id = try post("look", on: &device)
        #expect(uploads(device.effects) == [id])
        #expect(device.effects.operations.isEmpty)
        try device.post("after")
        #expect(device.effects.operations.isEmpty)
        device.handle(.uploaded(id))
        #expect(device.effects.operations.map(\.id) == [id])
        #expect(uploads(device.effects).isEmpty)
        device.hear(.ack(Acknowledgement(operation: id, seq: 2, at: noon)))
        #expect(device.effects.operations.count == 1)
    }

    @Test("the server's row replaces the post, with the server's attachments")
    func settled() throws {
        var device = ScriptedDevice.inTeam()
        let id = try post("look", on: &device)
        device.handle(.uploaded(id))
        device.hear(.ack(Acknowledgement(operation: id, seq: 2, at: noon)))
        #expect(device.engine.outbox.entry(id)?.state == .acknowledged(2))
        var message = Message.at(2, by: ada, text: "look")
        message.id = id.retyped()
        message.attachments = [picture]
        device.hear(.change(Change(conversation: team, seq: 2, messages: [message])))
        #expect(device.engine.outbox.entry(id) == nil)
        #expect(device.state()?.newest == message)
    }

    @Test("an interrupted upload resumes with the next connection; a complete one is not repeated")
    func cut() throws {
        var device = ScriptedDevice.inTeam()
        let id = try post("look", on: &device)
        device.handle(.socketClosed(.lost))
        device.handle(.timer(.reconnect), after: 60_000)
        device.connect()
        #expect(uploads(device.effects) == [id])
        device.handle(.uploaded(id))
        device.handle(.socketClosed(.lost))
        device.handle(.timer(.reconnect), after: 60_000)
        device.connect()
        #expect(uploads(device.effects).isEmpty)
        #expect(device.effects.operations.map(\.id) == [id])
    }

    @Test(
        "a transient failure is retried later, a permanent one shows its reason and can be retried from the beginning")
    func failures() throws {
        var device = ScriptedDevice.inTeam()
        let id = try post("look", on: &device)
        device.handle(.uploadFailed(id, Refusal(.unavailable, "No network.")))
        #expect(device.engine.outbox.entry(id)?.state == .waiting)
        #expect(uploads(device.handle(.timer(.outbox), after: 120_000)) == [id])
        let reason = Refusal(.mediaDamaged, "The picture is damaged.")
        #expect(device.handle(.uploadFailed(id, reason)).contains(.refused(id, reason)))
        #expect(device.engine.outbox.entry(id)?.state == .failed(reason))
        #expect(uploads(device.handle(.retry(id))) == [id])
    }

    @Test("a post whose upload the server no longer has is uploaded once more; the second time it fails")
    func expired() throws {
        var device = ScriptedDevice.inTeam()
        let id = try post("look", on: &device)
        let gone = Refusal(.mediaGone, "The picture is gone.")
        device.handle(.uploaded(id))
        device.handle(.socketClosed(.lost))
        device.handle(.timer(.reconnect), after: 2 * Limits.unusedMediaMilliseconds)
        device.connect()
        #expect(device.effects.operations.map(\.id) == [id])
        #expect(uploads(device.hear(.refusal(.operation(id), gone))) == [id])
        #expect(device.engine.outbox.entry(id)?.state == .waiting)
        #expect(device.handle(.uploaded(id)).operations.map(\.id) == [id])
        #expect(device.hear(.refusal(.operation(id), gone)).contains(.refused(id, gone)))
        #expect(device.engine.outbox.entry(id)?.state == .failed(gone))
        #expect(uploads(device.handle(.retry(id))) == [id])
        #expect(device.handle(.uploadFailed(id, gone)).contains(.refused(id, gone)))
    }

    @Test("an upload can be cancelled while it runs; a sent post cannot")
    func cancelled() throws {
        var device = ScriptedDevice.inTeam()
        let id = try post("look", on: &device)
        let entry = try #require(device.engine.outbox.entry(id))
        #expect(device.handle(.discard(id)).contains(.cancelUpload(entry.operation)))
        #expect(device.engine.outbox.entry(id) == nil)
        let other = try post("again", on: &device)
        device.handle(.uploaded(other))
        device.handle(.discard(other))
        #expect(device.engine.outbox.entry(other) != nil)
    }

    @Test("a post needs a text or a file, and has no more files than the limit")
    func limits() throws {
        var device = ScriptedDevice.inTeam()
        _ = try post("  ", on: &device)
        #expect(throws: Refusal.self) { try device.post("  ") }
        let many = (0...Limits.attachmentsPerMessage).map { number in
            var one = picture
            one.media = MediaID(high: 0x7000, low: UInt64(number))
            return one
        }
        func posted(_ attachments: [NexusCore.Attachment]) throws(Refusal) -> Post {
            try Post(text: "", writtenAt: noon, attachments: attachments).checked()
        }
        #expect(try posted(Array(many.dropLast())).attachments.count == Limits.attachmentsPerMessage)
        #expect(throws: Refusal.self) { try posted(many) }
        #expect(throws: Refusal.self) { try posted([picture, picture]) }
        var voice = picture
        voice.kind = .voice
        voice.duration = Limits.voiceMilliseconds
        voice.waveform = Array(repeating: 200, count: 100)
        #expect(try posted([voice]).attachments[0].waveform == Array(repeating: 31, count: Limits.waveformValues))
        voice.duration += 1
        #expect(throws: Refusal.self) { try posted([voice]) }
    }
}
