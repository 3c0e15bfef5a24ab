/// The word pieces of a model, each with its number: its line in `vocab.txt`, from 0.
///
/// An incremental hash of the bytes finds pieces, so that all prefixes of a word are looked up in one pass.
public struct Vocabulary: Sendable {
    /// The special pieces that every BERT vocabulary has and that represent no text.
    public struct Specials: Equatable, Sendable {
        public let padding: Int32
        public let unknown: Int32
        public let start: Int32
        public let end: Int32
        public let mask: Int32
    }

    /// A hash of the bytes so far: FNV-1a, 64 bits. The bytes decide on collisions.
    struct Hash {
        private(set) var value: UInt64

        init(continuing: Bool) { value = continuing ? 0x9E37_79B9_7F4A_7C15 : 0xCBF2_9CE4_8422_2325 }

        mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    private struct Slot {
        var start: Int32 = 0
        var length: Int32 = 0
        var id: Int32 = -1
        var continuing = false
    }

    public let specials: Specials
    /// The number of pieces.
    public let count: Int
    private let bytes: [UInt8]
    private let slots: [Slot]
    private let mask: Int

    /// Parses a `vocab.txt`: one piece per line, `##` before those that continue a word.
    ///
    /// - Throws: `ModelError.damaged` if a special piece is missing or there are more pieces than a model can have.
    public init(text: [UInt8]) throws(ModelError) {
        guard text.count < 64 << 20 else { throw Self.damaged("it is larger than 64 MiB") }
        var lines = text.split(separator: 10, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard !lines.isEmpty, lines.count < 1 << 24 else { throw Self.damaged("it has \(lines.count) lines") }

        var capacity = 1
        while capacity < lines.count * 2 { capacity *= 2 }
        var slots = [Slot](repeating: Slot(), count: capacity)
        var specials: [[UInt8]: Int32] = [:]
        for (id, whole) in lines.enumerated() {
            let line = whole.last == 13 ? whole.dropLast() : whole
            if line.first == UInt8(ascii: "["), line.last == UInt8(ascii: "]") { specials[Array(line)] = Int32(id) }
            let continuing = line.starts(with: [35, 35]) && line.count > 2
            let piece = continuing ? line.dropFirst(2) : line
            var hash = Hash(continuing: continuing)
            for byte in piece { hash.add(byte) }
            var place = Int(truncatingIfNeeded: hash.value) & (capacity - 1)
            while slots[place].id >= 0 { place = (place + 1) & (capacity - 1) }
            slots[place] = Slot(
                start: Int32(piece.startIndex), length: Int32(piece.count), id: Int32(id), continuing: continuing)
        }
        func special(_ name: String) throws(ModelError) -> Int32 {
            guard let id = specials[Array(name.utf8)] else { throw Self.damaged("it lacks \(name)") }
            return id
        }
        self.specials = Specials(
            padding: try special("[PAD]"), unknown: try special("[UNK]"), start: try special("[CLS]"),
            end: try special("[SEP]"), mask: try special("[MASK]"))
        self.count = lines.count
        self.bytes = text
        self.slots = slots
        self.mask = capacity - 1
    }

    /// The number of the piece with these bytes and their hash; nil if there is none.
    func id(of piece: ArraySlice<UInt8>, hash: Hash, continuing: Bool) -> Int32? {
        var place = Int(truncatingIfNeeded: hash.value) & mask
        while slots[place].id >= 0 {
            let slot = slots[place]
            if slot.continuing == continuing, Int(slot.length) == piece.count,
                bytes[Int(slot.start)..<Int(slot.start) + Int(slot.length)].elementsEqual(piece)
            {
                return slot.id
            }
            place = (place + 1) & mask
        }
        return nil
    }

    private static func damaged(_ reason: String) -> ModelError { .damaged(file: "vocab.txt", reason: reason) }
}
