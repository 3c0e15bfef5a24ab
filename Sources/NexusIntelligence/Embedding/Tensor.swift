/// Numbers of a model, read in place: rows of `columns` 32-bit floats. A vector has one row.
struct Tensor: Sendable {
    let rows: Int
    let columns: Int
    /// Aligned for `Float`; valid while `owner` lives, and never written.
    nonisolated(unsafe) let values: UnsafePointer<Float>
    /// The owner of the memory: a file or a copy.
    let owner: any AnyObject & Sendable

    /// Numbers in the memory of `owner`.
    init(rows: Int, columns: Int, values: UnsafePointer<Float>, owner: any AnyObject & Sendable) {
        self.rows = rows
        self.columns = columns
        self.values = values
        self.owner = owner
    }

    /// Numbers that were copied.
    init(rows: Int, columns: Int, copy: TensorCopy) {
        precondition(copy.count == rows * columns)
        self.init(rows: rows, columns: columns, values: UnsafePointer(copy.values), owner: copy)
    }

    /// The numbers of one row.
    func row(_ index: Int) -> UnsafePointer<Float> {
        precondition((0..<rows).contains(index))
        return values + index * columns
    }
}

/// Numbers of a model that were copied, because they do not lie aligned in their file or were put together of several.
final class TensorCopy: Sendable {
    let count: Int
    /// Written only before `init` returns.
    nonisolated(unsafe) let values: UnsafeMutablePointer<Float>

    init(count: Int, filling fill: (UnsafeMutableRawBufferPointer) -> Void) {
        self.count = count
        values = .allocate(capacity: count)
        values.initialize(repeating: 0, count: count)
        fill(UnsafeMutableRawBufferPointer(start: values, count: count * 4))
    }

    deinit { values.deallocate() }
}
