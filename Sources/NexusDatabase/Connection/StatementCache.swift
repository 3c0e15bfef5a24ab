/// The prepared statements of one connection.
///
/// A small open-addressed table finds a literal by its address, because hashing its characters would cost as much as
/// running it; other texts are found by content, in a bounded cache.
struct StatementCache<Statement: AnyObject> {
    private struct Slot {
        var address: UInt = 0
        var statement: Statement?
    }

    private var slots = [Slot](repeating: Slot(), count: 256)
    private var literalCount = 0
    private var byText: [String: Statement] = [:]
    private let textLimit = 128

    /// The statement for `sql`, prepared by `prepare` on a miss.
    mutating func statement(
        for sql: SQL, prepare: (String) throws -> Statement
    ) throws -> Statement {
        switch sql.source {
        case .literal(let literal):
            let address = UInt(bitPattern: literal.utf8Start)
            let index = slot(of: address)
            if let statement = slots[index].statement { return statement }
            let statement = try prepare(literal.description)
            slots[index] = Slot(address: address, statement: statement)
            literalCount += 1
            if literalCount * 2 > slots.count { grow() }
            return statement
        case .built(let text):
            if let statement = byText[text] { return statement }
            let statement = try prepare(text)
            if byText.count >= textLimit { byText.removeAll(keepingCapacity: true) }
            byText[text] = statement
            return statement
        }
    }

    mutating func removeAll() {
        slots = slots.map { _ in Slot() }
        literalCount = 0
        byText = [:]
    }

    private func slot(of address: UInt) -> Int {
        let mask = slots.count - 1
        // Literals lie a few bytes apart: multiplying spreads them (Fibonacci hashing).
        var index = Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
        while slots[index].statement != nil, slots[index].address != address { index = (index + 1) & mask }
        return index
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(), count: old.count * 2)
        for entry in old where entry.statement != nil { slots[slot(of: entry.address)] = entry }
    }
}
