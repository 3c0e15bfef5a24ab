import CPostgres

/// The values of one statement, in the binary format.
struct PostgresParameters {
    private var bytes: [UInt8] = []
    /// Where each value begins in ``bytes``; nil for null.
    private var starts: [Int?] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    /// The type under which a value is sent; null has none: the server finds it.
    static func type(of value: SQLValue) -> PostgresType? {
        switch value {
        case .null: nil
        case .integer: .int8
        case .real: .float8
        case .text: .text
        case .blob, .id: .blob
        }
    }

    /// - Throws: ``DatabaseError`` (`constraint`) for a text with a NUL character, which PostgreSQL does not store.
    mutating func encode(_ values: [SQLValue]) throws {
        bytes.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        if formats.count < values.count { formats = [Int32](repeating: 1, count: values.count) }
        for value in values {
            let start = bytes.count
            switch value {
            case .null: break
            case .integer(let number): append(UInt64(bitPattern: number))
            case .real(let number): append(number.bitPattern)
            case .text(let text):
                bytes.append(contentsOf: text.utf8)
                if bytes[start...].contains(0) {
                    throw DatabaseError(
                        .constraint, constraint: .nul, detail: "a text has a NUL character, which PostgreSQL refuses")
                }
            case .blob(let blob): bytes.append(contentsOf: blob)
            case .id(let high, let low):
                append(high)
                append(low)
            }
            starts.append(value == .null ? nil : start)
            lengths.append(Int32(clamping: bytes.count - start))
        }
        // An empty value at the end needs an address, too: a null pointer would be null.
        bytes.append(0)
    }

    private mutating func append(_ number: UInt64) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Gives what libpq's functions for sending take: addresses, lengths, formats.
    func withPointers<T>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> T
    ) -> T {
        bytes.withUnsafeBytes { memory in
            let addresses = starts.map { start in
                start.flatMap { memory.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
            }
            return addresses.withUnsafeBufferPointer { addresses in
                lengths.withUnsafeBufferPointer { lengths in
                    formats.withUnsafeBufferPointer { body(addresses.baseAddress, lengths.baseAddress, $0.baseAddress) }
                }
            }
        }
    }

    /// How many bytes the values take.
    var count: Int { bytes.count }
}
