import HTTPTypes
import NexusCore
import Testing

@testable import NexusServer

@Suite("Types of files")
struct MediaTypeTests {
    /// The beginning of an ISO base media file.
    private func file(_ brands: String...) -> [UInt8] {
        var content = Array("ftyp\(brands[0])".utf8)
        content += [0, 0, 0, 0]
        for brand in brands.dropFirst() { content += Array(brand.utf8) }
        let length = UInt8(content.count + 4)
        var file: [UInt8] = [0, 0, 0, length]
        file += content
        file += Array("avifmdat".utf8)
        return file
    }

    @Test("HEIC and AVIF are pictures and MPEG-4 is sound, by their brands")
    func brands() {
        #expect(MediaType(startingWith: file("heic", "mif1", "heic")) == .heic)
        #expect(MediaType(startingWith: file("mif1", "heic", "iso8")) == .heic)
        #expect(MediaType(startingWith: file("heix")) == .heic)
        #expect(MediaType(startingWith: file("msf1", "hevc")) == .heic)
        #expect(MediaType(startingWith: file("avif", "mif1", "miaf")) == .avif)
        #expect(MediaType(startingWith: file("mif1", "avif")) == .avif)
        #expect(MediaType(startingWith: file("avis", "iso8")) == .avif)
        #expect(MediaType(startingWith: file("M4A ", "isom")) == .mp4)
        #expect(MediaType(startingWith: file("isom", "iso2", "mp41")) == .mp4)
        #expect(MediaType(startingWith: file("iso5", "dash")) == .mp4)
        #expect(MediaType(startingWith: file("mp42")) == .mp4)
        // Others are files: a picture of unknown coding, another kind, and bytes after the brands.
        #expect(MediaType(startingWith: file("mif1")) == .unknown)
        #expect(MediaType(startingWith: file("crx ", "crx ")) == .unknown)
        #expect(MediaType(startingWith: Array("\0\0\0\u{8}ftyp".utf8)) == .unknown)
    }

    @Test("a HEIC picture is a file: not a recording, not shown as a picture, and downloadable")
    func heic() async throws {
        try await TestMedia.with { media in
            let (ann, bob) = (try await media.person("Ann"), try await media.person("Bob"))
            let talk = try await media.direct(ann, bob)
            let bytes = file("heic", "mif1", "heic")
            #expect(
                try await refusal { _ = try await media.upload(bytes, type: "audio/mp4", by: ann) }
                    == .mediaTypeMismatch)
            let sent = try await media.upload(bytes, name: "photo.heic", type: "image/heic", by: ann)
            #expect(sent.type == "image/heic")
            #expect((sent.width, sent.height) == (0, 0))
            for kind in [Attachment.Kind.voice, .image] {
                #expect(
                    try await refusal { try await media.post([sent], kind: kind, in: talk, by: ann) }
                        == .attachmentInvalid)
            }
            try await media.post([sent], in: talk, by: ann)
            #expect(try await media.bytes(sent.id, by: bob) == bytes)
            let headers = MediaHeaders.fields(for: try await media.service.serve(sent.id, preview: nil, to: bob))
            #expect(headers[.contentType] == "application/octet-stream")
            #expect(headers[.contentDisposition]?.hasPrefix("attachment;") == true)
        }
    }
}
