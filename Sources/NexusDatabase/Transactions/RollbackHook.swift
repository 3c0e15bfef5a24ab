/// Memory of which one part is restored when a transaction is rolled back (``Transaction/onRollback(_:_:to:)``).
public protocol RestorableMemory: AnyObject {
    /// Restores a part to an earlier state; called on the writer.
    func restore(_ part: AnyObject, to state: Int64)
}

/// What undoes a change in memory.
enum RollbackHook {
    case closure(() -> Void)
    case part(any RestorableMemory, AnyObject, Int64)

    func run() {
        switch self {
        case .closure(let hook): hook()
        case .part(let memory, let part, let state): memory.restore(part, to: state)
        }
    }
}
