import CZlib
import Foundation
import NexusCore

/// Writes a ZIP archive to a file as a stream: one entry after the other, deflated (RFC 1951) or stored, of any number and size (Zip64).
/// The format is that of PKWARE's APPNOTE 6.3.
///
/// `@unchecked Sendable`: its owner calls one method at a time, and awaits each before the next.
final class ZipWriter: @unchecked Sendable {
    private struct Entry {
        var name: [UInt8]
        var method: UInt16
        var checksum: UInt32 = 0
        var size: UInt64 = 0
        var compressedSize: UInt64 = 0
        var offset: UInt64
    }

    /// Sizes and offsets up to here fit a field of 32 bits.
    private let limit: UInt64
    private let file: Int32
    private let time: UInt32
    private var position: UInt64 = 0
    private var entries: [Entry] = []
    private var current: Entry?
    /// At an address of its own: zlib keeps a pointer to it.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var isDeflating = false
    private var buffer: [UInt8] = []

    /// - Parameters:
    ///   - path: of the file, which is replaced.
    ///   - time: of all entries.
    ///   - limit: lower only in tests, which need no files of 4 GiB then.
    /// - Throws: `FileProblem`.
    init(_ path: String, at time: Timestamp, limit: UInt64 = 0xFFFF_FFFE) throws {
        self.limit = limit
        self.time = ZipWriter.dosTime(time)
        file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            stream.deallocate()
            throw FileProblem("opening an archive")
        }
    }

    deinit {
        if isDeflating { deflateEnd(stream) }
        stream.deallocate()
        close(file)
    }

    /// Bytes so far.
    var bytes: Int64 { Int64(position) + Int64(buffer.count) }

    /// Begins an entry, and ends the one before.
    ///
    /// - Parameters:
    ///   - name: its path in the archive, without a leading slash.
    ///   - isStored: whether its bytes are compressed already.
    func begin(_ name: String, isStored: Bool = false) throws {
        try end()
        let entry = Entry(name: Array(name.utf8), method: isStored ? 0 : 8, offset: UInt64(bytes))
        current = entry
        // Its sizes follow with the end of the entry.
        put(localHeader(entry))
        guard !isStored else { return }
        stream.initialize(to: z_stream())
        let begun = deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard begun == Z_OK else { throw FileProblem("compressing an archive") }
        isDeflating = true
    }

    func write(_ bytes: [UInt8]) throws {
        guard var entry = current, !bytes.isEmpty else { return }
        entry.checksum = bytes.withUnsafeBufferPointer {
            UInt32(truncatingIfNeeded: crc32(uLong(entry.checksum), $0.baseAddress, uInt($0.count)))
        }
        entry.size += UInt64(bytes.count)
        current = entry
        if isDeflating {
            try deflated(bytes, Z_NO_FLUSH)
        } else {
            put(bytes)
            current?.compressedSize += UInt64(bytes.count)
        }
        if buffer.count >= 1 << 18 { try flush() }
    }

    /// Ends the archive, and makes it durable.
    ///
    /// - Returns: its size.
    func finish() throws -> Int64 {
        try end()
        let start = UInt64(bytes)
        for entry in entries { put(directoryHeader(entry)) }
        let size = UInt64(bytes) - start
        put(endOfDirectory(start: start, size: size))
        try flush()
        guard fsync(file) == 0 else { throw FileProblem("making an archive durable") }
        return Int64(position)
    }

    // MARK: Entries

    private func end() throws {
        guard current != nil else { return }
        if isDeflating {
            try deflated([], Z_FINISH)
            deflateEnd(stream)
            isDeflating = false
        }
        guard let entry = current else { return }
        try flush()
        let header = localHeader(entry)
        try write(header, at: entry.offset)
        entries.append(entry)
        current = nil
    }

    private func deflated(_ bytes: [UInt8], _ mode: Int32) throws {
        var input = bytes
        var output = [UInt8](repeating: 0, count: 1 << 16)
        try input.withUnsafeMutableBufferPointer { from in
            stream.pointee.next_in = from.baseAddress
            stream.pointee.avail_in = UInt32(from.count)
            while true {
                let (result, count) = output.withUnsafeMutableBufferPointer { to in
                    stream.pointee.next_out = to.baseAddress
                    stream.pointee.avail_out = UInt32(to.count)
                    let result = deflate(stream, mode)
                    return (result, to.count - Int(stream.pointee.avail_out))
                }
                guard result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR else {
                    throw FileProblem("compressing an archive")
                }
                put(Array(output.prefix(count)))
                current?.compressedSize += UInt64(count)
                let isDone = mode == Z_FINISH ? result == Z_STREAM_END : count < output.count
                if isDone { return }
            }
        }
    }

    // MARK: The format

    /// With room for sizes of 64 bits, since they are not known before the entry is written.
    private func localHeader(_ entry: Entry) -> [UInt8] {
        let isLarge = max(entry.size, entry.compressedSize) > limit
        var header = Bytes()
        header.add(UInt32(0x0403_4B50))
        header.add(UInt16(isLarge ? 45 : 20))
        header.add(UInt16(0x0800))
        header.add(entry.method)
        header.add(time)
        header.add(entry.checksum)
        header.add(isLarge ? .max : UInt32(entry.compressedSize))
        header.add(isLarge ? .max : UInt32(entry.size))
        header.add(UInt16(entry.name.count))
        header.add(UInt16(20))
        header.all += entry.name
        // Without need it is padding, which every program skips.
        header.add(UInt16(isLarge ? 1 : 0xD935))
        header.add(UInt16(16))
        header.add(isLarge ? entry.size : 0)
        header.add(isLarge ? entry.compressedSize : 0)
        return header.all
    }

    private func directoryHeader(_ entry: Entry) -> [UInt8] {
        var extra = Bytes()
        let isLarge = max(entry.size, entry.compressedSize) > limit
        let isFar = entry.offset > limit
        if isLarge || isFar {
            extra.add(UInt16(1))
            extra.add(UInt16((isLarge ? 16 : 0) + (isFar ? 8 : 0)))
            if isLarge {
                extra.add(entry.size)
                extra.add(entry.compressedSize)
            }
            if isFar { extra.add(entry.offset) }
        }
        var header = Bytes()
        header.add(UInt32(0x0201_4B50))
        // Made on Unix, by version 4.5.
        header.add(UInt16(3 << 8 | 45))
        header.add(UInt16(isLarge || isFar ? 45 : 20))
        header.add(UInt16(0x0800))
        header.add(entry.method)
        header.add(time)
        header.add(entry.checksum)
        header.add(isLarge ? .max : UInt32(entry.compressedSize))
        header.add(isLarge ? .max : UInt32(entry.size))
        header.add(UInt16(entry.name.count))
        header.add(UInt16(extra.all.count))
        header.add(UInt16(0))
        header.add(UInt16(0))
        header.add(UInt16(0))
        header.add(UInt32(0o100600) << 16)
        header.add(isFar ? .max : UInt32(entry.offset))
        return header.all + entry.name + extra.all
    }

    private func endOfDirectory(start: UInt64, size: UInt64) -> [UInt8] {
        var end = Bytes()
        let count = UInt64(entries.count)
        let isLarge = count >= 0xFFFF || size > limit || start > limit
        if isLarge {
            end.add(UInt32(0x0606_4B50))
            end.add(UInt64(44))
            end.add(UInt16(3 << 8 | 45))
            end.add(UInt16(45))
            end.add(UInt32(0))
            end.add(UInt32(0))
            end.add(count)
            end.add(count)
            end.add(size)
            end.add(start)
            end.add(UInt32(0x0706_4B50))
            end.add(UInt32(0))
            end.add(start + size)
            end.add(UInt32(1))
        }
        end.add(UInt32(0x0605_4B50))
        end.add(UInt16(0))
        end.add(UInt16(0))
        end.add(isLarge ? .max : UInt16(count))
        end.add(isLarge ? .max : UInt16(count))
        end.add(isLarge ? .max : UInt32(size))
        end.add(isLarge ? .max : UInt32(start))
        end.add(UInt16(0))
        return end.all
    }

    /// Little-endian fields.
    private struct Bytes {
        var all: [UInt8] = []

        mutating func add(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.littleEndian) { all += $0 }
        }
    }

    /// The date and time of MS-DOS in UTC: from 1980, in steps of two seconds.
    private static func dosTime(_ time: Timestamp) -> UInt32 {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second],
            from: Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000))
        let year = UInt32(clamping: max(0, min(127, (parts.year ?? 1_980) - 1_980)))
        let date = year << 9 | UInt32(clamping: parts.month ?? 1) << 5 | UInt32(clamping: parts.day ?? 1)
        let clock =
            UInt32(clamping: parts.hour ?? 0) << 11 | UInt32(clamping: parts.minute ?? 0) << 5
            | UInt32(clamping: parts.second ?? 0) / 2
        return date << 16 | clock
    }

    // MARK: The file

    private func put(_ bytes: [UInt8]) { buffer += bytes }

    private func flush() throws {
        try write(buffer, at: position)
        position += UInt64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
    }

    private func write(_ bytes: [UInt8], at offset: UInt64) throws {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(
                    file, $0.baseAddress?.advanced(by: written), bytes.count - written, off_t(offset) + off_t(written))
            }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                throw FileProblem("writing an archive")
            }
            written += count
        }
    }
}
