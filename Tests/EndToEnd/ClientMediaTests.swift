import Foundation
import NexusClient
import NexusCore
import NexusServer
import NexusTestSupport
import Testing

@Suite("Clients that send files")
struct ClientMediaTests {
    /// A folder that is deleted with this value.
    private final class Folder: Sendable {
        let path = NSTemporaryDirectory() + "nexus-files-" + UUID().uuidString

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func file(_ name: String, _ bytes: [UInt8]) throws -> String {
            let file = "\(path)/\(name)"
            try Data(bytes).write(to: URL(fileURLWithPath: file))
            return file
        }
    }

    /// Bytes of no known kind.
    private func noise(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) } }

    private func server(_ folder: Folder) async throws -> TestServer {
        try await TestServer { $0.media.folder = folder.path + "/media" }
    }

    @Test("a file arrives with its text, in order, and can be downloaded")
    func sent() async throws {
        let folder = try Folder()
        let server = try await server(folder)
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        let content = noise(1_300_000)
        let path = try folder.file("plan.bin", content)
        try await ada.client.send("before", in: talk)
        try await ada.client.send("the plan", files: [OutgoingFile(path)], in: talk)
        try await ada.client.send("after", in: talk)
        let all = ["before", "the plan", "after"]
        try await eventually("Bob has all") { (try? await bob.texts(talk)) == all }
        try await eventually("Ada has all") { try await ada.texts(talk) == all }
        #expect(try await ada.client.outbox().allSatisfy { $0.operation.kind.name != "post" })
        let row = try #require(
            try await bob.client.messages(in: talk, limit: 10).messages.first { $0.text == "the plan" })
        let attachment = try #require(row.attachments.first)
        #expect(attachment.name == "plan.bin")
        #expect(attachment.bytes == 1_300_000)
        let got = folder.path + "/got.bin"
        try await bob.client.download(attachment, to: got)
        #expect(try Data(contentsOf: URL(fileURLWithPath: got)) == Data(content))
        await server.stop()
    }

    @Test("a file sent offline survives the program's exit and its original's deletion, and arrives in order")
    func offline() async throws {
        let folder = try Folder()
        let server = try await server(folder)
        let line = try await CuttableLine(to: server.port)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let ada = try await Device.signedUp("Ada", at: line.address)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        try await ada.client.send("first", in: talk)
        try await eventually("Bob has the first") { (try? await bob.texts(talk)) == ["first"] }
        line.become(.cut)
        try await eventually("Ada notices") { await !ada.client.isOnline }
        let content = noise(5_000)
        let path = try folder.file("plan.bin", content)
        try await ada.client.send("the plan", files: [OutgoingFile(path)], in: talk)
        try await ada.client.send("after", in: talk)
        try FileManager.default.removeItem(atPath: path)
        await ada.quit()

        line.become(.open)
        let again = try Device(folder: ada.folder)
        try await again.connect()
        let all = ["first", "the plan", "after"]
        try await eventually("Bob has all") { try await bob.texts(talk) == all }
        let carried = try await bob.client.messages(in: talk, limit: 10).messages.flatMap(\.attachments)
        let attachment = try #require(carried.first)
        let got = folder.path + "/got.bin"
        try await bob.client.download(attachment, to: got)
        #expect(try Data(contentsOf: URL(fileURLWithPath: got)) == Data(content))
        try await eventually("the copy on the device is gone") {
            let left = try? FileManager.default.contentsOfDirectory(atPath: ada.folder + "/uploads")
            return left?.isEmpty ?? true
        }
        await again.quit()
        await server.stop()
    }

    @Test("a refused file stays with its reason, does not block later messages, and can be discarded")
    func refused() async throws {
        let folder = try Folder()
        let server = try await server(folder)
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        let damaged = try folder.file("photo.jpg", [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3])
        let message = try await ada.client.send("look", files: [OutgoingFile(damaged)], in: talk)
        try await ada.client.send("after", in: talk)
        try await eventually("Bob has what follows") { (try? await bob.texts(talk)) == ["after"] }
        let row = try #require(try await ada.client.message(message)?.1)
        #expect(row.status == .failed)
        #expect(row.refusal?.code == .mediaDamaged)
        try await ada.client.discard(message.retyped())
        #expect(try await ada.client.message(message) == nil)
        await server.stop()
    }

    @Test("an empty or missing file is refused before anything is queued")
    func local() async throws {
        let folder = try Folder()
        let server = try await server(folder)
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        let empty = OutgoingFile(try folder.file("empty", []))
        await #expect(throws: ClientError.self) { try await ada.client.send("", files: [empty], in: talk) }
        let missing = OutgoingFile(folder.path + "/missing")
        await #expect(throws: ClientError.self) { try await ada.client.send("", files: [missing], in: talk) }
        #expect(try await ada.client.outbox().allSatisfy { $0.operation.kind.name != "post" })
        await server.stop()
    }
}
