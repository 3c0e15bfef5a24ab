import Foundation
import NexusClient
import NexusCore
import NexusServer
import NexusTestSupport
import Testing

@Suite("Clients with pictures")
struct ClientPictureTests {
    /// A GIF of one grey pixel.
    private static let pixel =
        Data(
            base64Encoded: "R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==") ?? Data()

    @Test("a picture chosen offline survives the program's exit and its file's deletion, and reaches the others")
    func offline() async throws {
        let folder = NSTemporaryDirectory() + "nexus-pictures-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try await TestServer { $0.media.folder = folder + "/media" }
        let line = try await CuttableLine(to: server.port)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let ada = try await Device.signedUp("Ada", at: line.address)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        let (group, _) = try await ada.client.createGroup(title: "Plans", members: [try await bob.user])
        try await eventually("Bob has both") { try await bob.client.conversations().count == 2 }
        line.become(.cut)
        try await eventually("Ada notices") { await !ada.client.isOnline }
        let file = folder + "/me.gif"
        try Self.pixel.write(to: URL(fileURLWithPath: file))
        try await ada.client.setPicture(file)
        try await ada.client.setPicture(file, of: group)
        try await ada.client.describe(group, about: "Dates")
        try FileManager.default.removeItem(atPath: file)
        // A pending picture is shown at once.
        #expect(try await ada.client.account()?.profile.user.picture != nil)
        let mine = try await ada.client.conversations().first { $0.id == group }
        #expect(mine?.picture != nil && mine?.about == "Dates")
        await ada.quit()

        line.become(.open)
        let again = try Device(folder: ada.folder)
        try await again.connect()
        func row(_ id: ConversationID) async throws -> ConversationRow? {
            try await bob.client.conversations().first { $0.id == id }
        }
        try await eventually("Bob sees all of it") {
            let (direct, plans) = (try await row(talk), try await row(group))
            return direct?.picture != nil && plans?.picture != nil && plans?.about == "Dates"
        }
        let shown = try #require(try await row(talk)?.picture)
        let bytes = try await bob.client.preview(of: shown, side: 96)
        #expect(bytes.starts(with: Array("RIFF".utf8)))
        try await eventually("nothing waits any more") { try await again.client.outbox().isEmpty }
        try await again.client.removePicture()
        try await again.client.removePicture(of: group)
        try await eventually("Bob sees neither") {
            let (direct, plans) = (try await row(talk), try await row(group))
            return direct?.picture == nil && plans?.picture == nil
        }
        await again.quit()
        await server.stop()
    }

    @Test("a refused picture disappears, and the next welcome has the current one")
    func refused() async throws {
        let folder = NSTemporaryDirectory() + "nexus-pictures-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try await TestServer { $0.media.folder = folder + "/media" }
        let ada = try await Device.signedUp("Ada", at: server.address)
        let damaged = folder + "/me.jpg"
        try Data([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]).write(to: URL(fileURLWithPath: damaged))
        let operation = try await ada.client.setPicture(damaged)
        await #expect(throws: ClientError.self) { try await ada.client.answer(to: operation, within: 10_000) }
        try await ada.client.discard(operation)
        #expect(try await ada.client.account()?.profile.user.picture == nil)
        let words = folder + "/words.txt"
        try Data("words".utf8).write(to: URL(fileURLWithPath: words))
        await #expect(throws: ClientError.self) { try await ada.client.setPicture(words) }
        await server.stop()
    }

    @Test(
        "profile descriptions and receipts reach others, and the caption of a file can be removed")
    func lines() async throws {
        let folder = NSTemporaryDirectory() + "nexus-pictures-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try await TestServer { $0.media.folder = folder + "/media" }
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        try await ada.client.updateProfile(about: "Counts on machines")
        try await eventually("Bob finds the line") {
            try await bob.client.people(matching: "ada").people.first?.about == "Counts on machines"
        }
        let file = folder + "/pixel.gif"
        try Self.pixel.write(to: URL(fileURLWithPath: file))
        let picture = try await ada.client.send("A pixel", files: [OutgoingFile(file)], in: talk)
        let words = try await ada.client.send("Words", in: talk)
        try await eventually("Bob has both") { (try? await bob.texts(talk)) == ["A pixel", "Words"] }
        try await bob.client.markRead(talk)
        try await eventually("Ada knows when Bob read it") {
            let receipts = try await ada.client.receipts(of: picture)
            return receipts.map(\.name) == ["Bob"] && receipts.first?.isRead == true && receipts.first?.readAt != nil
        }
        try await ada.client.edit(picture, to: "")
        try await eventually("the caption is gone") { (try? await bob.texts(talk)) == ["", "Words"] }
        let problem = await #expect(throws: ClientError.self) { try await ada.client.edit(words, to: " ") }
        #expect(problem == .refused(Refusal(TextProblem.empty(field: .message))))
        await server.stop()
    }
}
