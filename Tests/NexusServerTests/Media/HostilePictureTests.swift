import Foundation
import ImageShim
import NexusCore
import Synchronization
import Testing

@testable import NexusServer

@Suite("Hostile pictures")
struct HostilePictureTests {
    /// A picture's outline before decoding, and the decoder's input.
    private func sift(
        _ bytes: [UInt8], _ format: nexus_image_format
    ) throws -> (outline: PictureOutline, kept: [UInt8]) {
        let path = FileManager.default.temporaryDirectory.appending(path: "nexus-hostile-\(UUID().uuidString)").path
        defer { for ending in ["", ".sifted"] { try? FileManager.default.removeItem(atPath: path + ending) } }
        try Data(bytes).write(to: URL(filePath: path))
        let outline = try PictureOutline.sift(path, format, to: path + ".sifted")
        return (outline, try [UInt8](Data(contentsOf: URL(filePath: path + ".sifted"))))
    }

    private func code(_ bytes: [UInt8], _ format: nexus_image_format) throws -> ErrorCode? {
        try refusal { _ = try sift(bytes, format) }
    }

    @Test("ten compressed texts of 100 MB each never reach the decoder")
    func texts() async throws {
        let bomb = HostilePictures.text(100_000_000)
        let picture = HostilePictures.png(Array(repeating: bomb, count: 10))
        #expect(picture.count > 900_000)
        #expect(try sift(picture, NEXUS_IMAGE_PNG).kept == HostilePictures.png([]))
        try await TestMedia.with { media in
            let ann = try await media.person("Ann")
            #expect(try await media.upload(picture, type: "image/png", by: ann).width == 1)
        }
    }

    @Test(
        "only the necessary parts of a PNG are decoded: one profile and one Exif block within their limits"
    )
    func chunks() throws {
        func keeps(_ chunk: [UInt8]) throws -> Bool {
            try sift(HostilePictures.png([chunk, chunk]), NEXUS_IMAGE_PNG).kept == HostilePictures.png([chunk])
        }
        func drops(_ chunk: [UInt8]) throws -> Bool {
            try sift(HostilePictures.png([chunk]), NEXUS_IMAGE_PNG).kept == HostilePictures.png([])
        }
        #expect(try keeps(HostilePictures.profile(Limits.imageProfileBytes)))
        #expect(try drops(HostilePictures.profile(Limits.imageProfileBytes + 1)))
        let exif = [UInt8](repeating: 7, count: Limits.imageMetadataBytes)
        #expect(try keeps(HostilePictures.chunk("eXIf", exif)))
        #expect(try drops(HostilePictures.chunk("eXIf", exif + [7])))
        for name in ["tEXt", "iTXt", "sPLT", "acTL", "vpAg"] {
            #expect(try drops(HostilePictures.chunk(name, [1, 2, 3])), "\(name)")
        }
        #expect(try code(HostilePictures.png([HostilePictures.chunk("BOMB", [])]), NEXUS_IMAGE_PNG) == .mediaDamaged)
        let picture = HostilePictures.png([])
        #expect(try sift(picture + [1, 2, 3], NEXUS_IMAGE_PNG).kept == picture)
        for count in [9, 30, 50, picture.count - 1] {
            #expect(try code(Array(picture.prefix(count)), NEXUS_IMAGE_PNG) == .mediaDamaged, "\(count)")
        }
    }

    @Test("an interlaced PNG, which needs more memory, has a lower limit of pixels")
    func interlaced() throws {
        func code(_ width: UInt32, _ height: UInt32) throws -> ErrorCode? {
            try self.code(
                HostilePictures.png([], width: width, height: height, isInterlaced: true), NEXUS_IMAGE_PNG)
        }
        let width = UInt32(Limits.interlacedPixels / 4_000)
        #expect(try code(width, 4_000) == nil)
        #expect(try code(width + 1, 4_000) == .imageTooComplex)
    }

    @Test("a JPEG has at most 100 scans, and fewer the more pixels it has")
    func scans() async throws {
        func code(_ width: UInt16, _ height: UInt16, _ scans: Int) throws -> ErrorCode? {
            try self.code(HostilePictures.jpeg(width: width, height: height, scans: scans), NEXUS_IMAGE_JPEG)
        }
        #expect(try code(16, 16, Limits.imageScans) == nil)
        #expect(try code(16, 16, Limits.imageScans + 1) == .imageTooComplex)
        let scans = Int(Limits.imageScannedPixels / 64_000_000)
        #expect(try code(8_000, 8_000, scans) == nil)
        #expect(try code(8_000, 8_000, scans + 1) == .imageTooComplex)
        #expect(try code(8_000, 8_001, 1) == .imageTooLarge)
        #expect(try code(16_385, 1, 1) == .imageTooLarge)
        try await TestMedia.with { media in
            let ann = try await media.person("Ann")
            let many = HostilePictures.jpeg(width: 8_000, height: 8_000, scans: 5_000)
            #expect(
                try await refusal { _ = try await media.upload(many, type: "image/jpeg", by: ann) } == .imageTooComplex)
            #expect(media.files(in: "").isEmpty)
        }
    }

    @Test("only the necessary parts of a JPEG are decoded, also without an end")
    func segments() throws {
        func picture(_ more: [[UInt8]]) -> [UInt8] {
            HostilePictures.jpeg(width: 16, height: 16, scans: 2, more: more)
        }
        func kept(_ more: [[UInt8]]) throws -> [UInt8] { try sift(picture(more), NEXUS_IMAGE_JPEG).kept }
        let exif = HostilePictures.segment(0xE1, Array("Exif\0\0".utf8) + [1, 2, 3])
        let profile = HostilePictures.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 16, 5])
        let adobe = HostilePictures.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])
        #expect(try kept([exif, profile, adobe]) == picture([exif, profile, adobe]))
        #expect(try kept([exif, exif]) == picture([exif]))
        let large = HostilePictures.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 17, 5])
        let xmp = HostilePictures.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8))
        let comment = HostilePictures.segment(0xFE, [UInt8](repeating: 65, count: 60_000))
        #expect(try kept([large, xmp, comment, HostilePictures.segment(0xED, [1])]) == picture([]))
        #expect(try kept(Array(repeating: profile, count: 17)) == picture(Array(repeating: profile, count: 16)))
        #expect(try sift(picture([]) + Array("behind".utf8), NEXUS_IMAGE_JPEG).kept == picture([]))
        #expect(try code(Array(picture([]).dropLast(2)), NEXUS_IMAGE_JPEG) == .mediaDamaged)
        #expect(try code(Array(picture([]).dropLast(1)), NEXUS_IMAGE_JPEG) == .mediaDamaged)
        let small = HostilePictures.segment(0xFE, [65])
        #expect(try code(picture(Array(repeating: small, count: 10_001)), NEXUS_IMAGE_JPEG) == .imageTooComplex)
    }

    @Test("an animation has at most 1,000 frames, whose own sizes count too", arguments: [true, false])
    func frames(isGIF: Bool) throws {
        func code(_ frames: Int, _ width: Int, _ height: Int) throws -> ErrorCode? {
            isGIF
                ? try self.code(
                    HostilePictures.gif(frames: frames, width: UInt16(width), height: UInt16(height)), NEXUS_IMAGE_GIF)
                : try self.code(
                    HostilePictures.webp(frames: frames, width: width, height: height), NEXUS_IMAGE_WEBP)
        }
        #expect(try code(Limits.imageFrames, 1, 1) == nil)
        #expect(try code(Limits.imageFrames + 1, 1, 1) == .imageTooComplex)
        #expect(try code(64, 1_000, 1_000) == nil)
        #expect(try code(65, 1_000, 1_000) == .imageTooLarge)
        #expect(
            try self.code(
                HostilePictures.gif(frames: 1, frameWidth: 60_000, frameHeight: 60_000), NEXUS_IMAGE_GIF)
                == .imageTooLarge)
    }

    @Test("only the frames of an animation are decoded, and it still moves")
    func animation() async throws {
        let comment: [UInt8] = [0x21, 0xFE, 3, 65, 66, 67, 0]
        let repeats: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        let picture = HostilePictures.gif(frames: 3, more: repeats)
        let sifted = try sift(HostilePictures.gif(frames: 3, more: comment + repeats + repeats), NEXUS_IMAGE_GIF)
        #expect(sifted.kept == picture)
        #expect(sifted.outline.frames == 3)
        #expect(try sift(Array(picture.dropLast(1)), NEXUS_IMAGE_GIF).kept == picture, "without its last byte")
        try await TestMedia.with { media in
            let ann = try await media.person("Ann")
            let sent = try await media.upload(picture, type: "image/gif", by: ann)
            #expect((sent.width, sent.height) == (1, 1))
            let bytes = try await media.bytes(sent.id, by: ann)
            #expect(try sift(bytes, NEXUS_IMAGE_GIF).outline.frames == 3)
        }
    }

    @Test("only the necessary parts of a WebP are decoded, and its header is consistent")
    func webp() throws {
        let (exif, profile) = (HostilePictures.riff("EXIF", [1, 2, 3]), HostilePictures.riff("ICCP", [4]))
        let all: UInt8 = 0x02 | 0x20 | 0x08 | 0x04
        let dropped = [HostilePictures.riff("XMP ", [1]), HostilePictures.riff("JUNK", [1, 2])]
        #expect(
            try sift(HostilePictures.webp(frames: 2, more: dropped + [exif, profile], flags: all), NEXUS_IMAGE_WEBP)
                .kept
                == HostilePictures.webp(frames: 2, more: [exif, profile], flags: all & ~0x04))
        let large = [
            HostilePictures.riff("EXIF", [UInt8](repeating: 1, count: Limits.imageMetadataBytes + 1)),
            HostilePictures.riff("ICCP", [UInt8](repeating: 1, count: Limits.imageProfileBytes + 1)),
        ]
        #expect(
            try sift(HostilePictures.webp(frames: 2, more: large, flags: all), NEXUS_IMAGE_WEBP).kept
                == HostilePictures.webp(frames: 2, flags: 0x02))
    }

    @Test(
        "a picture over its time limit is refused, and one within it is not",
        arguments: [true, false])
    func time(isOver: Bool) async throws {
        let times = Times()
        try await TestMedia.with {
            $0.uptime = {
                // The first is when the work begins.
                times.next() == 1 ? 1_000 : 1_000 + Limits.pictureMilliseconds - (isOver ? 0 : 1)
            }
        } _: { media in
            let ann = try await media.person("Ann")
            let code = try await refusal { _ = try await media.upload(TestPictures.jpeg, type: "image/jpeg", by: ann) }
            #expect(code == (isOver ? .imageTooComplex : nil))
            #expect(media.files(in: "incoming").isEmpty)
        }
    }
}

/// A counter of calls.
private final class Times: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
