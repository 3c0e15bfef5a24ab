import Foundation
import NexusClient
import NexusCore
import NexusServer
import NexusTestSupport
import Testing

@Suite("A picture that cannot be uploaded, and its text")
struct ClientSeparatedFilesTests {
    /// A server that refuses uploads, two devices with a conversation, and a file to send.
    private struct Scene {
        let folder = NSTemporaryDirectory() + "nexus-apart-" + UUID().uuidString
        let server: TestServer
        let ada: Device
        let bob: Device
        let talk: ConversationID

        var media: String { folder + "/media" }

        init(_ settings: (inout MediaSettings) -> Void = { _ in }) async throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let media = folder + "/media"
            server = try await TestServer {
                $0.media.folder = media
                settings(&$0.media)
            }
            ada = try await Device.signedUp("Ada", at: server.address)
            bob = try await Device.signedUp("Bob", at: server.address)
            talk = try await ada.client.openDirect(with: try await bob.user).0
        }

        func file(_ bytes: Int) throws -> OutgoingFile {
            let path = folder + "/plan.bin"
            try Data(repeating: 7, count: bytes).write(to: URL(fileURLWithPath: path))
            return OutgoingFile(path)
        }

        func row(_ message: MessageID) async throws -> MessageRow? { try await ada.client.message(message)?.1 }

        /// The storage of media is gone (`false`) or back.
        func setMedia(isThere: Bool) throws {
            let files = FileManager.default
            let aside = media + "-aside"
            if isThere {
                try files.removeItem(atPath: media)
                try files.moveItem(atPath: aside, toPath: media)
            } else {
                try files.moveItem(atPath: media, toPath: aside)
                try Data().write(to: URL(fileURLWithPath: media))
            }
        }

        func end() async {
            await server.stop()
            try? FileManager.default.removeItem(atPath: folder)
        }
    }

    @Test("the text goes out at once; the file that is too large or beyond the quota stays, with the reason")
    func refused() async throws {
        for isTooLarge in [true, false] {
            let scene = try await Scene {
                if isTooLarge { $0.bytesPerUpload = 1_000 } else { $0.bytesPerPerson = 1_000 }
            }
            let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
            let message = try await ada.client.send("the plan", files: [try scene.file(5_000)], in: talk)
            try await eventually("the upload is refused") { try await scene.row(message)?.status == .failed }
            #expect(try await scene.row(message)?.canSendTextAlone == true)
            let follower = try #require(try await ada.client.sendTextAlone(of: message))
            try await eventually("Bob has the text") { (try? await bob.texts(talk)) == ["the plan"] }
            #expect(try await bob.client.message(message)?.1.attachments.isEmpty == true)
            try await eventually("the file is refused") { try await scene.row(follower)?.status == .failed }
            #expect(try await scene.row(follower)?.refusal?.code == (isTooLarge ? .mediaTooLarge : .personQuota))
            #expect(try await scene.row(follower)?.canSendTextAlone == false)
            try await ada.client.discard(follower.retyped())
            #expect(try await scene.row(follower) == nil)
            await scene.end()
        }
    }

    @Test("while the storage of files is away, the text goes out; the file follows as a reply when it is back")
    func away() async throws {
        let scene = try await Scene()
        let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
        try scene.setMedia(isThere: false)
        let message = try await ada.client.send("the plan", files: [try scene.file(5_000)], in: talk)
        try await ada.client.send("what do you think?", in: talk)
        let follower = try #require(try await ada.client.sendTextAlone(of: message))
        let texts = ["the plan", "what do you think?"]
        try await eventually("Bob has both texts, in order") { (try? await bob.texts(talk)) == texts }
        try await ada.client.send("later", in: talk)
        try await eventually("nothing waits for the file") { (try? await bob.texts(talk)) == texts + ["later"] }
        #expect(try await scene.row(follower)?.status == .sending)

        // The copy of the file outlives the program.
        await ada.quit()
        try scene.setMedia(isThere: true)
        let again = try Device(folder: ada.folder)
        try await again.connect()
        try await eventually("Bob has the file") { (try? await bob.texts(talk)) == texts + ["later", ""] }
        let row = try #require(try await bob.client.message(follower)?.1)
        #expect(row.quote?.message == message)
        let attachment = try #require(row.attachments.first)
        let got = scene.folder + "/got.bin"
        try await bob.client.download(attachment, to: got)
        #expect(try Data(contentsOf: URL(fileURLWithPath: got)) == Data(repeating: 7, count: 5_000))
        try await eventually("the copies on the device are gone") {
            let left = try? FileManager.default.contentsOfDirectory(atPath: ada.folder + "/uploads")
            return left?.isEmpty ?? true
        }
        await again.quit()
        await scene.end()
    }

    @Test("the file can be given up, and a message that is sent or has no text cannot be separated")
    func discarded() async throws {
        let scene = try await Scene { $0.bytesPerPerson = 1_000 }
        let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
        let message = try await ada.client.send("the plan", files: [try scene.file(5_000)], in: talk)
        #expect(try await ada.client.sendTextAlone(of: message, discardingAttachments: true) == nil)
        try await eventually("Bob has the text") { (try? await bob.texts(talk)) == ["the plan"] }
        try await eventually("nothing is left") {
            try await ada.client.outbox().allSatisfy { $0.operation.kind.name != "post" }
        }
        await #expect(throws: ClientError.self) { try await ada.client.sendTextAlone(of: message) }
        let alone = try await ada.client.send("", files: [try scene.file(5_000)], in: talk)
        await #expect(throws: ClientError.self) { try await ada.client.sendTextAlone(of: alone) }
        await scene.end()
    }
}
