import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Access to media")
struct MediaAccessTests {
    @Test("is for the members of a conversation with a message that carries it, until they leave")
    func members() async throws {
        try await TestMedia.with { media in
            let people = [try await media.person("Ann"), try await media.person("Bob"), try await media.person("Cleo")]
            let (ann, bob, cleo) = (people[0], people[1], people[2])
            let group: ConversationID = TestMedia.identifier()
            try await media.apply(.createGroup(group, title: "Plans", members: [bob]), by: ann)
            let sent = try await media.upload([1, 2, 3], by: ann)
            func code(_ user: UserID) async throws -> ErrorCode? {
                try await refusal { _ = try await media.bytes(sent.id, by: user) }
            }
            #expect(try await code(ann) == nil)
            #expect(try await code(bob) == .mediaGone)
            let message = try await media.post([sent], in: group, by: ann)
            #expect(try await code(bob) == nil)
            #expect(try await code(cleo) == .mediaGone)
            try await media.apply(.addMembers(group, users: [cleo]), by: ann)
            #expect(try await code(cleo) == nil)
            try await media.apply(.removeMember(group, user: bob), by: ann)
            #expect(try await code(bob) == .mediaGone)
            try await media.apply(.delete(group, messages: [message.id]), by: ann)
            #expect(try await code(cleo) == .mediaGone)
            #expect(try await code(ann) == nil)
        }
    }

    @Test("a message carries its sender's media, described by the server")
    func posting() async throws {
        try await TestMedia.with { media in
            let (ann, bob) = (try await media.person("Ann"), try await media.person("Bob"))
            let talk = try await media.direct(ann, bob)
            let picture = try await media.upload(
                TestPictures.jpeg(orientation: 6), name: "../../etc/photo.jpg", type: "image/jpeg", by: ann)
            var claim = Attachment(media: picture.id, kind: .image, name: "x", type: "text/html", bytes: 9)
            claim.width = 9
            let post = Post(text: "", writtenAt: media.clock.now, attachments: [claim])
            let id: OperationID = TestMedia.identifier()
            let applied = try await media.apply(.post(talk, post), by: ann, id: id)
            let carried = try #require(applied.change?.messages.first?.attachments.first)
            #expect(carried.name == "photo.jpg")
            #expect(carried.type == "image/jpeg")
            #expect(carried.bytes == picture.bytes)
            #expect((carried.width, carried.height) == (16, 32))
            // It is delivered as published, and a repeated post is the same.
            let stored = try await media.database.read { try MessageRepository.message(id.retyped(), in: $0) }
            #expect(stored?.attachments == [carried])
            #expect(try await media.apply(.post(talk, post), by: ann, id: id).publications.isEmpty)
            // Bob may forward what he received; other media do not exist for him.
            try await media.post([picture], kind: .image, in: talk, by: bob)
            let secret = try await media.upload([1], by: ann)
            #expect(
                try await refusal { try await media.post([secret], in: talk, by: bob) } == .mediaGone)
        }
    }

    @Test("a file is no picture and no recording, and a post has no more files than its limit")
    func kinds() async throws {
        try await TestMedia.with { media in
            let (ann, bob) = (try await media.person("Ann"), try await media.person("Bob"))
            let talk = try await media.direct(ann, bob)
            let file = try await media.upload([1], by: ann)
            for kind in [Attachment.Kind.image, .voice] {
                #expect(
                    try await refusal { try await media.post([file], kind: kind, in: talk, by: ann) }
                        == .attachmentInvalid)
            }
            #expect(
                try await refusal { try await media.post([file, file], in: talk, by: ann) } == .attachmentInvalid)
            var many: [Media] = []
            for number in 0...Limits.attachmentsPerMessage {
                many.append(try await media.upload([UInt8(number)], by: ann))
            }
            #expect(try await refusal { try await media.post(many, in: talk, by: ann) } == .attachmentInvalid)
            let message = try await media.post(Array(many.dropLast()), in: talk, by: ann)
            #expect(message.attachments.count == Limits.attachmentsPerMessage)
            #expect(try await refusal { try await media.post([], in: talk, by: ann) } == .textEmpty)
        }
    }
}
