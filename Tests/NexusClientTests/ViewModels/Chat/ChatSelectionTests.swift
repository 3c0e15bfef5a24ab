import NexusTestSupport
import Testing

@testable import NexusClient
@testable import NexusCore

@Suite("Selecting messages of a conversation") @MainActor
struct ChatSelectionTests {
    private func model(_ service: ScriptedService = ScriptedService()) async throws -> ChatViewModel {
        let offline = try await OfflineClient()
        let update = try await offline.client.openChat(Samples.talk).changes()
        service.chat.change { $0.waiting = update }
        let model = ChatViewModel(Samples.talk, service: service)
        await model.load()
        return model
    }

    @Test("several are copied in their order with sender and time, one as its text")
    func copy() async throws {
        let model = try await model()
        model.toggleSelection(of: model.messages[2])
        model.toggleSelection(of: model.messages[0])
        #expect(model.selection.count == 2)
        let text = model.copySelected { _ in "noon" }
        #expect(text == "Bob, noon\nmessage 2\n\nBob, noon\nmessage 4")
        #expect(!model.selection.isOn)
        model.toggleSelection(of: model.messages[1])
        #expect(model.copySelected { _ in "noon" } == "message 3")
    }

    @Test("the selection ends with its last message, and once its action is queued; after an error it stays")
    func ends() async throws {
        let service = ScriptedService()
        let model = try await model(service)
        model.toggleSelection(of: model.messages[0])
        model.toggleSelection(of: model.messages[0])
        #expect(!model.selection.isOn)
        for row in model.messages { model.toggleSelection(of: row) }
        #expect(!model.maySelectedBeDeleted, "they are Bob's")
        #expect(model.maySelectedBeForwarded)
        service.fail(.change, with: .storeUnavailable("disk is full"))
        await model.forwardSelected(to: [Samples.talk])
        #expect(model.selection.count == 3)
        service.fail(.change, with: nil)
        await model.forwardSelected(to: [Samples.talk])
        #expect(service.now.forwarded == model.messages.map(\.id))
        #expect(!model.selection.isOn)
        model.toggleSelection(of: model.messages[1])
        await model.deleteSelectedForMe()
        #expect(service.now.deleted == [model.messages[1].id])
        #expect(!model.selection.isOn)
    }

    @Test("deleted messages leave the selection, and cannot join it")
    func deleted() async throws {
        let service = ScriptedService()
        let model = try await model(service)
        var row = model.messages[0]
        model.toggleSelection(of: row)
        row.isDeleted = true
        let gone = row
        let place = try #require(model.rows.firstIndex { $0.message?.id == gone.id })
        service.chat.change { $0.waiting.splices = [RowSplice(at: place, remove: 1, rows: [.message(gone)])] }
        await model.load()
        #expect(!model.selection.isOn)
        model.toggleSelection(of: gone)
        #expect(!model.selection.isOn)
    }

    @Test("a menu offers what the user may do with a message")
    func actions() async throws {
        let model = try await model()
        let header = try #require(model.header)
        let theirs = model.messages[0]
        #expect(
            model.actions(for: theirs)
                == [.reply, .react, .copyText, .select, .forward, .pin, .details, .report, .deleteForMe])
        var own = theirs
        own.isMine = true
        #expect(header.actions(for: own).contains(.edit))
        #expect(header.actions(for: own).contains(.delete))
        own.seq = nil
        own.status = .failed
        #expect(header.actions(for: own) == [.retry, .discard, .copyText, .select])
        own.status = .sending
        #expect(header.actions(for: own, isUploading: true).first == .cancelUpload)
        var gone = theirs
        gone.isDeleted = true
        #expect(header.actions(for: gone) == [.details, .deleteForMe])
        var former = header
        former.isGone = true
        former.may = ChatHeader.Abilities()
        #expect(former.actions(for: theirs) == [.copyText, .select, .forward, .details, .report, .deleteForMe])
    }
}
