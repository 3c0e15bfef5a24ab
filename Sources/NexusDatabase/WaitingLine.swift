import Foundation

/// A bounded first-in first-out line between many threads that submit and those that serve.
///
/// `@unchecked Sendable`: every field is read and written under `condition`.
final class WaitingLine<Element: Sendable>: @unchecked Sendable {
    /// Whether an element was let in.
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

    /// Lets `element` in at the end of the line, unless the line is full or closed.
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

    /// Waits until someone is in the line and takes up to `count` from its head; nil once it is closed and empty.
    func take(_ count: Int) -> [Element]? {
        condition.lock()
        defer { condition.unlock() }
        while elements.isEmpty {
            if isClosed { return nil }
            idleServers += 1
            condition.wait()
            idleServers -= 1
        }
        if elements.count <= count {
            defer {
                elements = []
                elements.reserveCapacity(count)
            }
            return elements
        }
        defer { elements.removeFirst(count) }
        return Array(elements.prefix(count))
    }

    /// Takes from the head without waiting; empty when there is nobody.
    func takeNow(_ count: Int) -> [Element] {
        condition.lock()
        defer { condition.unlock() }
        let head = Array(elements.prefix(count))
        elements.removeFirst(head.count)
        return head
    }

    /// Lets nobody in any more; who is in is still served.
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

    /// How many were turned away because the line was full.
    var refused: Int {
        condition.lock()
        defer { condition.unlock() }
        return refusedCount
    }
}
