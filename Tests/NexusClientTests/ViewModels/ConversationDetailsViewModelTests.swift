import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The details of a conversation, offline") @MainActor
struct ConversationDetailsViewModelTests {
    private let carol = User(id: UserID(high: 0x7000, low: 1 << 63 | 3), name: "Carol", email: "carol@example.org")

    private func group(_ offline: OfflineClient) async throws -> ConversationDetailsViewModel {
        let id = try await offline.client.createGroup(title: "Lunch", members: [Samples.bob]).0
        let model = ConversationDetailsViewModel(id, service: offline.client)
        await model.load()
        return model
    }

    @Test("shows members with their roles, and renames and describes at once")
    func header() async throws {
        let offline = try await OfflineClient()
        let model = try await group(offline)
        #expect(model.isGroup && model.header?.title == "Lunch" && !model.isLoading)
        #expect(model.members.map(\.role) == [.owner, .member] && model.members.first?.isMe == true)
        #expect(model.may?.rename == true && model.memberIDs == [Samples.ada.id, Samples.bob.id])
        await model.rename(to: " Supper ")
        await model.describe("At noon")
        #expect(model.header?.title == "Supper" && model.header?.about == "At noon" && model.error == nil)
        await model.rename(to: " ")
        #expect(model.error != nil && model.header?.title == "Supper")
    }

    @Test("changes of members and of AI wait for the server")
    func members() async throws {
        let offline = try await OfflineClient()
        let model = try await group(offline)
        await model.add([])
        let before = try await offline.client.outbox().count
        await model.add([carol])
        await model.setRole(.admin, of: Samples.bob.id)
        await model.remove(Samples.bob.id)
        await model.setAI(false)
        await model.dissolve()
        await model.leave()
        #expect(try await offline.client.outbox().count == before + 6)
        #expect(model.error == nil && !model.isGone)
    }

    @Test("keeps notifications, and explains a file that is no picture")
    func settings() async throws {
        let offline = try await OfflineClient()
        let model = try await group(offline)
        await model.mute(for: .always)
        await model.setNotifications(.nothing, sound: true)
        #expect(model.header?.mutedUntil != nil && model.header?.level == .nothing && model.header?.playsSound == true)
        await model.mute(for: nil)
        #expect(model.header?.mutedUntil == nil && model.error == nil)
        await model.setPicture("/nowhere.jpg")
        #expect(model.error?.code == "file_unavailable")
        await model.setPicture(nil)
        #expect(model.error == nil)
    }

    @Test("a direct conversation has a favourite and a block in place of members")
    func direct() async throws {
        let offline = try await OfflineClient()
        let model = ConversationDetailsViewModel(Samples.talk, service: offline.client)
        await model.load()
        #expect(!model.isGroup && model.header?.other == Samples.bob.id && !model.isFavourite)
        await model.favour(true)
        #expect(model.isFavourite)
        await model.block(true)
        #expect(model.header?.isBlocked == true && !model.isFavourite && model.error == nil)
        await model.block(false)
        #expect(model.header?.isBlocked == false)
    }

    @Test("lists the media on this device by pages, without what the user deleted for themself")
    func media() async throws {
        let offline = try await OfflineClient(messages: 3)
        var messages: [Message] = []
        for seq: Seq in 10..<70 {
            var message = Samples.message(seq)
            message.attachments = [
                Attachment(
                    media: MediaID(high: 9, low: UInt64(seq)), kind: seq == 10 ? .voice : .image, name: "", type: "",
                    bytes: 1)
            ]
            messages.append(message)
        }
        try await offline.client.openStore().apply([
            .upsertMessages(messages), .putConversation(Samples.record(cursor: 70)),
        ])
        let model = ConversationDetailsViewModel(Samples.talk, service: offline.client)
        await model.load()
        #expect(model.media.count == 50 && model.hasMoreMedia && model.media.first?.seq == 69)
        #expect(model.media.first?.senderName == "Bob")
        await model.loadMoreMedia()
        #expect(model.media.count == 60 && model.media.last?.attachment.kind == .voice)
        await model.loadMoreMedia()
        #expect(model.media.count == 60 && !model.hasMoreMedia)
        _ = try await offline.client.deleteForMe([messages[5].id, messages[55].id])
        await model.load()
        #expect(model.media.count == 58)
        let page = try await offline.client.sharedMedia(in: Samples.talk, limit: 50)
        #expect(page.count == 50, "what is hidden leaves no gap in a page")
    }

    @Test("what only the server has is missing offline, without an error")
    func server() async throws {
        let offline = try await OfflineClient()
        let model = try await group(offline)
        await model.loadFromServer()
        #expect(model.retention == nil && model.invitations.isEmpty && !model.mayInvite && model.error == nil)
        #expect(model.retentionChoices == [0, 1, 7, 30, 90, 365])
        await model.setRetention(days: 7)
        #expect(model.error?.isOffline == true)
        #expect(await model.invite() == nil)
    }

    @Test("nothing of it stays once its screen disappears")
    func noLeak() async throws {
        let offline = try await OfflineClient()
        let client = offline.client
        try await expectNoLeak(
            { ConversationDetailsViewModel(Samples.talk, service: client) }, observe: { await $0.observe() }
        ) { $0.header != nil }
    }
}
