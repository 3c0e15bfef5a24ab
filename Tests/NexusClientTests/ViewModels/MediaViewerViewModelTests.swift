import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The media viewer's view model") @MainActor
struct MediaViewerViewModelTests {
    private static func media(_ number: UInt64) -> MediaID { MediaID(high: 0x7000, low: number) }

    private static func message(_ seq: Seq, _ kind: NexusCore.Attachment.Kind, _ media: UInt64...) -> Message {
        var message = Samples.message(seq)
        message.attachments = media.map {
            NexusCore.Attachment(media: self.media($0), kind: kind, name: "\($0)", type: "image/png", bytes: 9)
        }
        return message
    }

    private func client() async throws -> OfflineClient {
        let offline = try await OfflineClient()
        try await offline.client.openStore().apply([
            .upsertMessages([
                MediaViewerViewModelTests.message(5, .image, 1, 2), MediaViewerViewModelTests.message(6, .file, 3),
                MediaViewerViewModelTests.message(7, .image, 4), MediaViewerViewModelTests.message(8, .image, 1),
            ])
        ])
        return offline
    }

    @Test("shows the pictures of a conversation in order, forwarded ones once, and leads to their messages")
    func order() async throws {
        let offline = try await client()
        let model = MediaViewerViewModel(
            Samples.talk, showing: MediaViewerViewModelTests.media(2), service: offline.client)
        await model.load()
        #expect(model.pictures.map(\.attachment.name) == ["1", "2", "4"])
        #expect(model.index == 1)
        #expect(model.current?.senderName == "Bob")
        model.next()
        #expect(model.message == Samples.message(7).id)
        #expect(!model.hasNext)
        model.next()
        #expect(model.index == 2)
        model.previous()
        model.previous()
        #expect(model.index == 0 && !model.hasPrevious)
        model.previous()
        #expect(model.message == Samples.message(5).id)
    }

    @Test("a deleted picture gives its place to the next one; after the last none is shown")
    func deleted() async throws {
        let offline = try await client()
        let model = MediaViewerViewModel(
            Samples.talk, showing: MediaViewerViewModelTests.media(2), service: offline.client)
        let task = Task { await model.observe() }
        try await eventually("it is there") { model.current != nil }
        try await offline.client.deleteForMe([Samples.message(5).id])
        try await eventually("another took its place") { model.pictures.map(\.attachment.name) == ["4", "1"] }
        #expect(model.current?.attachment.name == "1")
        try await offline.client.deleteForMe([Samples.message(7).id, Samples.message(8).id])
        try await eventually("none is left") { model.current == nil }
        #expect(model.index == nil)
        task.cancel()
        await task.value
    }
}
