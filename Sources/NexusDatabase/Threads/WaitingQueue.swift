import Foundation

/// A bounded first-in, first-out queue between submitting and serving threads.
///
/// `@unchecked Sendable`: every field is read and written under `condition`.
final class WaitingQueue<Element: Sendable>: @unchecked Sendable {
    /// Whether an element was accepted.
    enum Admission {
        case admitted, full, closed
    }

    private let condition = NSCondition()
    private let limit: Int
    private let laterPatience: Duration
    private var elements: [Element] = []
    /// Background elements, with the time at which each was added.
    private var later: [(element: Element, since: ContinuousClock.Instant)] = []
    /// Whether the last batch was a background element: two are never served in a row while others wait.
    private var servedLater = false
    private var isClosed = false
    /// Threads that are adding several elements in a row.
    private var gathering = 0
    private var idleServers = 0
    private var refusedCount = 0

    /// - Parameter laterPatience: how long background elements give way; it guarantees them a share.
    init(limit: Int, laterPatience: Duration = .milliseconds(100)) {
        self.limit = limit
        self.laterPatience = laterPatience
    }

    /// Appends `element` to the queue, unless it is full or closed.
    func enter(_ element: Element) -> Admission {
        adding { () -> (Admission, mustWake: Bool) in
            if isClosed { return (.closed, false) }
            if elements.count >= limit {
                refusedCount += 1
                return (.full, false)
            }
            elements.append(element)
            // Waking a thread costs a system call: only when one sleeps, and once for several in a row.
            return (.admitted, idleServers > 0 && gathering == 0)
        }
    }

    /// Does what may wake a server. It is woken once the lock is free, or it would at once sleep again, for that.
    private func adding<T>(_ body: () -> (T, mustWake: Bool)) -> T {
        condition.lock()
        let (result, mustWake) = body()
        condition.unlock()
        if mustWake { condition.signal() }
        return result
    }

    /// Until ``endGathering()``, elements that are added wake no server.
    func beginGathering() {
        condition.lock()
        defer { condition.unlock() }
        gathering += 1
    }

    func endGathering() {
        adding {
            gathering -= 1
            // Also while another thread gathers: if they always overlapped, no server would ever wake.
            return ((), mustWake: idleServers > 0 && !elements.isEmpty)
        }
    }

    /// Adds a background element: it is served alone, when no other waits or once it has waited for `laterPatience`.
    func enterLater(_ element: Element) -> Admission {
        adding { () -> (Admission, mustWake: Bool) in
            if isClosed { return (.closed, false) }
            if later.count >= limit {
                refusedCount += 1
                return (.full, false)
            }
            later.append((element, .now))
            return (.admitted, idleServers > 0)
        }
    }

    /// Whether elements wait that are not in the background.
    var hasWaiting: Bool {
        condition.lock()
        defer { condition.unlock() }
        return !elements.isEmpty
    }

    /// Servers that sleep because the queue is empty.
    var sleeping: Int {
        condition.lock()
        defer { condition.unlock() }
        return idleServers
    }

    /// Waits until the queue has elements and replaces `batch` by up to `count` from its head.
    /// - Returns: false once the queue is closed and empty.
    func take(_ count: Int, into batch: inout [Element]) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while elements.isEmpty, later.isEmpty {
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
        if let first = later.first,
            elements.isEmpty || !servedLater && .now - first.since > laterPatience
        {
            batch.append(later.removeFirst().element)
            servedLater = true
            return
        }
        servedLater = false
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
        return elements.count + later.count
    }

    /// Elements refused because the queue was full.
    var refused: Int {
        condition.lock()
        defer { condition.unlock() }
        return refusedCount
    }
}
