import NexusCore

/// Keeps of a JPEG (ITU-T T.81) what its pixels need.
enum JPEGSieve {
    /// Segments that a picture may consist of; what ordinary encoders write has less than a hundred.
    private static let segmentLimit = 10_000
    /// The maximum segments of a colour profile: enough for ``Limits/imageProfileBytes``.
    private static let profileSegments = 16
    /// Bytes of the JFIF and Adobe segments, which define the colour encoding.
    private static let signBytes = 64

    static func sift(_ stream: PictureStream) throws -> PictureOutline {
        var outline = PictureOutline()
        outline.scans = 0
        var (hasJFIF, hasExif, profileCount) = (false, false, 0)
        try stream.copy(2)
        for _ in 0..<segmentLimit {
            let marker = try marker(stream)
            if marker == 0xD9 {
                guard outline.scans > 0 else { throw PictureOutline.damaged }
                try stream.write([0xFF, marker])
                return outline
            }
            // Markers without content can be between scans.
            if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
            let length = try stream.bytes(2).bigEndian(at: 0, 2) - 2
            guard length >= 0, length <= stream.remaining else { throw PictureOutline.damaged }
            let content = try stream.bytes(length)
            switch marker {
            case 0xDA:
                outline.scans += 1
                try outline.check()
                try put(marker, content, stream)
                try copyScan(stream)
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard length >= 6, outline.width == 0 else { throw PictureOutline.damaged }
                try outline.setSize(content.bigEndian(at: 3, 2), content.bigEndian(at: 1, 2))
                try put(marker, content, stream)
            // Huffman, arithmetic and quantisation tables, the restart interval, and the number of lines.
            case 0xC4, 0xCC, 0xDB, 0xDC, 0xDD:
                try put(marker, content, stream)
            case 0xE0 where !hasJFIF && length <= signBytes && content.starts(with: Array("JFIF\0".utf8)):
                hasJFIF = true
                try put(marker, content, stream)
            case 0xE1 where !hasExif && content.starts(with: Array("Exif\0\0".utf8)):
                hasExif = true
                try put(marker, content, stream)
            case 0xE2
            where profileCount < profileSegments && length > 14 && content[13] <= profileSegments
                && content.starts(with: Array("ICC_PROFILE\0".utf8)):
                profileCount += 1
                try put(marker, content, stream)
            case 0xEE where length <= signBytes && content.starts(with: Array("Adobe".utf8)):
                try put(marker, content, stream)
            default: continue
            }
        }
        throw PictureOutline.tooComplex("It has more than \(segmentLimit) parts.")
    }

    /// The next marker. Fill bytes may precede it (B.1.1.2), and other bytes are skipped, as decoders do.
    private static func marker(_ stream: PictureStream) throws -> UInt8 {
        var isAfterFill = false
        while let byte = try stream.byte() {
            if isAfterFill, byte != 0xFF, byte != 0 { return byte }
            isAfterFill = byte == 0xFF
        }
        throw PictureOutline.damaged
    }

    private static func put(_ marker: UInt8, _ content: [UInt8], _ stream: PictureStream) throws {
        let length = content.count + 2
        try stream.write([0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)])
        try stream.write(content)
    }

    /// Copies coded pixels up to the next marker except restarts, which are part of them (B.1.1.5).
    private static func copyScan(_ stream: PictureStream) throws {
        while try stream.copy(upTo: 0xFF) {
            _ = try stream.byte()
            guard var next = try stream.byte() else { break }
            while next == 0xFF, let byte = try stream.byte() { next = byte }
            if next == 0 || (0xD0...0xD7).contains(next) {
                try stream.write([0xFF, next])
            } else {
                try stream.back(2)
                return
            }
        }
        throw PictureOutline.damaged
    }
}
