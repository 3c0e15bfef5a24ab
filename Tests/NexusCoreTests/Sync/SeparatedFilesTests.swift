import NexusCore
import Testing

@Suite("Attachments apart from their text")
struct SeparatedFilesTests {
    private let picture = NexusCore.Attachment(
        media: MediaID(high: 0x7000, low: 7), kind: .image, name: "photo.jpg", type: "image/jpeg", bytes: 9)
    private let files = OperationID(high: 0x7000, low: 99)

    private func post(_ text: String, on device: inout ScriptedDevice) throws(Refusal) -> OperationID {
        try device.perform(.post(team, Post(text: text, writtenAt: noon, attachments: [picture])))
    }

    private func uploads(_ effects: [SyncEffect]) -> [OperationID] {
        effects.compactMap { if case .upload(let operation) = $0 { operation.id } else { nil } }
    }

    private func post(_ id: OperationID, of device: ScriptedDevice) -> Post? {
        guard case .post(_, let post)? = device.engine.outbox.entry(id)?.operation.kind else { return nil }
        return post
    }

    @Test("the text is sent at once in its place, and the attachments follow as a reply after all earlier messages")
    func follows() throws {
        var device = ScriptedDevice.inTeam()
        let id = try post("look", on: &device)
        let after = try device.post("after")
        let effects = device.handle(.sendText(id, files: files))
        #expect(effects.contains(.moveUpload(from: id, to: files)))
        #expect(effects.operations.map(\.id) == [id])
        #expect(post(id, of: device)?.attachments == [])
        #expect(post(files, of: device)?.replyTo == id.retyped())
        #expect(post(files, of: device)?.attachments == [picture])
        #expect(uploads(effects).isEmpty)
        device.hear(.ack(Acknowledgement(operation: id, seq: 2, at: noon)))
        #expect(device.effects.operations.map(\.id) == [after])
        device.hear(.ack(Acknowledgement(operation: after, seq: 3, at: noon)))
        #expect(uploads(device.effects) == [files])
    }

    @Test("no later message waits for attachments apart")
    func overtaken() throws {
        var device = ScriptedDevice.inTeam()
        let id = try post("look", on: &device)
        device.handle(.sendText(id, files: files))
        device.hear(.ack(Acknowledgement(operation: id, seq: 2, at: noon)))
        #expect(uploads(device.effects) == [files])
        device.handle(.uploadFailed(files, Refusal(.unavailable, "No network.")))
        let later = try device.post("later")
        #expect(device.effects.operations.map(\.id) == [later])
        device.hear(.ack(Acknowledgement(operation: later, seq: 3, at: noon)))
        #expect(uploads(device.handle(.timer(.outbox), after: 120_000)) == [files])
        device.handle(.uploaded(files))
        #expect(device.effects.operations.map(\.id) == [files])
    }

    @Test("replies and reactions to attachments apart follow them, also after a restart, and delay no other message")
    func about() throws {
        var device = ScriptedDevice.inTeam()
        let id = try post("look", on: &device)
        device.handle(.sendText(id, files: files))
        device.hear(.ack(Acknowledgement(operation: id, seq: 2, at: noon)))
        let reply = try device.perform(
            .post(team, text: "the picture", writtenAt: noon, replyTo: files.retyped()))
        let thumb = try device.perform(.react(team, message: files.retyped(), emoji: "👍", on: true))
        let second = try device.perform(.post(team, text: "mine", writtenAt: noon, replyTo: reply.retyped()))
        #expect(device.effects.operations.isEmpty)
        #expect([reply, thumb, second].allSatisfy { device.engine.outbox.entry($0)?.files == .behind })
        let other = try device.perform(.react(team, message: id.retyped(), emoji: "👍", on: true))
        #expect(device.effects.operations.map(\.id) == [other])
        device.hear(.ack(Acknowledgement(operation: other, seq: 3, at: noon)))

        device = ScriptedDevice.inTeam(cursor: 3, outbox: device.engine.outbox.entries)
        #expect(uploads(device.effects) == [files])
        #expect(device.effects.operations.isEmpty)
        #expect(device.handle(.uploaded(files)).operations.map(\.id) == [files])
        for (seq, (done, next)) in zip(Seq(4)..., zip([files, reply, thumb], [reply, thumb, second])) {
            device.hear(.ack(Acknowledgement(operation: done, seq: seq, at: noon)))
            #expect(device.effects.operations.map(\.id) == [next])
        }
    }

    @Test("a reaction to attachments that have arrived goes with the messages; one taken back before follows its first")
    func aboutSent() throws {
        var device = ScriptedDevice.inTeam()
        let id = try post("look", on: &device)
        device.handle(.sendText(id, files: files))
        device.hear(.ack(Acknowledgement(operation: id, seq: 2, at: noon)))
        let on = try device.perform(.react(team, message: files.retyped(), emoji: "👍", on: true))
        device.handle(.uploaded(files))
        device.hear(.ack(Acknowledgement(operation: files, seq: 3, at: noon)))
        #expect(device.effects.operations.map(\.id) == [on])
        let off = try device.perform(.react(team, message: files.retyped(), emoji: "👍", on: false))
        #expect(device.effects.operations.isEmpty)
        device.hear(.ack(Acknowledgement(operation: on, seq: 4, at: noon)))
        #expect(device.effects.operations.map(\.id) == [off])
        device.hear(.ack(Acknowledgement(operation: off, seq: 5, at: noon)))
        let heart = try device.perform(.react(team, message: files.retyped(), emoji: "❤️", on: true))
        #expect(device.engine.outbox.entry(heart)?.files == .ahead)
        #expect(device.effects.operations.map(\.id) == [heart])
    }

    @Test("attachments can be discarded with the same decision")
    func discarded() throws {
        var device = ScriptedDevice.inTeam()
        let id = try post("look", on: &device)
        let entry = try #require(device.engine.outbox.entry(id))
        let effects = device.handle(.sendText(id, files: nil))
        #expect(effects.contains(.cancelUpload(entry.operation)))
        #expect(effects.operations.map(\.id) == [id])
        #expect(device.engine.outbox.count == 1)
    }

    @Test("a failed post is sent without the attachments that were refused, which can be retried apart")
    func failed() throws {
        var device = ScriptedDevice.inTeam()
        let id = try post("look", on: &device)
        device.handle(.uploadFailed(id, Refusal(.personQuota, "Your space is used up.")))
        let after = try device.post("after")
        #expect(device.effects.operations.map(\.id) == [after])
        device.hear(.ack(Acknowledgement(operation: after, seq: 2, at: noon)))
        #expect(device.handle(.sendText(id, files: files)).operations.map(\.id) == [id])
        device.hear(.ack(Acknowledgement(operation: id, seq: 3, at: noon)))
        #expect(uploads(device.effects) == [files])
        device.handle(.uploadFailed(files, Refusal(.personQuota, "Your space is used up.")))
        #expect(uploads(device.handle(.retry(files))) == [files])
    }

    @Test("a post that may have been sent keeps its attachments, also after a restart")
    func sent() throws {
        var device = ScriptedDevice.inTeam()
        let id = try post("look", on: &device)
        device.handle(.uploaded(id))
        let stored = try #require(device.engine.outbox.entry(id))
        #expect(device.effects.contains(.store([.putOperation(stored)])))
        #expect(!stored.canSendTextAlone)
        #expect(device.handle(.sendText(id, files: files)).stored.isEmpty)
        device = ScriptedDevice.inTeam(outbox: [stored])
        #expect(device.handle(.sendText(id, files: files)).operations.isEmpty)
        #expect(post(id, of: device)?.attachments == [picture])
        // The server has refused it: it does not have it.
        device.hear(.refusal(.operation(id), Refusal(.mediaGone, "The picture is gone.")))
        #expect(device.engine.outbox.entry(id)?.canSendTextAlone == true)
    }

    @Test("a picture without a text, and a forward, cannot be separated")
    func inseparable() throws {
        var device = ScriptedDevice.inTeam()
        let alone = try post("", on: &device)
        #expect(device.handle(.sendText(alone, files: files)).stored.isEmpty)
        let forward = try device.perform(
            .post(
                team,
                Post(
                    text: "seen", writtenAt: noon, attachments: [picture],
                    forward: Forward(user: ada, name: "Ada", message: MessageID(high: 1, low: 1)))))
        #expect(device.handle(.sendText(forward, files: files)).stored.isEmpty)
    }

    @Test("attachments whose text was deleted are sent without a reference to it")
    func orphaned() throws {
        var device = ScriptedDevice.inTeam()
        let id = try post("look", on: &device)
        device.handle(.sendText(id, files: files))
        device.hear(.ack(Acknowledgement(operation: id, seq: 2, at: noon)))
        device.handle(.uploaded(files))
        device.hear(.refusal(.operation(files), Refusal(.messageGone, "The message is gone.")))
        #expect(post(files, of: device)?.replyTo == nil)
        #expect(device.engine.outbox.entry(files)?.files == .apart)
        #expect(uploads(device.effects) == [files])
    }
}
