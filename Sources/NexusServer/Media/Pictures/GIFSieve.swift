import NexusCore

/// Keeps of a GIF (CompuServe's GIF89a) what its frames need.
enum GIFSieve {
    private static let trailer: UInt8 = 0x3B
    /// Blocks between frames that a picture may have.
    private static let blockLimit = 10_000

    static func sift(_ stream: PictureStream) throws -> PictureOutline {
        var outline = PictureOutline()
        var frames = 0
        var hasRepeats = false
        let head = try stream.bytes(13)
        try outline.setSize(head.littleEndian(at: 6, 2), head.littleEndian(at: 8, 2))
        try stream.write(head)
        try stream.copy(tableBytes(head[10]))
        for _ in 0..<blockLimit {
            // Many a GIF ends without its trailer.
            switch try stream.byte() ?? trailer {
            case 0x2C:
                let descriptor = try stream.bytes(9)
                frames += 1
                try outline.addFrame(
                    frames, width: descriptor.littleEndian(at: 4, 2), height: descriptor.littleEndian(at: 6, 2))
                try stream.write([0x2C] + descriptor)
                try stream.copy(tableBytes(descriptor[8]) + 1)
                try blocks(stream, areKept: true)
            case 0x21:
                let label = try stream.bytes(1)[0]
                switch label {
                case 0xF9:
                    try stream.write([0x21, label])
                    try blocks(stream, areKept: true)
                case 0xFF:
                    let length = try stream.bytes(1)
                    let name = try stream.bytes(Int(length[0]))
                    // The number of repetitions of the animation.
                    let isRepeat =
                        !hasRepeats && (name == Array("NETSCAPE2.0".utf8) || name == Array("ANIMEXTS1.0".utf8))
                    if isRepeat {
                        hasRepeats = true
                        try stream.write([0x21, label] + length + name)
                    }
                    try blocks(stream, areKept: isRepeat)
                default:
                    try blocks(stream, areKept: false)
                }
            case trailer:
                guard frames > 0 else { throw PictureOutline.damaged }
                try stream.write([trailer])
                return outline
            default:
                throw PictureOutline.damaged
            }
        }
        throw PictureOutline.tooComplex("It has more than \(blockLimit) parts.")
    }

    /// Bytes of a following colour table, according to its `flags`.
    private static func tableBytes(_ flags: UInt8) -> Int64 { flags & 0x80 == 0 ? 0 : 3 << (Int64(flags & 7) + 1) }

    /// Passes over blocks up to the empty one that ends them.
    private static func blocks(_ stream: PictureStream, areKept: Bool) throws {
        while true {
            let length = try stream.bytes(1)
            if areKept { try stream.write(length) }
            if length[0] == 0 { return }
            if areKept { try stream.copy(Int64(length[0])) } else { try stream.skip(Int64(length[0])) }
        }
    }
}
