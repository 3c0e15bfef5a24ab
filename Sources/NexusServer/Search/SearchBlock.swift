import NexusDatabase

/// Which of 128 neighbours have which grams: an inverted list small enough to be read and written as a whole.
///
/// Stored as entries in ascending order of their grams: the distance from the gram before as a variable-length number of seven bits a byte, the lowest
/// first; then how many neighbours have it and where they are, a byte each, or, of more than ``listed``, 255 and a bitmap of 16 bytes, the lowest first.
struct SearchBlock: Equatable {
    /// Up to so many places are a list, which is then shorter than a bitmap.
    private static let listed = 15
    private static let isBitmap: UInt8 = 255

    /// Ascending.
    private(set) var grams: [UInt32] = []
    /// For each gram a bit for each place that has it.
    private(set) var places: [UInt128] = []

    var isEmpty: Bool { grams.isEmpty }

    init() {}

    // MARK: Changing

    /// Adds grams at places: the gram in the upper 32 bits, the place in the lower.
    /// - Returns: The grams that no place had before, ascending.
    @discardableResult
    mutating func add(_ pairs: [UInt64]) -> [UInt32] {
        var new: [UInt32] = []
        var merged = SearchBlock()
        merged.grams.reserveCapacity(grams.count + pairs.count / 4)
        merged.places.reserveCapacity(grams.count + pairs.count / 4)
        var old = 0
        for pair in pairs.sorted() {
            let gram = UInt32(truncatingIfNeeded: pair >> 32)
            let bit = UInt128(1) << (pair & 127)
            while old < grams.count, grams[old] <= gram {
                merged.append(grams[old], places[old])
                old += 1
            }
            if merged.grams.last == gram {
                merged.places[merged.places.count - 1] |= bit
            } else {
                merged.append(gram, bit)
                new.append(gram)
            }
        }
        while old < grams.count {
            merged.append(grams[old], places[old])
            old += 1
        }
        self = merged
        return new
    }

    /// Removes grams from a place.
    /// - Returns: Those that no place has any more, ascending.
    @discardableResult
    mutating func remove(_ removed: [UInt32], at place: Int) -> [UInt32] {
        let bit = UInt128(1) << UInt128(place & 127)
        let removed = Set(removed)
        var gone: [UInt32] = []
        var rest = SearchBlock()
        for (gram, set) in zip(grams, places) {
            let left = removed.contains(gram) ? set & ~bit : set
            if left == 0 { gone.append(gram) } else { rest.append(gram, left) }
        }
        self = rest
        return gone
    }

    /// Whether that place has that gram.
    func has(_ gram: UInt32, at place: Int) -> Bool { places(of: gram) >> UInt128(place & 127) & 1 == 1 }

    func places(of gram: UInt32) -> UInt128 {
        var range = 0..<grams.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if grams[middle] == gram { return places[middle] }
            range = grams[middle] < gram ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return 0
    }

    private mutating func append(_ gram: UInt32, _ set: UInt128) {
        grams.append(gram)
        places.append(set)
    }

    /// Grams at a place, as ``add(_:)`` takes them.
    static func pairs(_ grams: [UInt32], at place: Int) -> [UInt64] {
        grams.map { UInt64($0) << 32 | UInt64(place) }
    }

    // MARK: Storing

    var stored: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(grams.count * 5)
        var last: UInt32 = 0
        for (gram, set) in zip(grams, places) {
            var distance = gram &- last
            last = gram
            while distance >= 128 {
                bytes.append(UInt8(truncatingIfNeeded: distance) | 128)
                distance >>= 7
            }
            bytes.append(UInt8(truncatingIfNeeded: distance))
            let count = set.nonzeroBitCount
            if count > Self.listed {
                bytes.append(Self.isBitmap)
                for byte in 0..<16 { bytes.append(UInt8(truncatingIfNeeded: set >> UInt128(byte * 8))) }
            } else {
                bytes.append(UInt8(count))
                for place in SearchPlaces(set) { bytes.append(UInt8(place)) }
            }
        }
        return bytes
    }

    /// - Throws: `DatabaseError` (`database_corrupt`) for bytes that are no block.
    init(stored bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { bytes in
            var entries = Entries(bytes)
            while let gram = try entries.next() {
                append(gram, try entries.places())
                try entries.skip()
            }
        }
    }

    /// The places that have what is asked for.
    /// - Throws: `DatabaseError` (`database_corrupt`) for bytes that are no block, as far as they are read.
    static func places(having asked: AskedGrams, in bytes: UnsafeRawBufferPointer) throws(DatabaseError) -> UInt128 {
        var found = [UInt128](repeating: 0, count: asked.listCount)
        var entries = Entries(bytes)
        var gram = try entries.next()
        for next in asked.grams {
            while let entry = gram, entry < next.gram {
                try entries.skip()
                gram = try entries.next()
            }
            if gram == next.gram {
                found[next.list] |= try entries.places()
            } else if next.isAlone {
                return 0
            }
        }
        return found.reduce(.max, &)
    }

    /// Reads the entries of stored bytes one after the other. Most are passed over, which must cost little: a search reads thousands of blocks.
    private struct Entries {
        private let bytes: UnsafeRawBufferPointer
        private var at = 0
        private var gram: UInt32 = 0

        init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        private func byte(_ position: Int) throws(DatabaseError) -> UInt8 {
            guard position < bytes.count else {
                throw DatabaseError(.corrupt, detail: "a block of the search index ends early")
            }
            return bytes[position]
        }

        /// The gram of the next entry, whose places are then to be read or skipped; nil at the end.
        mutating func next() throws(DatabaseError) -> UInt32? {
            guard at < bytes.count else { return nil }
            var part = bytes[at]
            var distance = UInt32(part & 127)
            var shift: UInt32 = 7
            at += 1
            while part >= 128 {
                part = try byte(at)
                distance |= UInt32(part & 127) &<< shift
                shift += 7
                at += 1
            }
            gram &+= distance
            _ = try byte(at)
            return gram
        }

        mutating func skip() throws(DatabaseError) {
            let count = try byte(at)
            at += 1 + (count == SearchBlock.isBitmap ? 16 : Int(count))
            guard at <= bytes.count else {
                throw DatabaseError(.corrupt, detail: "a block of the search index ends early")
            }
        }

        /// The places of the entry, which may be read again.
        func places() throws(DatabaseError) -> UInt128 {
            let count = try byte(at)
            var set: UInt128 = 0
            if count == SearchBlock.isBitmap {
                for part in 0..<16 { set |= UInt128(try byte(at + 1 + part)) << UInt128(part * 8) }
            } else {
                for place in 0..<Int(count) { set |= UInt128(1) << UInt128(try byte(at + 1 + place) & 127) }
            }
            return set
        }
    }
}

/// The places of a bitmap, ascending.
struct SearchPlaces: Sequence, IteratorProtocol {
    private var rest: UInt128

    init(_ set: UInt128) { rest = set }

    mutating func next() -> Int? {
        guard rest != 0 else { return nil }
        let place = rest.trailingZeroBitCount
        rest &= rest - 1
        return place
    }
}
