import Foundation

/// A picture's file, read sequentially through a buffer, and the output file with its copied parts. Blocks; used by one
/// thread.
final class PictureStream {
    private static let bufferBytes = 64 << 10

    private let input: Int32
    private let output: Int32
    /// Bytes of the input.
    let count: Int64
    /// The offset of the next byte.
    private(set) var position: Int64 = 0
    /// The buffered input, from ``bufferStart`` on.
    private var buffer: [UInt8] = []
    private var bufferStart: Int64 = 0
    private var pending: [UInt8] = []
    private var written: Int64 = 0

    /// - Throws: `FileProblem`.
    init(_ path: String, to outputPath: String) throws {
        let input = open(path, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw FileProblem("opening a picture") }
        let output = open(outputPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard output >= 0 else {
            let problem = FileProblem("opening a file for a picture")
            close(input)
            throw problem
        }
        (self.input, self.output) = (input, output)
        count = Int64(lseek(input, 0, SEEK_END))
    }

    deinit {
        close(input)
        close(output)
    }

    var remaining: Int64 { count - position }

    // MARK: Reading

    /// The next byte; nil at the end.
    func byte() throws -> UInt8? {
        guard try fill() else { return nil }
        let byte = buffer[Int(position - bufferStart)]
        position += 1
        return byte
    }

    /// The next bytes.
    /// - Throws: `Refusal` (`media_damaged`) if the file ends before.
    func bytes(_ count: Int) throws -> [UInt8] {
        guard count <= remaining else { throw PictureOutline.damaged }
        var result: [UInt8] = []
        result.reserveCapacity(count)
        while result.count < count, try fill() {
            let start = Int(position - bufferStart)
            let part = buffer[start..<min(buffer.count, start + count - result.count)]
            result += part
            position += Int64(part.count)
        }
        guard result.count == count else { throw PictureOutline.damaged }
        return result
    }

    /// Passes over the next bytes.
    func skip(_ count: Int64) throws {
        guard count <= remaining else { throw PictureOutline.damaged }
        position += count
    }

    /// Reads the last bytes again.
    func back(_ count: Int64) throws {
        guard count <= position else { throw PictureOutline.damaged }
        position -= count
    }

    /// Keeps the next bytes.
    func copy(_ count: Int64) throws {
        guard count <= remaining else { throw PictureOutline.damaged }
        let end = position + count
        while position < end, try fill() {
            let start = Int(position - bufferStart)
            let part = buffer[start..<Int(min(Int64(buffer.count), end - bufferStart))]
            try write(part)
            position += Int64(part.count)
        }
        guard position == end else { throw PictureOutline.damaged }
    }

    /// Copies the next bytes up to one of that value, which is not read.
    /// - Returns: false if the file ends before.
    func copy(upTo byte: UInt8) throws -> Bool {
        while try fill() {
            let start = Int(position - bufferStart)
            let found = buffer.withUnsafeBytes { bytes -> Int? in
                guard let base = bytes.baseAddress else { return nil }
                return memchr(base + start, Int32(byte), bytes.count - start).map { UnsafeRawPointer($0) - base }
            }
            try write(buffer[start..<(found ?? buffer.count)])
            position = bufferStart + Int64(found ?? buffer.count)
            if found != nil { return true }
        }
        return false
    }

    /// Whether there is a next byte; fills the buffer.
    private func fill() throws -> Bool {
        if position >= bufferStart, position < bufferStart + Int64(buffer.count) { return true }
        guard position < count else { return false }
        bufferStart = position
        var got = -1
        buffer = [UInt8](unsafeUninitializedCapacity: Self.bufferBytes) { memory, initialized in
            repeat {
                got = pread(input, memory.baseAddress, Self.bufferBytes, off_t(position))
            } while got < 0 && errno == EINTR
            initialized = max(0, got)
        }
        guard got >= 0 else { throw FileProblem("reading a picture") }
        return got > 0
    }

    // MARK: Writing

    /// The number of copied bytes.
    var keptCount: Int64 { written + Int64(pending.count) }

    func write(_ bytes: some Collection<UInt8>) throws {
        pending += bytes
        if pending.count >= Self.bufferBytes { try flush() }
    }

    /// Overwrites copied bytes.
    func patch(_ bytes: [UInt8], at offset: Int64) throws {
        try flush()
        try put(bytes, at: offset)
    }

    /// Flushes the output; call it at the end.
    func flush() throws {
        try put(pending, at: written)
        written += Int64(pending.count)
        pending.removeAll(keepingCapacity: true)
    }

    private func put(_ bytes: [UInt8], at offset: Int64) throws {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(output, $0.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset) + off_t(done))
            }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                throw FileProblem("writing a picture")
            }
            done += count
        }
    }
}
