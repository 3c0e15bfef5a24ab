import Foundation
import HTTPTypes
import ImageShim
import NexusCore
import Testing

@testable import NexusServer

@Suite("Pictures")
struct PictureTests {
    /// The library's figures of a picture.
    private func size(_ bytes: [UInt8], _ format: nexus_image_format) throws -> ImageMaker.Size {
        let path = FileManager.default.temporaryDirectory.appending(path: "nexus-picture-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        var size = nexus_image_size()
        #expect(nexus_image_measure(path, format, &size) == 0)
        return ImageMaker.Size(width: Int(size.width), height: Int(size.height))
    }

    @Test("location and camera data never leave the server, in any size")
    func metadata() async throws {
        try await TestMedia.with { media in
            let ann = try await media.person("Ann")
            let photo = TestPictures.jpeg(orientation: 1)
            #expect(photo.holds(TestPictures.place))
            let sent = try await media.upload(photo, name: "photo.jpg", type: "image/jpeg", by: ann)
            for side in [nil, 320, 1_024] {
                let got = try await media.bytes(sent.id, preview: side, by: ann)
                #expect(!got.isEmpty)
                #expect(!got.holds(TestPictures.place))
                #expect(!got.holds(Array("Secret Camera".utf8)))
            }
        }
    }

    @Test("a rotated photo is upright for everyone, in every size")
    func orientation() async throws {
        try await TestMedia.with { media in
            let ann = try await media.person("Ann")
            let sent = try await media.upload(TestPictures.jpeg(orientation: 6), type: "image/jpeg", by: ann)
            #expect((sent.width, sent.height) == (16, 32))
            let upright = ImageMaker.Size(width: 16, height: 32)
            #expect(try size(await media.bytes(sent.id, by: ann), NEXUS_IMAGE_JPEG) == upright)
            #expect(try size(await media.bytes(sent.id, preview: 320, by: ann), NEXUS_IMAGE_WEBP) == upright)
        }
    }

    @Test("previews respect their sizes")
    func previews() async throws {
        try await TestMedia.with { media in
            let ann = try await media.person("Ann")
            let sent = try await media.upload(
                TestPictures.png(width: 2_000, height: 500), type: "image/png", by: ann)
            #expect((sent.width, sent.height) == (2_000, 500))
            for side in Limits.previewSides {
                let preview = try size(await media.bytes(sent.id, preview: side, by: ann), NEXUS_IMAGE_WEBP)
                #expect(preview == ImageMaker.Size(width: side, height: side / 4))
            }
        }
    }

    @Test("a small file with a huge picture is refused before it is decoded")
    func bomb() async throws {
        try await TestMedia.with { media in
            let ann = try await media.person("Ann")
            let bomb = TestPictures.png(width: 10_000, height: 10_000)
            #expect(bomb.count < 40_000)
            #expect(
                try await refusal { _ = try await media.upload(bomb, type: "image/png", by: ann) } == .imageTooLarge)
            let strip = TestPictures.png(width: UInt32(Limits.imageSide) + 1, height: 1)
            #expect(
                try await refusal { _ = try await media.upload(strip, type: "image/png", by: ann) } == .imageTooLarge)
            #expect(media.files(in: "").isEmpty)
        }
    }

    @Test("a picture has at most as many pixels as the limits")
    func edges() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "nexus-edge-\(UUID().uuidString).png").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        func code(_ width: Int, _ height: Int) throws -> ErrorCode? {
            let bytes = TestPictures.png(width: UInt32(width), height: UInt32(height))
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            return try refusal { try ImageMaker.check(path, NEXUS_IMAGE_PNG) }
        }
        #expect(try code(Limits.imageSide, 1) == nil)
        #expect(try code(1, Limits.imageSide) == nil)
        #expect(try code(Limits.imageSide + 1, 1) == .imageTooLarge)
        #expect(try code(1, Limits.imageSide + 1) == .imageTooLarge)
        #expect(try code(8_000, Int(Limits.imagePixels) / 8_000) == nil)
        #expect(try code(8_000, Int(Limits.imagePixels) / 8_000 + 1) == .imageTooLarge)
    }

    @Test(
        "a file of another type than declared is refused",
        arguments: [
            (Array("<!DOCTYPE html><script>alert(1)</script>".utf8), "image/png"),
            (TestPictures.jpeg, "image/png"),
            (Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), "image/jpeg"),
            (Array("MZ not a document".utf8), "application/pdf"),
            (TestPictures.jpeg, "audio/webm"),
            // A picture that is also an archive, and one that is also a page.
            (TestPictures.jpeg + [0x50, 0x4B, 0x05, 0x06] + [UInt8](repeating: 0, count: 18), "image/jpeg"),
            (
                Array(TestPictures.jpeg[..<2]) + [0xFF, 0xFE, 0, 27] + Array("<script>alert(1)</script>".utf8)
                    + TestPictures.jpeg[2...], "image/jpeg"
            ),
        ] as [([UInt8], String)])
    func wrongType(bytes: [UInt8], type: String) async throws {
        try await TestMedia.with { media in
            let ann = try await media.person("Ann")
            #expect(
                try await refusal { _ = try await media.upload(bytes, type: type, by: ann) } == .mediaTypeMismatch)
        }
    }

    @Test("a truncated picture is refused as damaged")
    func damaged() async throws {
        try await TestMedia.with { media in
            let ann = try await media.person("Ann")
            for bytes in [Array(TestPictures.jpeg.prefix(300)), Array("GIF89a\u{1}\0\u{1}\0\0\0\0nothing".utf8)] {
                #expect(try await refusal { _ = try await media.upload(bytes, by: ann) } == .mediaDamaged)
            }
        }
    }

    @Test("HTML and SVG with script are stored as files, and served as a type that no browser runs")
    func harmless() async throws {
        try await TestMedia.with { media in
            let ann = try await media.person("Ann")
            for text in ["<html><script>1</script>", "<svg onload='1'/>"] {
                let sent = try await media.upload(Array(text.utf8), name: "page.html", type: "text/html", by: ann)
                let served = try await media.service.serve(sent.id, preview: nil, to: ann)
                let headers = MediaHeaders.fields(for: served)
                #expect(headers[.contentType] == "application/octet-stream")
                #expect(headers[.contentDisposition]?.hasPrefix("attachment;") == true)
                #expect(headers[.contentSecurityPolicy]?.contains("sandbox") == true)
            }
        }
    }
}
