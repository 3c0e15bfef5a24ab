import CZlib

/// Hostile pictures, each expensive in one respect.
enum HostilePictures {
    // MARK: PNG

    /// One pixel, with these chunks before it.
    static func png(
        _ chunks: [[UInt8]], width: UInt32 = 1, height: UInt32 = 1, isInterlaced: Bool = false
    ) -> [UInt8] {
        let header = bytes(width) + bytes(height) + [8, 0, 0, 0, isInterlaced ? 1 : 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunks.flatMap { $0 }
            + chunk("IDAT", deflated([0, 0])) + chunk("IEND", [])
    }

    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        let check = UInt32(truncatingIfNeeded: crc32(0, body, uInt(body.count)))
        return bytes(UInt32(content.count)) + body + bytes(check)
    }

    /// A compressed text of that many zeros.
    static func text(_ count: Int) -> [UInt8] {
        chunk("zTXt", Array("Comment".utf8) + [0, 0] + deflated([UInt8](repeating: 0, count: count)))
    }

    /// A compressed colour profile of that many bytes.
    static func profile(_ count: Int) -> [UInt8] {
        chunk("iCCP", Array("Screen".utf8) + [0, 0] + deflated([UInt8](repeating: 0, count: count)))
    }

    private static func deflated(_ raw: [UInt8]) -> [UInt8] {
        var length = compressBound(uLong(raw.count))
        var packed = [UInt8](repeating: 0, count: Int(length))
        compress2(&packed, &length, raw, uLong(raw.count), 1)
        return Array(packed.prefix(Int(length)))
    }

    // MARK: JPEG

    /// Of one colour, in that many scans of a few bytes.
    static func jpeg(width: UInt16, height: UInt16, scans: Int, more: [[UInt8]] = []) -> [UInt8] {
        var jpeg: [UInt8] = [0xFF, 0xD8] + more.flatMap { $0 }
        jpeg += segment(0xC2, [8] + bytes(height) + bytes(width) + [1, 1, 0x11, 0])
        for _ in 0..<scans { jpeg += segment(0xDA, [1, 1, 0, 0, 0, 0]) + [0x12, 0xFF, 0x00, 0xFF, 0xD0, 0x34] }
        return jpeg + [0xFF, 0xD9]
    }

    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + bytes(UInt16(content.count + 2)) + content
    }

    // MARK: Animations

    /// So many frames of one pixel.
    static func gif(
        frames: Int, width: UInt16 = 1, height: UInt16 = 1, frameWidth: UInt16 = 1, frameHeight: UInt16 = 1,
        more: [UInt8] = []
    ) -> [UInt8] {
        var gif = Array("GIF89a".utf8) + little(width) + little(height) + [0x80, 0, 0, 0, 0, 0, 255, 255, 255] + more
        for _ in 0..<frames {
            gif += [0x21, 0xF9, 4, 0, 1, 0, 0, 0]
            gif += [0x2C, 0, 0, 0, 0] + little(frameWidth) + little(frameHeight) + [0, 2, 2, 0x44, 0x01, 0]
        }
        return gif + [0x3B]
    }

    /// The container of so many frames, without their pixels.
    static func webp(frames: Int, width: Int = 1, height: Int = 1, more: [[UInt8]] = [], flags: UInt8 = 0x02) -> [UInt8]
    {
        func three(_ number: Int) -> [UInt8] { Array(little(UInt32(number)).prefix(3)) }
        let size = three(width - 1) + three(height - 1)
        var chunks = riff("VP8X", [flags, 0, 0, 0] + size) + riff("ANIM", [0, 0, 0, 0, 0, 0]) + more.flatMap { $0 }
        for _ in 0..<frames { chunks += riff("ANMF", [0, 0, 0, 0, 0, 0] + size + [1, 0, 0, 0]) }
        return Array("RIFF".utf8) + little(UInt32(chunks.count + 4)) + Array("WEBP".utf8) + chunks
    }

    static func riff(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(UInt32(content.count)) + content + (content.count & 1 == 1 ? [0] : [])
    }

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
