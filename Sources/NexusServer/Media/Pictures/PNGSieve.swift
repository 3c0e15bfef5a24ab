import CZlib
import NexusCore

/// Keeps of a PNG (ISO/IEC 15948) what its pixels need.
enum PNGSieve {
    /// Chunks that a picture may consist of; what ordinary encoders write has some thousand.
    private static let chunkLimit = 200_000
    /// Small chunks that define how pixels are displayed.
    private static let kept: Set<String> = ["PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "sBIT"]
    private static let keptBytes = 1_024

    static func sift(_ stream: PictureStream) throws -> PictureOutline {
        var outline = PictureOutline()
        var (hasProfile, hasExif) = (false, false)
        try stream.copy(8)
        for number in 0..<chunkLimit {
            let head = try stream.bytes(8)
            let (length, name) = (head.bigEndian(at: 0, 4), String(decoding: head[4...], as: UTF8.self))
            // After its content a chunk has a checksum of four bytes.
            guard length < 1 << 31, Int64(length) + 4 <= stream.remaining, (number == 0) == (name == "IHDR") else {
                throw PictureOutline.damaged
            }
            switch name {
            case "IHDR":
                guard length == 13 else { throw PictureOutline.damaged }
                let content = try stream.bytes(length + 4)
                outline.isInterlaced = content[12] != 0
                try outline.setSize(content.bigEndian(at: 0, 4), content.bigEndian(at: 4, 4))
                try stream.write(head + content)
            case "IDAT":
                try stream.write(head)
                try stream.copy(Int64(length) + 4)
            case "IEND":
                try stream.write(head)
                try stream.copy(Int64(length) + 4)
                return outline
            case "iCCP" where !hasProfile && length <= Limits.imageProfileBytes:
                let content = try stream.bytes(length + 4)
                guard isProfileSmall(content[..<length]) else { continue }
                hasProfile = true
                try stream.write(head + content)
            case "eXIf" where !hasExif && length <= Limits.imageMetadataBytes:
                hasExif = true
                try stream.write(head)
                try stream.copy(Int64(length) + 4)
            case _ where kept.contains(name) && length <= keptBytes:
                try stream.write(head)
                try stream.copy(Int64(length) + 4)
            default:
                // A chunk with a capital initial is critical, and unknown here.
                guard head[4] & 0x20 != 0 else { throw PictureOutline.damaged }
                try stream.skip(Int64(length) + 4)
            }
        }
        throw PictureOutline.tooComplex("It has more than \(chunkLimit) parts.")
    }

    /// Whether a compressed colour profile is within its limit when decompressed, decompressing no more than that.
    private static func isProfileSmall(_ content: ArraySlice<UInt8>) -> Bool {
        // A name, a zero, the method, and then the deflated profile.
        guard let end = content.firstIndex(of: 0), content.endIndex - end > 2 else { return false }
        let packed = Array(content[(end + 2)...])
        var profile = [UInt8](repeating: 0, count: Limits.imageProfileBytes)
        var length = uLong(profile.count)
        return uncompress(&profile, &length, packed, uLong(packed.count)) == Z_OK
    }
}
