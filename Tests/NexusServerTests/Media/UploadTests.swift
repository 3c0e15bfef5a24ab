import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Uploading")
struct UploadTests {
    @Test("parts arrive in order, the server reports the offset, and the result is the sent file")
    func parts() async throws {
        try await TestMedia.with { media in
            let ann = try await media.person("Ann")
            let content = TestMedia.noise(300_000)
            let id: MediaID = TestMedia.identifier()
            let request = UploadRequest(
                id: id, name: "noise", bytes: 300_000, type: "", sha256: TestMedia.sha256(content))
            #expect(try await media.service.create(request, by: ann).offset == 0)
            let first = try await media.service.append(Array(content[..<100_000]), at: 0, to: id, by: ann)
            #expect(first.offset == 100_000)
            // After a lost response, beginning again under the same identifier, or a query, returns the offset.
            #expect(try await media.service.create(request, by: ann).offset == 100_000)
            #expect(try await media.service.state(of: id, by: ann).offset == 100_000)
            _ = try await media.service.append(Array(content[100_000...]), at: 100_000, to: id, by: ann)
            let finished = try await media.service.finish(id, by: ann)
            #expect(finished.bytes == 300_000)
            #expect(finished.type == "application/octet-stream")
            #expect(try await media.service.finish(id, by: ann) == finished)
            #expect(try await media.service.state(of: id, by: ann).isFinished)
            #expect(try await media.bytes(id, by: ann) == content)
            #expect(media.files(in: "incoming").isEmpty)
        }
    }

    @Test("a part at another offset, or beyond the end, is refused and changes nothing")
    func offsets() async throws {
        try await TestMedia.with { media in
            let ann = try await media.person("Ann")
            let id = try await media.begin([1, 2, 3, 4], by: ann)
            _ = try await media.service.append([1, 2], at: 0, to: id, by: ann)
            for (part, offset) in [([UInt8](arrayLiteral: 9), Int64(0)), ([9], 3), ([3, 4, 5], 2)] {
                #expect(
                    try await refusal { _ = try await media.service.append(part, at: offset, to: id, by: ann) }
                        == .uploadMismatch)
            }
            #expect(try await refusal { _ = try await media.service.finish(id, by: ann) } == .uploadIncomplete)
            _ = try await media.service.append([3, 4], at: 2, to: id, by: ann)
            _ = try await media.service.finish(id, by: ann)
            #expect(try await media.bytes(id, by: ann) == [1, 2, 3, 4])
        }
    }

    @Test("a file that does not match its announcement is deleted, and can be sent again")
    func wrongHash() async throws {
        try await TestMedia.with { media in
            let ann = try await media.person("Ann")
            let id: MediaID = TestMedia.identifier()
            let request = UploadRequest(
                id: id, name: "x", bytes: 2, type: "", sha256: TestMedia.sha256([1, 2]).uppercased())
            _ = try await media.service.create(request, by: ann)
            _ = try await media.service.append([1, 3], at: 0, to: id, by: ann)
            #expect(try await refusal { _ = try await media.service.finish(id, by: ann) } == .uploadMismatch)
            #expect(try await media.service.state(of: id, by: ann).offset == 0)
            _ = try await media.service.append([1, 2], at: 0, to: id, by: ann)
            #expect(try await media.service.finish(id, by: ann).bytes == 2)
        }
    }

    @Test("an empty file, a too large one, and an invalid hash are refused before a byte is sent")
    func sizes() async throws {
        try await TestMedia.with { media in
            let ann = try await media.person("Ann")
            func code(_ bytes: Int64, sha256: String? = nil) async throws -> ErrorCode? {
                let request = UploadRequest(
                    id: TestMedia.identifier(), name: "x", bytes: bytes, type: "", sha256: sha256)
                return try await refusal { _ = try await media.service.create(request, by: ann) }
            }
            #expect(try await code(0) == .mediaEmpty)
            #expect(try await code(Limits.mediaBytes) == nil)
            #expect(try await code(Limits.mediaBytes + 1) == .mediaTooLarge)
            #expect(try await code(1, sha256: "beef") == .invalidRequest)
        }
    }

    @Test("no user can touch or detect another's upload")
    func others() async throws {
        try await TestMedia.with { media in
            let (ann, bob) = (try await media.person("Ann"), try await media.person("Bob"))
            let id = try await media.begin([1], by: ann)
            let request = UploadRequest(id: id, name: "x", bytes: 1, type: "")
            #expect(try await refusal { _ = try await media.service.create(request, by: bob) } == .identifierTaken)
            #expect(try await refusal { _ = try await media.service.state(of: id, by: bob) } == .mediaGone)
            #expect(
                try await refusal { _ = try await media.service.append([1], at: 0, to: id, by: bob) } == .mediaGone)
            #expect(try await refusal { _ = try await media.service.finish(id, by: bob) } == .mediaGone)
            try await media.service.discard(id, by: bob)
            #expect(try await media.service.state(of: id, by: ann).offset == 0)
        }
    }

    @Test("one content is one file, for any number of uploads")
    func once() async throws {
        try await TestMedia.with { media in
            let (ann, bob) = (try await media.person("Ann"), try await media.person("Bob"))
            let content = TestMedia.noise(1_000)
            let one = try await media.upload(content, name: "a", by: ann)
            let other = try await media.upload(content, name: "b", by: bob)
            #expect(one.id != other.id)
            #expect(media.files(in: "blobs").count == 1)
            #expect(try await media.bytes(one.id, by: ann) == (try await media.bytes(other.id, by: bob)))
        }
    }

    @Test("received bytes count against the quotas of the user and the server, and cancelled ones are freed")
    func quotas() async throws {
        try await TestMedia.with {
            $0.bytesPerPerson = 1_000
            $0.bytesInTotal = 1_500
        } _: { media in
            let (ann, bob) = (try await media.person("Ann"), try await media.person("Bob"))
            _ = try await media.upload(TestMedia.noise(600), by: ann)
            #expect(try await refusal { try await media.begin(TestMedia.noise(401), by: ann) } == .personQuota)
            #expect(try await refusal { try await media.begin(TestMedia.noise(901), by: bob) } == .serverQuota)
            let open = try await media.begin(TestMedia.noise(400), by: ann)
            _ = try await media.service.append(TestMedia.noise(400), at: 0, to: open, by: ann)
            #expect(try await refusal { try await media.begin([1], by: ann) } == .personQuota)
            #expect(try await refusal { try await media.begin(TestMedia.noise(501), by: bob) } == .serverQuota)
            try await media.service.discard(open, by: ann)
            _ = try await media.upload(TestMedia.noise(400), by: ann)
        }
    }

    @Test(
        "announcing takes no space, and of two uploads into the same space the later bytes are refused"
    )
    func announced() async throws {
        try await TestMedia.with {
            $0.bytesInTotal = 1_000
        } _: { media in
            let (ann, bob) = (try await media.person("Ann"), try await media.person("Bob"))
            for _ in 0..<20 { try await media.begin(TestMedia.noise(1_000), by: ann) }
            let late = try await media.begin(TestMedia.noise(600), by: ann)
            _ = try await media.upload(TestMedia.noise(700), by: bob)
            #expect(
                try await refusal {
                    _ = try await media.service.append(TestMedia.noise(600), at: 0, to: late, by: ann)
                } == .serverQuota)
            #expect(try await media.service.state(of: late, by: ann).offset == 0)
        }
    }

    @Test("the space is counted correctly through parts, refused pictures, shared contents, deletions and collections")
    func counted() async throws {
        try await TestMedia.with { media in
            let (ann, bob) = (try await media.person("Ann"), try await media.person("Bob"))
            func usage(_ user: UserID) async throws -> MediaUsageRepository.Usage {
                try await media.database.read { try MediaUsageRepository.usage(of: user, in: $0) }
            }
            func total() async throws -> Int64 {
                try await media.database.read { try MediaUsageRepository.total(in: $0) }
            }
            let id = try await media.begin(TestMedia.noise(100), by: ann)
            _ = try await media.service.append(TestMedia.noise(60), at: 0, to: id, by: ann)
            #expect(try await usage(ann) == .init(bytes: 60, uploads: 1))
            #expect(try await total() == 60)
            try await media.service.discard(id, by: ann)
            let damaged = Array(TestPictures.jpeg.prefix(300))
            #expect(try await refusal { _ = try await media.upload(damaged, by: ann) } == .mediaDamaged)
            #expect(try await usage(ann) == .init(bytes: 0, uploads: 1))
            #expect(try await total() == 0)
            _ = try await media.upload(TestMedia.noise(1_000), by: ann)
            let picture = try await media.upload(TestPictures.jpeg, type: "image/jpeg", by: bob)
            _ = try await media.upload(TestMedia.noise(1_000), by: bob)
            #expect(try await usage(bob) == .init(bytes: 1_000 + picture.bytes, uploads: 0))
            #expect(try await total() == 1_000 + picture.bytes)
            media.clock.advance(by: Limits.unusedMediaMilliseconds)
            try await media.service.collect()
            for user in [ann, bob] { #expect(try await usage(user) == .init()) }
            #expect(try await total() == 0)
        }
    }

    @Test("unfinished uploads are limited, until one is finished or long inactive")
    func openUploads() async throws {
        try await TestMedia.with { media in
            let (ann, bob) = (try await media.person("Ann"), try await media.person("Bob"))
            var open: [MediaID] = []
            for _ in 0..<Limits.openUploads { open.append(try await media.begin([1], by: ann)) }
            #expect(try await refusal { try await media.begin([1], by: ann) } == .rateLimited)
            try await media.begin([1], by: bob)
            _ = try await media.service.append([1], at: 0, to: open[0], by: ann)
            _ = try await media.service.finish(open[0], by: ann)
            media.clock.advance(by: 1)
            try await media.begin([1], by: ann)
            media.clock.advance(by: Limits.silentUploadMilliseconds - 2)
            #expect(try await refusal { try await media.begin([1], by: ann) } == .rateLimited)
            media.clock.advance(by: 1)
            // The oldest ones, begun at the same time, are replaced one by one.
            for _ in 1..<Limits.openUploads { try await media.begin([1], by: ann) }
            #expect(try await refusal { try await media.begin([1], by: ann) } == .rateLimited)
            for id in open[1...] {
                #expect(try await refusal { _ = try await media.service.state(of: id, by: ann) } == .mediaGone)
            }
        }
    }

    @Test("an active upload is kept, and one inactive for a day is deleted")
    func silent() async throws {
        try await TestMedia.with { media in
            let ann = try await media.person("Ann")
            let (slow, silent) = (try await media.begin([1, 2], by: ann), try await media.begin([1, 2], by: ann))
            media.clock.advance(by: Limits.unusedMediaMilliseconds / 2)
            _ = try await media.service.append([1], at: 0, to: slow, by: ann)
            media.clock.advance(by: Limits.unusedMediaMilliseconds / 2)
            #expect(try await media.service.collect() == 1)
            #expect(try await refusal { _ = try await media.service.state(of: silent, by: ann) } == .mediaGone)
            #expect(try await media.service.state(of: slow, by: ann).offset == 1)
        }
    }
}
