import Foundation

/// A bounded first-in, first-out queue between submitting and serving threads.
///
/// `@unchecked Sendable`: every field is read and written under `condition`.
final class WaitingLine<Element: Sendable>: @unchecked Sendable {
    /// Whether an element was accepted.
    enum Admission {
        case admitted, full, closed
    }

    private let condition = NSCondition()
    private let limit: Int
    private var elements: [Element] = []
    private var isClosed = false
    private var idleServers = 0
    private var refusedCount = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Appends `element` to the queue, unless it is full or closed.
    func enter(_ element: Element) -> Admission {
        condition.lock()
        defer { condition.unlock() }
        if isClosed { return .closed }
        if elements.count >= limit {
            refusedCount += 1
            return .full
        }
        elements.append(element)
        // Waking a thread costs a system call: only when one sleeps.
        if idleServers > 0 { condition.signal() }
        return .admitted
    }

    /// Waits until the queue has elements and replaces `batch` by up to `count` from its head.
    /// - Returns: false once the queue is closed and empty.
    func take(_ count: Int, into batch: inout [Element]) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while elements.isEmpty {
            if isClosed { return false }
            idleServers += 1
            condition.wait()
            idleServers -= 1
        }
        moveHead(count, into: &batch)
        return true
    }

    /// As ``take(_:into:)`` without waiting: false when the queue is empty.
    func takeNow(_ count: Int, into batch: inout [Element]) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        moveHead(count, into: &batch)
        return !batch.isEmpty
    }

    private func moveHead(_ count: Int, into batch: inout [Element]) {
        batch.removeAll(keepingCapacity: true)
        if elements.count <= count {
            // The two arrays change places, so that neither is allocated again.
            swap(&elements, &batch)
        } else {
            batch.append(contentsOf: elements.prefix(count))
            elements.removeFirst(count)
        }
    }

    /// Accepts no more elements; queued ones are still served.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        condition.broadcast()
    }

    var count: Int {
        condition.lock()
        defer { condition.unlock() }
        return elements.count
    }

    /// Elements refused because the queue was full.
    var refused: Int {
        condition.lock()
        defer { condition.unlock() }
        return refusedCount
    }
}
