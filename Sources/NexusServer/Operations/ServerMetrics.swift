import Synchronization

/// A number that only grows. One atomic addition; no lock.
final class Counter: Sendable {
    private let value = Atomic(0)

    func add(_ amount: Int) { value.wrappingAdd(amount, ordering: .relaxed) }

    var current: Int { value.load(ordering: .relaxed) }
}

/// What the server counts of itself.
final class ServerMetrics: Sendable {
    let connectionsOpened = Counter()
    let framesIn = Counter()
    let operations = Counter()
    let refusals = Counter()
    let requests = Counter()
}
