import CPostgres

/// A column of a row of PostgreSQL's result, in the binary format.
@usableFromInline
struct PostgresColumn {
    let result: OpaquePointer
    let line: Int32
    let index: Int32

    @usableFromInline
    init(result: OpaquePointer, line: Int32, index: Int32) {
        self.result = result
        self.line = line
        self.index = index
    }

    @usableFromInline var isNull: Bool { PQgetisnull(result, line, index) != 0 }

    /// The bytes as the server sent them: of a text or a blob, its own.
    @usableFromInline var bytes: UnsafeRawBufferPointer {
        guard !isNull else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(
            start: PQgetvalue(result, line, index), count: Int(PQgetlength(result, line, index)))
    }

    @usableFromInline var int64: Int64 {
        let bytes = bytes
        guard bytes.count > 0 else { return 0 }
        switch PostgresType(rawValue: PQftype(result, index)) {
        case .int8: return load(bytes, Int64.self)
        case .int4: return Int64(load(bytes, Int32.self))
        case .int2: return Int64(load(bytes, Int16.self))
        case .boolean: return bytes[0] == 0 ? 0 : 1
        case .numeric: return PostgresNumeric(bytes).int64
        case .float8, .float4: return Int64(clamping: real)
        case .text, .blob, nil: return Int64(text) ?? 0
        }
    }

    @usableFromInline var real: Double {
        let bytes = bytes
        guard bytes.count > 0 else { return 0 }
        switch PostgresType(rawValue: PQftype(result, index)) {
        case .float8: return Double(bitPattern: load(bytes, UInt64.self))
        case .float4: return Double(Float(bitPattern: load(bytes, UInt32.self)))
        case .numeric: return PostgresNumeric(bytes).real
        case .int8, .int4, .int2, .boolean: return Double(int64)
        case .text, .blob, nil: return Double(text) ?? 0
        }
    }

    @usableFromInline var text: String {
        switch PostgresType(rawValue: PQftype(result, index)) {
        case .int8, .int4, .int2, .boolean: isNull ? "" : String(int64)
        case .float8, .float4, .numeric: isNull ? "" : String(real)
        case .text, .blob, nil: String(decoding: bytes, as: UTF8.self)
        }
    }

    private func load<Number: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _: Number.Type) -> Number {
        guard bytes.count >= MemoryLayout<Number>.size else { return 0 }
        return Number(bigEndian: bytes.loadUnaligned(as: Number.self))
    }
}

/// The types of PostgreSQL that statements use, by the number that every server gives them (`pg_type.dat`). Others are texts.
enum PostgresType: UInt32 {
    case boolean = 16
    case blob = 17
    case int8 = 20
    case int2 = 21
    case int4 = 23
    case text = 25
    case float4 = 700
    case float8 = 701
    case numeric = 1700
}

/// A number of any length, such as the sum of integers: digits to the base 10,000 (`numeric_send` in PostgreSQL's numeric.c).
struct PostgresNumeric {
    private let digits: [UInt16]
    /// The power of 10,000 of the first digit.
    private let weight: Int
    private let isNegative: Bool

    init(_ bytes: UnsafeRawBufferPointer) {
        let words = stride(from: 0, to: bytes.count - 1, by: 2).map {
            UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt16.self))
        }
        guard words.count >= 4 else {
            (digits, weight, isNegative) = ([], 0, false)
            return
        }
        digits = Array(words[4...].prefix(Int(words[0])))
        weight = Int(Int16(bitPattern: words[1]))
        isNegative = words[2] == 0x4000
    }

    var real: Double {
        var value = 0.0
        for digit in digits { value = value * 10_000 + Double(digit) }
        for _ in 0..<max(0, weight + 1 - digits.count) { value *= 10_000 }
        for _ in 0..<max(0, digits.count - weight - 1) { value /= 10_000 }
        return isNegative ? -value : value
    }

    /// Without the fraction; the nearest integer that there is, if it is too large.
    var int64: Int64 {
        guard weight >= 0 else { return 0 }
        var value: Int64 = 0
        for position in 0...weight {
            let digit = position < digits.count ? Int64(digits[position]) : 0
            let (shifted, isTooLarge) = value.multipliedReportingOverflow(by: 10_000)
            let (sum, overflows) = shifted.addingReportingOverflow(isNegative ? -digit : digit)
            if isTooLarge || overflows { return isNegative ? .min : .max }
            value = sum
        }
        return value
    }
}

extension Int64 {
    /// Without the fraction; the nearest integer that there is, if it is too large; 0 for no number.
    fileprivate init(clamping real: Double) {
        self = Int64(exactly: real.rounded(.towardZero)) ?? (real < 0 ? .min : real > 0 ? .max : 0)
    }
}
