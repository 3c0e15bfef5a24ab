/// Memory for the values bound to running statements.
///
/// SQLite copies a bound text or blob into its own allocation unless the bytes are guaranteed to stay. They stay
/// here until the statement is reset; a statement that runs inside another's rows uses the space above the other's.
struct BindArena: ~Copyable {
    private let memory: UnsafeMutableRawBufferPointer
    /// Where the free part begins. Restored to its previous value once the statement is reset.
    var used = 0

    init(capacity: Int = 64 << 10) {
        memory = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit {
        memory.deallocate()
    }

    /// Copies `bytes` in, or returns nil when they do not fit.
    mutating func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
        guard let base = memory.baseAddress, bytes.count <= memory.count - used else { return nil }
        let start = base + used
        if let source = bytes.baseAddress { start.copyMemory(from: source, byteCount: bytes.count) }
        used += bytes.count
        return UnsafeRawPointer(start)
    }
}
