import Foundation
import Synchronization

/// What has arrived and waits for its handlers, which one thread calls in the order of arrival.
///
/// Bounded by messages of each subscription and by bytes of all: what comes while it is full is dropped and counted, so a slow handler costs no memory.
final class Mailbox: Sendable {
    private struct Box {
        let capacity: Int
        let handler: @Sendable (BusMessage) -> Void
        var waiting = 0
    }

    private enum Item {
        case message(UInt, BusMessage)
        case work(@Sendable () -> Void)
    }

    private struct State {
        var boxes: [UInt: Box] = [:]
        var items: [Item] = []
        var bytes = 0
        var received = 0
        var dropped = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let bell = Bell()
    private let byteLimit: Int
    private let drained: @Sendable () -> Void

    /// - Parameters:
    ///   - isThreaded: false if ``pump()`` is called instead: then what happens does so on the caller's thread.
    ///   - drained: called when nothing waits any more.
    init(byteLimit: Int, isThreaded: Bool = true, drained: @escaping @Sendable () -> Void) {
        self.byteLimit = byteLimit
        self.drained = drained
        guard isThreaded else { return }
        let thread = Thread { [weak self, bell] in
            while true {
                bell.wait()
                guard let self, pump() else { return }
            }
        }
        thread.name = "nexus-bus-in"
        thread.start()
    }

    deinit { bell.ring() }

    func open(_ number: UInt, capacity: Int, _ handler: @escaping @Sendable (BusMessage) -> Void) {
        state.withLock { $0.boxes[number] = Box(capacity: max(1, capacity), handler: handler) }
    }

    func close(_ number: UInt) { state.withLock { $0.boxes[number] = nil } }

    /// Adds a message for a subscription, unless there is no space or it has ended.
    func offer(_ message: BusMessage, to number: UInt) {
        let isAdded = state.withLock { state in
            guard !state.isClosed, let box = state.boxes[number] else { return false }
            state.received += 1
            guard box.waiting < box.capacity, state.bytes + message.payload.count <= byteLimit else {
                state.dropped += 1
                return false
            }
            state.boxes[number]?.waiting += 1
            state.bytes += message.payload.count
            state.items.append(.message(number, message))
            return true
        }
        if isAdded { bell.ring() }
    }

    /// Has work done on the thread, after what waits.
    func perform(_ work: @escaping @Sendable () -> Void) {
        state.withLock { if !$0.isClosed { $0.items.append(.work(work)) } }
        bell.ring()
    }

    /// Calls the handlers of all that waits; returns false once it is closed.
    @discardableResult
    func pump() -> Bool {
        var hasWorked = false
        while true {
            let items = state.withLock { state in
                defer { state.items = [] }
                return state.items
            }
            guard !items.isEmpty else { break }
            hasWorked = true
            for item in items { handle(item) }
        }
        if hasWorked { drained() }
        return state.withLock { !$0.isClosed }
    }

    private func handle(_ item: Item) {
        switch item {
        case .work(let work): work()
        case .message(let number, let message):
            let handler = state.withLock { state in
                state.bytes -= message.payload.count
                state.boxes[number]?.waiting -= 1
                return state.isClosed ? nil : state.boxes[number]?.handler
            }
            handler?(message)
        }
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.items = []
            state.boxes = [:]
            state.bytes = 0
        }
        bell.ring()
    }

    /// Fills in its counts.
    func count(in status: inout BusStatus) {
        state.withLock { state in
            status.received = state.received
            status.droppedIn = state.dropped
            status.subscriptions = state.boxes.count
        }
    }

    /// Messages that were lost before they reached it.
    func lost(_ count: Int) { state.withLock { $0.dropped += count } }
}
