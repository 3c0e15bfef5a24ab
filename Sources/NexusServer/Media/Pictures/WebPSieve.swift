import NexusCore

/// Keeps of a WebP file (RFC 9649) what its pixels need.
enum WebPSieve {
    private static let chunkLimit = 10_000
    /// The flags of `VP8X` for a colour profile, Exif and XMP.
    private static let profileFlag: UInt8 = 0x20
    private static let exifFlag: UInt8 = 0x08
    private static let xmpFlag: UInt8 = 0x04

    static func sift(_ stream: PictureStream) throws -> PictureOutline {
        var outline = PictureOutline()
        var frames = 0
        var flags: (offset: Int64, value: UInt8)?
        var kept: UInt8 = 0
        let head = try stream.bytes(12)
        let end = Int64(head.littleEndian(at: 4, 4)) + 8
        guard end <= stream.count else { throw PictureOutline.damaged }
        try stream.write(head)
        for _ in 0..<chunkLimit where stream.position + 8 <= end {
            let start = try stream.bytes(8)
            let (name, length) = (String(decoding: start[..<4], as: UTF8.self), Int64(start.littleEndian(at: 4, 4)))
            // The padding byte of an odd length may be missing at the end.
            let whole = min(length + (length & 1), end - stream.position)
            guard length <= whole else { throw PictureOutline.damaged }
            var content: [UInt8] = []
            switch name {
            case "VP8X":
                guard flags == nil, outline.width == 0, length >= 10 else { throw PictureOutline.damaged }
                content = try stream.bytes(10)
                flags = (stream.keptCount + 8, content[0])
                try outline.setSize(content.littleEndian(at: 4, 3) + 1, content.littleEndian(at: 7, 3) + 1)
            case "ANMF":
                guard length >= 16 else { throw PictureOutline.damaged }
                content = try stream.bytes(16)
                frames += 1
                try outline.addFrame(
                    frames, width: content.littleEndian(at: 6, 3) + 1, height: content.littleEndian(at: 9, 3) + 1)
            case "VP8 ", "VP8L":
                guard length >= 10 else { throw PictureOutline.damaged }
                content = try stream.bytes(10)
                try addPixels(of: content, name, to: &outline)
            case "ANIM", "ALPH": break
            case "ICCP" where length <= Limits.imageProfileBytes && kept & profileFlag == 0: kept |= profileFlag
            case "EXIF" where length <= Limits.imageMetadataBytes && kept & exifFlag == 0: kept |= exifFlag
            default:
                try stream.skip(whole)
                continue
            }
            try stream.write(start + content)
            try stream.copy(whole - Int64(content.count))
        }
        guard outline.width > 0 else { throw PictureOutline.damaged }
        guard stream.position + 8 > end else {
            throw PictureOutline.tooComplex("It has more than \(chunkLimit) parts.")
        }
        if stream.keptCount & 1 == 1 { try stream.write([0]) }
        let size = UInt32(truncatingIfNeeded: stream.keptCount - 8)
        try stream.patch(withUnsafeBytes(of: size.littleEndian) { Array($0) }, at: 4)
        if let flags {
            let cleared = flags.value & ~(profileFlag | exifFlag | xmpFlag) | (flags.value & kept)
            try stream.patch([cleared], at: flags.offset)
        }
        return outline
    }

    /// Takes the size from the head of a still picture's pixels (RFC 6386 §9.1; RFC 9649 §3.4).
    private static func addPixels(of content: [UInt8], _ name: String, to outline: inout PictureOutline) throws {
        let size: (width: Int, height: Int)
        if name == "VP8L" {
            let bits = content.littleEndian(at: 1, 4)
            size = ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        } else {
            size = (content.littleEndian(at: 6, 2) & 0x3FFF, content.littleEndian(at: 8, 2) & 0x3FFF)
        }
        if outline.width == 0 {
            try outline.setSize(size.width, size.height)
        } else {
            try outline.addFrame(outline.frames, width: size.width, height: size.height)
        }
    }
}
