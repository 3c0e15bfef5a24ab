import Crypto
import Foundation
import NIOPosix
import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Garbage collection of media")
struct MediaCollectionTests {
    private static let day = Limits.unusedMediaMilliseconds

    @Test("deletes media without a message after a day, with its files; used ones stay")
    func unused() async throws {
        try await TestMedia.with { media in
            let (ann, bob) = (try await media.person("Ann"), try await media.person("Bob"))
            let talk = try await media.direct(ann, bob)
            let kept = try await media.upload(TestPictures.jpeg, type: "image/jpeg", by: ann)
            let message = try await media.post([kept], kind: .image, in: talk, by: ann)
            _ = try await media.upload([1, 2, 3], by: ann)
            let begun = try await media.begin([1, 2], by: ann)
            _ = try await media.service.append([1], at: 0, to: begun, by: ann)
            media.clock.advance(by: Self.day - 1)
            #expect(try await media.service.collect() == 0)
            media.clock.advance(by: 1)
            #expect(try await media.service.collect() == 2)
            #expect(media.files(in: "incoming") == [begun.text])
            try await media.service.collectUploads()
            #expect(media.files(in: "incoming").isEmpty)
            // The picture and its two previews.
            #expect(media.files(in: "blobs").count == 3)
            #expect(try await media.bytes(kept.id, by: bob).count == Int(kept.bytes))

            try await media.apply(.delete(talk, messages: [message.id]), by: ann)
            #expect(try await media.service.collect() == 0)
            media.clock.advance(by: Self.day)
            #expect(try await media.service.collect() == 1)
            #expect(media.files(in: "blobs").isEmpty)
            #expect(try await refusal { _ = try await media.bytes(kept.id, by: ann) } == .mediaGone)
        }
    }

    @Test("removes from a node's folder what another node has deleted, and leaves uploads under way")
    func uploads() async throws {
        try await TestMedia.with { media in
            let ann = try await media.person("Ann")
            let other = FileManager.default.temporaryDirectory.appending(path: "nexus-media-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: other) }
            let (folder, threads) = (try MediaFolder(other), MediaThreads(.singleton))
            let node = MediaService(
                database: media.database, folder: folder, store: FolderMediaStore(folder: folder, threads: threads),
                threads: threads, decoding: threads, settings: MediaSettings(), now: { media.clock.now })
            let abandoned = try await media.begin([1, 2], by: ann)
            _ = try await node.append([1], at: 0, to: abandoned, by: ann)
            media.clock.advance(by: Self.day / 2)
            let active = try await media.begin([1, 2], by: ann)
            _ = try await node.append([1], at: 0, to: active, by: ann)
            media.clock.advance(by: Self.day / 2)
            #expect(try await media.service.collect() == 1)
            try await media.service.collectUploads()
            #expect(Set(try folder.allIncoming()) == [abandoned, active])
            try await node.collectUploads()
            #expect(try folder.allIncoming() == [active])
        }
    }

    @Test("a content that another node is removing is refused for the moment, and is there once it is uploaded again")
    func meanwhile() async throws {
        try await TestMedia.with { media in
            let ann = try await media.person("Ann")
            let hash = try #require(
                ContentHash(Array(SHA256.hash(data: [1, 2, 3] as [UInt8]))))
            _ = try await media.upload([1, 2, 3], by: ann)
            media.clock.advance(by: Self.day)
            // The other node has found that nobody uses it, and has not removed the file yet.
            let id = try await media.begin([1, 2, 3], by: ann)
            _ = try await media.service.append([1, 2, 3], at: 0, to: id, by: ann)
            try await media.database.write { transaction in
                for unused in try MediaRepository.unused(
                    since: media.clock.now.advanced(by: -1), limit: 9, in: transaction)
                where unused != id { try MediaRepository.delete(unused, transaction) }
                #expect(try MediaRepository.markOrphan(hash, transaction))
            }
            #expect(try await refusal { _ = try await media.service.finish(id, by: ann) } == .overloaded)
            #expect(try await media.service.collect() == 0)
            #expect(media.files(in: "blobs").isEmpty)
            let made = try await media.service.finish(id, by: ann)
            #expect(try await media.bytes(made.id, by: ann) == [1, 2, 3])
        }
    }

    @Test(
        "deletes the media of a group without members after a day, inaccessible at once",
        arguments: [true, false])
    func abandoned(dissolves: Bool) async throws {
        try await TestMedia.with { media in
            let (ann, bob) = (try await media.person("Ann"), try await media.person("Bob"))
            let group: ConversationID = TestMedia.identifier()
            let talk = try await media.direct(ann, bob)
            try await media.apply(.createGroup(group, title: "Plans", members: [bob]), by: ann)
            let sent = try await media.upload(TestMedia.noise(100), by: ann)
            try await media.post([sent], in: group, by: ann)
            let shared = try await media.upload(TestMedia.noise(50), by: ann)
            try await media.post([shared], in: group, by: ann)
            try await media.post([shared], in: talk, by: ann)
            let face = try await media.upload(TestPictures.jpeg, name: "face.jpg", type: "image/jpeg", by: ann)
            try await media.apply(.describe(group, DescriptionChange(picture: .chosen(face.id))), by: ann)
            media.clock.advance(by: 2 * Self.day)
            #expect(try await media.service.collect() == 0)

            if dissolves {
                try await media.apply(.dissolve(group), by: ann)
            } else {
                try await media.apply(.leave(group), by: ann)
                #expect(try await media.bytes(sent.id, by: bob).count == 100, "somebody is still in it")
                try await media.apply(.leave(group), by: bob)
            }
            for gone in [sent, face] {
                #expect(try await refusal { _ = try await media.bytes(gone.id, by: bob) } == .mediaGone)
            }
            #expect(try await media.service.collect() == 0)
            media.clock.advance(by: Self.day)
            #expect(try await media.service.collect() == 2)
            for gone in [sent, face] {
                #expect(try await refusal { _ = try await media.bytes(gone.id, by: ann) } == .mediaGone)
            }
            #expect(try await media.bytes(shared.id, by: bob).count == 50, "another conversation carries it")
            #expect(media.files(in: "blobs").count == 1)
        }
    }

    @Test("keeps a shared content when one of its media is deleted")
    func shared() async throws {
        try await TestMedia.with { media in
            let (ann, bob) = (try await media.person("Ann"), try await media.person("Bob"))
            let talk = try await media.direct(ann, bob)
            let content = TestMedia.noise(100)
            _ = try await media.upload(content, by: ann)
            let carried = try await media.upload(content, by: bob)
            try await media.post([carried], in: talk, by: bob)
            media.clock.advance(by: Self.day)
            #expect(try await media.service.collect() == 1)
            #expect(try await media.bytes(carried.id, by: ann) == content)
        }
    }
}
